/** Notices that nothing has happened for a while. One timer that looks at the time costs less than one for each sign of life. */
export class Silence {
  readonly #ms: number
  readonly #broken: () => void
  #timer: NodeJS.Timeout | undefined
  #since = 0
  #isPaused = false

  constructor(ms: number, broken: () => void) {
    this.#ms = ms
    this.#broken = broken
  }

  /** It counts from now on, and starts over each time. */
  begin(): void {
    this.#since = performance.now()
    this.#timer ??= setTimeout(this.#look, this.#ms)
  }

  /** We are not waiting for the line. */
  pause(): void {
    this.#isPaused = true
  }

  goOn(): void {
    this.#isPaused = false
    this.#since = performance.now()
  }

  /** Something has happened. */
  touch(): void {
    this.#since = performance.now()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isPaused = true
  }

  readonly #look = (): void => {
    this.#timer = undefined
    const left = this.#isPaused ? this.#ms : this.#ms - (performance.now() - this.#since)
    if (left > 0) this.#timer = setTimeout(this.#look, left)
    else this.#broken()
  }
}
