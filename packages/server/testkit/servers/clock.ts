/** A clock that stands still until a test moves it. */
export class Clock {
  #now: number

  constructor(start = Date.UTC(2026, 0, 15, 12, 0, 0)) {
    this.#now = start
  }

  readonly now = (): number => this.#now

  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = by
    this.#now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  }
}

/** The time that it is: for what runs beside the server and looks at a clock of its own. */
export class RunningClock extends Clock {
  override readonly now = (): number => Date.now()
}
