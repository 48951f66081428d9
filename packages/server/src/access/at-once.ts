import { fail } from '../errors.ts'

/** Limits how many pieces of long work each caller has under way, in this process. */
export class AtOnce {
  readonly #most: number
  readonly #refusal: string
  readonly #underWay = new Map<unknown, number>()

  constructor(most: number, refusal: string) {
    this.#most = most
    this.#refusal = refusal
  }

  async during<T>(caller: unknown, work: () => Promise<T>): Promise<T> {
    this.#begin(caller)
    try {
      return await work()
    } finally {
      this.#end(caller)
    }
  }

  /** Counts from the first item that is asked for until the last one came or the reader left. */
  async *through<T>(caller: unknown, items: AsyncIterable<T>): AsyncGenerator<T> {
    this.#begin(caller)
    try {
      yield* items
    } finally {
      this.#end(caller)
    }
  }

  #begin(caller: unknown): void {
    const count = this.#underWay.get(caller) ?? 0
    if (count >= this.#most) fail('temporarily_unavailable', this.#refusal)
    this.#underWay.set(caller, count + 1)
  }

  #end(caller: unknown): void {
    const count = (this.#underWay.get(caller) ?? 1) - 1
    if (count === 0) this.#underWay.delete(caller)
    else this.#underWay.set(caller, count)
  }
}
