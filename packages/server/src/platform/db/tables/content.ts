import type { EntryId, Id, MachineId, PersonId, RevisionId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Generated, type SchemaModule, sql } from 'kysely'
import type { BlobKey } from '../../basics/blob-key.ts'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'

export type ChunkId = Id<'chunk'>

/** What is in files: revisions are lists of chunks, each of one root. */
export interface ContentTables {
  chunk: {
    id: Generated<ChunkId>
    root_id: RootId
    sha256: Buffer
    size: number
    /** Small chunks hold their bytes here, larger ones the key of a blob. */
    data: Buffer | null
    blob_key: BlobKey | null
    /** 0 until the bytes are durable: the row comes first, so that no blob is ever unknown. */
    stored: Flag
    refs: number
    /** 1 while it was sent for a file that is still to be made: until then it counts for quotas by itself. */
    unclaimed: Generated<Flag>
    /** Since when nothing refers to it; null while something does. */
    idle_since: Instant | null
    /** Since when its bytes are known to be missing or not what they were: an upload of them stores them again. */
    damaged_at: Instant | null
  }
  /** What is to be reported of chunks that are damaged, or whole again, until it was. No row of files refers to it. */
  damage_news: { chunk_id: ChunkId; healed: Flag }
  /** One row: how far the scrub has come, and when it had last been through all. */
  scrub: {
    id: number
    /** The chunk that it has come to, and when. */
    up_to: ChunkId
    at: Instant
    /** When the round began that is under way; none once that has come to the end. */
    begun_at: Instant | null
    /** How many chunks of that round could not be read, which says nothing about them. */
    unread: number
    /** The last round in which every chunk was looked at. */
    full_begun_at: Instant | null
    full_at: Instant | null
  }
  /** Blobs whose row is gone but whose bytes may still be there. */
  blob_garbage: { blob_key: BlobKey }
  /** A process that copies blobs keeps the sweep from all of them until then; lapses with a process that is gone. */
  sweep_hold: { purpose: string; holder: string; until: Instant }
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
  revision_chunk: {
    root_id: RootId
    revision_id: RevisionId
    position: number
    chunk_id: ChunkId
    size: number
  }
}

export async function createContent(schema: SchemaModule, columns: Columns): Promise<void> {
  await createChunk(schema, columns)
  await createRevision(schema, columns)
}

async function createChunk(schema: SchemaModule, { bigint, bytes, flag, id }: Columns): Promise<void> {
  await schema
    .createTable('chunk')
    .addColumn('id', bigint, id)
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('sha256', bytes, required)
    .addColumn('size', bigint, required)
    .addColumn('blob_key', 'text')
    .addColumn('stored', flag, required)
    .addColumn('refs', bigint, required)
    .addColumn('unclaimed', flag, counter)
    .addColumn('idle_since', bigint)
    .addColumn('damaged_at', bigint)
    // Last: SQLite reads all of it to get at what follows.
    .addColumn('data', bytes)
    .execute()
  await schema
    .createIndex('chunk_content')
    .on('chunk')
    .columns(['root_id', 'sha256'])
    .unique()
    .where(sql.ref('stored'), '=', sql.lit(1))
    .execute()
  for (const [name, column] of [
    ['chunk_idle', 'idle_since'],
    ['chunk_blob', 'blob_key'],
  ] as const)
    await schema
      .createIndex(name)
      .on('chunk')
      .columns([column])
      .where(sql.ref(column), 'is not', null)
      .execute()
  await schema
    .createIndex('chunk_damaged')
    .on('chunk')
    .columns(['root_id', 'id'])
    .where(sql.ref('damaged_at'), 'is not', null)
    .execute()
  await schema
    .createIndex('chunk_waiting')
    .on('chunk')
    .columns(['root_id'])
    .where(sql.ref('stored'), '=', sql.lit(0))
    .execute()
  await schema
    .createIndex('chunk_unclaimed')
    .on('chunk')
    .columns(['idle_since'])
    .where(sql.ref('unclaimed'), '=', sql.lit(1))
    .execute()
  await schema
    .createTable('blob_garbage')
    .addColumn('blob_key', 'text', (c) => c.primaryKey())
    .execute()
  await schema
    .createTable('sweep_hold')
    .addColumn('purpose', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', required)
    .addColumn('until', bigint, required)
    .execute()
  await schema
    .createTable('damage_news')
    .addColumn('chunk_id', bigint, required)
    .addColumn('healed', flag, required)
    .addPrimaryKeyConstraint('damage_news_key', ['chunk_id', 'healed'])
    .execute()
  await schema
    .createTable('scrub')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('up_to', bigint, required)
    .addColumn('at', bigint, required)
    .addColumn('begun_at', bigint)
    .addColumn('unread', bigint, required)
    .addColumn('full_begun_at', bigint)
    .addColumn('full_at', bigint)
    .execute()
}

async function createRevision(schema: SchemaModule, columns: Columns): Promise<void> {
  const { bigint, bytes, id } = columns
  await schema
    .createTable('revision')
    .addColumn('id', bigint, id)
    .addColumn('entry_id', bigint, required)
    .addColumn('root_id', bigint, required)
    .addColumn('content', bytes, required)
    .addColumn('size', bigint, required)
    .addColumn('full_size', bigint, required)
    .addColumn('delta_size', bigint, required)
    .addColumn('created_at', bigint, required)
    .addColumn('modified_at', bigint, required)
    .addColumn('person_id', bigint)
    .addColumn('machine_id', bigint)
    .addColumn('replaced_at', bigint)
    .$call(columns.entryReference)
    .execute()
  await schema.createIndex('revision_of_entry').on('revision').columns(['entry_id', 'id']).execute()
  // Revisions of a root that are not the newest of their file, by when they ceased to be.
  await schema
    .createIndex('revision_replaced')
    .on('revision')
    .columns(['root_id', 'replaced_at', 'id'])
    .where(sql.ref('replaced_at'), 'is not', null)
    .execute()

  await schema
    .createTable('revision_chunk')
    .addColumn('root_id', bigint, required)
    .addColumn('revision_id', bigint, requiredReference('revision'))
    .addColumn('position', bigint, required)
    .addColumn('chunk_id', bigint, requiredReference('chunk'))
    .addColumn('size', bigint, required)
    .addPrimaryKeyConstraint('revision_chunk_key', ['revision_id', 'position'])
    .$call(columns.withoutRowId)
    .execute()
  // Which files a chunk is in. Deleting a chunk looks here too, to see that there are none.
  await schema.createIndex('revision_chunk_use').on('revision_chunk').columns(['chunk_id']).execute()
}
