import type { Instant } from '@holdfast/api/time'
import type { ContentLeft } from '../../core/content-left.ts'
import type { Activity, Recent, Transfer } from './status.ts'

const RECENT = 50

/** What is on its way, what is still to come and what came lately, for anyone who wants to see it. */
export class Transfers {
  readonly #now: () => Instant
  readonly #under = new Set<Shown>()
  readonly #recent: Recent[] = []
  #moved = 0
  #planned: ContentLeft = { files: 0, bytes: 0 }
  /** What of the plan was done since it was made. */
  #done = { files: 0, bytes: 0 }

  constructor(now: () => Instant) {
    this.#now = now
  }

  list = (): Transfer[] =>
    [...this.#under].map(({ what, done }) => ({ ...what, done: Math.min(done, what.size) }))

  /** A plan was made: so much it is to move. */
  expect(planned: ContentLeft): void {
    this.#planned = planned
    this.#done = { files: 0, bytes: 0 }
  }

  activity(): Activity {
    const { files, bytes } = this.#planned
    return {
      moved: this.#moved,
      leftFiles: Math.max(0, files - this.#done.files),
      leftBytes: Math.max(0, bytes - this.#done.bytes),
      recent: this.#recent,
    }
  }

  /** Shows it until it is ended. */
  begin(what: Omit<Transfer, 'done'>): Shown {
    const shown = new Shown(
      what,
      (bytes) => {
        this.#moved += bytes
        this.#done.bytes += bytes
      },
      () => this.#end(shown),
    )
    this.#under.add(shown)
    return shown
  }

  /** One that was too small to be seen on its way. */
  noteWhole(what: Omit<Transfer, 'done'>): void {
    const shown = this.begin(what)
    shown.more(what.size)
    shown.end()
  }

  #end(shown: Shown): void {
    if (!this.#under.delete(shown) || shown.done < shown.what.size) return
    const { path, direction, size } = shown.what
    this.#done.files++
    this.#recent.unshift({ path, direction, size, at: this.#now() })
    this.#recent.splice(RECENT)
  }
}

export class Shown {
  readonly what: Omit<Transfer, 'done'>
  readonly end: () => void
  readonly #count: (bytes: number) => void
  done = 0

  constructor(what: Omit<Transfer, 'done'>, count: (bytes: number) => void, end: () => void) {
    this.what = what
    this.#count = count
    this.end = end
  }

  more(bytes: number): void {
    this.done += bytes
    this.#count(bytes)
  }
}
