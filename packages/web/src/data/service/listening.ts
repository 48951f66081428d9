import { chance, now } from '../../platform/clock.ts'
import type { Line } from '../../platform/connection.ts'

/** How a stream ended. Someone who is signed out is refused: the server is there. */
export type Ending = 'ended' | 'reset' | 'refused'

export interface Heard {
  /** It stands. */
  hello: () => void
  /** Where the next stream goes on. */
  position: (id: string) => void
  end: (how: Ending) => void
}
/** Opens a stream of events; gives the way to close it. */
export type OpenStream = (position: string | undefined, heard: Heard) => () => void

export type News = { kind: 'reset' } | { kind: 'line'; line: Line }

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 10_000
/** A network that swallows everything says nothing at all. */
const NO_ANSWER_MS = 15_000

/** Those who wait do not come back all at once. */
const waitFor = (tries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.75 + chance() / 4)

/** Keeps a stream open for as long as the page is, and tells how it stands with it. */
export class Listening {
  readonly #open: OpenStream
  readonly #tell: (news: News) => void
  readonly #isOnline: () => boolean
  #position: string | undefined
  #tries = 0
  #lostSince: number | undefined
  #isWaiting = false
  #lastTry = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #close = () => {}

  constructor(open: OpenStream, tell: (news: News) => void, isOnline = () => navigator.onLine) {
    this.#open = open
    this.#tell = tell
    this.#isOnline = isOnline
    this.#try()
  }

  /** Something else got no answer, or the browser lost or found its network: whether the stream still stands is seen by opening it again. */
  doubt(): void {
    if (this.#lostSince === undefined) {
      this.#close()
      this.#lose()
      this.#try()
    } else {
      this.#tellLost()
      if (!this.#isWaiting) return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#try(), Math.max(0, this.#lastTry + FIRST_WAIT_MS - now()))
    }
  }

  #try(): void {
    clearTimeout(this.#timer)
    this.#isWaiting = false
    this.#lastTry = now()
    let isOver = false
    const end = (how: Ending) => {
      if (isOver) return
      this.#close()
      this.#ended(how)
    }
    this.#timer = setTimeout(() => end('ended'), NO_ANSWER_MS)
    const close = this.#open(this.#position, {
      hello: () => {
        if (!isOver) this.#stands()
      },
      position: (id) => {
        this.#position = id
      },
      end,
    })
    this.#close = () => {
      isOver = true
      close()
    }
  }

  #stands(): void {
    clearTimeout(this.#timer)
    this.#tries = 0
    this.#lostSince = undefined
    this.#tell({ kind: 'line', line: { kind: 'live' } })
  }

  #ended(how: Ending): void {
    if (how === 'reset') {
      this.#position = undefined
      this.#tell({ kind: 'reset' })
    }
    if (how === 'refused') this.#stands()
    else this.#lose()
    clearTimeout(this.#timer)
    this.#isWaiting = true
    this.#timer = setTimeout(() => this.#try(), how === 'refused' ? LONGEST_WAIT_MS : waitFor(this.#tries++))
  }

  #lose(): void {
    this.#lostSince ??= now()
    this.#tellLost()
  }

  #tellLost(): void {
    const since = this.#lostSince ?? now()
    this.#tell({ kind: 'line', line: { kind: this.#isOnline() ? 'reconnecting' : 'offline', since } })
  }
}
