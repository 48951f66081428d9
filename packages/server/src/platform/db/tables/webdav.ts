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
  /** Properties of which only the programs that set them know the meaning. `name` is that of the XML element with its namespace. */
  entry_property: { root_id: RootId; entry_id: ParentId; name: string; value: string }
}

export async function createWebdav(schema: SchemaModule, { bigint, flag }: Columns): Promise<void> {
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
    .createTable('entry_property')
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('entry_id', bigint, required)
    .addColumn('name', 'text', required)
    .addColumn('value', 'text', required)
    .addPrimaryKeyConstraint('entry_property_key', ['root_id', 'entry_id', 'name'])
    .execute()
}
