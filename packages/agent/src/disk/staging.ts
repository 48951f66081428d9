import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fdatasync,
  futimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { MIN_CHUNK } from '@holdfast/api/files/cutter'
import { OneByOneFor } from '@holdfast/api/one-by-one'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { STAGING_FOLDER } from '../core/ignore.ts'
import type { LocalId } from '../core/local-id.ts'
import { ContentMismatch, type ContentSource, DiskTrouble } from '../ports/disk.ts'
import { asOneChunk, contentIdOf } from './cut.ts'
import type { CuttingThread } from './cutting-thread.ts'
import { checkedSource, download } from './download.ts'
import { isFull, NotAsSeen } from './errors.ts'
import type { Flusher } from './flusher.ts'
import type { Place } from './give-name.ts'
import { getItem, identityOf, itemAt, kindOf, modifiedOf } from './identity.ts'
import { ownPath } from './marker.ts'
import type { Near } from './near.ts'
import { OpenFolder } from './open-folder.ts'

const datasync = promisify(fdatasync)
const PARTIAL_MS = DAY_MS
const KEPT_FREE = 0.01
/** In which a file system counts what a file takes. */
const BLOCK = 512
const KEPT_FREE_MAX = 256 * 1024 * 1024

/** What is made where nobody sees it, until it is shown wholly and at once. */
export class Staging {
  readonly #thread: CuttingThread
  readonly #flusher: Flusher
  /** Where what is staged lies, as far as it was seen. */
  readonly #names = new Map<LocalId, string>()
  /** Contents that are being fetched: a second one waits, and begins with what the first has left. */
  readonly #fetching = new OneByOneFor<string>()

  constructor(thread: CuttingThread, flusher: Flusher) {
    this.#thread = thread
    this.#flusher = flusher
  }

  async file(top: OpenFolder, given: ContentSource, near: readonly Near[]): Promise<LocalId> {
    const source = checkedSource(given)
    checkRoom(top, source)
    const id =
      source.size <= MIN_CHUNK
        ? await this.#small(top, source)
        : await this.#fetching.run(source.content, () => this.#large(top, source, near))
    await this.#keep(top)
    return id
  }

  async folder(top: OpenFolder): Promise<LocalId> {
    const name = randomUUID()
    mkdirSync(ownPath(top, 'staged', name))
    await this.#keep(top)
    return this.#note(top, name)
  }

  list(top: OpenFolder): LocalId[] {
    this.#names.clear()
    for (const name of readdirSync(ownPath(top, 'staged', ''))) this.#note(top, name)
    return [...this.#names.keys()]
  }

  /** Throws where there is no such thing. */
  get(top: OpenFolder, id: LocalId): Place {
    if (!this.#names.has(id)) this.list(top)
    const name = this.#names.get(id)
    if (name === undefined) throw new NotAsSeen()
    return { path: ownPath(top, 'staged', name), fromTop: `${STAGING_FOLDER}/staged/${name}` }
  }

  drop(top: OpenFolder, id: LocalId): void {
    if (!this.list(top).includes(id)) return
    const { path } = this.get(top, id)
    if (kindOf(getItem(path)) === 'folder') rmdirSync(path)
    else unlinkSync(path)
    this.forget(id)
  }

  /** It lies elsewhere now. */
  forget(id: LocalId): void {
    this.#names.delete(id)
  }

  /** What was broken off is used again for a day. */
  dropOldPartials(top: OpenFolder, now: Instant): void {
    for (const name of readdirSync(ownPath(top, 'partial', ''))) {
      const path = ownPath(top, 'partial', name)
      const item = itemAt(path)
      if (item && now - modifiedOf(item) > PARTIAL_MS) unlinkSync(path)
    }
  }

  #note(top: OpenFolder, name: string): LocalId {
    const id = identityOf(getItem(ownPath(top, 'staged', name))) as LocalId
    this.#names.set(id, name)
    return id
  }

  async #small(top: OpenFolder, source: ContentSource): Promise<LocalId> {
    const pieces: Uint8Array[] = []
    let size = 0
    if (source.size > 0)
      for await (const bytes of source.bytes(0, source.size)) {
        pieces.push(bytes)
        size += bytes.length
        if (size > source.size) break
      }
    const bytes = Buffer.concat(pieces)
    if (size !== source.size || contentIdOf(asOneChunk(bytes)) !== source.content) throw new ContentMismatch()
    const name = randomUUID()
    const path = ownPath(top, 'staged', name)
    try {
      await writeNow(path, bytes, source)
      return this.#note(top, name)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    }
  }

  async #large(top: OpenFolder, source: ContentSource, near: readonly Near[]): Promise<LocalId> {
    const path = ownPath(top, 'partial', source.content)
    try {
      // Made if it is not there, and never emptied.
      await using file = await open(path, 'a')
        .then((made) => made.close())
        .then(() => open(path, 'r+'))
      await download(file, source, near, this.#thread)
      await finish(file, source)
      const name = randomUUID()
      renameSync(path, ownPath(top, 'staged', name))
      return this.#note(top, name)
    } catch (error) {
      // A disk is not kept full by what cannot be finished.
      if (isFull(error)) await rm(path, { force: true })
      throw error
    }
  }

  /** Names survive a loss of power too: what is not here later counts as shown. */
  async #keep(top: OpenFolder): Promise<void> {
    using folder = new OpenFolder(ownPath(top, 'staged', '.'))
    await this.#flusher.flush(folder)
  }
}

/** Only what waits for the disk is handed to a thread: for a small file, the way there and back costs more than the rest. */
async function writeNow(path: string, bytes: Uint8Array, { modified }: ContentSource): Promise<void> {
  const fd = openSync(path, 'wx')
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
    futimesSync(fd, modified / 1000, modified / 1000)
    await datasync(fd)
  } finally {
    closeSync(fd)
  }
}

async function finish(file: FileHandle, { modified }: ContentSource): Promise<void> {
  await file.utimes(modified / 1000, modified / 1000)
  await file.datasync()
}

/** The last of a disk is left to others. */
function checkRoom(top: OpenFolder, { content, size }: ContentSource): void {
  const { bavail, blocks, bsize } = statfsSync(top.path)
  const kept = Math.min(blocks * bsize * KEPT_FREE, KEPT_FREE_MAX)
  const there = size <= MIN_CHUNK ? 0 : (itemAt(ownPath(top, 'partial', content))?.blocks ?? 0)
  if (bavail * bsize - kept < size - there * BLOCK) throw new DiskTrouble('full')
}
