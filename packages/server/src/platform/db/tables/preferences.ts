import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { SchemaModule } from 'kysely'
import { type Columns, required, requiredReference } from './columns.ts'

/** What people set for themselves alone. */
export interface PreferenceTables {
  /** The item may be gone: it is named without a reference, as it is with its root. */
  starred: { person_id: PersonId; root_id: RootId; entry_id: EntryId; created_at: Instant }
  /** What the app in the browser remembers, as JSON. */
  web_settings: { person_id: PersonId; settings: string }
}

export async function createPreferences(schema: SchemaModule, { bigint }: Columns): Promise<void> {
  await schema
    .createTable('starred')
    .addColumn('person_id', bigint, requiredReference('person'))
    .addColumn('root_id', bigint, required)
    .addColumn('entry_id', bigint, required)
    .addColumn('created_at', bigint, required)
    .addPrimaryKeyConstraint('starred_key', ['person_id', 'root_id', 'entry_id'])
    .execute()
  await schema.createIndex('starred_in_root').on('starred').columns(['root_id']).execute()
  await schema
    .createTable('web_settings')
    .addColumn('person_id', bigint, (c) => c.primaryKey().references('person.id'))
    .addColumn('settings', 'text', required)
    .execute()
}
