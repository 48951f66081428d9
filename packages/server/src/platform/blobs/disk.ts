import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { type BlobKey, blobKey, isBlobKey } from '../basics/blob-key.ts'
import { diskOutage, Outage } from '../basics/outage.ts'
import { Gate } from '../limits/gate.ts'
import { BlobNotFoundError, type BlobStore, BlobTooShortError, BlobUnreadableError } from './blob-store.ts'

/** Of 256. More would flush no faster, and a process may have only so many files open. */
const FOLDERS_OPEN = 32

/** Blobs as files below `dir`, spread over 256 folders by the first two characters of their keys. */
export async function openDiskBlobStore(dir: string): Promise<BlobStore> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // On the first start the store's own folder is as new as any.
  await syncFolder(path.dirname(dir))
  const mark = path.join(dir, MARK)
  let marked = await isThere(mark)
  if (!marked && (await readdir(dir)).some(isFolderOfBlobs)) {
    await writeMark(mark)
    marked = true
  }
  /** An empty folder where a disk is to be mounted looks like one whose blobs are lost. */
  const checkMark = async () => {
    if (marked && !(await isThere(mark))) throw new Outage('blobs', new Error(`${mark} is missing`))
  }
  const folders = new Folders(dir, checkMark)

  const store: BlobStore = {
    isNew: !marked,

    async begin() {
      if (!marked) await writeMark(mark)
      marked = true
    },

    async put(key, parts) {
      const folder = await folders.of(blobKey(key))
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
      const file = await open(pathOf(dir, key), 'r').catch(async (error) => {
        if (error.code !== 'ENOENT') throw error
        await checkMark()
        throw new BlobNotFoundError(key)
      })
      try {
        const start = range?.start ?? 0
        const end = range?.end ?? (await file.stat()).size
        const bytes = memory ?? Buffer.allocUnsafe(end - start)
        if (await readFrom(file, start, bytes)) return bytes
        throw new BlobTooShortError(key)
      } catch (error) {
        if (!isBadSpot(error)) throw error
        // A disk that can read nothing at all says nothing about this blob.
        if (marked) await readFile(mark)
        throw new BlobUnreadableError(key, error)
      } finally {
        await file.close()
      }
    },

    // `rm` takes what it may not remove for a folder, and complains of that.
    async delete(key) {
      await unlink(pathOf(dir, key)).catch((error) => {
        if (error.code !== 'ENOENT') throw error
      })
    },

    async *list(beginning = '') {
      // Others are not ours, such as `lost+found` where a disk is mounted.
      for (const folder of await readdir(dir))
        if (isFolderOfBlobs(folder) && (!beginning || beginning.startsWith(folder)))
          yield (await readdir(path.join(dir, folder)))
            .filter(isBlobKey)
            .filter((key) => key.startsWith(beginning))
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

/** How systems say that a disk, or what they keep on it, gives some bytes no more. */
const BAD_SPOT: ReadonlySet<unknown> = new Set(['EIO', 'EBADMSG', 'EUCLEAN'])
const isBadSpot = (error: unknown): boolean => BAD_SPOT.has((error as NodeJS.ErrnoException).code)

/** In the folder of blobs itself, beside the folders that hold them. */
const MARK = 'holdfast-blobs'

const isFolderOfBlobs = (name: string): boolean => name.length === 2

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

async function writeMark(mark: string): Promise<void> {
  const file = await open(mark, 'w', 0o600)
  await file.write(
    'Holdfast stores blobs here. If this file is missing, Holdfast assumes that the disk is not mounted.\n',
  )
  await file.sync().finally(() => file.close())
  await syncFolder(path.dirname(mark))
}

const pathOf = (dir: string, key: BlobKey): string => path.join(dir, key.slice(0, 2), blobKey(key))

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
  readonly #check: () => Promise<void>

  constructor(dir: string, check: () => Promise<void>) {
    this.#dir = dir
    this.#check = check
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
    await this.#check()
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
