import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { FairTurns } from '../../platform/limits/fair-turns.ts'
import { networkAsking } from '../../platform/limits/network.ts'

// OWASP's first choice for argon2id, which is also this library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing takes a thread for tens of milliseconds, and the process has four for this and for reading files: two are
 * always left for files, however many passwords are tried. Networks take turns, so that a flood from one delays no other.
 */
const turns = new FairTurns(2, 10_000, 'Too many passwords are being checked. Try again shortly.')

/** A hash that no password is known for: checking against it takes as long as checking against a real one. */
let nobody: Promise<string> | undefined

const MAX_BYTES = 1024

const costlyHash = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST)

export const hashPassword = (password: string): Promise<string> =>
  turns.during(networkAsking(), () => costlyHash(password))

/** Takes the same time whether the account exists, has a password, or neither. */
export async function verifyPassword(stored: string | null | undefined, given: string): Promise<boolean> {
  // No such password can have been set, and a longer one would only keep the server busy.
  if (given.length > MAX_BYTES || Buffer.byteLength(given.normalize('NFKC')) > MAX_BYTES) return false
  nobody ??= costlyHash(randomUUID())
  const known = stored ?? (await nobody)
  const matches = await turns.during(networkAsking(), () => verify(known, given.normalize('NFKC')))
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
