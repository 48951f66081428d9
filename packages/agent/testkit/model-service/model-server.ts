import type { listChanges } from '@holdfast/api/files/changes'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { nameKey } from '@holdfast/api/files/names'
import {
  type applyBatch,
  type BatchRequest,
  type getEntries,
  type getSnapshot,
  MAX_BATCH_INLINE,
  MAX_BATCH_OPS,
} from '@holdfast/api/files/sync'
import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import type { ResultOf } from '@holdfast/api/operation'
import type { Instant } from '@holdfast/api/time'
import { applyOps } from './batch.ts'
import type { Edit } from './changes.ts'
import { type Caller, changeView, type Entry, entryView, TOP } from './entry.ts'
import { Ids } from './ids.ts'
import { endOfOperation, ModelRoot, type Role } from './model-root.ts'
import { cursorAt, type Listed, numberIn, type Progress, progressIn, progressText } from './positions.ts'
import { refuse } from './refuse.ts'

export interface ModelSettings {
  now: () => Instant
  /** What identifies a content. Where no bytes are looked at, any text will do that differs where they do. */
  contentIdOf: (chunks: readonly ChunkRef[]) => string
  excludedExtensions?: string
  maxFileSize?: number
}

/** All that a backup of the service holds. */
export interface Copy {
  readonly ids: Ids
  readonly roots: ReadonlyMap<RootId, ModelRoot>
}

const RANKS: Record<Role, number> = { view: 1, edit: 2, manage: 3 }

/**
 * What a device sees of the service, in memory: the same answers and refusals, with neither bytes nor a database, nor
 * anything that is left to chance. A test compares it with the service, change by change.
 */
export class ModelServer {
  readonly #settings: ModelSettings
  #ids = new Ids()
  #roots = new Map<RootId, ModelRoot>()
  #epochs = 1

  constructor(settings: ModelSettings) {
    this.#settings = settings
  }

  get epoch(): string {
    return `epoch ${this.#epochs}`
  }

  addRoot(id: RootId, name: string, roles: Iterable<[PersonId, Role]>): ModelRoot {
    const root = new ModelRoot(id, name, this.#ids)
    for (const [person, role] of roles) root.roles.set(person, role)
    this.#roots.set(id, root)
    return root
  }

  /** To look at, and to change who may do what. */
  root = (id: RootId): ModelRoot => this.#roots.get(id) ?? refuse('not_found')

  /** As a backup takes it: later changes do not show in it. */
  copy(): Copy {
    return copyOf({ ids: this.#ids, roots: this.#roots })
  }

  /** Back to a copy, as after a restore: a new epoch, in which no id of the lost time is given again. */
  restoreFrom(copy: Copy): void {
    const { ids, roots } = copyOf(copy)
    this.#ids = ids
    this.#roots = new Map(roots)
    this.beginEpoch()
  }

  beginEpoch(): void {
    this.#epochs++
    this.#ids.skip()
    for (const root of this.#roots.values()) root.epochSeq = root.seq
  }

  listChanges(
    who: Caller,
    { root_id, cursor, limit }: { root_id: RootId; cursor?: string | undefined; limit: number },
  ): ResultOf<typeof listChanges> {
    const root = this.#reach(who, root_id, 'view')
    const after = cursor === undefined ? 0 : numberIn(this.epoch, root_id, cursor)
    if (after > root.seq) refuse('cursor_reset')
    const lines = root.log.slice(after, after + limit)
    const last = after + lines.length
    return {
      epoch: this.epoch,
      cursor: cursorAt(this.epoch, root_id, last),
      has_more: last < root.seq,
      results: lines.map((line) => {
        const revision = root.revisions.get(line.entry?.revisionId ?? (0 as never))
        return changeView(
          line,
          root.name,
          revision && { content: revision.content.id, modifiedAt: revision.modifiedAt },
        )
      }),
    }
  }

  getSnapshot(
    who: Caller,
    {
      root_id: rootId,
      folder_id: folderId,
      as_of_seq: asOfSeq,
      after,
      limit,
    }: {
      root_id: RootId
      folder_id?: EntryId | undefined
      as_of_seq?: number | undefined
      after?: string | undefined
      limit: number
    },
  ): ResultOf<typeof getSnapshot> {
    const root = this.#reach(who, rootId, 'view')
    if (folderId !== undefined && folderId !== TOP && root.entries.get(folderId)?.kind !== 'folder')
      refuse('not_found')
    const isTooNew = asOfSeq !== undefined && asOfSeq > root.seq
    if (isTooNew || (asOfSeq !== undefined && folderId !== undefined)) refuse('invalid_request')
    const listed: Listed = { rootId, folderId, asOfSeq }
    const seq = asOfSeq === undefined ? root.seq : endOfOperation(root, asOfSeq)
    const from = after === undefined ? { seq, id: TOP, key: '' } : progressIn(this.epoch, listed, after)
    const entries =
      folderId === undefined
        ? inRoot(asOfSeq === undefined ? root.entries.values() : entriesThen(root, from.seq), from)
        : inFolder(root, folderId, from)
    const page = entries.slice(0, limit)
    const last = page.length < limit ? undefined : page.at(-1)
    const at = this.#settings.now()
    return {
      epoch: this.epoch,
      seq: from.seq,
      epoch_seq: root.epochSeq,
      cursor: cursorAt(this.epoch, rootId, from.seq),
      results: page.map((entry) => entryView(entry, at)),
      next: last
        ? progressText(this.epoch, listed, { seq: from.seq, id: last.id, key: nameKey(last.name) })
        : null,
    }
  }

  getEntries(
    who: Caller,
    { root_id, ids }: { root_id: RootId; ids: readonly EntryId[] },
  ): ResultOf<typeof getEntries> {
    const root = this.#reach(who, root_id, 'view')
    const at = this.#settings.now()
    const entries = [...new Set(ids)].flatMap((id) => root.entries.get(id) ?? [])
    return { epoch: this.epoch, results: entries.map((entry) => entryView(entry, at)) }
  }

  applyBatch(who: Caller, root_id: RootId, request: BatchRequest): ResultOf<typeof applyBatch> {
    const edit = this.editing(who, root_id, 'edit')
    const { epoch, inline, ops } = request
    if (ops.length > MAX_BATCH_OPS || inline.length > MAX_BATCH_INLINE) refuse('invalid_request')
    if (new Set(ops.map(({ op_id }) => op_id)).size < ops.length) refuse('invalid_request')
    if (epoch !== this.epoch) refuse('cursor_reset')
    const { contentIdOf, maxFileSize = Number.POSITIVE_INFINITY } = this.#settings
    const brought = new Map(inline.map((chunk) => [chunk.sha256, chunk]))
    return { epoch, results: applyOps(edit, { ops, inline: brought, contentIdOf, maxFileSize }) }
  }

  putChunk(who: Caller, root_id: RootId, chunk: ChunkRef): void {
    this.#reach(who, root_id, 'edit').chunks.send(chunk)
  }

  findMissingChunks(who: Caller, root_id: RootId, chunks: readonly ChunkRef[]): string[] {
    const root = this.#reach(who, root_id, 'edit')
    const asked = new Set(chunks.map(({ sha256 }) => sha256))
    return [...asked].filter((sha256) => !root.chunks.has(sha256))
  }

  /** For the person who makes a change now. */
  editing(by: Caller, rootId: RootId, needs: Role): Edit {
    const { now, excludedExtensions: excluded = '' } = this.#settings
    return { root: this.#reach(by, rootId, needs), by, at: now(), excluded }
  }

  #reach({ personId }: Caller, rootId: RootId, needs: Role): ModelRoot {
    const root = this.root(rootId)
    const role = root.roles.get(personId)
    if (role && root.deleted) refuse('root_deleted')
    return role && RANKS[role] >= RANKS[needs] ? root : refuse('forbidden')
  }
}

function copyOf({ ids, roots }: Copy): Copy {
  const copied = ids.copy()
  return { ids: copied, roots: new Map([...roots].map(([id, root]) => [id, root.copy(copied)])) }
}

/** What is not deleted itself, by ids, which rise in the order that items are made. */
const inRoot = (entries: Iterable<Entry>, from: Progress): Entry[] =>
  [...entries].filter(({ id, deleted }) => !deleted && id > from.id).sort((one, other) => one.id - other.id)

/** What there was after a change, of what was not purged since; nobody knows who held a lock. */
function entriesThen(root: ModelRoot, seq: number): Iterable<Entry> {
  const then = new Map<EntryId, Entry>()
  for (const { entry } of root.log.slice(0, seq))
    if (entry && root.entries.has(entry.id)) then.set(entry.id, { ...entry, lock: null })
  return then.values()
}

const inFolder = (root: ModelRoot, folderId: EntryId, from: Progress): Entry[] =>
  root
    .children(folderId)
    .filter(({ deleted }) => !deleted)
    .map((entry) => ({ entry, key: nameKey(entry.name) }))
    .filter(({ entry, key }) => byKey(key, from.key) > 0 || (key === from.key && entry.id > from.id))
    .sort((one, other) => byKey(one.key, other.key) || one.entry.id - other.entry.id)
    .map(({ entry }) => entry)

/** By code points, as databases compare texts that are UTF-8. */
function byKey(one: string, other: string): number {
  const [ones, others] = [[...one], [...other]]
  for (let n = 0; n < Math.min(ones.length, others.length); n++) {
    const difference = (ones[n]?.codePointAt(0) ?? 0) - (others[n]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return ones.length - others.length
}
