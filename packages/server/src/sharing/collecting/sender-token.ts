import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SharelinkId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'

/** Who sends files, as they said themselves. */
export interface SenderWords {
  name: string
  email: string | null
}

/** Someone at a file request: the digest tells browsers from each other, and is all that the database keeps of the token. */
export interface KnownSender extends SenderWords {
  keyDigest: Buffer
}

/**
 * What a browser keeps, so that its files go together. It holds the sender's own words and is signed: nothing is stored of
 * those who send nothing, and nobody can write another name into a request.
 */
export function newSenderToken(ctx: Ctx, linkId: SharelinkId, { name, email }: SenderWords): string {
  const key = ctx.random(16).toString('base64url')
  const words = Buffer.from(JSON.stringify([key, name, email])).toString('base64url')
  return `${words}.${signatureOf(ctx, linkId, words)}`
}

const signatureOf = ({ db }: Ctx, linkId: SharelinkId, words: string): string =>
  createHmac('sha256', db.keys.derived('request sender'))
    .update(`sender at link ${linkId} ${words}`)
    .digest('base64url')

export function readSenderToken(
  ctx: Ctx,
  linkId: SharelinkId,
  token: string | undefined,
): KnownSender | undefined {
  const [words = '', signature = ''] = token?.split('.') ?? []
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(ctx, linkId, words))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  // Signed, so it is what `newSenderToken` wrote.
  const [key, name, email] = JSON.parse(Buffer.from(words, 'base64url').toString()) as [
    string,
    string,
    string | null,
  ]
  return { name, email, keyDigest: digestOf(key) }
}

export const digestOf = (key: string): Buffer => createHash('sha256').update(`request sender ${key}`).digest()
