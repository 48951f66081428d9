import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify,
} from 'node:crypto'
import type { Keys } from './keys.ts'

/** What Ed25519 keys begin with in DER (RFC 8410); their 32 bytes follow. */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')

const GROUPS = 6
const DIGITS_IN_GROUP = 5

/** Made of the master key, so that it needs no keeping of its own. */
export const signingKey = (keys: Keys, version: number): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE, keys.derived('backup signature', version).export()]),
    format: 'der',
    type: 'pkcs8',
  })

/** The 32 bytes that anyone may know. */
export const publicKeyOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length)

export const sign = (key: KeyObject, bytes: Buffer): Buffer => signBytes(null, bytes, key)

export const isSignedBy = (publicKey: Buffer, bytes: Buffer, signature: Buffer): boolean =>
  verify(
    null,
    bytes,
    createPublicKey({ key: Buffer.concat([PUBLIC, publicKey]), format: 'der', type: 'spki' }),
    signature,
  )

/** Short enough for paper, and too long to be matched by another key: 120 bits in six groups, `1f2e3-…`. */
export function fingerprintOf(publicKey: Buffer): string {
  const digits = createHash('sha256').update('holdfast backups ').update(publicKey).digest('hex')
  return Array.from({ length: GROUPS }, (_, n) =>
    digits.slice(n * DIGITS_IN_GROUP, (n + 1) * DIGITS_IN_GROUP),
  ).join('-')
}

/** As somebody typed it from paper: spaces, dashes and capitals do not matter. Undefined for anything else. */
export function readFingerprint(text: string): string | undefined {
  const digits = text.toLowerCase().replace(/[\s-]/g, '')
  if (!/^[0-9a-f]{30}$/.test(digits)) return undefined
  return digits.match(/.{5}/g)?.join('-')
}
