import { MAX_CHUNK } from '@holdfast/api/files/cutter'

const SMALLEST = 256 * 1024
/** So many bytes are kept for those who come next; what a burst took beyond them is given back. */
const IDLE = 16 * 1024 * 1024

/** Memory that bodies are received into as a whole, used again: new memory for each keeps the collector busy. */
export class LentMemory {
  readonly #idle = new Map<number, Buffer[]>()
  #idleBytes = 0

  take(size: number): Buffer {
    const idle = this.#idle.get(size)?.pop()
    if (idle) this.#idleBytes -= size
    return idle ?? Buffer.allocUnsafeSlow(size)
  }

  /** Nobody may read or write it any more. */
  giveBack(memory: Buffer): void {
    const { length: size } = memory
    if (size < SMALLEST || this.#idleBytes + size > IDLE) return
    this.#idleBytes += size
    const idle = this.#idle.get(size)
    if (idle) idle.push(memory)
    else this.#idle.set(size, [memory])
  }
}

/** How much to take for a body of so many bytes: few sizes, so that one that was given back fits the next. */
export const lentSize = (bytes: number): number =>
  bytes < SMALLEST ? bytes : Math.max(bytes, Math.min(MAX_CHUNK, 2 ** Math.ceil(Math.log2(bytes))))
