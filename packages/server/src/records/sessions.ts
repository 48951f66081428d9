import type { AuthSourceId, MachineId, OrganizationId, PersonId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable } from 'kysely'
import type { Flag } from '../platform/db/columns.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { TwoStepMode } from '../platform/db/tables/people.ts'

export interface AccessRow {
  expires_at: Instant
  session_id: SessionId
  machine_id: MachineId | null
  revoked_at: Instant | null
  password_only: Flag
  person_id: PersonId
  organization_id: OrganizationId
  email: string
  first_name: string
  last_name: string
  site_admin: Flag
  system_admin: Flag
  person_active: Flag
  guest: Flag
  auth_source_id: AuthSourceId | null
  pw_changed_at: Instant | null
  pw_expires_at: Instant | null
  pw_force_reset: Flag
  two_step_mode: TwoStepMode | null
  organization_active: Flag
  trial_until: Instant | null
  license_until: Instant | null
  organization_deleted_at: Instant | null
  require_two_step: Flag
  password_days: number | null
  api_ratelimit: number | null
}

/**
 * Everything that decides whether a token or cookie counts and whose it is, in one look. What is switched off or over
 * above an organization counts for it as well, so the worst on the way up is its own.
 */
const accessBy = (table: 'access_token' | 'web_session') =>
  preparedFirst<{ hash: Buffer }, AccessRow>((db, $) =>
    db
      .withRecursive('upward(parent_id, active, trial_until, license_until, deleted_at)', (cte) =>
        cte
          // The columns asked for are the same in both tables, which the types cannot see.
          .selectFrom(`${table as 'access_token'} as t`)
          .innerJoin('session as s', 's.id', 't.session_id')
          .innerJoin('person as p', 'p.id', 's.person_id')
          .innerJoin('organization as o', 'o.id', 'p.organization_id')
          .select(['o.parent_id', 'o.active', 'o.trial_until', 'o.license_until', 'o.deleted_at'])
          .where('t.hash', '=', $('hash'))
          .unionAll(
            cte
              .selectFrom('upward')
              .innerJoin('organization as o', 'o.id', 'upward.parent_id')
              .select(['o.parent_id', 'o.active', 'o.trial_until', 'o.license_until', 'o.deleted_at']),
          ),
      )
      .selectFrom(`${table as 'access_token'} as t`)
      .innerJoin('session as s', 's.id', 't.session_id')
      .innerJoin('person as p', 'p.id', 's.person_id')
      .innerJoin('organization as o', 'o.id', 'p.organization_id')
      .innerJoin(
        ({ selectFrom }) =>
          selectFrom('upward')
            .select(({ fn }) => [
              fn.min<Flag>('active').as('organization_active'),
              fn.min<Instant | null>('trial_until').as('trial_until'),
              fn.min<Instant | null>('license_until').as('license_until'),
              fn.min<Instant | null>('deleted_at').as('organization_deleted_at'),
            ])
            .as('status'),
        (join) => join.onTrue(),
      )
      .select([
        't.expires_at',
        't.session_id',
        's.machine_id',
        's.revoked_at',
        's.password_only',
        'p.id as person_id',
        'p.organization_id',
        'p.email',
        'p.first_name',
        'p.last_name',
        'p.site_admin',
        'p.system_admin',
        'p.active as person_active',
        'p.guest',
        'p.auth_source_id',
        'p.pw_changed_at',
        'p.pw_expires_at',
        'p.pw_force_reset',
        'p.two_step_mode',
        'status.organization_active',
        'status.trial_until',
        'status.license_until',
        'status.organization_deleted_at',
        'o.require_two_step',
        'o.password_days',
        'o.api_ratelimit',
      ])
      .where('t.hash', '=', $('hash'))
      .compile(),
  )
export const findAccess = accessBy('access_token')
export const findWebAccess = accessBy('web_session')

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
    .leftJoin('machine as m', 'm.id', 's.machine_id')
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

/** Ends a sign-in: all its tokens are void from here on. True for the one caller that did. */
export async function revokeSession(tx: Tx, id: SessionId, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function revokeSessionsOf(tx: Tx, personId: PersonId, at: Instant): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function setMachineOf(tx: Tx, sessionId: SessionId, machineId: MachineId): Promise<void> {
  await tx.updateTable('session').set({ machine_id: machineId }).where('id', '=', sessionId).execute()
}

/** True for the one caller that did. */
export async function deleteAccessToken(tx: Tx, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('access_token').where('hash', '=', hash).executeTakeFirst()
  return numDeletedRows === 1n
}

export type TokenOwner = Pick<Selectable<Schema['session']>, 'person_id' | 'machine_id' | 'client_id'> & {
  session_id: SessionId
}

/** The sign-in a refresh token belongs to, and through which client. */
export const findRefreshOwner = (db: Db, hash: Buffer): Promise<TokenOwner | undefined> =>
  db
    .selectFrom('refresh_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .select(['t.session_id', 's.client_id', 's.person_id', 's.machine_id'])
    .where('t.hash', '=', hash)
    .executeTakeFirst()

export const findAccessOwner = (db: Db, hash: Buffer): Promise<TokenOwner | undefined> =>
  db
    .selectFrom('access_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .select(['t.session_id', 's.client_id', 's.person_id', 's.machine_id'])
    .where('t.hash', '=', hash)
    .executeTakeFirst()

/** Ends all sign-ins of a person but the one that asks. */
export async function revokeOtherSessions(
  tx: Tx,
  personId: PersonId,
  keep: SessionId,
  at: Instant,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('person_id', '=', personId)
    .where('id', '<>', keep)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeSessionsOfClient(tx: Tx, clientId: string, at: Instant): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: at })
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .execute()
}

export type CodeRow = Selectable<Schema['authorization_code']>

export async function insertCode(tx: Tx, code: Insertable<Schema['authorization_code']>): Promise<void> {
  await tx.insertInto('authorization_code').values(code).execute()
}

export const findCode = (tx: Tx, hash: Buffer): Promise<CodeRow | undefined> =>
  tx.selectFrom('authorization_code').selectAll().where('hash', '=', hash).executeTakeFirst()

/** Records what a code was exchanged for; true for the one exchange that came first. */
export async function useCode(tx: Tx, hash: Buffer, sessionId: SessionId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('authorization_code')
    .set({ session_id: sessionId })
    .where('hash', '=', hash)
    .where('session_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
