import { type BigIntStats, mkdirSync, readlinkSync } from 'node:fs'
import { ApiClientError } from '@holdfast/api/client'
import type { SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { isItemName, type KeptAttributes, type RawName, rawOfText } from '../../core/backup-meta.ts'
import { TOP_ROW } from '../../core/remote-tree.ts'
import { isFull } from '../../disk/errors.ts'
import { RESTORE } from '../../words/backups.ts'
import { codeOf, inFolder, pathOf, type RawPath, rawPathOf, realPathOf } from '../look.ts'
import { persist, StoppedForNow } from '../persist.ts'
import { openToRead, readContent } from '../read-content.ts'
import { Problems } from '../run-report.ts'
import { ExactTimes } from './exact-times.ts'
import { HeldItem, isSameItem } from './held-item.ts'
import { Listing } from './listing.ts'
import type { AdmittedTarget, RestoreOptions, RestoreProgress, RestoreResult } from './restoring.ts'
import { TargetFolder } from './target.ts'
import {
  attributesOf,
  hasForeignRights,
  readTarget,
  setAttributes,
  type Writing,
  writeFile,
  writeLink,
} from './write-item.ts'

/** How often progress is reported. */
const TELL_MS = 250

/** Files that are written at once. */
const AT_ONCE = 4

/** Says why nothing more can be restored, in words for people. */
export class RestoreFailed extends Error {
  override name = 'RestoreFailed'
}

/**
 * Writes a backup to a folder. Whatever is interrupted, by the end of the process at any moment too, is gone on with when it
 * is called again: what is there already is compared, not fetched. Rejects only by a mistake of ours.
 */
export async function restoreBackup(
  options: RestoreOptions,
  signal: AbortSignal,
  onProgress: (progress: RestoreProgress) => void = () => {},
): Promise<RestoreResult> {
  return new Restore(options, signal, onProgress).toItsEnd()
}

class Restore {
  readonly #options: RestoreOptions
  readonly #signal: AbortSignal
  readonly #tell: (isSure?: boolean) => void
  readonly #progress: RestoreProgress = { done: 0, total: 0 }
  readonly #times = new ExactTimes()
  readonly #problems = new Problems()
  readonly #kept = new Problems()
  readonly #leftOut = new Problems()
  readonly #writing: Writing
  #isKeptOut: AdmittedTarget['isKeptOut'] = () => false
  #written = 0
  #aside = 0

  constructor(options: RestoreOptions, signal: AbortSignal, tell: (progress: RestoreProgress) => void) {
    this.#options = options
    this.#signal = signal
    let toldAt = 0
    this.#tell = (isSure = false) => {
      const now = performance.now()
      if (!isSure && now - toldAt < TELL_MS) return
      toldAt = now
      tell({ ...this.#progress })
    }
    const { server, clock } = options
    const insistent = <T>(request: () => Promise<T>) => persist({ clock, signal }, request)
    this.#writing = { server, signal, persist: insistent, times: this.#times, owners: true }
  }

  async toItsEnd(): Promise<RestoreResult> {
    try {
      await this.#restore()
      const { list, count } = this.#problems
      if (count === 0) return this.#ended('done', null)
      return this.#ended('failed', RESTORE.someFailed(count, list[0]?.path))
    } catch (error) {
      if (this.#signal.aborted) return this.#ended('stopped', RESTORE.stopped)
      if (error instanceof StoppedForNow) return this.#ended('stopped', error.message)
      if (error instanceof RestoreFailed || error instanceof ApiClientError)
        return this.#ended('failed', error.message)
      throw error
    } finally {
      this.#times.close()
    }
  }

  #ended(state: RestoreResult['state'], why: string | null): RestoreResult {
    return {
      state,
      why,
      ...this.#progress,
      written: this.#written,
      aside: this.#aside,
      problems: this.#problems.list,
      problemCount: this.#problems.count,
      kept: this.#kept.list,
      keptCount: this.#kept.count,
      leftOut: this.#leftOut.list,
    }
  }

  async #restore(): Promise<void> {
    const { path, stateFile, asOfSeq, folderId = TOP_ROW, server, admit } = this.#options
    using admitted = admit?.()
    if (admitted) {
      this.#writing.owners = admitted.owners
      this.#isKeptOut = admitted.isKeptOut
    }
    using target = admitted ? new TargetFolder(`${admitted.folder.path}/.`) : this.#openTop(path)
    const { persist: insistent } = this.#writing
    using listing = await Listing.read(stateFile, asOfSeq, (ask) => insistent(() => server.getSnapshot(ask)))
    if (folderId !== TOP_ROW && !listing.hasFolder(folderId)) throw new RestoreFailed(RESTORE.noFolder)
    this.#progress.total = listing.countFiles(folderId)
    this.#tell()
    await this.#fill(target, admitted ? rawPathOf(admitted.real) : realPathOf(path), listing, folderId)
    this.#tell(true)
  }

  /** The caller may know where the folder itself is; what is in it is not trusted. */
  #openTop(path: string): TargetFolder {
    try {
      mkdirSync(path, { recursive: true })
      return new TargetFolder(pathOf(realPathOf(path)))
    } catch (error) {
      const code = codeOf(error)
      throw code === undefined ? error : new RestoreFailed(RESTORE.cannotWrite(path, code))
    }
  }

  async #fill(folder: TargetFolder, path: RawPath, listing: Listing, id: EntryId): Promise<void> {
    folder.removeTemporary()
    const items = this.#named(path, listing.children(id))
    const files = items.filter(({ entry }) => entry.kind === 'file')
    const worker = async () => {
      for (let file = files.pop(); file; file = files.pop()) {
        this.#signal.throwIfAborted()
        await this.#attempt(file, () => this.#restoreFile(folder, file))
        this.#tell()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    for (const item of items.filter(({ entry }) => entry.kind === 'folder')) {
      this.#signal.throwIfAborted()
      await this.#attempt(item, () => this.#restoreFolder(folder, item, listing))
    }
    folder.flush()
  }

  /** With the names that they are to have; what no folder can hold, or holds already, is none. */
  #named(path: RawPath, entries: readonly SyncEntry[]): Item[] {
    const names = new Set<RawName>()
    return entries.flatMap((entry) => {
      const attributes = attributesOf(entry)
      const raw = attributes.raw ?? rawOfText(entry.name)
      const at = inFolder(path, raw)
      if (!isItemName(raw) || names.has(raw)) {
        this.#problems.add(inFolder(path, rawOfText(entry.name)), RESTORE.badName)
        return []
      }
      if (this.#isKeptOut(pathOf(at).toString(), entry.kind === 'folder')) {
        this.#leftOut.add(at, KEPT_OUT)
        return []
      }
      names.add(raw)
      return [{ entry, raw, path: at, attributes }]
    })
  }

  /** What goes wrong with one item is reported, and the others are restored; unless it would go wrong with all of them. */
  async #attempt({ path }: Item, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const isOfAll = error instanceof StoppedForNow || error instanceof RestoreFailed || this.#signal.aborted
      if (isOfAll || (error instanceof ApiClientError && error.code !== 'not_found')) throw error
      if (isFull(error)) throw new RestoreFailed(RESTORE.diskFull, { cause: error })
      if (!(error instanceof Error)) throw error
      this.#problems.add(path, error instanceof ApiClientError ? GONE : error.message)
    }
  }

  async #restoreFolder(above: TargetFolder, item: Item, listing: Listing): Promise<void> {
    const { raw, path, entry, attributes } = item
    const there = above.find(raw)
    if (there && !there.isDirectory()) {
      above.putAside(raw, this.#options.clock.now())
      this.#aside++
    }
    using folder = there?.isDirectory() ? above.open(raw) : above.make(raw)
    // Its own mode, which it gets when all is in it, may not let anything be written to it.
    if (there && (there.mode & 0o700n) !== 0o700n) folder.item.setMode(Number(there.mode & 0o7777n) | 0o700)
    await this.#fill(folder, path, listing, entry.entry_id)
    await setAttributes(this.#writing, folder.item, attributes)
    this.#noteAttributes(item)
  }

  /** Programs that run with the rights of others are for the person who looks after the device to make. */
  #noteAttributes({ path, attributes }: Item): void {
    if (hasForeignRights(attributes)) this.#leftOut.add(path, FOREIGN_RIGHTS)
  }

  async #restoreFile(folder: TargetFolder, item: Item): Promise<void> {
    const { raw, path, entry, attributes } = item
    if (entry.content === null) return this.#problems.add(path, GONE)
    const target = attributes.link ? await readTarget(this.#writing, entry) : undefined
    const there = folder.find(raw)
    if (there && (await this.#keepSame(folder, item, target))) {
      this.#noteAttributes(item)
      this.#progress.done++
      return
    }
    if (there && !there.isDirectory() && there.mtimeNs > attributes.mtime && !this.#options.overwrite) {
      this.#kept.add(path, RESTORE.newer)
      this.#progress.done++
      return
    }
    const temporary = folder.temporary()
    let made: BigIntStats | undefined
    try {
      made = target
        ? await writeLink(this.#writing, target, attributes, temporary)
        : await writeFile(this.#writing, entry, attributes, temporary)
      if (folder.place(temporary, made, raw, this.#options.clock.now()) === 'instead') this.#aside++
    } catch (error) {
      folder.drop(temporary, made)
      throw error
    }
    this.#noteAttributes(item)
    this.#written++
    this.#progress.done++
  }

  /** Whether what is there is what was kept: then it only gets what it had beside its content. */
  async #keepSame(folder: TargetFolder, item: Item, target: Buffer | undefined): Promise<boolean> {
    const at = folder.at(item.raw)
    using there = new HeldItem(at)
    const isSame = target
      ? there.stats.isSymbolicLink() && readlinkSync(at, { encoding: 'buffer' }).equals(target)
      : await this.#holdsSame(there, at, item.entry)
    if (isSame) await setAttributes(this.#writing, there, item.attributes)
    return isSame
  }

  async #holdsSame(there: HeldItem, at: Buffer, entry: SyncEntry): Promise<boolean> {
    if (!there.stats.isFile() || there.stats.size !== BigInt(entry.size)) return false
    const file = await openToRead(at.toString('latin1'))
    try {
      const { content } = await readContent(file, entry.size, this.#signal)
      return content === entry.content && isSameItem(await file.stat({ bigint: true }), there.stats)
    } finally {
      await file.close()
    }
  }
}

/** An item of the backup and where it goes. */
interface Item {
  readonly entry: SyncEntry
  readonly raw: RawName
  readonly path: RawPath
  readonly attributes: KeptAttributes
}

const KEPT_OUT = RESTORE.secret
const FOREIGN_RIGHTS = RESTORE.setId
const GONE = RESTORE.contentGone
