import { Histogram, SECONDS } from './histogram.ts'

/** The answers to one operation, by the first digit of their status. */
interface Answers {
  seconds: Histogram
  byClass: number[]
}

const CLASSES = 6

/** What this process has done; database and content have figures of their own. */
export class Figures {
  readonly #answers = new Map<string, Answers>()
  readonly #failedJobs = new Map<string, number>()

  noteAnswer(operation: string, status: number, ms: number): void {
    let answers = this.#answers.get(operation)
    if (!answers) {
      answers = { seconds: new Histogram(SECONDS), byClass: new Array<number>(CLASSES).fill(0) }
      this.#answers.set(operation, answers)
    }
    answers.seconds.note(ms / 1000)
    const at = Math.trunc(status / 100)
    answers.byClass[at] = (answers.byClass[at] ?? 0) + 1
  }

  noteFailedJob(kind: string): void {
    this.#failedJobs.set(kind, (this.#failedJobs.get(kind) ?? 0) + 1)
  }

  get answers(): ReadonlyMap<string, Answers> {
    return this.#answers
  }

  get failedJobs(): ReadonlyMap<string, number> {
    return this.#failedJobs
  }
}
