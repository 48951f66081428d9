import type { Log } from './log.ts'
import type { RootView } from './methods.ts'

/** Of one round: the status has all of them. */
const MOST_LINES = 100

/** Writes down why a root, or an item of it, is not in sync, and when that is over. */
export class ProblemLog {
  readonly #log: Log
  readonly #name: string
  #state = ''
  #known = new Set<string>()

  constructor(log: Log, name: string) {
    this.#log = log
    this.#name = name
  }

  take({ state, reason, problems }: Pick<RootView, 'state' | 'reason' | 'problems'>): void {
    const now = reason ? `${state}, ${reason}` : state
    // What is going on all the time is no news.
    if (now !== this.#state && (reason !== '' || this.#state.includes(','))) this.#write(now)
    this.#state = now
    if (problems.length + this.#known.size === 0) return
    const known = new Set(problems.map(({ path, reason: why }) => `${path}: ${why}`))
    const before = this.#known
    this.#writeAll([...known].filter((line) => !before.has(line)))
    this.#writeAll([...before].filter((line) => !known.has(line)).map((line) => `solved: ${line}`))
    this.#known = known
  }

  #writeAll(lines: readonly string[]): void {
    for (const line of lines.slice(0, MOST_LINES)) this.#write(line)
    if (lines.length > MOST_LINES) this.#write(`and ${lines.length - MOST_LINES} more`)
  }

  #write(text: string): void {
    this.#log.write(`“${this.#name}”: ${text}`)
  }
}
