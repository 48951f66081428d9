/** Memory that is used again: what is made new for each chunk is left to be collected, and that costs more than reading it. */
export class LentMemory {
  readonly #size: number
  readonly #free: Uint8Array<ArrayBuffer>[] = []

  constructor(size: number) {
    this.#size = size
  }

  /** Given back when it is disposed of; nothing may be read from it then. */
  take(): { readonly bytes: Uint8Array<ArrayBuffer> } & Disposable {
    const bytes = this.#free.pop() ?? new Uint8Array(this.#size)
    return { bytes, [Symbol.dispose]: () => void this.#free.push(bytes) }
  }
}
