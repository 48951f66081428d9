import { MIGRATIONS, type Migrations } from '../../src/platform/db/migrations/migrate.ts'

/** Those of a version that does not exist yet. */
export const LATER_MIGRATIONS: Migrations = {
  ...MIGRATIONS,
  '0002-mottos': async (tx) => {
    await tx.schema.alterTable('organization').addColumn('motto', 'text').execute()
  },
}
