import { Histogram } from './histogram.ts'

const EVERY_MS = 100
/** From what nobody notices to what everybody does. */
const BOUNDS = [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5]

/** How much later than it should this process gets to what is due, looked at ten times a second. */
export class LoopDelay {
  readonly seconds = new Histogram(BOUNDS)
  readonly #timer: NodeJS.Timeout
  #last = performance.now()

  constructor() {
    this.#timer = setInterval(() => this.#look(), EVERY_MS).unref()
  }

  #look(): void {
    const now = performance.now()
    this.seconds.note(Math.max(0, now - this.#last - EVERY_MS) / 1000)
    this.#last = now
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
