import { mkdir, readdir, readFile, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { RevisionId, RootId } from '@holdfast/api/ids'
import { DAY_MS, HOUR_MS, type Instant } from '@holdfast/api/time'

const MIB = 1024 * 1024
const MOST_BYTES = 1024 * MIB
/** What is removed at once when there is too much, so that it is not too much again by the next one. */
const LEAVES = 0.9
/** That there is none is answered again without looking, for so long: a picture that cannot be read costs the most. */
const NONE_FOR_MS = HOUR_MS
/** Whether it is of use is known to the day. */
const USED_MS = DAY_MS

/** What a thumbnail is of. The content too: after a database is restored, an id may stand for another one. */
export interface ThumbnailOf {
  rootId: RootId
  revisionId: RevisionId
  contentId: string
  edge: number
}

/** Of some revisions of a root, those that it still has, with their contents. */
export type FindContents = (
  rootId: RootId,
  revisions: readonly RevisionId[],
) => Promise<ReadonlyMap<RevisionId, string>>

const NAME = /^(\d+)-([0-9a-f]+)-\d+\.webp$/
const AT_ONCE = 500

/**
 * Thumbnails that were made, as files in a folder for each root; an empty one says that there is none. Nothing is lost with
 * them, so that servers with data folders of their own each keep theirs.
 */
export class KeptThumbnails {
  readonly #dir: string
  readonly #tempDir: string
  readonly #now: () => Instant
  readonly #randomName: () => string
  readonly #mostBytes: number

  constructor(
    places: { dir: string; tempDir: string },
    world: { now: () => Instant; randomName: () => string },
    mostBytes = MOST_BYTES,
  ) {
    this.#dir = places.dir
    this.#tempDir = places.tempDir
    this.#now = world.now
    this.#randomName = world.randomName
    this.#mostBytes = mostBytes
  }

  /** Empty where it is known that there is none; undefined where nothing is known. */
  async find(of: ThumbnailOf): Promise<Buffer | undefined> {
    const file = this.#fileOf(of)
    const found = await stat(file).catch(ignoreMissing)
    if (!found) return undefined
    const age = this.#now() - found.mtimeMs
    if (found.size === 0) return age < NONE_FOR_MS ? Buffer.alloc(0) : undefined
    if (age > USED_MS) await this.#touch(file).catch(ignoreMissing)
    return readFile(file).catch(ignoreMissing)
  }

  async keep(of: ThumbnailOf, bytes: Buffer): Promise<void> {
    const file = this.#fileOf(of)
    const temporary = path.join(this.#tempDir, this.#randomName())
    for (const dir of [this.#tempDir, path.dirname(file)]) await mkdir(dir, { recursive: true, mode: 0o700 })
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 })
    await this.#touch(temporary)
    await rename(temporary, file)
  }

  /** Removes those whose revisions are gone, and what was not used for longest where there is too much. */
  async sweep(find: FindContents): Promise<void> {
    const left: { file: string; size: number; used: number }[] = []
    for (const root of (await readdir(this.#dir).catch(ignoreMissing)) ?? []) {
      const dir = path.join(this.#dir, root)
      const names = (await readdir(dir).catch(ignoreMissing)) ?? []
      for (let at = 0; at < names.length; at += AT_ONCE) {
        const some = names.slice(at, at + AT_ONCE)
        const there = await find(Number(root) as RootId, [...new Set(some.map(revisionIn))])
        for (const name of some) {
          const file = path.join(dir, name)
          const found = await stat(file).catch(ignoreMissing)
          if (!found) continue
          const isOld = found.size === 0 && found.mtimeMs < this.#now() - NONE_FOR_MS
          if (isOld || there.get(revisionIn(name)) !== contentIn(name)) await rm(file, { force: true })
          else left.push({ file, size: found.size, used: found.mtimeMs })
        }
      }
      // Where something is left in it, it stays.
      await rmdir(dir).catch(() => {})
    }
    await this.#shrink(left)
  }

  async #shrink(files: { file: string; size: number; used: number }[]): Promise<void> {
    let bytes = files.reduce((sum, { size }) => sum + size, 0)
    if (bytes <= this.#mostBytes) return
    for (const { file, size } of files.sort((a, b) => a.used - b.used)) {
      if (bytes <= this.#mostBytes * LEAVES) return
      await rm(file, { force: true })
      bytes -= size
    }
  }

  #fileOf({ rootId, revisionId, contentId, edge }: ThumbnailOf): string {
    return path.join(this.#dir, String(rootId), `${revisionId}-${contentId}-${edge}.webp`)
  }

  /** The clock of the service, which is not that of the disk. */
  async #touch(file: string): Promise<void> {
    const seconds = this.#now() / 1000
    await utimes(file, seconds, seconds)
  }
}

const revisionIn = (name: string): RevisionId => Number(NAME.exec(name)?.[1]) as RevisionId
const contentIn = (name: string): string | undefined => NAME.exec(name)?.[2]

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
