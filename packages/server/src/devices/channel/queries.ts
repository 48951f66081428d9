import type { MachineId, OrganizationId, RootId, SessionId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { inBatches } from '../../platform/db/batches.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { keysOf } from '../../platform/db/keys.ts'
import { forUpdate } from '../../platform/db/locking.ts'
import { announce } from '../../platform/db/news.ts'
import { dropCredentials, findMachine, holdMachine, updateMachineRow } from '../../records/machines.ts'

export async function renewLease(tx: Tx, server: string, until: Instant): Promise<void> {
  await tx
    .insertInto('server_lease')
    .values({ server, until })
    .onConflict((conflict) => conflict.column('server').doUpdateSet({ until }))
    .execute()
}

export const hasEndedServers = async (db: Db, now: Instant): Promise<boolean> =>
  (await db
    .selectFrom('server_lease')
    .select('server')
    .where('until', '<', now)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * What a server leaves behind that no longer renews its lease, or stops. All who change these rows hold them in one order, so
 * that nobody waits in a circle: leases, machines by number, their lines.
 */
export async function dropServers(
  tx: Tx,
  which: { ended: Instant } | { server: string },
  at: Instant,
): Promise<void> {
  const found = tx.selectFrom('server_lease').select(['server', 'until'])
  const wanted =
    'ended' in which ? found.where('until', '<', which.ended) : found.where('server', '=', which.server)
  for (const { server, until } of await forUpdate(wanted.orderBy('server'), tx).execute()) {
    const connected = tx.selectFrom('machine_connection').select('machine_id').where('server', '=', server)
    await forUpdate(
      tx.selectFrom('machine').select('id').where('id', 'in', connected).orderBy('id'),
      tx,
    ).execute()
    const lost = await tx
      .updateTable('machine')
      .set({ last_disconnect_at: Math.min(until, at), seen_at: Math.min(until, at), check_at: at + HOUR_MS })
      .where('id', 'in', connected)
      .returning('organization_id')
      .execute()
    for (const { organization_id } of lost) announce(tx, `d${organization_id}`)
    await tx.deleteFrom('machine_command').where('server', '=', server).execute()
    await tx.deleteFrom('machine_connection').where('server', '=', server).execute()
    await tx.deleteFrom('server_lease').where('server', '=', server).execute()
  }
}

export interface Connection {
  machine_id: MachineId
  server: string
  connection: string
  session_id: SessionId
  since: Instant
}

/** The newest line counts, whichever server holds it. */
export async function upsertConnection(tx: Tx, connection: Connection): Promise<void> {
  const { machine_id: _, ...held } = connection
  await tx
    .insertInto('machine_connection')
    .values(connection)
    .onConflict((conflict) => conflict.column('machine_id').doUpdateSet(held))
    .execute()
}

export async function deleteConnection(
  tx: Tx,
  machineId: MachineId,
  connection: string,
  at: Instant,
): Promise<void> {
  await holdMachine(tx, machineId)
  const { numDeletedRows } = await tx
    .deleteFrom('machine_connection')
    .where('machine_id', '=', machineId)
    .where('connection', '=', connection)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  const change = { last_disconnect_at: at, seen_at: at, check_at: at + HOUR_MS }
  const { organization_id } = await updateMachineRow(tx, machineId, change)
  announce(tx, `d${organization_id}`)
}

/** The line to a device, if a server holds it that is alive. */
export const findConnection = (
  db: Db,
  machineId: MachineId,
  now: Instant,
): Promise<Pick<Connection, 'server' | 'connection'> | undefined> =>
  db
    .selectFrom('machine_connection as c')
    .innerJoin('server_lease as l', 'l.server', 'c.server')
    .select(['c.server', 'c.connection'])
    .where('c.machine_id', '=', machineId)
    .where('l.until', '>', now)
    .executeTakeFirst()

/** True for a line that is still the one to its device, and stays so until the transaction ends. */
export async function holdConnection(tx: Tx, machineId: MachineId, connection: string): Promise<boolean> {
  const row = await forUpdate(
    tx.selectFrom('machine_connection').select('connection').where('machine_id', '=', machineId),
    tx,
  ).executeTakeFirst()
  return row?.connection === connection
}

/**
 * A line that is held: whose it is and whether it is only there for the device to remove its files, or why nobody is let in by
 * it any more. A disabled account is let in again later.
 */
export type HeldLine = { organizationId: OrganizationId; leaving: boolean } | 'signed_out' | 'disabled'

/**
 * The lines of a server that no other has taken over, by their connections: all that has to be looked at again and again, in
 * one statement, however many they are.
 */
export async function listLines(db: Db, server: string): Promise<Map<string, HeldLine>> {
  const rows = await db
    .selectFrom('machine_connection as c')
    .leftJoin('machine as m', (join) =>
      join.onRef('m.id', '=', 'c.machine_id').on('m.deleted_at', 'is', null),
    )
    .leftJoin('session as s', (join) =>
      join
        .onRef('s.id', '=', 'c.session_id')
        .onRef('s.machine_id', '=', 'm.id')
        .on('s.revoked_at', 'is', null),
    )
    .leftJoin('person as p', (join) =>
      join
        .onRef('p.id', '=', 's.person_id')
        .on(({ or, eb }) => or([eb('s.leaving', '=', 1), eb('p.deleted_at', 'is', null)])),
    )
    .select(['c.connection', 'p.organization_id', 'p.active', 's.leaving'])
    .where('c.server', '=', server)
    .execute()
  return new Map(
    rows.map(({ connection, organization_id, active, leaving }) => {
      const held = organization_id !== null && { organizationId: organization_id, leaving: leaving === 1 }
      return [connection, held ? (active || leaving ? held : 'disabled') : 'signed_out']
    }),
  )
}

export interface Command {
  id: string
  machineId: MachineId
  server: string
  asked: unknown
  expiresAt: Instant
}

export async function insertCommand(
  tx: Tx,
  { id, machineId, server, asked, expiresAt }: Command,
): Promise<void> {
  const sealed = keysOf(tx).seal('machine_command.asked', id, JSON.stringify(asked))
  await tx
    .insertInto('machine_command')
    .values({ id, machine_id: machineId, server, asked: sealed, expires_at: expiresAt })
    .execute()
}

/** The commands that wait for a server, each given once. */
export async function claimCommands(
  tx: Tx,
  server: string,
  now: Instant,
): Promise<Omit<Command, 'server'>[]> {
  const rows = await tx
    .updateTable('machine_command')
    .set({ claimed_at: now })
    .where('server', '=', server)
    .where('claimed_at', 'is', null)
    .returning(['id', 'machine_id', 'asked', 'expires_at'])
    .execute()
  return rows.map(({ id, machine_id, asked, expires_at }) => ({
    id,
    machineId: machine_id,
    asked: JSON.parse(keysOf(tx).open('machine_command.asked', id, asked)),
    expiresAt: expires_at,
  }))
}

/** Whether any command waits: asked far more often than there are some. */
export const hasCommands = async (db: Db, server: string): Promise<boolean> =>
  (await db
    .selectFrom('machine_command')
    .select('id')
    .where('server', '=', server)
    .where('claimed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export async function answerCommand(tx: Tx, id: string, answer: unknown): Promise<void> {
  const sealed = keysOf(tx).seal('machine_command.answer', id, JSON.stringify(answer))
  await tx.updateTable('machine_command').set({ answer: sealed }).where('id', '=', id).execute()
}

/** The answer, once there is one. */
export async function findAnswer(db: Db, id: string): Promise<{ answer: unknown } | undefined> {
  const row = await db.selectFrom('machine_command').select('answer').where('id', '=', id).executeTakeFirst()
  return row?.answer
    ? { answer: JSON.parse(keysOf(db).open('machine_command.answer', id, row.answer)) }
    : undefined
}

export async function deleteCommand(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('machine_command').where('id', '=', id).execute()
}

export interface SaidOfMachine {
  agentVersion: string
  osType: string
  osVersion: string
  publicKey: Buffer
}

/** Its agent is connected now, which counts as a sign-in. */
export async function noteMachine(tx: Tx, id: MachineId, said: SaidOfMachine, at: Instant): Promise<void> {
  const known = await findMachine(tx, id)
  if (known?.public_key && !known.public_key.equals(said.publicKey)) await dropCredentials(tx, id)
  const { organization_id } = await updateMachineRow(tx, id, {
    agent_version: said.agentVersion,
    os_type: said.osType,
    os_version: said.osVersion,
    public_key: said.publicKey,
    last_login_at: at,
    seen_at: at,
    check_at: null,
  })
  announce(tx, `d${organization_id}`)
}

/** How far roots have come. */
export const listSeqs = (db: Db, ids: readonly RootId[]): Promise<{ id: RootId; seq: number }[]> =>
  inBatches(ids, (batch) => db.selectFrom('root').select(['id', 'seq']).where('id', 'in', batch).execute())
