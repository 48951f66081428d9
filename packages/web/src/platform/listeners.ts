/** Those who want to hear of something that happens. */
export class Listeners<Told extends readonly unknown[] = []> {
  readonly #all = new Set<(...told: Told) => void>()

  /** Gives the way to stop. */
  readonly add = (listener: (...told: Told) => void): (() => void) => {
    this.#all.add(listener)
    return () => {
      this.#all.delete(listener)
    }
  }

  tell(...told: Told): void {
    for (const listener of this.#all) listener(...told)
  }

  clear(): void {
    this.#all.clear()
  }
}
