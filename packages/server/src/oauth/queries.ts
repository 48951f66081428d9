import type { MachineId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { preparedFirst } from '../db/prepared.ts'
import type { Flag, Schema, SessionId } from '../db/schema.ts'

export type MachineRow = Selectable<Schema['machine']>

interface AccessRow {
  expires_at: Instant
  machine_id: MachineId
  revoked_at: Instant | null
  person_id: PersonId
  organization_id: OrganizationId
  email: string
  first_name: string
  last_name: string
  site_admin: Flag
  system_admin: Flag
  person_active: Flag
  organization_active: Flag
  trial_until: Instant | null
}

/** Everything that decides whether an access token counts and whose it is, in one look. */
export const findAccess = preparedFirst<{ hash: Buffer }, AccessRow>((db, $) =>
  db
    .selectFrom('access_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .innerJoin('organization as o', 'o.id', 'p.organization_id')
    .select([
      't.expires_at',
      's.machine_id',
      's.revoked_at',
      'p.id as person_id',
      'p.organization_id',
      'p.email',
      'p.first_name',
      'p.last_name',
      'p.site_admin',
      'p.system_admin',
      'p.active as person_active',
      'o.active as organization_active',
      'o.trial_until',
    ])
    .where('t.hash', '=', $('hash'))
    .compile(),
)

export async function insertSession(tx: Tx, session: Insertable<Schema['session']>): Promise<SessionId> {
  const row = await tx.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function insertTokens(
  tx: Tx,
  tokens: {
    sessionId: SessionId
    accessHash: Buffer
    accessExpiresAt: Instant
    refreshHash: Buffer
    at: Instant
  },
): Promise<void> {
  await tx
    .insertInto('access_token')
    .values({ hash: tokens.accessHash, session_id: tokens.sessionId, expires_at: tokens.accessExpiresAt })
    .execute()
  await tx
    .insertInto('refresh_token')
    .values({ hash: tokens.refreshHash, session_id: tokens.sessionId, issued_at: tokens.at })
    .execute()
}

export function findRefresh(db: Db, hash: Buffer) {
  return db
    .selectFrom('refresh_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('machine as m', 'm.id', 's.machine_id')
    .select([
      't.issued_at',
      't.used_at',
      's.id as session_id',
      's.person_id',
      's.client_id',
      's.revoked_at',
      'm.guid',
    ])
    .where('t.hash', '=', hash)
    .executeTakeFirst()
}

/** True for the one caller that used the token first. */
export async function useRefreshToken(tx: Tx, hash: Buffer, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refresh_token')
    .set({ used_at: at })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function touchSession(tx: Tx, id: SessionId, at: Instant): Promise<void> {
  await tx.updateTable('session').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** Ends a sign-in: all its tokens are void from here on. */
export async function revokeSession(tx: Tx, id: SessionId, at: Instant): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeSessionsOf(tx: Tx, personId: PersonId, at: Instant): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function deleteExpiredTokens(tx: Tx, now: Instant): Promise<void> {
  await tx.deleteFrom('access_token').where('expires_at', '<', now).execute()
}

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

export function insertMachine(tx: Tx, machine: Insertable<Schema['machine']>): Promise<MachineRow> {
  return tx.insertInto('machine').values(machine).returningAll().executeTakeFirstOrThrow()
}

/** Notes a sign-in, and what the device says of itself now; what it leaves out stays as it was. */
export async function updateMachine(
  tx: Tx,
  id: MachineId,
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
      dns_name: sql`coalesce(${seen.dnsName ?? null}, dns_name)`,
      os_type: sql`coalesce(${seen.osType ?? null}, os_type)`,
      os_version: sql`coalesce(${seen.osVersion ?? null}, os_version)`,
    })
    .where('id', '=', id)
    .execute()
}
