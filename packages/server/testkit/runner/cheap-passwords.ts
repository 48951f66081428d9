// Preloaded by every process of tests. Hashing a password, or checking one, takes 40 ms of CPU, and few tests are about that:
// they start the program, which hashes as it is shipped. A hash carries its own cost, so checking gets cheap as well. What was
// checked is counted: that, and no time, shows who had as much work done.
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

type Argon2 = typeof import('@node-rs/argon2')

const CHEAP = { memoryCost: 64, timeCost: 1 }
const COUNT = Symbol.for('holdfast: passwords checked in tests')

type Counting = { [COUNT]?: number }

/** How many passwords this process has checked so far. */
export const passwordsChecked = (): number => (globalThis as Counting)[COUNT] ?? 0

if (isMainThread) {
  const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Pick<Argon2, 'hash' | 'verify'>
  const { hash, verify } = argon2
  argon2.hash = (password, options) => hash(password, { ...options, ...CHEAP })
  argon2.verify = (...given) => {
    const counting = globalThis as Counting
    counting[COUNT] = (counting[COUNT] ?? 0) + 1
    return verify(...given)
  }
}
