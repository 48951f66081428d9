import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { findContradictions, ORGANIZATION_RULES, ROOT_RULES } from '../../src/oversight/verify/queries.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { checkNameIndex } from './name-index.ts'

/** Queries for what would take a whole installation too long to look for, or is looked for in another way there. */
const MORE_RULES: Record<string, string> = {
  'a change of files is on record': `
    select r.id from root r where deleted_at is null
      and (select count(distinct coalesce(first_seq, seq)) from change where root_id = r.id) <> (
      select count(*) from activity where acted_on_root_id = r.id
        and activity_type_id in (7, 9, 10, 11, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 62, 108))
      and not exists (select 1 from activity where acted_on_root_id = r.id and activity_type_id between 88 and 93)`,
  'a notice is about a link of its receiver or a team share': `
    select n.id from notice n left join share_link l on l.id = n.link_id left join root r on r.id = n.root_id
    where (n.kind = 'share_changed') <> (n.root_id is not null) or (n.link_id is null) = (n.root_id is null)
      or (n.link_id is not null and l.creator_id <> n.person_id)
      or (n.root_id is not null and (r.root_type <> 'share' or n.from_seq >= n.to_seq))`,
  'a notice counts what its lines tell, and more': `
    select n.id from notice n where n.count < 1
      or (n.link_id is not null and n.count < (select sum(times) from notice_line where notice_id = n.id))`,
  'accounts that are gone leave no notices': `
    select p.id from person p where p.deleted_at is not null and (exists (select 1 from notice where person_id = p.id)
      or exists (select 1 from notice_mute where person_id = p.id))`,
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
