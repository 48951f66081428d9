import type { PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { SchemaModule } from 'kysely'
import { type Columns, required, requiredReference } from './columns.ts'
import type { ParentId } from './files.ts'

/** Zips that somebody is about to fetch. */
export interface ZipTables {
  zip_order: {
    hash: Buffer
    person_id: PersonId
    root_id: RootId
    folder_id: ParentId
    /** The ids of files and folders, as JSON. */
    choice: string
    expires_at: Instant
  }
}

export async function createZips(schema: SchemaModule, { bigint, bytes }: Columns): Promise<void> {
  await schema
    .createTable('zip_order')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('root_id', bigint, requiredReference('root'))
    .addColumn('folder_id', bigint, required)
    .addColumn('choice', 'text', required)
    .addColumn('expires_at', bigint, required)
    .execute()
  await schema.createIndex('zip_order_expires').on('zip_order').columns(['expires_at']).execute()
}
