import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useDatabase } from '@holdfast/server/testkit/databases'
import { checkNameIndex } from '@holdfast/server/testkit/name-index'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { sql } from 'kysely'
import { columnsOf } from './columns.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { migrate } from './migrations/migrate.ts'

const EARLIER = ['0001-accounts', '0002-files', '0003-jobs', '0004-sign-in']

/** What an installation from before may hold: two organizations, people, a file and a deleted folder with one in it. */
const DATA = [
  `insert into organization (id, parent_id, name, slug, email, active, policy, created_at)
   values (1, null, 'Root', 'root', 'r@x.test', 1, '{}', 0), (2, 1, 'Child', 'child', 'c@x.test', 1, '{}', 0)`,
  `insert into person (id, organization_id, email, email_key, first_name, last_name, site_admin, system_admin,
     locale, timezone, active, created_at)
   values (1, 1, 'a@x.test', 'a@x.test', 'A', 'A', 1, 1, 'en_US', 'UTC', 1, 0),
          (2, 2, 'b@x.test', 'b@x.test', 'B', 'B', 0, 0, 'en_US', 'UTC', 1, 0)`,
  `insert into machine (id, organization_id, person_id, client_id, guid, machine_type, created_at)
   values (1, 2, 2, 'anchor', 'g', 'agent', 0)`,
  `insert into root (id, organization_id, person_id, root_type, name, seq, live_children, deleted_children,
     live_size, stored_size, created_at)
   values (1, 2, 2, 'sync', 'B', 4, 1, 1, 10, 0, 0)`,
  `insert into entry (id, root_id, parent_id, kind, name, name_key, revision_id, size, created_at, modified_at, ver,
     seq, live_children, deleted_at)
   values (1, 1, 0, 'file', 'f', 'f', 1, 10, 0, 0, 1, 1, 0, null),
          (2, 1, 0, 'folder', 'd', 'd', null, 0, 0, 0, 2, 4, 1, 9),
          (3, 1, 2, 'file', 'g', 'g', 2, 20, 0, 0, 1, 3, 0, null)`,
  `insert into revision (id, entry_id, content, size, full_size, delta_size, created_at, modified_at)
   values (1, 1, 'x', 10, 10, 0, 0, 0), (2, 3, 'x', 20, 20, 0, 0, 0)`,
  `insert into activity (activity_type_id, actor_type, actor_text, acted_on_type, acted_on_company_id, acted_on_text,
     data_text, data_vars, created_at)
   values (1, 'site', 'H', 'organization', 1, 'o', '', '{}', 0), (1, 'site', 'H', 'organization', 2, 'o', '', '{}', 0),
          (1, 'site', 'H', 'organization', 1, 'o', '', '{}', 0)`,
]

for (const stack of STACKS)
  describe(`an installation from before organizations on ${stack.name}`, () => {
    const world = useDatabase(stack)

    it('is counted and numbered as if it had been all along', async () => {
      const { db } = world
      await db.write(async (tx) => {
        await sql`create table migration (name text primary key, applied_at bigint not null)`.execute(tx)
        for (const name of EARLIER) {
          await MIGRATIONS[name]?.(tx, columnsOf(db.dialect))
          await sql`insert into migration values (${name}, 0)`.execute(tx)
        }
        for (const statement of DATA)
          await sql
            .raw(db.dialect === 'sqlite' ? statement : statement.replaceAll("'x', ", "'\\x00', "))
            .execute(tx)
      })
      await migrate(db, 1)
      const roots = await db.read.selectFrom('root').selectAll().execute()
      const { live_files, live_revision_size, deleted_files, deleted_revisions, deleted_revision_size } =
        roots[0] ?? assert.fail()
      assert.deepEqual(
        [live_files, live_revision_size, deleted_files, deleted_revisions, deleted_revision_size],
        [1, 10, 1, 1, 20],
      )
      const counts = await db.read
        .selectFrom('organization')
        .select(['children_count', 'persons_count', 'admins_count', 'machines_count', 'roots_count'])
        .orderBy('id')
        .execute()
      assert.deepEqual(
        counts.map((row) => Object.values(row)),
        [
          [1, 1, 1, 0, 0],
          [0, 1, 0, 1, 1],
        ],
      )
      const chains = await db.read
        .selectFrom('activity_chain')
        .select(['organization_id', 'seq'])
        .orderBy('organization_id')
        .execute()
      assert.deepEqual(
        chains.map((row) => Object.values(row)),
        [
          [1, 2],
          [2, 1],
        ],
      )
      const unnumbered = await db.read.selectFrom('activity').select('id').where('seq', '=', 0).execute()
      assert.deepEqual(unnumbered, [])
      await checkNameIndex(db.read)
    })
  })

for (const stack of STACKS)
  describe(`an installation from before notices on ${stack.name}`, () => {
    const world = useDatabase(stack)

    it('is not mailed about what happened in its shares until then', async () => {
      const { db } = world
      await db.write(async (tx) => {
        await sql`create table migration (name text primary key, applied_at bigint not null)`.execute(tx)
        for (const name of Object.keys(MIGRATIONS).filter((name) => name < '0018')) {
          await MIGRATIONS[name]?.(tx, columnsOf(db.dialect))
          await sql`insert into migration values (${name}, 0)`.execute(tx)
        }
        await sql`insert into organization (id, name, slug, email, active, policy, created_at)
          values (1, 'Root', 'root', 'r@x.test', 1, '{}', 0)`.execute(tx)
        await sql`insert into root (id, organization_id, root_type, name, seq, created_at)
          values (1, 1, 'share', 'A', 7, 0), (2, 1, 'sync', 'B', 9, 0)`.execute(tx)
      })
      await migrate(db, 1)
      assert.deepEqual(
        (await db.read.selectFrom('share_news').selectAll().execute()).map((row) => ({ ...row })),
        [{ root_id: 1, told_seq: 7, telling_seq: null }],
      )
    })
  })
