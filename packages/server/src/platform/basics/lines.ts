import { Outage } from './outage.ts'

/** Places in this process for what only a few shall do at once; who comes first has one first. */
export class Lines {
  readonly #taken = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()

  take(key: string, most: number): boolean {
    const taken = this.#taken.get(key) ?? 0
    if (taken >= most) return false
    this.#taken.set(key, taken + 1)
    return true
  }

  /** Rejects with an Outage after so long; 0 is for ever. */
  async wait(key: string, most: number, ms: number): Promise<void> {
    if (this.take(key, most)) return
    const turn = Promise.withResolvers<void>()
    const line = this.#waiting.get(key) ?? []
    this.#waiting.set(key, line)
    line.push(turn.resolve)
    const late = () => {
      const place = line.indexOf(turn.resolve)
      // Else its turn has just come.
      if (place === -1) return
      line.splice(place, 1)
      if (line.length === 0) this.#waiting.delete(key)
      turn.reject(new Outage('database_busy', `too long in line at ${key}`))
    }
    const timer = ms > 0 ? setTimeout(late, ms) : undefined
    await turn.promise.finally(() => clearTimeout(timer))
  }

  /** The next in line takes the place over. */
  leave(key: string): void {
    const line = this.#waiting.get(key)
    const next = line?.shift()
    if (line?.length === 0) this.#waiting.delete(key)
    const taken = (this.#taken.get(key) ?? 1) - 1
    if (next) next()
    else if (taken > 0) this.#taken.set(key, taken)
    else this.#taken.delete(key)
  }

  /** For who waits as long as it takes. */
  async during<T>(key: string, most: number, work: () => Promise<T>): Promise<T> {
    await this.wait(key, most, 0)
    try {
      return await work()
    } finally {
      this.leave(key)
    }
  }
}
