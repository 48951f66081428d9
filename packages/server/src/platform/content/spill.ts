import type { FileHandle } from 'node:fs/promises'
import { openNamelessFile, readFully, writeFully } from './nameless-file.ts'

/** The beginning of a chunk, in a file without a name while its upload holds no memory. The file is made when it is needed. */
export class Spill {
  readonly #open: () => Promise<FileHandle>
  #file: FileHandle | undefined
  #length = 0

  constructor(dir: string, name: () => string) {
    this.#open = () => openNamelessFile(dir, name())
  }

  async append(bytes: Buffer): Promise<void> {
    this.#file ??= await this.#open()
    await writeFully(this.#file, bytes, this.#length)
    this.#length += bytes.length
  }

  /** How many bytes there are; from here on it is empty. They stay readable until the next ones are appended. */
  take(): number {
    const length = this.#length
    this.#length = 0
    return length
  }

  read(length: number): Promise<Buffer> {
    return readFully(this.#file as FileHandle, length)
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }
}
