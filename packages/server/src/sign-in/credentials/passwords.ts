import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id, which is also this library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash that no password is known for: checking against it takes as long as checking against a real one. */
let nobody: Promise<string> | undefined

const MAX_BYTES = 1024

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST)

/** Takes the same time whether the account exists, has a password, or neither. */
export async function verifyPassword(stored: string | null | undefined, given: string): Promise<boolean> {
  // No such password can have been set, and a longer one would only keep the server busy.
  if (given.length > MAX_BYTES || Buffer.byteLength(given.normalize('NFKC')) > MAX_BYTES) return false
  nobody ??= hashPassword(randomUUID())
  const matches = await verify(stored ?? (await nobody), given.normalize('NFKC'))
  return matches && stored != null
}

// Without the characters that look alike in print.
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Four groups of five characters: about 115 bits, still fit for typing. */
export function generatePassword(random: (bytes: number) => Buffer): string {
  let password = ''
  while (password.length < 20) {
    for (const byte of random(32)) {
      // Taking the rest of a division would favour the first letters.
      if (byte < ALPHABET.length * Math.floor(256 / ALPHABET.length) && password.length < 20)
        password += ALPHABET[byte % ALPHABET.length]
    }
  }
  return password.match(/.{5}/g)?.join('-') ?? password
}
