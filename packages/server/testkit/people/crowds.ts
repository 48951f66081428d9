import type { EntryId, GroupId, OrganizationId, RootId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import type { Database, Tx } from '../../src/platform/db/database.ts'
import { insertRoot } from '../../src/records/roots.ts'
import { makePile } from '../content/piles.ts'

/** Groups stand in chains of so many, each in the one before it. */
export const DEPTH = 10
/** Persons directly in each group. */
export const PER_GROUP = 10

export interface Crowd {
  organizationId: OrganizationId
  persons: number
  groups: number
  /** The outermost of each chain: ten persons are in it, ninety more in the groups inside. */
  outermost: GroupId[]
}

/** Fills an organization by a few statements: a hundred thousand accounts would take hours through the front door. */
export async function makeCrowd(
  db: Database,
  name: string,
  { persons, groups }: { persons: number; groups: number },
): Promise<Crowd> {
  const crowd = await db.write(async (tx) => {
    const organizationId = await insertOrganization(tx, name, persons, groups)
    const firstPerson = await insertPersons(tx, organizationId, persons)
    const firstGroup = await insertGroups(tx, organizationId, groups)
    await sql`
      ${numbers(groups * PER_GROUP)}
      insert into group_person (group_id, person_id)
      select ${cast(firstGroup)} + n / ${sql.lit(PER_GROUP)}, ${cast(firstPerson)} + n % ${sql.lit(persons)}
      from numbers`.execute(tx)
    await sql`
      ${numbers(groups)}
      insert into group_group (group_id, member_group_id)
      select ${cast(firstGroup)} + n, ${cast(firstGroup)} + n + 1
      from numbers where n % ${sql.lit(DEPTH)} < ${sql.lit(DEPTH - 1)}`.execute(tx)
    await sql`
      update person_group set members_count = (select count(*) from group_person where group_id = id)
      where organization_id = ${organizationId}`.execute(tx)
    const outermost = Array.from({ length: groups / DEPTH }, (_, n) => (firstGroup + n * DEPTH) as GroupId)
    return { organizationId, persons, groups, outermost }
  })
  // PostgreSQL does so by itself a minute later.
  if (db.dialect === 'postgres') await sql`vacuum analyze`.execute(db.read)
  return crowd
}

/** A team share of a crowd, and a file in it. */
export interface CrowdShare {
  rootId: RootId
  fileId: EntryId
}

/**
 * Lets a whole crowd take part in a new share through its outermost groups. The account with this address is put into
 * the innermost group of the last chain, so that it comes there through ten.
 */
export async function shareWithCrowd(
  db: Database,
  { organizationId, outermost }: Crowd,
  email: string,
): Promise<CrowdShare> {
  const rootId = await db.write(async (tx) => {
    const at = Date.now()
    const root = {
      organization_id: organizationId,
      root_type: 'share',
      name: 'Crowd',
      created_at: at,
    } as const
    const { id } = await insertRoot(tx, { ...root, person_id: null })
    await sql`
      insert into share_group (root_id, group_id, target, role, created_at)
      select ${cast(id)}, g.id, 'web', 'CO_OWNER', ${cast(at)} from person_group g
      where g.organization_id = ${organizationId}
        and (g.id - ${cast(outermost[0] ?? 0)}) % ${sql.lit(DEPTH)} = 0`.execute(tx)
    await sql`
      insert into group_person (group_id, person_id)
      select ${cast((outermost.at(-1) ?? 0) + DEPTH - 1)}, id from person where email_key = ${email}`.execute(
      tx,
    )
    await sql`update person_group set members_count = members_count + 1
      where id = ${cast((outermost.at(-1) ?? 0) + DEPTH - 1)}`.execute(tx)
    return id
  })
  await makePile(db, { rootId, parentId: 0, files: 1 })
  const { rows } = await sql<{ id: EntryId }>`select id from entry where root_id = ${rootId}`.execute(db.read)
  return { rootId, fileId: rows[0]?.id as EntryId }
}

const cast = (value: number) => sql`cast(${value} as bigint)`

/** From 0 up to, and without, `count`. */
const numbers = (count: number) => sql`
  with recursive numbers (n) as (
    select 0 union all select n + 1 from numbers where n + 1 < ${sql.lit(count)}
  )`

async function insertOrganization(tx: Tx, name: string, persons: number, groups: number) {
  const { rows } = await sql<{ id: OrganizationId }>`
    insert into organization
      (parent_id, name, slug, email, active, policy, created_at, persons_count, groups_count)
    select id, ${name}, ${name}, email, 1, policy, created_at, ${cast(persons)}, ${cast(groups)}
    from organization where id = 1
    returning id`.execute(tx)
  await sql`update organization set path = '1/' || id || '/' where id = ${rows[0]?.id}`.execute(tx)
  await sql`update organization set children_count = children_count + 1 where id = 1`.execute(tx)
  return rows[0]?.id as OrganizationId
}

async function insertPersons(tx: Tx, organizationId: OrganizationId, count: number): Promise<number> {
  const address = sql`'person-' || n || ${`@${organizationId}.example.test`}`
  await sql`
    ${numbers(count)}
    insert into person (organization_id, email, email_key, first_name, last_name, site_admin, system_admin,
      locale, timezone, active, created_at)
    select o.id, ${address}, ${address}, 'Pat', 'Roe ' || n, 0, 0, 'en_US', 'UTC', 1, o.created_at
    from numbers join organization o on o.id = ${organizationId} order by n`.execute(tx)
  return firstIn(tx, 'person', organizationId)
}

async function insertGroups(tx: Tx, organizationId: OrganizationId, count: number): Promise<number> {
  await sql`
    ${numbers(count)}
    insert into person_group (organization_id, name, name_key, created_at)
    select o.id, 'Group ' || n, 'group ' || n, o.created_at
    from numbers join organization o on o.id = ${organizationId} order by n`.execute(tx)
  return firstIn(tx, 'person_group', organizationId)
}

async function firstIn(tx: Tx, table: string, organizationId: OrganizationId): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from ${sql.table(table)} where organization_id = ${organizationId}`.execute(tx)
  return rows[0]?.id ?? 0
}
