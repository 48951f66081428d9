import type { MachineId, PersonId, SessionId } from '@holdfast/api/ids'
import { AGENT_CLIENT, APP_PASSWORD_CLIENT } from '@holdfast/api/sign-in/oauth'
import type { Instant } from '@holdfast/api/time'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { inBatches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { announce } from '../platform/db/news.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { Actor } from '../platform/principal.ts'
import { recordActivity } from './activity/record-activity.ts'
import { holdMachineRoots } from './machine-roots.ts'
import { deleteMachines, holdMachine, updateMachineRow } from './machines.ts'
import { findPerson } from './people.ts'

/** A machine and whose it is, by whom its sign-ins are found. */
interface OwnedMachine {
  id: MachineId
  person_id: PersonId
}

/** Which sign-ins are to end. */
export type SignIns =
  | { session: SessionId; of?: PersonId }
  | { persons: readonly PersonId[]; but?: SessionId; only?: 'browsers' | 'mailed' }
  | { machine: OwnedMachine }
  | { clients: readonly string[] }

export interface Ending {
  at: Instant
  /**
   * Who ended them, for a record of its own. Left out where the reason is on record: a new password, a closed account, a
   * machine that was signed out.
   */
  record?: { by: Actor; about?: (count: number) => string } | undefined
  /** Not even a line is left: the tokens were stolen or given back, or there is nothing left to connect to. */
  outright?: boolean
  /** Devices stay signed in and are let in again when their account is: it is disabled, not closed. */
  keepDevices?: boolean
  /** Programs with a password of their own go on: its person changed that of the account. */
  keepAppPasswords?: boolean
}

/**
 * Ends sign-ins: their tokens and cookies are void from here on. The one way in which they end (ADR 0062). A device that
 * still has files to remove keeps its line, and can use nothing else, until it has removed them; one that is in that state
 * already stays in it. Gives how many were ended.
 */
export async function endSignIns(
  tx: Tx,
  which: SignIns,
  { at, record, outright = false, keepDevices = false, keepAppPasswords = keepDevices }: Ending,
): Promise<number> {
  const open = tx
    .updateTable('session')
    .where('revoked_at', 'is', null)
    .where((session) => isAmong(session, which))
  const signedIn = open.where('leaving', '=', 0)
  const leavers = outright ? [] : await holdLeavers(tx, which)
  // Before the sign-ins, as by those who sign in on a machine: so nobody waits in a circle.
  for (const id of leavers) await markSignedOut(tx, id, at)
  const left =
    leavers.length === 0
      ? []
      : await signedIn
          .set({ leaving: 1 })
          .where('client_id', '=', AGENT_CLIENT)
          .where('machine_id', 'in', leavers)
          .returning(ENDED)
          .execute()
  const kept = [...(keepDevices ? [AGENT_CLIENT] : []), ...(keepAppPasswords ? [APP_PASSWORD_CLIENT] : [])]
  const ending = outright ? open : signedIn
  const revoked = await (kept.length > 0 ? ending.where('client_id', 'not in', kept) : ending)
    .set({ revoked_at: at })
    .returning(ENDED)
    .execute()
  const ended = [...left, ...revoked]
  announceEnded(tx, ended)
  if (keepDevices) announceEnded(tx, await listDevices(tx, which))
  if (record) await recordEnded(tx, ended, record, at)
  return ended.length
}

/** The sign-ins of devices: their lines are to be looked at. */
const listDevices = (tx: Tx, which: SignIns): Promise<Ended[]> =>
  tx
    .selectFrom('session')
    .select(ENDED)
    .where('revoked_at', 'is', null)
    .where('client_id', '=', AGENT_CLIENT)
    .where((session) => isAmong(session, which))
    .execute()

const ENDED = ['person_id', 'machine_id', 'client_id'] as const
type Ended = Pick<Schema['session'], (typeof ENDED)[number]>

function isAmong(session: ExpressionBuilder<Schema, 'session'>, which: SignIns): Expression<SqlBool> {
  if ('session' in which)
    return session.and([
      session('id', '=', which.session),
      ...(which.of === undefined ? [] : [session('person_id', '=', which.of)]),
    ])
  if ('machine' in which)
    return session.and([
      session('person_id', '=', which.machine.person_id),
      session('machine_id', '=', which.machine.id),
    ])
  if ('clients' in which) return session('client_id', 'in', which.clients)
  return session.and([
    session('person_id', 'in', which.persons),
    ...(which.but === undefined ? [] : [session('id', '<>', which.but)]),
    ...(which.only === 'browsers' ? [session('client_id', '=', 'web')] : []),
    ...(which.only === 'mailed' ? [session('origin', '=', 'mail')] : []),
  ])
}

/** The machines that would be signed out by this with files still to remove, held until the transaction ends. */
async function holdLeavers(tx: Tx, which: SignIns): Promise<MachineId[]> {
  const signedIn = tx
    .selectFrom('session')
    .select(['id', 'person_id', 'machine_id'])
    .where('revoked_at', 'is', null)
    .where('leaving', '=', 0)
    .where('client_id', '=', AGENT_CLIENT)
  const ending = await signedIn.where((session) => isAmong(session, which)).execute()
  const machineIds = new Set(ending.flatMap(({ machine_id }) => machine_id ?? []))
  const removing = await listRemoving(tx, [...machineIds])
  if (removing.length === 0) return []
  for (const id of removing) await holdMachine(tx, id)
  // Noting that a removal is done holds these: it came before, or finds a device that is leaving.
  await holdMachineRoots(tx, removing)
  const persons = new Set(ending.map(({ person_id }) => person_id))
  const all = await signedIn
    .where('person_id', 'in', [...persons])
    .where('machine_id', 'in', removing)
    .execute()
  const ids = new Set(ending.map(({ id }) => id))
  // By another sign-in of its own it still hears of everything.
  const staying = new Set(all.filter(({ id }) => !ids.has(id)).map(({ machine_id }) => machine_id))
  return (await listRemoving(tx, removing)).filter((id) => !staying.has(id))
}

/** Those of the machines that are still to remove files, by their ids. */
async function listRemoving(db: Db, ids: readonly MachineId[]): Promise<MachineId[]> {
  const rows = await inBatches(ids, (batch) =>
    db
      .selectFrom('machine_job')
      .select('machine_id')
      .distinct()
      .where('machine_id', 'in', batch)
      .where('kind', '=', 'remove_files')
      .where('finished_at', 'is', null)
      .execute(),
  )
  return rows.map(({ machine_id }) => machine_id).sort((a, b) => a - b)
}

/** From here on nothing belongs to the machine, and nobody is notified that it cannot be reached. */
export const markSignedOut = (tx: Tx, id: MachineId, at: Instant): Promise<unknown> =>
  updateMachineRow(tx, id, { signed_out_at: at, check_at: null, alerted_at: null })

/** To the people, whose browsers ask again who they are, and to the lines of their devices. */
function announceEnded(tx: Tx, ended: readonly Ended[]): void {
  for (const { person_id, machine_id, client_id } of ended) {
    announce(tx, `p${person_id}`)
    if (client_id === AGENT_CLIENT && machine_id !== null) announce(tx, `m${machine_id}`)
  }
}

async function recordEnded(
  tx: Tx,
  ended: readonly Ended[],
  { by, about }: NonNullable<Ending['record']>,
  at: Instant,
): Promise<void> {
  for (const [personId, { length }] of Map.groupBy(ended, ({ person_id }) => person_id)) {
    const person = await findPerson(tx, personId)
    if (person)
      await recordActivity(tx, by, 'signed_out', { person, ...(about && { about: about(length) }) }, at)
  }
}

/** Ends what is left of the sign-ins of a machine that is signed out, and with a closed account the machine. */
export async function endLeaving(tx: Tx, machine: OwnedMachine, at: Instant): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where((session) => isAmong(session, { machine }))
    .where('revoked_at', 'is', null)
    .where('leaving', '=', 1)
    .execute()
  const person = await findPerson(tx, machine.person_id)
  if (person?.deleted_at !== null) await deleteMachines(tx, [machine.id], at)
}

/** As `endLeaving`, once the machine has nothing more to remove. */
export async function finishLeaving(tx: Tx, machine: OwnedMachine, at: Instant): Promise<void> {
  if ((await listRemoving(tx, [machine.id])).length === 0) await endLeaving(tx, machine, at)
}

/** The machines of accounts that are signed out but still remove files. */
export async function listLeavers(tx: Tx, personIds: readonly PersonId[]): Promise<MachineId[]> {
  const rows = await tx
    .selectFrom('session')
    .select('machine_id')
    .distinct()
    .where('person_id', 'in', personIds)
    .where('leaving', '=', 1)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.flatMap(({ machine_id }) => machine_id ?? [])
}
