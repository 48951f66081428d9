const WINDOW_MS = 6000

/** How fast bytes have been going for the last seconds. */
export class Speed {
  #counted: { at: number; bytes: number }[] = []

  /** Steps back, as after a cut, are no speed. */
  count(bytes: number, now = performance.now()): void {
    if (bytes > 0) this.#counted.push({ at: now, bytes })
    this.#forget(now)
  }

  perSecond(now = performance.now()): number {
    this.#forget(now)
    const first = this.#counted[0]
    if (!first) return 0
    const bytes = this.#counted.reduce((sum, one) => sum + one.bytes, 0)
    return (bytes * 1000) / Math.max(1000, now - first.at)
  }

  #forget(now: number): void {
    const from = this.#counted.findIndex(({ at }) => at > now - WINDOW_MS)
    if (from !== 0) this.#counted.splice(0, from < 0 ? this.#counted.length : from)
  }
}
