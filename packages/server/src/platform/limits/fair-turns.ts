import { fail } from '../../errors.ts'

/** Gives a turn to what waits, or tells it that none came. */
type Waiting = (granted: boolean) => void

/**
 * Lets few pieces of work run at once in this process. The others wait, and each caller takes turns with everyone else
 * who does: much work of one delays the work of another by no more than one piece of it.
 */
export class FairTurns {
  readonly #most: number
  readonly #patienceMs: number
  readonly #refusal: string
  /** By who asks, in the order of their next turns. Nobody is in it without work. */
  readonly #waiting = new Map<string, Set<Waiting>>()
  #underWay = 0

  constructor(most: number, patienceMs: number, refusal: string) {
    this.#most = most
    this.#patienceMs = patienceMs
    this.#refusal = refusal
  }

  /** Throws `temporarily_unavailable` when no turn comes in time. */
  async during<T>(who: string, work: () => Promise<T>): Promise<T> {
    if (this.#underWay < this.#most) this.#underWay++
    else if (!(await this.#turn(who))) return fail('temporarily_unavailable', this.#refusal)
    try {
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #turn(who: string): Promise<boolean> {
    return new Promise((resolve) => {
      const line = this.#waiting.get(who) ?? new Set()
      this.#waiting.set(who, line)
      const waiting: Waiting = (granted) => {
        clearTimeout(timer)
        line.delete(waiting)
        if (line.size === 0) this.#waiting.delete(who)
        resolve(granted)
      }
      const timer = setTimeout(() => waiting(false), this.#patienceMs)
      line.add(waiting)
    })
  }

  /** The caller that gets the turn goes to the end of the round. */
  #passOn(): void {
    for (const [who, line] of this.#waiting) {
      this.#waiting.delete(who)
      this.#waiting.set(who, line)
      const [first] = line
      first?.(true)
      return
    }
    this.#underWay--
  }
}
