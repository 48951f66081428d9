import { Listeners } from './listeners.ts'

/** A value that lives outside of what is drawn. Anyone who subscribes hears of every `set`. */
export class Watched<Value> {
  readonly #listeners = new Listeners()
  #value: Value

  constructor(first: Value) {
    this.#value = first
  }

  readonly get = (): Value => this.#value
  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener)

  set(next: Value): void {
    this.#value = next
    this.#listeners.tell()
  }
}
