import type { Principal } from './principal.ts'

/** Counts what goes on at once for each caller, in this process only. */
export class ConcurrencyLimiter {
  readonly #limit: number
  readonly #running = new Map<string, number>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Gives what must be called once it is over, or undefined when there are as many as may be. */
  begin(who: Principal): (() => void) | undefined {
    const key = keyOf(who)
    const running = this.#running.get(key) ?? 0
    if (running >= this.#limit) return undefined
    this.#running.set(key, running + 1)
    return () => {
      const left = (this.#running.get(key) ?? 1) - 1
      if (left === 0) this.#running.delete(key)
      else this.#running.set(key, left)
    }
  }
}

/** A person's devices and browsers count together. */
function keyOf(who: Principal): string {
  if (who.kind === 'guest') return `guest ${who.guestId}`
  if (who.kind === 'visitor') return `link ${who.sharelinkId}`
  return `person ${who.personId}`
}
