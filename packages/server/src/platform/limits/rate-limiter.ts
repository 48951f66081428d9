import type { Instant } from '@holdfast/api/time'

const SECONDS = 60
/** Far more than ask within a minute; beyond it, those that did not are forgotten. */
const MAX_WINDOWS = 10_000

interface Window {
  /** How many requests came in each second of the last minute; the second modulo 60 is the place. */
  counts: Uint32Array
  total: number
  /** The newest second that is counted. */
  second: number
}

/** Counts the requests of each organization, or whatever `Key` names, within the last minute: in this process only. */
export class RateLimiter<Key> {
  readonly #windows = new Map<Key, Window>()

  /** The seconds after which there is room for a request, where there is none; counts nothing. */
  wait(id: Key, limit: number, now: Instant): number | undefined {
    const window = this.#windows.get(id)
    if (!window) return undefined
    slide(window, Math.floor(now / 1000))
    return window.total >= limit ? secondsUntilRoom(window, limit) : undefined
  }

  /** Counts a request, unless it is one too many: then it gives the seconds after which there is room. */
  take(id: Key, limit: number, now: Instant): number | undefined {
    const window = this.#windowOf(id, Math.floor(now / 1000))
    if (window.total >= limit) return secondsUntilRoom(window, limit)
    const place = window.second % SECONDS
    window.counts[place] = (window.counts[place] ?? 0) + 1
    window.total++
    return undefined
  }

  #windowOf(id: Key, second: number): Window {
    let window = this.#windows.get(id)
    if (!window) {
      if (this.#windows.size >= MAX_WINDOWS) this.#forgetIdle(second)
      window = { counts: new Uint32Array(SECONDS), total: 0, second }
      this.#windows.set(id, window)
    }
    slide(window, second)
    return window
  }

  #forgetIdle(second: number): void {
    for (const [id, window] of this.#windows) if (second - window.second >= SECONDS) this.#windows.delete(id)
  }
}

/** Drops what is older than a minute. A clock that was put back changes nothing. */
function slide(window: Window, second: number): void {
  const from = Math.max(window.second + 1, second - SECONDS + 1)
  for (let passed = from; passed <= second; passed++) {
    window.total -= window.counts[passed % SECONDS] ?? 0
    window.counts[passed % SECONDS] = 0
  }
  window.second = Math.max(window.second, second)
}

function secondsUntilRoom({ counts, total, second }: Window, limit: number): number {
  let left = total
  for (let wait = 1; wait <= SECONDS; wait++) {
    // The oldest second of the window is the first to leave it.
    left -= counts[(second + wait) % SECONDS] ?? 0
    if (left < limit) return wait
  }
  return SECONDS
}
