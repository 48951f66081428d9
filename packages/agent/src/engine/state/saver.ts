import type { Store } from '../../ports/store.ts'
import type { State } from './state.ts'

/** What is known could not be written down. The run that finds this is over: only what is stored counts. */
export class StoreTrouble extends Error {
  override name = 'StoreTrouble'
}

/** Writes down what a state has come to. Anyone who asks while it writes is served together with the others who do. */
export class Saver {
  readonly #state: State
  readonly #store: Store
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(state: State, store: Store) {
    this.#state = state
    this.#store = store
  }

  /** After this, a crash loses nothing of what is known now. Once it has failed, it always does. */
  save(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      this.#running = this.#commit()
      return this.#running
    })
    return this.#next
  }

  async #commit(): Promise<void> {
    const changes = this.#state.takeChanges()
    if (!changes) return
    try {
      await this.#store.commit(changes)
      this.#state.settle(changes)
    } catch (cause) {
      throw new StoreTrouble('The state cannot be written down.', { cause })
    }
  }
}
