import { storedName } from '@holdfast/api/files/names'
import type { EntryId } from '@holdfast/api/ids'
import { looksFinished, MOST_EARLY, PAUSE_MS, SETTLE_MS, withSight } from '../core/finished.ts'
import { RULES_FILE } from '../core/ignore-rules.ts'
import type { LocalId } from '../core/local-id.ts'
import { type LocalEntry, TOP_LOCAL } from '../core/local-tree.ts'
import type { DiskEntry, Listing } from '../ports/disk.ts'
import type { FolderSet, ItemSet } from './look-states.ts'
import type { Engine } from './state/engine.ts'
import { restedLonger } from './state/unread-files.ts'

type Holds = Pick<ReadonlySet<LocalId>, 'has'>

/** `unread`: it is there, with a content not known. `unnoted`: it is there, and that is all that is known. */
type Sight = 'known' | 'unread' | 'unnoted'

/**
 * One look at folders of the disk, one after the other, while others may change them: what it has found out so far. The caller that
 * asks the disk tells it what became of each folder, by one of `markMoved`, `markGone`, `markUnreadable`, `markSame` and
 * `takeListing`, and at last `end`. What may be in which of its sets at once is said in `look-states.ts`.
 */
export class DiskLook {
  readonly isWhole: boolean
  readonly folders: Readonly<Record<FolderSet, Holds>>
  readonly items: Readonly<Record<ItemSet, Holds>>
  readonly #engine: Pick<Engine, 'state' | 'limits' | 'clock'>
  readonly #queue: LocalId[]
  #queued = 0
  readonly #unnoted: Iterator<LocalId, undefined>
  readonly #looked = new Set<LocalId>()
  readonly #unreadable = new Set<LocalId>()
  readonly #found = new Set<LocalId>()
  readonly #mustRead = new Set<LocalId>()
  /** With the folder that each was in. */
  readonly #missed = new Map<LocalId, LocalId>()
  /** Names in folders on which another volume is mounted. */
  readonly #covered = new Map<LocalId, ReadonlySet<string>>()

  constructor(engine: Pick<Engine, 'state' | 'limits' | 'clock'>, folders: Iterable<LocalId> | 'whole') {
    this.#engine = engine
    this.isWhole = folders === 'whole'
    this.#queue = folders === 'whole' ? [TOP_LOCAL] : [...folders]
    this.#unnoted = this.#unnotedFolders()
    const { toScan, toNote, toRead } = engine.state
    this.folders = { looked: this.#looked, unreadable: this.#unreadable, toScan, toNote }
    this.items = { toRead, found: this.#found, mustRead: this.#mustRead, missed: this.#missed }
  }

  get isNeeded(): boolean {
    const { toRead, toNote } = this.#engine.state
    return this.#queue.length + toRead.size + toNote.size > 0
  }

  get someUnreadable(): boolean {
    return this.#unreadable.size > 0
  }

  /** Whether what has this name cannot be seen, known or not: another volume is mounted on it. */
  isCovered(folder: LocalId, name: string): boolean {
    return this.#covered.get(folder)?.has(name) ?? false
  }

  /** Linked files of which nothing is known: without them, they would seem to be missing. */
  get mustRead(): Iterable<LocalId> {
    return this.#mustRead
  }

  /** The folder to look into now. Each is looked into once, but one that was moved may turn up again where it is. */
  next(): LocalId | undefined {
    for (;;) {
      const folder =
        this.#queued < this.#queue.length ? this.#queue[this.#queued++] : this.#unnoted.next().value
      if (folder === undefined) return undefined
      if (this.#looked.has(folder) || this.#unreadable.has(folder)) continue
      this.#engine.state.toScan.delete(folder)
      return folder
    }
  }

  /** It is not where it was: it is looked at where it is found, and so it may still have files to note. */
  markMoved(folder: LocalId): void {
    const { toScan, trees } = this.#engine.state
    toScan.add(trees.local.get(folder)?.parentId ?? TOP_LOCAL)
  }

  /** No tree has it any more. */
  markGone(folder: LocalId): void {
    this.#engine.state.toNote.delete(folder)
  }

  markUnreadable(folder: LocalId): void {
    this.#engine.state.toNote.delete(folder)
    this.#unreadable.add(folder)
  }

  /** All in it is as it was when it became calm; `inside` are the folders in it. */
  markSame(folder: LocalId, inside: Iterable<LocalId>): void {
    this.#engine.state.toNote.delete(folder)
    this.#looked.add(folder)
    if (this.isWhole) for (const id of inside) this.#queue.push(id)
  }

  takeListing(folder: LocalId, { entries, mark, hidden, mounted }: Listing): void {
    const { local, hidden: allHidden } = this.#engine.state.trees
    this.#engine.state.toNote.delete(folder)
    this.#looked.add(folder)
    const unseen = new Map(local.children(folder).map((entry) => [entry.id, entry]))
    const inside: LocalId[] = []
    let isCalm = true
    for (const entry of entries) {
      const before = unseen.get(entry.id) ?? local.get(entry.id)
      unseen.delete(entry.id)
      if (this.#see(folder, entry, before) !== 'known') isCalm = false
      if (entry.kind !== 'folder') continue
      inside.push(entry.id)
      if (this.isWhole || !before) this.#queue.push(entry.id)
    }
    allHidden.set(folder, hidden)
    this.#covered.set(folder, new Set(mounted.map(storedName)))
    for (const { id, kind, rawName } of [...unseen.values()])
      if (mounted.includes(rawName)) {
        unseen.delete(id)
        if (kind === 'folder' && !this.#looked.has(id)) this.markUnreadable(id)
      }
    for (const id of unseen.keys()) this.#missed.set(id, folder)
    if (isCalm && unseen.size === 0 && mark !== undefined && mounted.length === 0)
      local.calm.set(folder, { mark, folders: inside })
    else local.calm.delete(folder)
  }

  /**
   * All folders were looked into: what was missed and did not turn up elsewhere leaves the tree, and files that were to be
   * read and are not there any more are forgotten. Gives the latter.
   */
  end(): LocalId[] {
    const { trees, toRead, unsure } = this.#engine.state
    for (const [id, folder] of this.#missed)
      if (trees.local.get(id)?.parentId === folder) {
        const all = trees.local.remove(id)
        for (const removed of all) {
          if (!trees.missing.has(removed)) trees.missing.set(removed, 0)
          trees.hidden.set(removed, [])
          unsure.delete(removed)
        }
        if (trees.hidden.has(id)) this.#unlinkBelow(id, all)
      }
    const forgotten: LocalId[] = []
    for (const folder of this.#looked)
      for (const { entry } of toRead.seenIn(folder)) if (!this.#found.has(entry.id)) forgotten.push(entry.id)
    for (const id of forgotten) toRead.delete(id)
    return forgotten
  }

  /**
   * A folder was renamed to a name that is ignored. Of what is in it nothing will be seen any more, and it was not deleted:
   * it comes again with the folder.
   */
  #unlinkBelow(folder: LocalId, all: readonly LocalId[]): void {
    const { remote, local, links } = this.#engine.state.trees
    const unlink = (row: EntryId): void => {
      for (const { id } of remote.children(row)) {
        const link = links.ofRow(id)
        if (link && !local.get(link.localId)) links.drop(id)
        unlink(id)
      }
    }
    const link = links.ofLocal(folder)
    if (link) unlink(link.rowId)
    // What was moved into it on this disk only is elsewhere on the service.
    for (const id of all) {
      const its = id === folder ? undefined : links.ofLocal(id)
      if (its) links.drop(its.rowId)
    }
  }

  /** A file whose stamp is known is not read again. One that is not known as it is stays what it was, wherever it is now. */
  #see(folder: LocalId, seen: DiskEntry, before: LocalEntry | undefined): Sight {
    if (before && isAsBefore(before, folder, seen)) return this.#know(seen)
    if (!before && this.#mayWait(folder, seen)) return this.#leaveUnnoted(folder)
    const { id, kind, rawName, stamp, size, modified } = seen
    const { local, links } = this.#engine.state.trees
    const known =
      kind === 'folder'
        ? { stamp, content: null, size, modified: null }
        : before?.content
          ? before
          : undefined
    const isKnown = known?.stamp === stamp
    if (known) {
      const place = { id, parentId: folder, kind, name: storedName(rawName), rawName }
      const found = isKnown ? { size, modified } : { size: known.size, modified: known.modified }
      local.put({ ...place, content: known.content, stamp: known.stamp, ...found })
    }
    if (isKnown) return this.#know(seen)
    this.#noteUnread(folder, seen)
    if (!known && links.ofLocal(id)) this.#mustRead.add(id)
    return 'unread'
  }

  #know({ id, restless, writtenAt, isCoarse }: DiskEntry): Sight {
    const { state, clock } = this.#engine
    state.toRead.delete(id)
    if (!restless) state.unsure.delete(id)
    // A clock that is ahead of ours is not waited for.
    else if (isCoarse && writtenAt !== undefined && writtenAt <= clock.now()) state.unsure.add(id)
    this.#found.delete(id)
    return 'known'
  }

  #leaveUnnoted(folder: LocalId): Sight {
    this.#engine.state.toNote.add(folder)
    return 'unnoted'
  }

  #noteUnread(folder: LocalId, entry: DiskEntry): void {
    const { state, clock } = this.#engine
    const before = state.toRead.get(entry.id)
    this.#found.add(entry.id)
    if (before?.entry.stamp === entry.stamp) {
      // A program has begun to work on it.
      const isTaken = before.isEarly && entry.inUse === true
      state.toRead.put({ ...(isTaken ? restedLonger(before) : before), folder, entry })
      return
    }
    const now = clock.now()
    const isEarly = entry.restless && this.#looksFinished(folder, entry)
    const restMs = isEarly ? PAUSE_MS : entry.restless ? SETTLE_MS : 0
    const since = before?.since ?? now
    state.toRead.put({ folder, entry, since, seenAt: now, notBefore: now + restMs, isEarly, tries: 0 })
  }

  /** Two looks must agree before a file that was changed just now is read: soon after each other, or not quite so soon. */
  #looksFinished(folder: LocalId, { id, rawName, size, writtenAt, inUse = false }: DiskEntry): boolean {
    const { state, clock } = this.#engine
    const now = clock.now()
    if (writtenAt === undefined || state.toRead.size - state.toRead.ready >= MOST_EARLY) return false
    const [sight, name] = [{ id, size, writtenAt, inUse }, `${folder}/${rawName}`]
    const past = state.sights.get(name)
    state.sights.set(name, withSight(past, sight, now))
    return looksFinished(sight, past, now)
  }

  /** A file that nothing is known of, while enough others wait to be read. One that is linked is never missing for that. */
  #mayWait(folder: LocalId, { id, kind, rawName }: DiskEntry): boolean {
    const { state, limits } = this.#engine
    const { toRead, trees } = state
    if (kind === 'folder' || toRead.ready < limits.notedFiles || toRead.has(id)) return false
    // What it lists would be sent before.
    const isRules = folder === TOP_LOCAL && rawName === RULES_FILE
    return !isRules && !trees.links.ofLocal(id)
  }

  /** Folders with files that were not noted, for as long as there is room for them. Each once: one that was moved stays one. */
  *#unnotedFolders(): Iterator<LocalId, undefined> {
    const {
      state: { toNote, toRead },
      limits,
    } = this.#engine
    if (toRead.ready >= limits.readFiles) return
    for (const folder of [...toNote]) {
      if (toRead.ready >= limits.notedFiles) return
      if (toNote.has(folder)) yield folder
    }
  }
}

/** Of a million files, nearly all are: nothing is made for them. */
const isAsBefore = (before: LocalEntry, folder: LocalId, seen: DiskEntry): boolean =>
  before.stamp === seen.stamp &&
  before.size === seen.size &&
  before.modified === seen.modified &&
  before.rawName === seen.rawName &&
  before.parentId === folder
