import type { Transfer } from './status.ts'

/** What is on its way, for whoever wants to see it. */
export class Transfers {
  readonly #under = new Set<Shown>()

  list = (): Transfer[] =>
    [...this.#under].map(({ what, done }) => ({ ...what, done: Math.min(done, what.size) }))

  /** Shows it until it is ended. */
  begin(what: Omit<Transfer, 'done'>): Shown {
    const shown = new Shown(what, () => this.#under.delete(shown))
    this.#under.add(shown)
    return shown
  }
}

export class Shown {
  readonly what: Omit<Transfer, 'done'>
  readonly end: () => void
  done = 0

  constructor(what: Omit<Transfer, 'done'>, end: () => void) {
    this.what = what
    this.end = end
  }

  more(bytes: number): void {
    this.done += bytes
  }
}
