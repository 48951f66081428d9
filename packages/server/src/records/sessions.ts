import type { MachineId, SessionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'

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
    renewedBy: Buffer | null
    at: Instant
  },
): Promise<void> {
  const common = { session_id: tokens.sessionId, renewed_by: tokens.renewedBy }
  await tx
    .insertInto('access_token')
    .values({ ...common, hash: tokens.accessHash, expires_at: tokens.accessExpiresAt })
    .execute()
  await tx
    .insertInto('refresh_token')
    .values({ ...common, hash: tokens.refreshHash, issued_at: tokens.at })
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
      't.settled',
      's.id as session_id',
      's.person_id',
      's.client_id',
      's.created_at',
      's.revoked_at',
      's.leaving',
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

/**
 * Voids what the first use of a refresh token gave, so that a second one can be answered. True for the one caller that
 * came second, or `often` for any, unless one went on with what it got: then nothing was lost on the way.
 */
export async function repeatRefresh(
  tx: Tx,
  { sessionId, hash, at, often }: { sessionId: SessionId; hash: Buffer; at: Instant; often: boolean },
): Promise<boolean> {
  const { numUpdatedRows: second } = await tx
    .updateTable('refresh_token')
    .set({ repeated: 1 })
    .where('hash', '=', hash)
    .where('repeated', '=', 0)
    .executeTakeFirst()
  // As used, so that anyone who holds it ends the sign-in with it.
  const { numUpdatedRows: voided } = await tx
    .updateTable('refresh_token')
    .set({ repeated: 1, used_at: at })
    .where('session_id', '=', sessionId)
    .where('renewed_by', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  await tx
    .deleteFrom('access_token')
    .where('session_id', '=', sessionId)
    .where('renewed_by', '=', hash)
    .execute()
  return (often || second === 1n) && voided === 1n
}

/** Notes that what a refresh token gave has come to use: from now on, using that token again is a theft. */
export async function settleRefresh(tx: Tx, hash: Buffer): Promise<void> {
  await tx.updateTable('refresh_token').set({ settled: 1 }).where('hash', '=', hash).execute()
}

export async function touchSession(tx: Tx, id: SessionId, at: Instant): Promise<void> {
  await tx.updateTable('session').set({ last_used_at: at }).where('id', '=', id).execute()
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
