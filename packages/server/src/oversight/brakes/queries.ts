import type { OrganizationId, PersonId, RootId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { inRoot } from '../../platform/db/statements.ts'
import type { BrakeRow, Culprit } from '../../records/brakes.ts'
import { choose } from '../../records/choose-changes.ts'
import type { EntryRow } from '../../records/entries.ts'
import type { Doing } from './tally.ts'

/** What takes something from what was there. */
const TAKING = sql`('update', 'delete', 'rename', 'move')`

/** The last change before a moment. */
export async function seqBefore(db: Db, rootId: RootId, moment: Instant): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select min(seq) - 1 as seq from (
      select seq from change where root_id = ${rootId} and at >= ${moment} order by at, seq limit 100
    ) as earliest`.execute(db)
  return rows[0]?.seq ?? Number.MAX_SAFE_INTEGER
}

/** How much each of those who changed something took, between two numbers. */
export interface Taken extends Culprit {
  changes: number
  folders: number
}
export async function countTaken(
  db: Db,
  rootId: RootId,
  { after, upTo }: { after: number; upTo: number },
): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select person_id, machine_id, case when machine_id is null then session_id end as session_id,
      count(*) as changes, cast(sum(case when op = 'delete' and kind = 'folder' then 1 else 0 end) as bigint) as folders
    from change
    where root_id = ${rootId} and seq > ${after} and seq <= ${upTo} and session_id is not null and op in ${TAKING}
    group by person_id, machine_id, case when machine_id is null then session_id end`.execute(db)
  return rows
}

const since = (after: number) => ({ from: after + 1, to: Number.MAX_SAFE_INTEGER })

/** The changes `c` that someone made behind a number. */
const doneBy = (
  db: Db,
  { person_id, machine_id, session_id }: Culprit,
  after: number,
): RawBuilder<unknown> =>
  machine_id === null
    ? sql`${choose(db, 'c', since(after), { person_id, session_id }).where}
        and c.machine_id is null`
    : sql`${choose(db, 'c', since(after), { machine_id }).where} and c.session_id is not null`

const by = ({ person_id, machine_id, session_id }: Culprit, table = 'c'): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return machine_id === null
    ? sql`${column('person_id')} = ${person_id} and ${column('session_id')} = ${session_id} and ${column('machine_id')} is null`
    : sql`${column('machine_id')} = ${machine_id} and ${column('session_id')} is not null`
}

interface Slice {
  after: number
  limit: number
}

/**
 * What someone did to items that it had not made itself just before, the oldest first. The same done to the same item counts
 * once. However often an item was changed, one look at its log and one at its past tell what is asked for.
 */
export async function listDoings(
  db: Db,
  rootId: RootId,
  culprit: Culprit,
  { after, limit }: Slice,
): Promise<Doing[]> {
  const ofItem = choose(db, 'n', since(after), { entry_id: sql`taken.entry_id` })
  const { rows } = await sql<Doing>`
    with taken as (
      select c.op, c.kind, c.entry_id, c.parent_id, c.name, min(c.seq) as seq, max(c.seq) as last_seq,
        min(c.at) as at, max(c.at) as last_at
      from change c where c.root_id = ${rootId} and ${doneBy(db, culprit, after)} and c.op in ${TAKING}
      group by c.op, c.kind, c.entry_id, c.parent_id, c.name
    )
    select taken.*, (select v.name from entry_version v where ${inRoot(db, rootId, 'v.root_id')}
      and v.entry_id = taken.entry_id and v.seq_from < taken.seq order by v.seq_from desc limit 1) as name_before
    from taken where not exists (
      select 1 from (
        select n.op, n.person_id, n.machine_id, n.session_id from change n
        where n.root_id = ${rootId} and ${ofItem.where} order by ${ofItem.orderBy('asc')} limit 1
      ) as made where made.op = 'create' and ${by(culprit, 'made')})
    order by taken.seq limit ${limit}`.execute(db)
  return rows
}

/** The files that someone made, the newest first, and how many those are in all. */
export async function listMade(
  db: Db,
  rootId: RootId,
  culprit: Culprit,
  { after, limit }: Slice,
): Promise<{ made: Doing[]; count: number }> {
  const theirs = sql`c.root_id = ${rootId} and ${doneBy(db, culprit, after)} and c.op = 'create' and c.kind = 'file'`
  const { rows: made } = await sql<Doing>`
    select c.seq, c.seq as last_seq, c.op, c.kind, c.entry_id, c.parent_id, c.name, null as name_before, c.at, c.at as last_at
    from change c where ${theirs} order by c.seq desc limit ${limit}`.execute(db)
  if (made.length < limit) return { made, count: made.length }
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from change c where ${theirs}`.execute(db)
  return { made, count: Number(rows[0]?.count) }
}

/** What is in deleted folders and was not deleted before them, up to a limit. */
export async function countBelow(
  db: Db,
  rootId: RootId,
  folders: readonly EntryRow['id'][],
  limit: number,
): Promise<{ items: number; files: number }> {
  const sums = { items: 0, files: 0 }
  for (const batch of batches(folders)) {
    const { rows } = await sql<{ items: number; files: number | null }>`
      with recursive below (id, kind) as (
        select id, kind from entry
        where root_id = ${rootId} and parent_id in (${sql.join(batch)}) and deleted_at is null
        union all
        select e.id, e.kind from below join entry e on e.root_id = ${rootId} and e.parent_id = below.id
        where below.kind = 'folder' and e.deleted_at is null
      )
      select count(*) as items, cast(sum(case when kind = 'file' then 1 else 0 end) as bigint) as files
      from (select kind from below limit ${limit}) as counted`.execute(db)
    sums.items += Number(rows[0]?.items ?? 0)
    sums.files += Number(rows[0]?.files ?? 0)
    if (sums.items >= limit) break
  }
  return sums
}

/** What was noticed of someone in a root last. */
export function findLatest(db: Db, rootId: RootId, culprit: Culprit): Promise<BrakeRow | undefined> {
  const { machine_id, session_id } = culprit
  const brakes = db.selectFrom('brake').selectAll().where('root_id', '=', rootId)
  return (
    machine_id === null
      ? brakes.where('session_id', '=', session_id)
      : brakes.where('machine_id', '=', machine_id)
  )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Undefined if it is on record already that nobody has decided. */
export const insertBrake = (tx: Tx, brake: Insertable<Schema['brake']>): Promise<BrakeRow | undefined> =>
  tx
    .insertInto('brake')
    .values(brake)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Unless someone has decided meanwhile. */
export async function updateOpen(
  tx: Tx,
  id: BrakeRow['id'],
  facts: Partial<Omit<BrakeRow, 'id'>>,
): Promise<void> {
  await tx.updateTable('brake').set(facts).where('id', '=', id).where('state', '=', 'open').execute()
}

export interface Sought {
  openOnly: boolean
  rootId: RootId | undefined
  organizationId: OrganizationId | undefined
  limit: number
}

/** Those in some roots, by someone's devices, and in an organization and all below it. */
export async function listBrakeRows(
  db: Db,
  reach: { roots: readonly RootId[]; personId: PersonId; below: OrganizationId | undefined },
  { openOnly, rootId, organizationId, limit }: Sought,
): Promise<BrakeRow[]> {
  const wanted = sql.join(
    [
      sql`1 = 1`,
      ...(openOnly ? [sql`b.state = 'open'`] : []),
      ...(rootId === undefined ? [] : [sql`b.root_id = ${rootId}`]),
      ...(organizationId === undefined ? [] : [sql`b.organization_id = ${organizationId}`]),
    ],
    sql` and `,
  )
  const newest = (reached: RawBuilder<unknown>) =>
    sql<BrakeRow>`select b.* from brake b where ${reached} and ${wanted} order by b.id desc limit ${limit}`
  const found = (await newest(sql`b.person_id = ${reach.personId}`).execute(db)).rows
  for (const batch of batches(reach.roots))
    found.push(...(await newest(sql`b.root_id in (${sql.join(batch)})`).execute(db)).rows)
  if (reach.below !== undefined)
    found.push(
      ...(
        await newest(sql`b.organization_id in (
          with recursive downward (id) as (
            select cast(${reach.below} as bigint)
            union all
            select o.id from downward join organization o on o.parent_id = downward.id
          )
          select id from downward)`).execute(db)
      ).rows,
    )
  const byId = new Map(found.map((row) => [row.id, row]))
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, limit)
}

/** What signed in, in a word: the browser or the application. */
export async function findClients(db: Db, ids: readonly SessionId[]): Promise<Map<SessionId, string>> {
  const clients = new Map<SessionId, string>()
  for (const batch of batches(ids))
    for (const { id, browser, name, client_id } of await db
      .selectFrom('session as s')
      .leftJoin('application as a', 'a.client_id', 's.client_id')
      .select(['s.id', 's.browser', 'a.name', 's.client_id'])
      .where('s.id', 'in', batch)
      .execute())
      clients.set(id, name ?? browser ?? client_id)
  return clients
}
