import type { OnConflict } from '@holdfast/api/files'
import type { EntryId, Id, MachineId, OrganizationId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Generated } from 'kysely'

/** 0 or 1 in both databases. */
export type Flag = 0 | 1
export type ChunkId = Id<'chunk'>
export type UploadId = Id<'upload'>
/** Where an item lies: a folder, or 0 for the top level of its root. */
export type ParentId = EntryId | 0
export type EntryKind = 'file' | 'folder'
export type ChangeOp =
  | 'create'
  | 'update'
  | 'rename'
  | 'move'
  | 'delete'
  | 'restore'
  | 'purge'
  | 'lock'
  | 'unlock'

/** Columns that count the items directly below a root or folder, and number their changes. */
interface Container {
  /** Rises with each change of an item but those of locks. */
  children_ver: Generated<number>
  /** As `children_ver`, without changes that only deleted items saw. */
  live_ver: Generated<number>
  /** Rises with each change of an item's lock. */
  locks_ver: Generated<number>
  /** Rises when an item becomes locked or unlocked. */
  locked_ver: Generated<number>
  live_children: Generated<number>
  deleted_children: Generated<number>
}

/** Columns that hold the lock of a root, file or folder. */
export interface Lock {
  locked_by: PersonId | null
  /** The holder's name when the lock was taken. */
  lock_holder: string | null
  locked_at: Instant | null
  /** Null: until it is unlocked. */
  lock_until: Instant | null
}

type NewLock = { [Column in keyof Lock]: Generated<Lock[Column]> }

/** The tables of roots and of what lies in them. */
export interface FileTables {
  root: Container &
    NewLock & {
      id: Generated<RootId>
      organization_id: OrganizationId
      person_id: PersonId | null
      root_type: 'sync' | 'share' | 'backup'
      name: string
      seq: Generated<number>
      description: string | null
      auto_lock: Generated<Flag>
      notify: Generated<Flag>
      live_size: Generated<number>
      stored_size: Generated<number>
      live_files: Generated<number>
      live_revisions: Generated<number>
      live_revision_size: Generated<number>
      deleted_files: Generated<number>
      deleted_revisions: Generated<number>
      deleted_revision_size: Generated<number>
      created_at: Instant
      deleted_at: Instant | null
      purged_at: Instant | null
    }
  entry: Container &
    NewLock & {
      id: Generated<EntryId>
      root_id: RootId
      parent_id: ParentId
      kind: EntryKind
      name: string
      name_key: string
      revision_id: RevisionId | null
      size: Generated<number>
      created_at: Instant
      modified_at: Instant
      ver: number
      seq: number
      deleted_at: Instant | null
      /** When its content, name, place or deletion changed last. */
      changed_at: Instant
      /** When it was deleted or restored last. */
      deletion_at: Instant | null
    }
  chunk: {
    id: Generated<ChunkId>
    root_id: RootId
    sha256: Buffer
    size: number
    data: Buffer | null
    blob_key: string | null
    stored: Flag
    refs: number
    idle_since: Instant | null
  }
  blob_garbage: { blob_key: string }
  revision: {
    id: Generated<RevisionId>
    entry_id: EntryId
    root_id: RootId
    content: Buffer
    size: number
    full_size: number
    delta_size: number
    created_at: Instant
    modified_at: Instant
    person_id: PersonId | null
    machine_id: MachineId | null
    /** When a newer one took its place; null for the newest of a file. */
    replaced_at: Instant | null
  }
  revision_chunk: { revision_id: RevisionId; position: number; chunk_id: ChunkId; size: number }
  change: {
    root_id: RootId
    seq: number
    op: ChangeOp
    /** 0 for a change of the root itself. */
    entry_id: EntryId | 0
    kind: EntryKind | 'root'
    parent_id: ParentId
    name: string
    ver: number
    revision_id: RevisionId | null
    size: number
    deleted_at: Instant | null
    person_id: PersonId | null
    machine_id: MachineId | null
    client_op: string | null
    /** The first change of the operation this one belongs to, where that made several. */
    first_seq: number | null
    at: Instant
  }
  upload: {
    id: Generated<UploadId>
    key: string
    person_id: PersonId
    root_id: RootId
    folder_id: ParentId | null
    file_id: EntryId | null
    name: string | null
    on_conflict: OnConflict | null
    if_ver: number | null
    file_created_at: Instant | null
    file_modified_at: Instant | null
    client_op: string | null
    metadata: string
    length: number | null
    received: Generated<number>
    cut: Generated<number>
    lease: string | null
    lease_until: Generated<Instant>
    expires_at: Instant
    kept_at: Instant
    entry_id: EntryId | null
    revision_id: RevisionId | null
  }
  upload_chunk: { upload_id: UploadId; position: number; chunk_id: ChunkId; sha256: Buffer; size: number }
  upload_tail: { upload_id: UploadId; bytes: Buffer }
  entry_version: {
    entry_id: EntryId
    root_id: RootId
    seq_from: number
    seq_to: number
    parent_id: ParentId
    name: string
    name_key: string
    revision_id: RevisionId | null
    size: number
    modified_at: Instant
    deleted_at: Instant | null
  }
}
