import { createHash, X509Certificate } from 'node:crypto'
import { TLSSocket } from 'node:tls'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { readCertificate } from '../../platform/tls/certificate.ts'
import type { Request } from './server.ts'

/** The certificate that a caller has seen. */
export interface OwnCertificate {
  /** Nobody but the server vouches for it. */
  isSelfSigned: boolean
  endsAt: Instant
  /** Its SHA-256, as browsers and `login` show it. */
  fingerprint: string
  /** Its public key, as curl and wget compare it. */
  pin: string
}

/** Undefined behind a proxy, which shows its own. */
export async function findOwnCertificate(ctx: Ctx, req: Request): Promise<OwnCertificate | undefined> {
  const isForwarded = req.headers['x-forwarded-for'] !== undefined || req.headers.forwarded !== undefined
  if (isForwarded || !(req.raw.socket instanceof TLSSocket)) return undefined
  const certificate = new X509Certificate((await readCertificate(ctx.config)).cert)
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' })
  return {
    isSelfSigned: certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey),
    endsAt: certificate.validToDate.getTime(),
    fingerprint: certificate.fingerprint256,
    pin: `sha256//${createHash('sha256').update(key).digest('base64')}`,
  }
}
