import type { EntryId, OrganizationId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

/** Where an item is: a folder, or 0 for the top level of its root. */
export type ParentId = EntryId | 0
export type EntryKind = 'file' | 'folder'

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

/**
 * Roots, and what is in them. From `entry` on, and in the tables of content and history, every row names its root and
 * every statement asks for it: see `docs/adr/0027-every-statement-names-its-root.md`.
 */
export interface FileTables {
  root: Container &
    NewLock & {
      id: Generated<RootId>
      organization_id: OrganizationId
      person_id: PersonId | null
      root_type: 'sync' | 'share' | 'backup'
      name: string
      /** What lists sort it by. */
      name_key: Generated<string>
      description: string | null
      /** The number of the newest change; taken from here, so that commit order and number order agree. */
      seq: Generated<number>
      /** What `seq` was when the epoch began: older rows are of a time that may have gone on elsewhere. */
      epoch_seq: Generated<number>
      auto_lock: Generated<Flag>
      notify: Generated<Flag>
      live_size: Generated<number>
      stored_size: Generated<number>
      /** Bytes on their way: of uploads that are no file yet and of chunks that are in none. */
      pending_size: Generated<number>
      live_files: Generated<number>
      live_revisions: Generated<number>
      live_revision_size: Generated<number>
      deleted_files: Generated<number>
      deleted_revisions: Generated<number>
      deleted_revision_size: Generated<number>
      /** What lists show. Of team shares: what is stored and when it last changed, as of the last count; of backups: when the newest run ended. */
      shown_space: Generated<number>
      shown_change: Generated<Instant>
      created_at: Instant
      deleted_at: Instant | null
      /** When nothing of a deleted root was left. */
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
      /** Of a file that was moved over another one: that one. It is deleted as a part of what saved the other. */
      replaced_by: Generated<EntryId | null>
      /** What a device wrote down about it, such as the mode and the name that it has there. */
      meta: Generated<string | null>
      /** Of a folder: the newest change in it, however deep, or that made it. No index has this column, nor the next one. */
      tree_seq: Generated<number>
      /** Of a folder: the bytes of the files below it, but for those that are deleted, or in a deleted folder below it. */
      tree_size: Generated<number>
    }
}

export async function createFiles(schema: SchemaModule, columns: Columns): Promise<void> {
  await createRoot(schema, columns)
  await indexRoot(schema)
  await createEntry(schema, columns)
  await indexEntry(schema)
  // For searches that no gram helps with.
  await columns.indexInRoot(schema, 'entry')
}

async function createRoot(schema: SchemaModule, { bigint, flag, id, key }: Columns): Promise<void> {
  await schema
    .createTable('root')
    .addColumn('id', bigint, id)
    .addColumn('organization_id', bigint, requiredReference('organization'))
    .addColumn('person_id', bigint, (c) => c.references('person.id'))
    .addColumn('root_type', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('name_key', key, (c) => c.notNull().defaultTo(''))
    .addColumn('description', 'text')
    .addColumn('seq', bigint, counter)
    .addColumn('epoch_seq', bigint, counter)
    .addColumn('auto_lock', flag, counter)
    .addColumn('notify', flag, (c) => c.notNull().defaultTo(1))
    .addColumn('children_ver', bigint, counter)
    .addColumn('live_ver', bigint, counter)
    .addColumn('locks_ver', bigint, counter)
    .addColumn('locked_ver', bigint, counter)
    .addColumn('live_children', bigint, counter)
    .addColumn('deleted_children', bigint, counter)
    .addColumn('live_size', bigint, counter)
    .addColumn('stored_size', bigint, counter)
    .addColumn('pending_size', bigint, counter)
    .addColumn('live_files', bigint, counter)
    .addColumn('live_revisions', bigint, counter)
    .addColumn('live_revision_size', bigint, counter)
    .addColumn('deleted_files', bigint, counter)
    .addColumn('deleted_revisions', bigint, counter)
    .addColumn('deleted_revision_size', bigint, counter)
    .addColumn('locked_by', bigint)
    .addColumn('lock_holder', 'text')
    .addColumn('locked_at', bigint)
    .addColumn('lock_until', bigint)
    .addColumn('shown_space', bigint, counter)
    .addColumn('shown_change', bigint, counter)
    .addColumn('created_at', bigint, required)
    .addColumn('deleted_at', bigint)
    .addColumn('purged_at', bigint)
    .execute()
}

async function indexRoot(schema: SchemaModule): Promise<void> {
  const ofOrganization = (name: string) =>
    schema.createIndex(name).on('root').columns(['organization_id', 'id'])
  await schema.createIndex('root_of_person').on('root').columns(['person_id']).execute()
  await ofOrganization('root_of_organization').execute()
  await ofOrganization('root_listed').where(sql.ref('deleted_at'), 'is', null).execute()
  for (const type of ['share', 'backup'])
    await ofOrganization(`${type}_listed`)
      .where(sql.ref('deleted_at'), 'is', null)
      .where(sql.ref('root_type'), '=', sql.lit(type))
      .execute()
  for (const [name, type, column] of [
    ['share_by_name', 'share', 'name_key'],
    ['share_by_space', 'share', 'shown_space'],
    ['share_by_change', 'share', 'shown_change'],
    ['backup_by_run', 'backup', 'shown_change'],
  ] as const)
    await schema
      .createIndex(name)
      .on('root')
      .columns(['organization_id', column, 'id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .where(sql.ref('root_type'), '=', sql.lit(type))
      .execute()
  await ofOrganization('root_to_purge')
    .where(sql.ref('deleted_at'), 'is not', null)
    .where(sql.ref('purged_at'), 'is', null)
    .execute()
  // None of its columns changes with a change of files, so uploads do not pay for it.
  await schema
    .createIndex('root_notifying')
    .on('root')
    .columns(['id'])
    .where(sql<boolean>`root_type = 'share' and notify = 1 and deleted_at is null`)
    .execute()
}

async function createEntry(schema: SchemaModule, columns: Columns): Promise<void> {
  const { bigint, key } = columns
  await schema
    .createTable('entry')
    .addColumn('id', bigint, columns.idInRoot)
    .addColumn('root_id', bigint, requiredReference('root'))
    // 0 is the top level: a null would escape the unique index on names.
    .addColumn('parent_id', bigint, required)
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('name_key', key, required)
    .addColumn('revision_id', bigint)
    .addColumn('size', bigint, counter)
    .addColumn('created_at', bigint, required)
    .addColumn('modified_at', bigint, required)
    .addColumn('ver', bigint, required)
    .addColumn('seq', bigint, required)
    .addColumn('children_ver', bigint, counter)
    .addColumn('live_ver', bigint, counter)
    .addColumn('locks_ver', bigint, counter)
    .addColumn('locked_ver', bigint, counter)
    .addColumn('live_children', bigint, counter)
    .addColumn('deleted_children', bigint, counter)
    .addColumn('locked_by', bigint)
    .addColumn('lock_holder', 'text')
    .addColumn('locked_at', bigint)
    .addColumn('lock_until', bigint)
    .addColumn('deleted_at', bigint)
    .addColumn('changed_at', bigint, required)
    .addColumn('deletion_at', bigint)
    .addColumn('replaced_by', bigint)
    .addColumn('meta', 'text')
    .addColumn('tree_seq', bigint, counter)
    .addColumn('tree_size', bigint, counter)
    .$call(columns.keyInRoot)
    .execute()
}

async function indexEntry(schema: SchemaModule): Promise<void> {
  const index = (name: string, ...columns: string[]) =>
    schema
      .createIndex(name)
      .on('entry')
      .columns(['root_id', ...columns])
  // Decides races for a name, and lists the live items of a folder.
  await index('entry_live_name', 'parent_id', 'name_key')
    .unique()
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  // A caller who wants page 5,000 of the live items skips half a million others: with the deletion in the index, without a
  // look at their rows.
  for (const [name, column] of [
    ['entry_name', 'name_key'],
    ['entry_modified_at', 'modified_at'],
    ['entry_size', 'size'],
  ] as const)
    await index(name, 'parent_id', column, 'id', 'deleted_at').execute()
  // People who only see folders must find them among any number of files.
  await index('entry_folder', 'parent_id', 'name_key', 'id', 'deleted_at')
    .where(sql.ref('kind'), '=', sql.lit('folder'))
    .execute()
  // The locks in a folder by the moment they end, and those of a root, wherever they are.
  await index('entry_locked', 'parent_id', 'lock_until').where(sql.ref('locked_by'), 'is not', null).execute()
  await index('entry_locked_by', 'locked_by').where(sql.ref('locked_by'), 'is not', null).execute()
  await index('entry_changed', 'changed_at', 'id').where(sql.ref('kind'), '=', sql.lit('file')).execute()
  // Files in a folder that is deleted or restored change with it, though their rows do not.
  await index('entry_deletion', 'deletion_at', 'id')
    .where(sql<boolean>`kind = 'folder' and deletion_at is not null`)
    .execute()
  // What was deleted in a root, the oldest first.
  await index('entry_deleted', 'deleted_at', 'id').where(sql.ref('deleted_at'), 'is not', null).execute()
}
