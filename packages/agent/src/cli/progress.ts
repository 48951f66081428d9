import { sizeInWords } from '@holdfast/api/sizes'
import type { StatusView } from '../service/methods.ts'
import { STATUS, TIME_LEFT } from '../words/status.ts'

/** So long the rate looks back: long enough to be steady, short enough to be true. */
const WINDOW_MS = 10_000

interface Sample {
  readonly at: number
  readonly moved: number
}

/** How fast it goes and how long it takes, from one look at the status to the next. */
export class Progress {
  #samples: Sample[] = []

  /** What is left and at which rate; empty where nothing moves. `at` is in milliseconds of any clock. */
  line({ roots }: StatusView, at: number): string {
    const sum = (of: 'moved' | 'leftFiles' | 'leftBytes') =>
      roots.reduce((total, { activity }) => total + (activity?.[of] ?? 0), 0)
    const moved = sum('moved')
    // An agent that was started again counts from the beginning.
    if (moved < (this.#samples.at(-1)?.moved ?? 0)) this.#samples = []
    this.#samples = [...this.#samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, moved }]
    const [files, bytes] = [sum('leftFiles'), sum('leftBytes')]
    if (files === 0) return ''
    const rate = this.#rate()
    const left = STATUS.left(files, sizeInWords(bytes, 'en'))
    if (rate === 0) return `${left}.`
    return `${left}, ${sizeInWords(rate, 'en')}/s, ${timeInWords(bytes / rate)}.`
  }

  #rate(): number {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)]
    if (!first || !last || last.at === first.at) return 0
    return Math.round(((last.moved - first.moved) / (last.at - first.at)) * 1000)
  }
}

function timeInWords(seconds: number): string {
  if (seconds < 60) return TIME_LEFT.short
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return TIME_LEFT.minutes(minutes)
  return TIME_LEFT.hours(Math.floor(minutes / 60), minutes % 60)
}
