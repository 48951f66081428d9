// Preloaded by every process of tests. Hashing a password, or checking one, takes 40 ms of CPU, and few tests are about that:
// they start the program, which hashes as it is shipped. A hash carries its own cost, so checking gets cheap as well.
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

type Argon2 = typeof import('@node-rs/argon2')

const CHEAP = { memoryCost: 64, timeCost: 1 }

if (isMainThread) {
  const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as { hash: Argon2['hash'] }
  const { hash } = argon2
  argon2.hash = (password, options) => hash(password, { ...options, ...CHEAP })
}
