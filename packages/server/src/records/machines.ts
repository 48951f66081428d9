import type { MachineType } from '@holdfast/api/devices/machines'
import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { MachineId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { forUpdate } from '../platform/db/locking.ts'
import type { Schema } from '../platform/db/schema.ts'
import { addCounts } from './organizations.ts'
import { deleteWords, setWords, wordsIn } from './words.ts'

export type MachineRow = Selectable<Schema['machine']>

/** One that is in use. */
export const findMachine = (db: Db, id: MachineId): Promise<MachineRow | undefined> =>
  db.selectFrom('machine').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** Held until the transaction ends: what is counted or kept together for a machine changes one by one. */
export async function holdMachine(tx: Tx, id: MachineId): Promise<void> {
  await forUpdate(tx.selectFrom('machine').select('id').where('id', '=', id), tx).execute()
}

export async function updateMachineRow(
  tx: Tx,
  id: MachineId,
  change: Updateable<Schema['machine']>,
): Promise<MachineRow> {
  const row = await tx
    .updateTable('machine')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (change.nickname !== undefined) await findableBy(tx, row)
  return row
}

/** With the name that people know it by, for activities. */
export const named = <T extends Pick<MachineRow, 'nickname' | 'dns_name' | 'guid'>>(
  machine: T,
): T & { name: string } => ({
  ...machine,
  name: machine.nickname ?? machine.dns_name ?? machine.guid,
})

export const findMachineByGuid = (db: Db, guid: string): Promise<MachineRow | undefined> =>
  db.selectFrom('machine').selectAll().where('guid', '=', guid).executeTakeFirst()

/** The machine this person used with this client before; with `dnsName`, the one of that name. */
export function findMachineOf(
  db: Db,
  personId: PersonId,
  clientId: string,
  dnsName: string | undefined,
): Promise<MachineRow | undefined> {
  let query = db
    .selectFrom('machine')
    .selectAll()
    .where('person_id', '=', personId)
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
  if (dnsName !== undefined) query = query.where('dns_name', '=', dnsName)
  return query.limit(1).executeTakeFirst()
}

export async function insertMachine(tx: Tx, machine: Insertable<Schema['machine']>): Promise<MachineRow> {
  await addCounts(tx, machine.organization_id, { machines: 1 })
  const inserted = await tx.insertInto('machine').values(machine).returningAll().executeTakeFirstOrThrow()
  await findableBy(tx, inserted)
  return inserted
}

/** Devices are found by the words of the name that they were given, and of their own. */
const findableBy = (tx: Tx, { id, organization_id, nickname, dns_name }: MachineRow): Promise<void> =>
  setWords(tx, { kind: 'machine', organization_id, id }, wordsIn(nickname ?? '', dns_name ?? ''))

export async function deleteMachines(tx: Tx, ids: readonly MachineId[], at: Instant): Promise<void> {
  if (ids.length === 0) return
  const gone = await tx
    .updateTable('machine')
    .set({ deleted_at: at })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('organization_id')
    .execute()
  await deleteWords(tx, 'machine', ids)
  for (const { organization_id } of gone) await addCounts(tx, organization_id, { machines: -1 })
}

/** Notes a sign-in, and what the device says of itself now; what it leaves out stays as it was. */
export async function updateMachine(
  tx: Tx,
  machine: MachineRow,
  seen: {
    dnsName?: string | undefined
    osType?: string | undefined
    osVersion?: string | undefined
    at: Instant
  },
): Promise<void> {
  await tx
    .updateTable('machine')
    .set({
      last_login_at: seen.at,
      signed_out_at: null,
      dns_name: sql`coalesce(${seen.dnsName ?? null}, dns_name)`,
      os_type: sql`coalesce(${seen.osType ?? null}, os_type)`,
      os_version: sql`coalesce(${seen.osVersion ?? null}, os_version)`,
    })
    .where('id', '=', machine.id)
    .execute()
  const { dnsName = machine.dns_name } = seen
  if (dnsName !== machine.dns_name) await findableBy(tx, { ...machine, dns_name: dnsName })
}

export const listMachinesOfPerson = (db: Db, personId: PersonId): Promise<MachineRow[]> =>
  db
    .selectFrom('machine')
    .selectAll()
    .where('person_id', '=', personId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export const listMachinesOf = (
  db: Db,
  organizations: readonly OrganizationId[],
  skip: number,
): Promise<MachineRow[]> =>
  db
    .selectFrom('machine')
    .selectAll()
    .where('organization_id', 'in', organizations)
    .where('deleted_at', 'is', null)
    .orderBy('organization_id')
    .orderBy('id')
    .limit(OFFSET_PAGE)
    .offset(skip)
    .execute()

/** What was sealed by a key that the device no longer has opens for nobody: it has to be given again. */
export async function dropCredentials(tx: Tx, id: MachineId): Promise<void> {
  for (const table of ['machine_mapping', 'backup'] as const)
    await tx
      .updateTable(table)
      .set({ credentials: null, state: 'credentials_needed' })
      .where('machine_id', '=', id)
      .where('credentials', 'is not', null)
      .execute()
  await tx.updateTable('machine_job').set({ credentials: null }).where('machine_id', '=', id).execute()
}

/** Says whether there was anything to change. */
export async function changeMachineType(
  tx: Tx,
  id: MachineId,
  from: readonly MachineType[],
  to: MachineType,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('machine')
    .set({ machine_type: to })
    .where('id', '=', id)
    .where('machine_type', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

const unreachable = (db: Db, organizationId: OrganizationId) =>
  db
    .selectFrom('machine')
    .where('organization_id', '=', organizationId)
    .where('alerted_at', 'is not', null)
    .where('deleted_at', 'is', null)

/** Machines of an organization that people know to be gone, at most so many. */
export const listUnreachable = (
  db: Db,
  organizationId: OrganizationId,
  limit: number,
): Promise<MachineRow[]> => unreachable(db, organizationId).selectAll().orderBy('id').limit(limit).execute()

export async function countUnreachable(db: Db, organizationId: OrganizationId): Promise<number> {
  const { count } = await unreachable(db, organizationId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
