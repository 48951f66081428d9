import { createHash, type Hash } from 'node:crypto'
import { fail } from '../../../errors.ts'

const KINDS: Record<string, string> = { SHA1: 'sha1', MD5: 'md5', SHA256: 'sha256' }

/** Looks whether the bytes of an upload are those that its sender had; a kind of sum that is not known here is passed over. */
export function checksumOf(header: string | undefined) {
  const [kind = '', given = ''] = (header ?? '').trim().split(':')
  const algorithm = KINDS[kind.toUpperCase()]
  if (!algorithm) return undefined
  const hash: Hash = createHash(algorithm)
  return {
    update(bytes: Buffer): void {
      hash.update(bytes)
    },
    finish(): void {
      if (hash.digest('hex') !== given.toLowerCase())
        fail('checksum_mismatch', 'The bytes that came are not those that were sent. Send the file again.')
    },
  }
}
