import type { EntryId, MachineId, PersonId, RevisionId, RootId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type SchemaModule, sql } from 'kysely'
import { type Columns, required, requiredReference } from './columns.ts'
import type { EntryKind, ParentId } from './files.ts'

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

export interface HistoryTables {
  /** The log of each root, numbered without gaps. */
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
    /** The sign-in that made it, unless a person confirmed it in the app or undid something: see ADR 0052. */
    session_id: SessionId | null
    client_op: string | null
    /** The first change of the operation this one belongs to, where that made several. */
    first_seq: number | null
    at: Instant
  }
  /** What an entry was from one change up to, and not including, another. */
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
    meta: string | null
  }
}

export async function createHistory(schema: SchemaModule, columns: Columns): Promise<void> {
  await createChange(schema, columns)
  await createEntryVersion(schema, columns)
}

async function createChange(schema: SchemaModule, columns: Columns): Promise<void> {
  const { bigint } = columns
  await schema
    .createTable('change')
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('seq', bigint, required)
    .addColumn('op', 'text', required)
    .addColumn('entry_id', bigint, required)
    .addColumn('kind', 'text', required)
    .addColumn('parent_id', bigint, required)
    .addColumn('name', 'text', required)
    .addColumn('ver', bigint, required)
    .addColumn('revision_id', bigint)
    .addColumn('size', bigint, required)
    .addColumn('deleted_at', bigint)
    .addColumn('person_id', bigint)
    .addColumn('machine_id', bigint)
    .addColumn('session_id', bigint)
    .addColumn('client_op', 'text')
    .addColumn('first_seq', bigint)
    .addColumn('at', bigint, required)
    .addPrimaryKeyConstraint('change_key', ['root_id', 'seq'])
    .$call(columns.withoutRowId)
    .execute()
  await schema.createIndex('change_at').on('change').columns(['root_id', 'at', 'seq']).execute()
  // Whether a change that a client names was made already.
  await schema
    .createIndex('change_client_op')
    .on('change')
    .columns(['root_id', 'client_op'])
    .where(sql.ref('client_op'), 'is not', null)
    .execute()
  // Who did what, on which device, and what befell an item.
  await schema.createIndex('change_of_entry').on('change').columns(['root_id', 'entry_id', 'seq']).execute()
  // Those of one kind among many others; most are of two kinds, which do not pay for it.
  await schema
    .createIndex('change_op')
    .on('change')
    .columns(['root_id', 'op', 'seq'])
    .where(sql<boolean>`op not in ('create', 'update')`)
    .execute()
  for (const column of ['person_id', 'machine_id', 'first_seq'])
    await schema
      .createIndex(`change_${column}`)
      .on('change')
      .columns(['root_id', column, 'seq'])
      .where(sql.ref(column), 'is not', null)
      .execute()
}

async function createEntryVersion(schema: SchemaModule, columns: Columns): Promise<void> {
  const { bigint, key } = columns
  await schema
    .createTable('entry_version')
    .addColumn('entry_id', bigint, required)
    .addColumn('root_id', bigint, required)
    .addColumn('seq_from', bigint, required)
    .addColumn('seq_to', bigint, required)
    .addColumn('parent_id', bigint, required)
    .addColumn('name', 'text', required)
    // Earlier names sort like present ones.
    .addColumn('name_key', key, required)
    .addColumn('revision_id', bigint)
    .addColumn('size', bigint, required)
    .addColumn('modified_at', bigint, required)
    .addColumn('deleted_at', bigint)
    .addColumn('meta', 'text')
    .addPrimaryKeyConstraint('entry_version_key', ['entry_id', 'seq_from'])
    .$call(columns.entryReference)
    .execute()
  // What was in a folder at some moment.
  await schema
    .createIndex('entry_version_place')
    .on('entry_version')
    .columns(['root_id', 'parent_id', 'seq_to'])
    .execute()
}
