import type { ChangeOp } from '@holdfast/api/files/changes'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { nameKey } from '@holdfast/api/files/names'
import type { EntryId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { ChunkStore } from './chunk-store.ts'
import { type Caller, type Entry, isHeld, type Lock, type LogLine, TOP } from './entry.ts'
import type { Ids } from './ids.ts'

/** What someone may do in a root. */
export type Role = 'manage' | 'edit' | 'view'

/** What a file can be, or was: never changed. */
export interface Content {
  readonly id: string
  readonly size: number
  readonly chunks: readonly ChunkRef[]
}
export interface Revision {
  readonly entryId: EntryId
  readonly content: Content
  readonly modifiedAt: Instant
}

/** Whose change it is, when, and what its maker calls it. */
export interface Stamp {
  readonly by: Caller
  readonly at: Instant
  readonly clientOp?: string | undefined
  /** The number of the first change of an operation that has several. */
  readonly firstSeq?: number | undefined
}

/** A root as the service keeps it: what there is, what happened, and nothing that could not be asked for. */
export class ModelRoot {
  readonly id: RootId
  readonly name: string
  readonly ids: Ids
  roles = new Map<PersonId, Role>()
  entries = new Map<EntryId, Entry>()
  revisions = new Map<RevisionId, Revision>()
  chunks = new ChunkStore()
  log: LogLine[] = []
  lock: Lock | null = null
  deleted = false
  /** The number of the newest change when the epoch began. */
  epochSeq = 0
  /** Live items by folder and key. */
  #names = new Map<string, EntryId>()
  #liveChildren = new Map<EntryId, number>()
  #locked = new Set<EntryId>()
  /** Items by the names that people gave to changes of them. */
  #named = new Map<string, EntryId>()

  constructor(id: RootId, name: string, ids: Ids) {
    this.id = id
    this.name = name
    this.ids = ids
  }

  copy(ids: Ids): ModelRoot {
    const copy = new ModelRoot(this.id, this.name, ids)
    const { lock, deleted, epochSeq } = this
    Object.assign(copy, { lock, deleted, epochSeq })
    copy.roles = new Map(this.roles)
    copy.entries = new Map(this.entries)
    copy.revisions = new Map(this.revisions)
    copy.chunks = this.chunks.copy()
    copy.log = [...this.log]
    copy.#names = new Map(this.#names)
    copy.#liveChildren = new Map(this.#liveChildren)
    copy.#locked = new Set(this.#locked)
    copy.#named = new Map(this.#named)
    return copy
  }

  /** The number of the newest change. */
  get seq(): number {
    return this.log.length
  }

  /** The folders that an item is in, innermost first. */
  above(entry: Entry): Entry[] {
    const folders: Entry[] = []
    for (let folder = this.entries.get(entry.parentId); folder; folder = this.entries.get(folder.parentId))
      folders.push(folder)
    return folders
  }

  /** Neither deleted itself nor in anything that is. */
  isLive(entry: Entry): boolean {
    return !entry.deleted && this.above(entry).every(({ deleted }) => !deleted)
  }

  /** The item that has a name, or one that cannot be beside it. */
  named(parentId: EntryId, name: string): Entry | undefined {
    const id = this.#names.get(placeOf(parentId, name))
    return id === undefined ? undefined : this.entries.get(id)
  }

  isEmpty = (folder: Entry): boolean => (this.#liveChildren.get(folder.id) ?? 0) === 0

  /** What is in a folder, deleted or not. */
  children(parentId: EntryId): Entry[] {
    return [...this.entries.values()].filter((entry) => entry.parentId === parentId)
  }

  /** Whether someone else holds a lock on an item, a folder above it or the root. */
  isLockedFor({ personId }: Caller, entry: Entry | undefined, at: Instant): boolean {
    const keeps = (lock: Lock | null) => isHeld(lock, at) && lock.holder !== personId
    if (keeps(this.lock)) return true
    if (this.#locked.size === 0 || !entry) return false
    return keeps(entry.lock) || this.above(entry).some(({ lock }) => keeps(lock))
  }

  /** Whether someone else holds a lock on something live in a folder. */
  isLockedBelow({ personId }: Caller, { id }: Pick<Entry, 'id'>, at: Instant): boolean {
    for (const lockedId of this.#locked) {
      const entry = this.entries.get(lockedId)
      if (!entry || !isHeld(entry.lock, at) || entry.lock.holder === personId || entry.deleted) continue
      for (let below = entry; !below.deleted; ) {
        if (below.parentId === id) return true
        const folder = this.entries.get(below.parentId)
        if (!folder) break
        below = folder
      }
    }
    return false
  }

  /** The item that someone's change of this name was made to. */
  changedBy({ personId }: Caller, clientOp: string): EntryId | undefined {
    return this.#named.get(`${personId} ${clientOp}`)
  }

  addRevision(entryId: EntryId, content: Content, modifiedAt: Instant): RevisionId {
    const id = this.ids.nextRevision()
    this.revisions.set(id, { entryId, content, modifiedAt })
    this.chunks.use(content.chunks, 1)
    return id
  }

  setTime(id: RevisionId | null, modifiedAt: Instant): void {
    const revision = id === null ? undefined : this.revisions.get(id)
    if (id !== null && revision) this.revisions.set(id, { ...revision, modifiedAt })
  }

  /** Makes an item what it is to be, or adds it, as the next change. */
  change(op: ChangeOp, to: Omit<Entry, 'ver' | 'seq'>, stamp: Stamp): Entry {
    const before = this.entries.get(to.id)
    const entry: Entry = { ...to, ver: (before?.ver ?? 0) + 1, seq: this.seq + 1 }
    if (before) this.#forget(before)
    this.entries.set(entry.id, entry)
    if (entry.lock) this.#locked.add(entry.id)
    if (!entry.deleted) {
      this.#names.set(placeOf(entry.parentId, entry.name), entry.id)
      this.#count(entry.parentId, 1)
    }
    this.#note(op, entry, stamp)
    return entry
  }

  /** A lock is on the log, but no new version of the item. */
  setLock(op: 'lock' | 'unlock', entry: Entry | undefined, lock: Lock | null, stamp: Stamp): void {
    if (!entry) this.lock = lock
    else {
      this.entries.set(entry.id, { ...entry, lock })
      if (lock) this.#locked.add(entry.id)
      else this.#locked.delete(entry.id)
    }
    this.#note(op, entry, stamp)
  }

  /** Removes an item for ever, with its revisions. */
  drop(entry: Entry, stamp: Stamp): void {
    this.#forget(entry)
    this.entries.delete(entry.id)
    this.#note('purge', { ...entry, ver: entry.ver + 1, deleted: true }, stamp)
    for (const [id, { entryId, content }] of this.revisions)
      if (entryId === entry.id) {
        this.revisions.delete(id)
        this.chunks.use(content.chunks, -1)
      }
  }

  #forget({ id, parentId, name, deleted }: Entry): void {
    this.#locked.delete(id)
    if (deleted) return
    const place = placeOf(parentId, name)
    // In the middle of an operation another item may have the name already.
    if (this.#names.get(place) === id) this.#names.delete(place)
    this.#count(parentId, -1)
  }

  #count(parentId: EntryId, by: number): void {
    this.#liveChildren.set(parentId, (this.#liveChildren.get(parentId) ?? 0) + by)
  }

  #note(op: ChangeOp, entry: Entry | undefined, { by, at, clientOp, firstSeq }: Stamp): void {
    const seq = this.seq + 1
    this.log.push({ seq, op, entry, by, clientOp: clientOp ?? null, firstSeq: firstSeq ?? seq, at })
    if (clientOp !== undefined) this.#named.set(`${by.personId} ${clientOp}`, entry?.id ?? TOP)
  }
}

/** No name has a slash in it. */
const placeOf = (parentId: EntryId, name: string): string => `${parentId}/${nameKey(name)}`

/** A change within an operation means all of that, which was done at once. */
export function endOfOperation({ log }: ModelRoot, seq: number): number {
  const first = log[seq - 1]?.firstSeq
  let end = seq
  while (first !== undefined && log[end]?.firstSeq === first) end++
  return end
}
