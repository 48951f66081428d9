const SMALLEST = 256 * 1024
const STEP = 512 * 1024
/** So many bytes are kept for those who come next; what a burst took beyond them is given back, the oldest first. */
const IDLE = 16 * 1024 * 1024

/** Memory that bodies are received into as a whole, used again: new memory for each keeps the collector busy. */
export class LentMemory {
  readonly #idle: Buffer[] = []
  #idleBytes = 0

  take(size: number): Buffer {
    const found = this.#idle.findLastIndex(({ length }) => length === size)
    const [idle] = found === -1 ? [] : this.#idle.splice(found, 1)
    if (idle) this.#idleBytes -= size
    return idle ?? Buffer.allocUnsafeSlow(size)
  }

  /** Nobody may read or write it any more. */
  giveBack(memory: Buffer): void {
    if (memory.length < SMALLEST) return
    this.#idle.push(memory)
    this.#idleBytes += memory.length
    while (this.#idleBytes > IDLE) this.#idleBytes -= this.#idle.shift()?.length ?? 0
  }
}

/** How much to take for a body of so many bytes: few sizes, so that one that was given back fits the next. */
export const lentSize = (bytes: number): number => (bytes < SMALLEST ? bytes : Math.ceil(bytes / STEP) * STEP)
