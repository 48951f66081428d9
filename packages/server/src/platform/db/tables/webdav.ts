import type { PersonId, RootId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { SchemaModule } from 'kysely'
import { type Columns, counter, type Flag, required, requiredReference } from './columns.ts'
import type { ParentId } from './files.ts'

export type DavScope = 'exclusive' | 'shared'

/** What programs keep here by WebDAV, and nothing else knows of. */
export interface WebdavTables {
  /** A lock that its program shows again by a token. */
  dav_lock: {
    token: string
    root_id: RootId
    entry_id: ParentId
    person_id: PersonId
    /** It ends with the sign-in that took it. */
    session_id: SessionId
    scope: DavScope
    /** Holds for all that is in the folder, too. */
    deep: Flag
    /** It keeps other people out as well, by the lock of the item itself. */
    holds: Flag
    /** XML, as the program sent it. */
    owner: string
    until: Instant
  }
  /**
   * A file under a name that files here cannot have, such as those that programs save to first. It is seen by the sign-in that
   * made it, and becomes a file when it is moved to another name.
   */
  dav_draft: {
    session_id: SessionId
    root_id: RootId
    parent_id: ParentId
    name_key: string
    name: string
    size: number
    content: Buffer
    /** JSON: hash and size of each of its chunks, which wait in the root for a file. */
    chunks: string
    modified_at: Instant
    created_at: Instant
    /** Of the lock that its program took. */
    token: string | null
  }
  /** Properties of which only the programs that set them know the meaning. `name` is that of the XML element with its namespace. */
  entry_property: { root_id: RootId; entry_id: ParentId; name: string; value: string }
}

export async function createWebdav(
  schema: SchemaModule,
  { bigint, bytes, flag, key }: Columns,
): Promise<void> {
  await schema
    .createTable('dav_lock')
    .addColumn('token', 'text', (c) => c.primaryKey())
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('entry_id', bigint, required)
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('session_id', bigint, required)
    .addColumn('scope', 'text', required)
    .addColumn('deep', flag, counter)
    .addColumn('holds', flag, counter)
    .addColumn('owner', 'text', required)
    .addColumn('until', bigint, required)
    .execute()
  await schema.createIndex('dav_lock_in_root').on('dav_lock').columns(['root_id', 'entry_id']).execute()
  await schema.createIndex('dav_lock_ends').on('dav_lock').columns(['until']).execute()
  await schema
    .createTable('dav_draft')
    .addColumn('session_id', bigint, required)
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('parent_id', bigint, required)
    .addColumn('name_key', key, required)
    .addColumn('name', 'text', required)
    .addColumn('size', bigint, required)
    .addColumn('content', bytes, required)
    .addColumn('chunks', 'text', required)
    .addColumn('modified_at', bigint, required)
    .addColumn('created_at', bigint, required)
    .addColumn('token', 'text')
    .addPrimaryKeyConstraint('dav_draft_key', ['session_id', 'root_id', 'parent_id', 'name_key'])
    .execute()
  await schema.createIndex('dav_draft_made').on('dav_draft').columns(['created_at']).execute()
  await schema
    .createTable('entry_property')
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('entry_id', bigint, required)
    .addColumn('name', 'text', required)
    .addColumn('value', 'text', required)
    .addPrimaryKeyConstraint('entry_property_key', ['root_id', 'entry_id', 'name'])
    .execute()
}
