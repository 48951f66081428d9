/** Lets so many through; the others wait in line. */
export class Gate {
  #free: number
  readonly #line: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  get waiting(): number {
    return this.#line.length
  }

  tryPass(): boolean {
    if (this.#free === 0) return false
    this.#free--
    return true
  }

  pass(): Promise<void> | undefined {
    return this.tryPass() ? undefined : new Promise((resume) => this.#line.push(resume))
  }

  leave(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#free++
  }
}
