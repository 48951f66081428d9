import type { BrakeId, MachineId, OrganizationId, PersonId, RootId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'

export type BrakeRow = Selectable<Schema['brake']>

/** A device, or where there is none a sign-in, and whose it is. */
export interface Culprit {
  person_id: PersonId
  machine_id: MachineId | null
  session_id: SessionId | null
}

export const findBrake = (db: Db, id: BrakeId): Promise<BrakeRow | undefined> =>
  db.selectFrom('brake').selectAll().where('id', '=', id).executeTakeFirst()

export async function updateBrake(tx: Tx, id: BrakeId, change: Partial<Omit<BrakeRow, 'id'>>): Promise<void> {
  await tx.updateTable('brake').set(change).where('id', '=', id).execute()
}

/** The sign-ins that a pause is about: all of a device. */
const signInsOf = (tx: Tx, { person_id, machine_id, session_id }: Culprit) => {
  const sessions = tx.updateTable('session').where('person_id', '=', person_id)
  return machine_id === null
    ? sessions.where('id', '=', session_id)
    : sessions.where('machine_id', '=', machine_id)
}

export async function pauseSignIns(tx: Tx, culprit: Culprit, id: BrakeId): Promise<void> {
  await signInsOf(tx, culprit).set({ paused_by: id }).execute()
}

/** What else pauses the same ones goes on doing so. */
export async function resumeSignIns(tx: Tx, culprit: Culprit, id: BrakeId): Promise<void> {
  const other = await brakesOf(tx, culprit)
    .where('paused', '=', sql.lit(1))
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  await signInsOf(tx, culprit)
    .set({ paused_by: other?.id ?? null })
    .where('paused_by', '=', id)
    .execute()
}

/** The newest first. */
const brakesOf = (db: Db, { person_id, machine_id, session_id }: Culprit) => {
  const brakes = db.selectFrom('brake').selectAll().where('person_id', '=', person_id).orderBy('id', 'desc')
  return machine_id === null
    ? brakes.where('session_id', '=', session_id)
    : brakes.where('machine_id', '=', machine_id)
}

/** What was noticed of one device or sign-in, in any root, and nobody has decided about. By an index of those alone. */
export const listUndecidedOf = (db: Db, culprit: Culprit): Promise<BrakeRow[]> =>
  brakesOf(db, culprit).where(sql<boolean>`(state = 'open' or paused = 1)`).execute()

/** Who signs in again on a device that is paused is paused as well. */
export async function inheritPause(
  tx: Tx,
  sessionId: SessionId,
  { personId, machineId }: { personId: PersonId; machineId: MachineId },
): Promise<void> {
  const device = { person_id: personId, machine_id: machineId, session_id: null }
  const brake = await brakesOf(tx, device).where('paused', '=', sql.lit(1)).limit(1).executeTakeFirst()
  if (brake)
    await tx.updateTable('session').set({ paused_by: brake.id }).where('id', '=', sessionId).execute()
}

/** Takes down that all of it was undone which a device or a sign-in did from some change on. */
export async function markUndone(
  tx: Tx,
  undone: {
    rootId: RootId
    from: number
    to: number
    machineId: MachineId | undefined
    sessionId: SessionId | undefined
  },
  decided: { at: Instant; by: PersonId | null },
): Promise<void> {
  const { rootId, from, to, machineId, sessionId } = undone
  let brakes = tx
    .updateTable('brake')
    .set({ state: 'undone', settled_seq: to, decided_at: decided.at, decided_by: decided.by })
    .where('root_id', '=', rootId)
    .where('first_seq', '>=', from)
    .where('last_seq', '<=', to)
    .where('state', 'in', ['open', 'stopped'])
  if (machineId !== undefined) brakes = brakes.where('machine_id', '=', machineId)
  if (sessionId !== undefined) brakes = brakes.where('session_id', '=', sessionId)
  await brakes.execute()
}

/** Whether there still is something to sign out. */
export async function isSignedIn(db: Db, { person_id, machine_id, session_id }: Culprit): Promise<boolean> {
  const sessions = db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', person_id)
    .where('revoked_at', 'is', null)
    .where('leaving', '=', 0)
    .limit(1)
  const found =
    machine_id === null
      ? sessions.where('id', '=', session_id)
      : sessions.where('machine_id', '=', machine_id)
  return (await found.executeTakeFirst()) !== undefined
}

/** What was noticed and nobody has decided about. By an index of those alone, which needs the word itself. */
const openBrakes = (db: Db) =>
  db
    .selectFrom('brake as b')
    .innerJoin('root as r', 'r.id', 'b.root_id')
    .where('b.state', '=', sql.lit('open'))
    .where('r.deleted_at', 'is', null)

/** In the roots of an organization, the newest first, with what the roots are called. */
export const listOpenBrakes = (db: Db, organizationId: OrganizationId, limit: number) =>
  openBrakes(db)
    .select(['b.id', 'b.created_at', 'r.name as root_name'])
    .where('b.organization_id', '=', organizationId)
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute()

/** The same of all whose paths are in a range. */
export const listOpenBrakesBetween = (db: Db, from: string, before: string, limit: number) =>
  openBrakes(db)
    .innerJoin('organization as o', 'o.id', 'b.organization_id')
    .select(['b.id', 'b.root_id', 'b.organization_id', 'b.person_id', 'b.machine_id', 'b.session_id'])
    .select(['b.created_at', 'r.name as root_name', 'o.name as organization_name'])
    .where('o.path', '>=', from)
    .where('o.path', '<', before)
    .where('o.deleted_at', 'is', null)
    .orderBy('b.organization_id')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute()
