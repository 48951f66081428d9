import { hash } from '@node-rs/argon2'

// A hash carries its own cost: checking against one of these costs next to nothing either.
const COST = { memoryCost: 64, timeCost: 1, parallelism: 1 }

const hashes = new Map<string, Promise<string>>()

/** For the accounts that tests make without the API; the service's own hashes cost what they cost. */
export function cheapHashOf(password: string): Promise<string> {
  let made = hashes.get(password)
  if (!made) {
    made = hash(password, COST)
    hashes.set(password, made)
  }
  return made
}
