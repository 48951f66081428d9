import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect, createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { CONNECTION } from '../words/network.ts'

/** Whose certificates count besides those that the system trusts. */
export interface Trust {
  /** Certificate authorities, in PEM. */
  readonly ca?: string | undefined
  /** One certificate and no other, such as one that a server has made for itself. In PEM. */
  readonly pinned?: string | undefined
}

/** How a connection finds out that it speaks with the right server. */
export interface Identification {
  readonly secureContext: SecureContext
  readonly checkServerIdentity?: (host: string, certificate: { fingerprint256: string }) => Error | undefined
}

export function identificationBy({ ca, pinned }: Trust): Identification {
  if (pinned === undefined) {
    const system = [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
    return { secureContext: createSecureContext({ ca: ca === undefined ? system : [...system, ca] }) }
  }
  const { fingerprint256 } = new X509Certificate(pinned)
  return {
    // The certificate vouches for itself, also where it is not marked as an authority.
    secureContext: createSecureContext({ ca: [pinned], allowPartialTrustChain: true }),
    checkServerIdentity: (_host, shown) =>
      shown.fingerprint256 === fingerprint256 ? undefined : new Error(CONNECTION.otherCertificate),
  }
}

/** What is wrong with the certificate of a service; `early` and `over` also where the clock of this device is wrong. */
export type CertificateTrouble = 'early' | 'over' | 'unknown'

const CERTIFICATE_TROUBLES: Readonly<Record<string, CertificateTrouble>> = {
  CERT_NOT_YET_VALID: 'early',
  CERT_HAS_EXPIRED: 'over',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'unknown',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown',
  ERR_TLS_CERT_ALTNAME_INVALID: 'unknown',
}

export const certificateTroubleOf = (error: unknown): CertificateTrouble | undefined =>
  error instanceof Error && 'code' in error ? CERTIFICATE_TROUBLES[String(error.code)] : undefined

/** The certificate that a server shows, for a person to compare: nothing is sent to it, and nothing believed. */
export async function lookAtCertificate(url: string): Promise<{ pem: string; fingerprint: string }> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const servername = /^[\d.]+$|:/.test(host) ? undefined : host
  const socket = connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    timeout: 30_000,
    ...(servername !== undefined && { servername }),
  })
  // Also once it is known what the server shows.
  socket.on('error', () => socket.destroy())
  socket.on('timeout', () => socket.destroy(new Error(CONNECTION.noAnswer(host))))
  try {
    await once(socket, 'secureConnect')
    const shown = socket.getPeerX509Certificate()
    if (!shown) throw new Error(CONNECTION.noCertificate(host))
    return { pem: shown.toString(), fingerprint: shown.fingerprint256 }
  } finally {
    socket.destroy()
  }
}

/** The certificate of a server, if it is the one whose SHA-256 a person gave; colons and letters' case do not matter. */
export async function pinCertificate(url: string, fingerprint: string): Promise<Trust> {
  const { pem, fingerprint: shown } = await lookAtCertificate(url)
  const bare = (text: string) => text.replaceAll(':', '').toLowerCase()
  if (bare(shown) !== bare(fingerprint)) throw new Error(CONNECTION.otherFingerprint(shown))
  return { pinned: pem }
}
