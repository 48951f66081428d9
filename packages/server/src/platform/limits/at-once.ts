import { fail } from '../../errors.ts'

/** Limits how much of something each caller has under way in this process. Who has enough is refused. */
export class AtOnce {
  readonly #most: number
  readonly #refusal: string | undefined
  readonly #underWay = new Map<string, number>()

  constructor(most: number, refusal?: string) {
    this.#most = most
    this.#refusal = refusal
  }

  /** How many all callers have under way. */
  get total(): number {
    let total = 0
    for (const count of this.#underWay.values()) total += count
    return total
  }

  /** Counts until it is disposed of. */
  take(caller: string): Disposable {
    return this.tryTake(caller) ?? fail('temporarily_unavailable', this.#refusal)
  }

  /** For those who refuse without a word. */
  tryTake(caller: string): Disposable | undefined {
    const count = this.#underWay.get(caller) ?? 0
    if (count >= this.#most) return undefined
    this.#underWay.set(caller, count + 1)
    let held = true
    return {
      [Symbol.dispose]: () => {
        if (held) this.#release(caller)
        held = false
      },
    }
  }

  async during<T>(caller: string, work: () => Promise<T>): Promise<T> {
    using _place = this.take(caller)
    return await work()
  }

  /** Counts from the first item that is asked for until the last one came or the reader left. */
  async *through<T>(caller: string, items: AsyncIterable<T>): AsyncGenerator<T> {
    using _place = this.take(caller)
    yield* items
  }

  #release(caller: string): void {
    const left = (this.#underWay.get(caller) ?? 1) - 1
    if (left === 0) this.#underWay.delete(caller)
    else this.#underWay.set(caller, left)
  }
}
