import type { PersonId } from '@holdfast/api/ids'
import { fail } from '../errors.ts'

/** How many answers that take long one person may have under way at once, in this process. */
export class Seats {
  readonly #each: number
  readonly #taken = new Map<PersonId, number>()

  constructor(each: number) {
    this.#each = each
  }

  /** Must be disposed of. */
  take(personId: PersonId): Disposable {
    const taken = this.#taken.get(personId) ?? 0
    if (taken >= this.#each)
      fail('temporarily_unavailable', `No more than ${this.#each} of these at once. Close one of the others.`)
    this.#taken.set(personId, taken + 1)
    let held = true
    return {
      [Symbol.dispose]: () => {
        if (held) this.#release(personId)
        held = false
      },
    }
  }

  #release(personId: PersonId): void {
    const left = (this.#taken.get(personId) ?? 0) - 1
    if (left > 0) this.#taken.set(personId, left)
    else this.#taken.delete(personId)
  }
}
