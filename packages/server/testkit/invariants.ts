import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'
import { findContradictions, ORGANIZATION_RULES, ROOT_RULES } from '../src/verify/queries.ts'
import { checkNameIndex } from './name-index.ts'

/** Queries for what would take a whole installation too long to look for, or is looked for in another way there. */
const MORE_RULES: Record<string, string> = {
  'a change of files is on record': `
    select r.id from root r where deleted_at is null
      and (select count(distinct coalesce(first_seq, seq)) from change where root_id = r.id) <> (
      select count(*) from activity where acted_on_root_id = r.id
        and activity_type_id in (7, 9, 10, 11, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 62))`,
}
const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Fails with the first contradiction found. For the end of tests that changed much, or were cut off. */
export async function checkInvariants(db: Db): Promise<void> {
  for (const [rule, query] of Object.entries({ ...ROOT_RULES, ...ORGANIZATION_RULES }))
    assert.deepEqual(await findContradictions(db, query, ALL, 10), [], rule)
  for (const [rule, query] of Object.entries(MORE_RULES)) {
    const { rows } = await sql.raw(query).execute(db)
    assert.deepEqual(rows, [], rule)
  }
  await checkNameIndex(db)
}
