import type { Change, ChangeOp } from '@holdfast/api/files/changes'
import type { SyncEntry } from '@holdfast/api/files/sync'
import type { EntryId, MachineId, PersonId, RevisionId } from '@holdfast/api/ids'
import { formatUtc, type Instant } from '@holdfast/api/time'

/** The top level of a root, as clients call it. */
export const TOP = 0 as EntryId

/** The caller of a request. */
export interface Caller {
  readonly personId: PersonId
  readonly machineId: MachineId | null
  readonly name: string
}

export interface Lock {
  readonly holder: PersonId
  readonly name: string
  /** Null if it holds until it is unlocked. */
  readonly until: Instant | null
}

export const isHeld = (lock: Lock | null, at: Instant): lock is Lock =>
  lock !== null && (lock.until === null || lock.until > at)

/** What an item is. It is never changed, only replaced, so that copies of a root can share it. */
export interface Entry {
  readonly id: EntryId
  readonly parentId: EntryId
  readonly kind: 'file' | 'folder'
  readonly name: string
  readonly ver: number
  /** The number of its newest change. */
  readonly seq: number
  readonly revisionId: RevisionId | null
  readonly content: string | null
  readonly size: number
  readonly modifiedAt: Instant
  readonly createdAt: Instant
  /** By itself; what is in a deleted folder is deleted too. */
  readonly deleted: boolean
  readonly lock: Lock | null
  readonly meta: string | null
}

/** What one change left behind. */
export interface LogLine {
  readonly seq: number
  readonly op: ChangeOp
  /** Undefined where the root itself was locked or unlocked. */
  readonly entry: Entry | undefined
  readonly by: Caller
  readonly clientOp: string | null
  readonly firstSeq: number
  readonly at: Instant
}

export const entryView = (entry: Entry, at: Instant): SyncEntry => ({
  entry_id: entry.id,
  parent_id: entry.parentId,
  kind: entry.kind,
  name: entry.name,
  ver: entry.ver,
  seq: entry.seq,
  revision_id: entry.revisionId,
  size: entry.size,
  content: entry.content,
  modified: formatUtc(entry.modifiedAt),
  created: formatUtc(entry.createdAt),
  is_deleted: entry.deleted,
  lock: isHeld(entry.lock, at)
    ? {
        person_id: entry.lock.holder,
        name: entry.lock.name,
        expires: entry.lock.until === null ? null : formatUtc(entry.lock.until),
      }
    : null,
  meta: entry.meta,
})

/** `revision` is what the log names, while it is there. */
export const changeView = (
  { seq, op, entry, by, clientOp, firstSeq, at }: LogLine,
  rootName: string,
  revision: { content: string; modifiedAt: Instant } | undefined,
): Change => ({
  type: 'change',
  seq,
  op,
  entry_id: entry?.id ?? TOP,
  kind: entry?.kind ?? 'root',
  parent_id: entry?.parentId ?? TOP,
  name: entry?.name ?? rootName,
  ver: entry?.ver ?? 0,
  revision_id: entry?.revisionId ?? null,
  size: entry?.size ?? 0,
  content: revision?.content ?? null,
  modified: revision ? formatUtc(revision.modifiedAt) : null,
  is_deleted: entry?.deleted ?? false,
  person_id: by.personId,
  machine_id: by.machineId,
  client_op: clientOp,
  first_seq: firstSeq,
  at: formatUtc(at),
})
