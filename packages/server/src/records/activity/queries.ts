import type { ActivityId, GroupId, MachineId, OrganizationId, PersonId } from '@holdfast/api/ids'
import { type Selectable, sql } from 'kysely'
import { batches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { keysOf } from '../../platform/db/keys.ts'
import { forUpdate } from '../../platform/db/locking.ts'
import { announce } from '../../platform/db/news.ts'
import type { Window } from '../../platform/db/page.ts'
import { preparedChange, preparedFirst } from '../../platform/db/prepared.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { readsAll } from '../../platform/db/statements.ts'
import { rowOfOrganization, takePlaceAt } from '../../platform/db/wanted-rows.ts'
import { CHAIN_START, chainHash } from './chain.ts'

export type ActivityRow = Selectable<Schema['activity']>
export type NewActivity = Omit<ActivityRow, 'id' | 'seq' | 'hash'>

export interface ChainEnd {
  seq: number
  hash: Buffer
}
const selectChainEnd = preparedFirst<{ id: OrganizationId }, ChainEnd>((db, $) =>
  forUpdate(
    db.selectFrom('activity_chain').select(['seq', 'hash']).where('organization_id', '=', $('id')),
    db,
  ).compile(),
)
const updateChainEnd = preparedChange<ChainEnd & { id: OrganizationId }>((db, $) =>
  db
    .updateTable('activity_chain')
    .set({ seq: $('seq'), hash: $('hash') })
    .where('organization_id', '=', $('id'))
    .compile(),
)
const addActivity = preparedFirst<Omit<ActivityRow, 'id'>, Pick<ActivityRow, 'id'>>((db, $) =>
  db
    .insertInto('activity')
    .values({
      activity_type_id: $('activity_type_id'),
      actor_type: $('actor_type'),
      actor_company_id: $('actor_company_id'),
      actor_machine_id: $('actor_machine_id'),
      actor_person_id: $('actor_person_id'),
      actor_guest_id: $('actor_guest_id'),
      actor_text: $('actor_text'),
      acted_on_type: $('acted_on_type'),
      acted_on_company_id: $('acted_on_company_id'),
      acted_on_machine_id: $('acted_on_machine_id'),
      acted_on_person_id: $('acted_on_person_id'),
      acted_on_guest_id: $('acted_on_guest_id'),
      acted_on_root_id: $('acted_on_root_id'),
      acted_on_group_id: $('acted_on_group_id'),
      acted_on_text: $('acted_on_text'),
      data_text: $('data_text'),
      data_vars: $('data_vars'),
      created_at: $('created_at'),
      seq: $('seq'),
      hash: $('hash'),
    })
    .returning('id')
    .compile(),
)

/** Appends a record to its organization's chain, whose end is held until the transaction ends. */
export async function insertActivity(tx: Tx, activity: NewActivity): Promise<ActivityRow> {
  const organizationId = activity.acted_on_company_id
  const end = await holdChainEnd(tx, organizationId)
  const record = { ...activity, seq: end.seq + 1 }
  const hash = chainHash(keysOf(tx).derived('activity'), end.hash, record)
  await updateChainEnd(tx, { id: organizationId, seq: record.seq, hash })
  const row = { ...record, hash }
  const { id } = (await addActivity(tx, row)) as Pick<ActivityRow, 'id'>
  announceActivity(tx, activity)
  return { id, ...row }
}

/** To those in whose sight it happened, and the machine that has something else to do by it. */
function announceActivity(tx: Tx, activity: NewActivity): void {
  announce(tx, `o${activity.acted_on_company_id}`)
  for (const person of [activity.actor_person_id, activity.acted_on_person_id])
    if (person !== null) announce(tx, `p${person}`)
  if (activity.acted_on_machine_id !== null) announce(tx, `m${activity.acted_on_machine_id}`)
}

/** As `insertActivity`, for many records. Several ends are always held in the same order, so that nobody waits for ever. */
export async function insertActivities(tx: Tx, activities: readonly NewActivity[]): Promise<void> {
  const byOrganization = Map.groupBy(activities, ({ acted_on_company_id }) => acted_on_company_id)
  for (const [organizationId, own] of [...byOrganization].sort(([a], [b]) => a - b))
    await appendToChain(tx, organizationId, own)
}

async function appendToChain(
  tx: Tx,
  organizationId: OrganizationId,
  activities: readonly NewActivity[],
): Promise<void> {
  let end = await holdChainEnd(tx, organizationId)
  const key = keysOf(tx).derived('activity')
  const rows = activities.map((activity) => {
    const record = { ...activity, seq: end.seq + 1 }
    end = { seq: record.seq, hash: chainHash(key, end.hash, record) }
    return { ...record, hash: end.hash }
  })
  await updateChainEnd(tx, { id: organizationId, ...end })
  for (const batch of batches(rows)) await tx.insertInto('activity').values(batch).execute()
  for (const row of rows) announceActivity(tx, row)
}

/** Until the transaction ends, no other can put a change of this organization on record, so none can be made. */
export async function holdChainEnd(tx: Tx, id: OrganizationId): Promise<ChainEnd> {
  takePlaceAt(tx, rowOfOrganization(id))
  const end = await selectChainEnd(tx, { id })
  if (end) return end
  await tx
    .insertInto('activity_chain')
    .values({ organization_id: id, seq: 0, hash: CHAIN_START })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await selectChainEnd(tx, { id })) as ChainEnd
}

const selectActivity = preparedFirst<{ id: ActivityId }, ActivityRow>((db, $) =>
  db.selectFrom('activity').selectAll().where('id', '=', $('id')).compile(),
)
export const findActivity = (db: Db, id: ActivityId): Promise<ActivityRow | undefined> =>
  selectActivity(db, { id })

/** How many records an organization has, and what the next one will be bound to. */
export const findChainEnd = (db: Db, id: OrganizationId): Promise<ChainEnd | undefined> =>
  db.selectFrom('activity_chain').select(['seq', 'hash']).where('organization_id', '=', id).executeTakeFirst()

/** The records of an organization with numbers above `after` up to `last`, newest first. */
export const listNumbered = (
  db: Db,
  id: OrganizationId,
  after: number,
  last: number,
): Promise<ActivityRow[]> =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('acted_on_company_id', '=', id)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq', 'desc')
    .execute()

/** Two scans, each in the order of its own index; what acts on itself comes in the first only. */
const halvesOf = {
  person: (db: Db, id: number) => ({
    acting: db.selectFrom('activity').where('actor_person_id', '=', id as PersonId),
    actedOn: db
      .selectFrom('activity')
      .where('acted_on_person_id', '=', id as PersonId)
      .where('actor_person_id', 'is distinct from', id as PersonId),
  }),
  machine: (db: Db, id: number) => ({
    acting: db.selectFrom('activity').where('actor_machine_id', '=', id as MachineId),
    actedOn: db
      .selectFrom('activity')
      .where('acted_on_machine_id', '=', id as MachineId)
      .where('actor_machine_id', 'is distinct from', id as MachineId),
  }),
}
export type Whose = { kind: 'person'; id: PersonId } | { kind: 'machine'; id: MachineId }

export async function countOf(db: Db, { kind, id }: Whose): Promise<number> {
  const { acting, actedOn } = halvesOf[kind](db, id)
  const [first, second] = await Promise.all(
    [acting, actedOn].map((rows) =>
      rows
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .modifyEnd(readsAll('a page says of how many it is'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return Number(first?.total) + Number(second?.total)
}

/** A page of the list that has the newest first. Each half is cut by itself: PostgreSQL would sort all of both. */
export async function listOf(db: Db, { kind, id }: Whose, window: Window): Promise<ActivityRow[]> {
  const { acting, actedOn } = halvesOf[kind](db, id)
  const order = window.order === 'asc' ? 'desc' : 'asc'
  const upTo = window.skip + window.limit
  const first = acting.select('id').orderBy('id', order).limit(upTo)
  const second = actedOn.select('id').orderBy('id', order).limit(upTo)
  const page = db
    .selectFrom(first.as('first'))
    .select('id')
    .unionAll(db.selectFrom(second.as('second')).select('id'))
    .orderBy('id', order)
    .limit(window.limit)
    .offset(window.skip)
  return db.selectFrom('activity').selectAll().where('id', 'in', page).orderBy('id', order).execute()
}

interface Summary {
  organization_id: OrganizationId
  name: string
}

export const findMachineSummary = (
  db: Db,
  id: MachineId,
): Promise<(Summary & { id: MachineId; person_id: PersonId }) | undefined> =>
  db
    .selectFrom('machine')
    .select(['id', 'organization_id', 'person_id'])
    .select(({ fn }) => fn.coalesce('nickname', 'dns_name', 'guid').as('name'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const findGroupSummary = (db: Db, id: GroupId): Promise<(Summary & { id: GroupId }) | undefined> =>
  db
    .selectFrom('person_group')
    .select(['id', 'organization_id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const inChain = (db: Db, id: OrganizationId) =>
  db.selectFrom('activity').where('acted_on_company_id', '=', id)

/** Records of a chain in the order of their numbers. Several may have one number, if someone saw to that. */
export function listInChain(
  db: Db,
  id: OrganizationId,
  { after, last, limit }: { after: ActivityRow | undefined; last: number; limit: number },
): Promise<ActivityRow[]> {
  let query = inChain(db, id).selectAll().where('seq', '<=', last).orderBy('seq').orderBy('id').limit(limit)
  if (after)
    query = query
      .where('seq', '>=', after.seq)
      .where((where) => where.or([where('seq', '>', after.seq), where('id', '>', after.id)]))
  return query.execute()
}

/** One statement, so that a record which is being added is seen together with the end that it moves. */
export async function countBeyondChain(db: Db, id: OrganizationId): Promise<number> {
  const { total } = await inChain(db, id)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('seq', '>', ({ selectFrom, fn }) =>
      selectFrom('activity_chain')
        .select(fn.coalesce(fn.max('seq'), sql.lit(0)).as('seq'))
        .where('organization_id', '=', id),
    )
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The next organization, by number, that has a chain or records; the first after 0. */
export async function findNextChain(db: Db, after: OrganizationId | 0): Promise<OrganizationId | undefined> {
  const [chain, record] = await Promise.all([
    db
      .selectFrom('activity_chain')
      .select('organization_id as id')
      .where('organization_id', '>', after as OrganizationId)
      .orderBy('organization_id')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('activity')
      .select('acted_on_company_id as id')
      .where('acted_on_company_id', '>', after as OrganizationId)
      .orderBy('acted_on_company_id')
      .limit(1)
      .executeTakeFirst(),
  ])
  const found = [chain, record].flatMap((row) => (row ? [row.id] : []))
  return found.length > 0 ? (Math.min(...found) as OrganizationId) : undefined
}

/** The ends of chains of the organizations after one, by their numbers. */
export const listChainEnds = (
  db: Db,
  after: OrganizationId | 0,
  limit: number,
): Promise<(ChainEnd & { organization_id: OrganizationId })[]> =>
  db
    .selectFrom('activity_chain')
    .selectAll()
    .where('organization_id', '>', after as OrganizationId)
    .orderBy('organization_id')
    .limit(limit)
    .execute()

export async function findHashAt(db: Db, id: OrganizationId, seq: number): Promise<Buffer | undefined> {
  const row = await inChain(db, id).select('hash').where('seq', '=', seq).limit(1).executeTakeFirst()
  return row?.hash
}
