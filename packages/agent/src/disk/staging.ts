import { hash, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsync,
  futimesSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { type FileHandle, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { MIN_CHUNK } from '@holdfast/api/files/cutter'
import { OneByOneFor } from '@holdfast/api/one-by-one'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import { STAGING_FOLDER } from '../core/ignore.ts'
import type { LocalId } from '../core/local-id.ts'
import {
  ContentMismatch,
  type ContentSource,
  DiskTrouble,
  type SmallContent,
  type Staged,
} from '../ports/disk.ts'
import { asOneChunk, contentIdOf, partsOf } from './cut.ts'
import type { CuttingThread } from './cutting-thread.ts'
import { checkedSource, download } from './download.ts'
import { asPromised, isFull, NotAsSeen } from './errors.ts'
import type { Flusher } from './flusher.ts'
import type { Place } from './give-name.ts'
import { getItem, identityOf, itemAt, kindOf, modifiedOf, secondOf } from './identity.ts'
import type { Near } from './near.ts'
import type { OpenTop } from './open-top.ts'
import { openPartial } from './partial.ts'

const sync = promisify(fsync)
const PARTIAL_MS = DAY_MS
const KEPT_FREE = 0.01
/** In which a file system counts what a file takes. */
const BLOCK = 512
const KEPT_FREE_MAX = 256 * 1024 * 1024

type StagedOrWhy = Staged | ContentMismatch | DiskTrouble

/** What is made where nobody sees it, until it is shown wholly and at once. */
export class Staging {
  readonly #thread: CuttingThread
  readonly #flusher: Flusher
  /** Where what is staged is, as far as it was seen. */
  readonly #names = new Map<LocalId, string>()
  /** Contents that are being fetched: a second one waits, and begins with what the first has left. */
  readonly #fetching = new OneByOneFor<string>()

  constructor(thread: CuttingThread, flusher: Flusher) {
    this.#thread = thread
    this.#flusher = flusher
  }

  async file(top: OpenTop, given: ContentSource, near: readonly Near[]): Promise<Staged> {
    const source = checkedSource(given)
    checkRoom(top, source)
    const staged =
      source.size <= MIN_CHUNK
        ? await this.#small(top, source)
        : await this.#fetching.run(source.content, () => this.#large(top, source, near))
    await this.#keep(top)
    return staged
  }

  /** All are on the disk before the names of any of them are. */
  async files(top: OpenTop, files: readonly SmallContent[]): Promise<StagedOrWhy[]> {
    let room = roomOn(top)
    const writing = files.map(async (file): Promise<StagedOrWhy> => {
      if (!isRight(file)) return new ContentMismatch()
      room -= file.bytes.length
      if (room < 0) return new DiskTrouble('full')
      return this.#write(top, file).catch((error: unknown) => {
        const told = asPromised(error)
        if (told instanceof DiskTrouble) return told
        throw told
      })
    })
    // What others still write must not go on behind the back of who hears of a failure.
    const outcomes = (await Promise.allSettled(writing)).map((end) => {
      if (end.status === 'rejected') throw end.reason
      return end.value
    })
    await this.#keep(top)
    return outcomes
  }

  async folder(top: OpenTop): Promise<LocalId> {
    const name = randomUUID()
    mkdirSync(top.own.at('staged', name))
    await this.#keep(top)
    return this.#note(top, name).id
  }

  list(top: OpenTop): LocalId[] {
    this.#names.clear()
    for (const name of top.own.list('staged')) this.#note(top, name)
    return [...this.#names.keys()]
  }

  /** Throws where there is no such thing. */
  get(top: OpenTop, id: LocalId): Place {
    if (!this.#names.has(id)) this.list(top)
    const name = this.#names.get(id)
    if (name === undefined) throw new NotAsSeen()
    return { path: top.own.at('staged', name), fromTop: `${STAGING_FOLDER}/staged/${name}` }
  }

  drop(top: OpenTop, id: LocalId): void {
    if (!this.list(top).includes(id)) return
    const { path } = this.get(top, id)
    if (kindOf(getItem(path)) === 'folder') rmdirSync(path)
    else unlinkSync(path)
    this.forget(id)
  }

  /** It is elsewhere now. */
  forget(id: LocalId): void {
    this.#names.delete(id)
  }

  /** What was broken off is used again for a day. */
  dropOldPartials(top: OpenTop, now: Instant): void {
    for (const name of top.own.list('partial')) {
      const path = top.own.at('partial', name)
      const item = itemAt(path)
      if (item && now - modifiedOf(item) > PARTIAL_MS) unlinkSync(path)
    }
  }

  #note(top: OpenTop, name: string): Staged {
    const item = getItem(top.own.at('staged', name))
    const id = identityOf(item) as LocalId
    this.#names.set(id, name)
    return { id, modified: secondOf(item) }
  }

  async #small(top: OpenTop, source: ContentSource): Promise<Staged> {
    const pieces: Uint8Array[] = []
    let size = 0
    if (source.size > 0)
      for await (const bytes of source.bytes(0, source.size)) {
        pieces.push(bytes)
        size += bytes.length
        if (size > source.size) break
      }
    const file = { ...source, bytes: Buffer.concat(pieces) }
    if (size !== source.size || !(isRight(file) || (await isCutAsNamed(file.bytes, source))))
      throw new ContentMismatch()
    return this.#write(top, file)
  }

  async #write(top: OpenTop, file: SmallContent): Promise<Staged> {
    const name = randomUUID()
    const path = top.own.at('staged', name)
    try {
      await writeNow(path, file)
      return this.#note(top, name)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    }
  }

  async #large(top: OpenTop, source: ContentSource, near: readonly Near[]): Promise<Staged> {
    const path = top.own.at('partial', source.content)
    try {
      await using file = await openPartial(path)
      await download(file, source, near, this.#thread)
      await finish(file, source)
      const name = randomUUID()
      renameSync(path, top.own.at('staged', name))
      return this.#note(top, name)
    } catch (error) {
      // A disk is not kept full by what cannot be finished.
      if (isFull(error)) await rm(path, { force: true })
      throw error
    }
  }

  /** Names survive a loss of power too: what is not here later counts as shown. */
  async #keep(top: OpenTop): Promise<void> {
    using folder = top.own.open('staged')
    await this.#flusher.flush(folder)
  }
}

/**
 * Only what waits for the disk is handed to a thread: for a small file, the way there and back costs more than the rest.
 * Flushed with its time, which would be sent as somebody's if it were lost.
 */
async function writeNow(path: string, { bytes, modified }: SmallContent): Promise<void> {
  const fd = openSync(path, 'wx')
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
    futimesSync(fd, modified / 1000, modified / 1000)
    await sync(fd)
  } finally {
    closeSync(fd)
  }
}

async function finish(file: FileHandle, { modified }: ContentSource): Promise<void> {
  await file.utimes(modified / 1000, modified / 1000)
  // With the time, unlike `datasync`.
  await file.sync()
}

function checkRoom(top: OpenTop, { content, size }: ContentSource): void {
  const there = size <= MIN_CHUNK ? 0 : (itemAt(top.own.at('partial', content))?.blocks ?? 0)
  if (roomOn(top) < size - there * BLOCK) throw new DiskTrouble('full')
}

/** The last of a disk is left to others. */
function roomOn(top: OpenTop): number {
  const { bavail, blocks, bsize } = statfsSync(top.path)
  return bavail * bsize - Math.min(blocks * bsize * KEPT_FREE, KEPT_FREE_MAX)
}

const isRight = ({ bytes, content }: SmallContent): boolean => contentIdOf(asOneChunk(bytes)) === content

/** Other clients may have cut what we would not. */
async function isCutAsNamed(bytes: Uint8Array, source: ContentSource): Promise<boolean> {
  const chunks = await source.chunks()
  if (chunks.length < 2 || contentIdOf(chunks) !== source.content) return false
  const parts = partsOf(chunks)
  const isWhole = parts.reduce((sum, { size }) => sum + size, 0) === bytes.length
  return (
    isWhole && parts.every(({ at, size, sha256 }) => hash('sha256', bytes.subarray(at, at + size)) === sha256)
  )
}
