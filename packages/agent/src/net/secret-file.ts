import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** A file for its owner's eyes that is there wholly or as it was before, also after a loss of power. */
export class SecretFile<T> {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** What was last written; undefined if that is nothing, or makes no sense. Throws where it may not be read. */
  async read(): Promise<T | undefined> {
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    try {
      return text === undefined ? undefined : (JSON.parse(text) as T)
    } catch {
      return undefined
    }
  }

  /** Durable when it returns. */
  async write(value: T): Promise<void> {
    const dir = path.dirname(this.#file)
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const next = `${this.#file}.next`
    await rm(next, { force: true })
    const handle = await open(next, 'wx', 0o600)
    try {
      await handle.writeFile(JSON.stringify(value))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(next, this.#file)
    await syncFolder(dir)
  }

  async remove(): Promise<void> {
    await rm(this.#file, { force: true })
    await syncFolder(path.dirname(this.#file))
  }
}

async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir)
  await handle.sync().finally(() => handle.close())
}
