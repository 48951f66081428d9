import { write, writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
const BATCH = 4096
const FLUSH_EVERY_MS = 200
/** What a reader that stalls may be behind. */
const MOST_WAITING = 8 * 1024 * 1024
/** Tries at the end of the process, when waiting is all that can be done about a full pipe. */
const LAST_TRIES = 50

/**
 * Standard output in batches, written beside the event loop. Nobody has to read it: lines for a reader that is gone, or
 * far behind, are lost, and neither keeps the process from working or from ending.
 */
export class Output {
  #waiting: Buffer[] = []
  #size = 0
  #writing = false
  #isBroken = false

  constructor() {
    // Batches must not stay unwritten while nothing happens.
    setInterval(() => this.flush(), FLUSH_EVERY_MS).unref()
    process.on('exit', () => this.#flushAtExit())
  }

  write(line: string): void {
    if (this.#isBroken || this.#size > MOST_WAITING) return
    const bytes = Buffer.from(line)
    this.#waiting.push(bytes)
    this.#size += bytes.length
    if (this.#size >= BATCH) this.flush()
  }

  /** For a line that somebody waits for. */
  flush(): void {
    if (this.#writing || this.#size === 0) return
    const batch = this.#take()
    this.#writing = true
    write(STANDARD_OUTPUT, batch, (error, written) => {
      this.#writing = false
      if (!error || error.code === 'EAGAIN') this.#putBack(batch.subarray(error ? 0 : written))
      else this.#isBroken = true
    })
  }

  #flushAtExit(): void {
    // What is being written beside the loop cannot be waited for here, and written again it would stand twice.
    let rest = this.#take()
    for (let tries = 0; rest.length > 0 && tries < LAST_TRIES && !this.#isBroken; tries++)
      try {
        rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      }
  }

  #take(): Buffer {
    const batch = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#size = 0
    return batch
  }

  #putBack(rest: Buffer): void {
    if (rest.length === 0) return
    this.#waiting.unshift(rest)
    this.#size += rest.length
  }
}
