import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '@holdfast/api/time'
import { type BlobKey, BlobNotFoundError, type BlobStore } from './blob-store.ts'

const TEMP = 'tmp'
const STALE_MS = DAY_MS

/** Blobs as files below `dir`, spread over 256 folders by the first two characters of their keys. */
export async function openDiskBlobStore(dir: string, now: () => number): Promise<BlobStore> {
  const temp = path.join(dir, TEMP)
  await mkdir(temp, { recursive: true, mode: 0o700 })
  // On the first start the store's own folder is as new as any.
  await syncFolder(path.dirname(dir))
  await removeStale(temp, now())
  const folders = new Folders(dir)

  return {
    async put(key, parts) {
      const folder = await folders.of(key)
      let file = path.join(temp, key)
      try {
        await writeDurably(file, parts)
        const name = path.join(folder.path, key)
        await rename(file, name)
        file = name
        // The bytes are safe; this makes the name safe.
        await folder.handle.sync()
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    },

    async get(key, range, memory) {
      const file = await open(pathOf(dir, key), 'r').catch((error) => {
        throw error.code === 'ENOENT' ? new BlobNotFoundError(key) : error
      })
      try {
        const start = range?.start ?? 0
        const end = range?.end ?? (await file.stat()).size
        return await readExactly(file, start, memory ?? Buffer.allocUnsafe(end - start))
      } finally {
        await file.close()
      }
    },

    delete: (key) => rm(pathOf(dir, key), { force: true }),

    async *list() {
      for (const folder of await readdir(dir)) if (folder !== TEMP) yield readdir(path.join(dir, folder))
    },

    async putAt(key) {
      const found = await stat(pathOf(dir, key)).catch((error) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return found && Math.floor(found.mtimeMs)
    },

    close: () => folders.close(),
  }
}

const pathOf = (dir: string, key: BlobKey): string => path.join(dir, key.slice(0, 2), key)

async function writeDurably(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    let expected = 0
    for (const part of parts) expected += part.length
    const { bytesWritten } = await handle.writev(parts as Uint8Array[])
    if (bytesWritten !== expected)
      throw new Error(`Only ${bytesWritten} of ${expected} bytes fit on the disk`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function readExactly(file: FileHandle, start: number, bytes: Buffer): Promise<Buffer> {
  let done = 0
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done)
    if (bytesRead === 0)
      throw new Error(`A blob ends after ${start + done} bytes, ${bytes.length - done} too early`)
    done += bytesRead
  }
  return bytes
}

/** What a killed process left half written. */
async function removeStale(temp: string, now: number): Promise<void> {
  for (const name of await readdir(temp)) {
    const file = path.join(temp, name)
    const found = await stat(file).catch(() => undefined)
    if (found && now - found.mtimeMs > STALE_MS) await rm(file, { force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

interface Folder {
  path: string
  handle: FileHandle
}

/** The folders of the store, kept open because each put flushes one. */
class Folders {
  readonly #dir: string
  readonly #open = new Map<string, Promise<Folder>>()

  constructor(dir: string) {
    this.#dir = dir
  }

  of(key: BlobKey): Promise<Folder> {
    const name = key.slice(0, 2)
    let folder = this.#open.get(name)
    if (!folder) {
      folder = this.#make(name)
      folder.catch(() => this.#open.delete(name))
      this.#open.set(name, folder)
    }
    return folder
  }

  async #make(name: string): Promise<Folder> {
    const folder = path.join(this.#dir, name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await syncFolder(this.#dir)
    return { path: folder, handle: await open(folder, 'r') }
  }

  async close(): Promise<void> {
    for (const folder of this.#open.values()) await (await folder).handle.close()
  }
}
