import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Gate } from '../limits/gate.ts'
import { diskOutage, Outage } from '../outage.ts'
import { type BlobKey, BlobNotFoundError, type BlobStore, BlobTooShortError } from './blob-store.ts'

/** Of 256. More would flush no faster, and a process may have only so many files open. */
const FOLDERS_OPEN = 32

/** Blobs as files below `dir`, spread over 256 folders by the first two characters of their keys. */
export async function openDiskBlobStore(dir: string): Promise<BlobStore> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // On the first start the store's own folder is as new as any.
  await syncFolder(path.dirname(dir))
  const folders = new Folders(dir)

  const store: BlobStore = {
    async put(key, parts) {
      const folder = await folders.of(key)
      const name = path.join(folder.path, key)
      // Under its own name at once: nobody asks for a key before its blob is whole (ADR 0030).
      const file = await open(name, 'wx', 0o600)
      try {
        await writeDurably(file, parts).finally(() => file.close())
        // The bytes are safe; this makes the name safe.
        await folder.flush()
      } catch (error) {
        await rm(name, { force: true })
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
        const bytes = memory ?? Buffer.allocUnsafe(end - start)
        if (await readFrom(file, start, bytes)) return bytes
        throw new BlobTooShortError(key)
      } finally {
        await file.close()
      }
    },

    delete: (key) => rm(pathOf(dir, key), { force: true }),

    async *list(beginning = '') {
      // Others are not ours, such as `lost+found` where a disk is mounted.
      for (const folder of await readdir(dir))
        if (folder.length === 2 && (!beginning || beginning.startsWith(folder)))
          yield (await readdir(path.join(dir, folder))).filter((key) => key.startsWith(beginning))
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
  const { put, get, delete: remove, putAt } = store
  return {
    ...store,
    put: (...blob) => put(...blob).catch(explain),
    get: (...asked) => get(...asked).catch(explain),
    delete: (key) => remove(key).catch(explain),
    putAt: (key) => putAt(key).catch(explain),
  }
}

/** A key that is taken is a mistake of ours; any other refusal of the system is the disk's. */
function explain(error: NodeJS.ErrnoException): never {
  throw error.code === 'EEXIST' ? error : (diskOutage(error, 'blobs') ?? error)
}

const pathOf = (dir: string, key: BlobKey): string => path.join(dir, key.slice(0, 2), key)

async function writeDurably(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  let expected = 0
  for (const part of parts) expected += part.length
  const { bytesWritten } = await file.writev(parts as Uint8Array[])
  if (bytesWritten !== expected)
    throw new Outage('blobs_full', new Error(`Only ${bytesWritten} of ${expected} bytes fit on the disk`))
  await file.datasync()
}

/** Fills `bytes`; false where the file ends before. */
async function readFrom(file: FileHandle, start: number, bytes: Buffer): Promise<boolean> {
  let done = 0
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done)
    if (bytesRead === 0) return false
    done += bytesRead
  }
  return true
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

class Folder {
  readonly path: string
  readonly #handles: FolderHandles
  #flushing: Promise<unknown> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(folder: string, handles: FolderHandles) {
    this.path = folder
    this.#handles = handles
  }

  /** Makes the names in it durable. One flush serves all who asked before it began; who asks later waits for the next. */
  flush(): Promise<void> {
    this.#next ??= this.#flushing.then(() => {
      this.#next = undefined
      const flushed = this.#handles.sync(this.path)
      this.#flushing = flushed.catch(() => {})
      return flushed
    })
    return this.#next
  }
}

/** The folders of the store, each made when it is first needed. */
class Folders {
  readonly #dir: string
  readonly #handles = new FolderHandles()
  readonly #known = new Map<string, Promise<Folder>>()

  constructor(dir: string) {
    this.#dir = dir
  }

  of(key: BlobKey): Promise<Folder> {
    const name = key.slice(0, 2)
    let folder = this.#known.get(name)
    if (!folder) {
      folder = this.#make(name)
      folder.catch(() => this.#known.delete(name))
      this.#known.set(name, folder)
    }
    return folder
  }

  async #make(name: string): Promise<Folder> {
    const folder = path.join(this.#dir, name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await syncFolder(this.#dir)
    return new Folder(folder, this.#handles)
  }

  close(): Promise<void> {
    return this.#handles.close()
  }
}

/** Kept open, because each put flushes a folder; the least recently used one makes way for another. */
class FolderHandles {
  readonly #flushing = new Gate(FOLDERS_OPEN)
  /** In the order of their last use. One that is being flushed is not among them. */
  readonly #idle = new Map<string, FileHandle>()
  #inUse = 0

  async sync(folder: string): Promise<void> {
    await this.#flushing.pass()
    this.#inUse++
    try {
      const handle = this.#takeIdle(folder) ?? (await this.#open(folder))
      await handle.sync().catch(async (error) => {
        await handle.close()
        throw error
      })
      this.#idle.set(folder, handle)
    } finally {
      this.#inUse--
      this.#flushing.leave()
    }
  }

  async #open(folder: string): Promise<FileHandle> {
    const [oldest] = this.#idle.keys()
    if (oldest !== undefined && this.#inUse + this.#idle.size > FOLDERS_OPEN)
      await this.#takeIdle(oldest)?.close()
    return open(folder, 'r')
  }

  #takeIdle(folder: string): FileHandle | undefined {
    const handle = this.#idle.get(folder)
    this.#idle.delete(folder)
    return handle
  }

  async close(): Promise<void> {
    for (const handle of this.#idle.values()) await handle.close()
  }
}
