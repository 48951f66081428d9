import { sql } from 'kysely'
import type { Columns } from '../columns.ts'
import type { Tx } from '../database.ts'

export async function up(tx: Tx, columns: Columns): Promise<void> {
  await chainActivity(tx, columns)
  await createUsage(tx, columns)
  await countWhatIsThere(tx)
  await numberWhatIsThere(tx)
}

async function chainActivity(tx: Tx, { bigint, bytes }: Columns): Promise<void> {
  // Each organization's records are numbered and each holds a hash over itself and the one before.
  await tx.schema
    .createTable('activity_chain')
    .addColumn('organization_id', bigint, (c) => c.primaryKey())
    .addColumn('seq', bigint, (c) => c.notNull())
    .addColumn('hash', bytes, (c) => c.notNull())
    .execute()
  await tx.schema
    .alterTable('activity')
    .addColumn('seq', bigint, (c) => c.notNull().defaultTo(0))
    .execute()
  await tx.schema.alterTable('activity').addColumn('hash', bytes).execute()
  await tx.schema
    .createIndex('activity_number')
    .on('activity')
    .columns(['acted_on_company_id', 'seq'])
    .execute()
  for (const [side, ...more] of [
    ['actor'],
    // The actor too: what someone did to the own account must be counted once, and that by the index alone.
    ['acted_on', 'actor_person_id'],
  ] as const)
    await tx.schema
      .createIndex(`activity_${side}_person`)
      .on('activity')
      .columns([`${side}_person_id`, 'id', ...more])
      .where(sql.ref(`${side}_person_id`), 'is not', null)
      .execute()
}

async function createUsage(tx: Tx, { bigint }: Columns): Promise<void> {
  // What a month is billed by: the newest count of each day replaces the one before.
  await tx.schema
    .createTable('usage_month')
    .addColumn('organization_id', bigint, (c) => c.notNull().references('organization.id'))
    // As `2026-11`.
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('counted_at', bigint, (c) => c.notNull())
    // As JSON.
    .addColumn('usage', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_month_key', ['organization_id', 'month'])
    .execute()
}

/** An installation that is older than its counters. */
async function countWhatIsThere(tx: Tx): Promise<void> {
  const of = (table: string, condition: string) =>
    `(select count(*) from ${table} x where x.${table === 'organization' ? 'parent_id' : 'organization_id'} = organization.id and ${condition})`
  await sql
    .raw(
      `update organization set
        children_count = ${of('organization', 'x.deleted_at is null')},
        persons_count = ${of('person', 'x.guest = 0')},
        admins_count = ${of('person', 'x.guest = 0 and (x.site_admin = 1 or x.system_admin = 1)')},
        machines_count = ${of('machine', 'x.deleted_at is null')},
        roots_count = ${of('root', 'x.deleted_at is null')},
        shares_count = ${of('root', "x.deleted_at is null and x.root_type = 'share'")}`,
    )
    .execute(tx)
  const files = (column: string, live: boolean) => `coalesce((
    with recursive live (id, kind) as (
      select id, kind from entry where root_id = root.id and parent_id = 0 and deleted_at is null
      union all
      select e.id, e.kind from live join entry e on e.parent_id = live.id and e.deleted_at is null
      where live.kind = 'folder'
    )
    select ${column} from entry e join revision v on v.entry_id = e.id
    where e.root_id = root.id and e.kind = 'file' and e.id ${live ? 'in' : 'not in'} (select id from live)), 0)`
  const columns = Object.entries({
    files: 'count(distinct e.id)',
    revisions: 'count(*)',
    revision_size: 'sum(v.full_size + v.delta_size)',
  })
  await sql
    .raw(
      `update root set ${columns
        .flatMap(([name, value]) => [
          `live_${name} = ${files(value, true)}`,
          `deleted_${name} = ${files(value, false)}`,
        ])
        .join(', ')}`,
    )
    .execute(tx)
}

/** Records from before the chain have numbers but no hashes; the chain begins after them. */
async function numberWhatIsThere(tx: Tx): Promise<void> {
  await sql`
    update activity set seq = numbered.seq from (
      select id, row_number() over (partition by acted_on_company_id order by id) as seq from activity
    ) as numbered where numbered.id = activity.id`.execute(tx)
  await sql`
    insert into activity_chain (organization_id, seq, hash)
    select coalesce(acted_on_company_id, 0), count(*), ${Buffer.alloc(32)} from activity
    group by coalesce(acted_on_company_id, 0)`.execute(tx)
}
