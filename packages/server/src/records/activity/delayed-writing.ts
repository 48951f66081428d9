import { OneByOne } from '@holdfast/api/one-by-one'

/** Writes what is gathered after a while, or when told to, one time after the other. */
export class DelayedWriting {
  readonly #latestMs: number
  readonly #write: () => Promise<void>
  #timer: NodeJS.Timeout | undefined
  readonly #writing = new OneByOne()
  #closed = false

  /** `write` takes what there is by then, and never rejects. */
  constructor(latestMs: number, write: () => Promise<void>) {
    this.#latestMs = latestMs
    this.#write = write
  }

  get closed(): boolean {
    return this.#closed
  }

  later(): void {
    if (!this.#closed) this.#timer ??= setTimeout(() => void this.now(), this.#latestMs).unref()
  }

  now(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#writing.run(this.#write)
  }

  close(): Promise<void> {
    this.#closed = true
    return this.now()
  }
}
