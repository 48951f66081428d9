import type { Engine } from './engine.ts'

/** A plan is worked at for so many times the time that it took to make it: planning must not be all that is done. */
const PLANNING_SHARE = 20

/** A part of the work on one plan. When it is over, news and edits are looked at. */
export class Slice {
  readonly #engine: Engine
  readonly #until: number
  #timer: { readonly done: AbortController; readonly timeUp: Promise<void> } | undefined

  constructor(engine: Engine, planningMs: number) {
    this.#engine = engine
    this.#until = engine.clock.now() + Math.max(engine.limits.sliceMs, planningMs * PLANNING_SHARE)
    engine.line.broken = undefined
  }

  get isOver(): boolean {
    const { clock, line, isHalted } = this.#engine
    return line.broken !== undefined || isHalted() || clock.now() > this.#until
  }

  /** Waits for something that goes on beside the rounds, but no longer than the slice. */
  async waitFor(work: Promise<unknown>): Promise<void> {
    const { clock } = this.#engine
    if (!this.#timer) {
      const done = new AbortController()
      this.#timer = { done, timeUp: clock.pause(Math.max(1, this.#until - clock.now()), done.signal) }
    }
    await Promise.race([work, this.#timer.timeUp])
  }

  end(): void {
    this.#timer?.done.abort('done')
  }
}
