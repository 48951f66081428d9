import type { FileHandle } from 'node:fs/promises'
import { openNamelessFile, readFully, writeFully } from '../../../platform/content/nameless-file.ts'

const IN_MEMORY = 256 * 1024
const READ_AT_ONCE = 256 * 1024

/** Bytes that are written first and read later, however many: beyond a little they are in a file without a name. */
export class Spool {
  readonly #dir: string
  readonly #name: string
  #waiting: Buffer[] = []
  #length = 0
  #file: FileHandle | undefined
  #written = 0

  /** Where the file is made, and the name that it has for a moment, if it is needed. */
  constructor(dir: string, name: string) {
    this.#dir = dir
    this.#name = name
  }

  async append(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes)
    this.#length += bytes.length
    if (this.#length < IN_MEMORY) return
    this.#file ??= await openNamelessFile(this.#dir, this.#name)
    await writeFully(this.#file, Buffer.concat(this.#waiting.splice(0)), this.#written)
    this.#written += this.#length
    this.#length = 0
  }

  async *read(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.#written; at += READ_AT_ONCE)
      yield await readFully(this.#file as FileHandle, Math.min(READ_AT_ONCE, this.#written - at), at)
    yield* this.#waiting
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#waiting = []
    await this.#file?.close()
    this.#file = undefined
  }
}
