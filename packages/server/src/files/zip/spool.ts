import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'

const IN_MEMORY = 256 * 1024
const READ_AT_ONCE = 256 * 1024

/** Bytes that are written first and read later, however many: beyond a little they lie in a file without a name. */
export class Spool {
  readonly #file: string
  #waiting: Buffer[] = []
  #length = 0
  #handle: FileHandle | undefined
  #written = 0

  /** The file is made only if it is needed, and gone from its folder at once, so that nothing outlives a crash. */
  constructor(file: string) {
    this.#file = file
  }

  async append(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes)
    this.#length += bytes.length
    if (this.#length >= IN_MEMORY) await this.#spill()
  }

  async #spill(): Promise<void> {
    this.#handle ??= await this.#open()
    const bytes = Buffer.concat(this.#waiting.splice(0), this.#length)
    this.#length = 0
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, this.#written)
      at += bytesWritten
      this.#written += bytesWritten
    }
  }

  async #open(): Promise<FileHandle> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 })
    const handle = await open(this.#file, 'wx+', 0o600)
    await rm(this.#file)
    return handle
  }

  async *read(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.#written; ) {
      const bytes = Buffer.allocUnsafe(Math.min(READ_AT_ONCE, this.#written - at))
      const { bytesRead } = (await this.#handle?.read(bytes, 0, bytes.length, at)) ?? { bytesRead: 0 }
      if (bytesRead === 0) throw new Error('A spool ends too early')
      yield bytes.subarray(0, bytesRead)
      at += bytesRead
    }
    yield* this.#waiting
  }

  async close(): Promise<void> {
    this.#waiting = []
    await this.#handle?.close()
    this.#handle = undefined
  }
}
