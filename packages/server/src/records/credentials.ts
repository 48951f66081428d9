import type { PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { keysOf } from '../platform/db/keys.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { CodePurpose } from '../platform/db/tables/sign-in.ts'
import type { Keys } from '../platform/secrets/keys.ts'
import type { PersonRow } from './people.ts'

type Secret = 'totp_secret' | 'backup_key_hash' | 'two_step_pending'
/** The secrets as they are; in the row they are sealed. */
type TwoStepState = Pick<PersonRow, 'two_step_mode' | 'totp_step' | 'mobile_phone'> &
  Record<Secret, string | null>
const NO_TWO_STEP = {
  two_step_mode: null,
  totp_secret: null,
  totp_step: null,
  backup_key_hash: null,
  two_step_pending: null,
} satisfies Partial<TwoStepState>

export async function setTwoStep(tx: Tx, id: PersonId, state: Partial<TwoStepState>): Promise<void> {
  const { totp_secret, backup_key_hash, two_step_pending, ...plain } = state
  const keys = keysOf(tx)
  const sealed = Object.fromEntries(
    Object.entries({ totp_secret, backup_key_hash, two_step_pending }).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text && keys.seal(`person.${name as Secret}`, id, text)]],
    ),
  )
  await tx
    .updateTable('person')
    .set({ ...plain, ...sealed })
    .where('id', '=', id)
    .execute()
}

export const clearTwoStep = (tx: Tx, id: PersonId): Promise<void> => setTwoStep(tx, id, NO_TWO_STEP)

export function openSecret(keys: Keys, person: Pick<PersonRow, 'id' | Secret>, name: Secret): string | null {
  const sealed = person[name]
  return sealed && keys.open(`person.${name}`, person.id, sealed)
}

/** Ends two-step verification that has this backup key, as it was read. True for the one caller that did. */
export async function useBackupKey(tx: Tx, { id, backup_key_hash }: PersonRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person')
    .set(NO_TWO_STEP)
    .where('id', '=', id)
    .where('backup_key_hash', '=', backup_key_hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** True when no code of this or a later time step was used before. */
export async function useTotpStep(tx: Tx, id: PersonId, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where((where) => where.or([where('totp_step', 'is', null), where('totp_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function findSentCode(
  db: Db,
  personId: PersonId,
  purpose: CodePurpose,
): Promise<{ sent_at: Instant } | undefined> {
  return db
    .selectFrom('sent_code')
    .select('sent_at')
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
}

export async function replaceSentCode(tx: Tx, code: Insertable<Schema['sent_code']>): Promise<void> {
  await tx
    .insertInto('sent_code')
    .values(code)
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'purpose'])
        .doUpdateSet({ hash: code.hash, sent_at: code.sent_at, expires_at: code.expires_at }),
    )
    .execute()
}

/** True when this code was sent, has not expired and was not used before. */
export async function useSentCode(
  tx: Tx,
  code: { personId: PersonId; purpose: CodePurpose; hash: Buffer; now: Instant },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sent_code')
    .where('person_id', '=', code.personId)
    .where('purpose', '=', code.purpose)
    .where('hash', '=', code.hash)
    .where('expires_at', '>', code.now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

type MailedToken = Selectable<Schema['mailed_token']>
export type TokenKind = MailedToken['kind']

/** When tokens were mailed to someone, the newest first. */
export const listMailed = (db: Db, personId: PersonId): Promise<Pick<MailedToken, 'kind' | 'sent_at'>[]> =>
  db
    .selectFrom('mailed_token')
    .select(['kind', 'sent_at'])
    .where('person_id', '=', personId)
    .orderBy('sent_at', 'desc')
    .execute()

/** A newer reset takes the place of an older one. Invitations are about different things, and wait side by side. */
export async function insertMailedToken(tx: Tx, token: Insertable<Schema['mailed_token']>): Promise<void> {
  if (token.kind === 'reset')
    await tx
      .deleteFrom('mailed_token')
      .where('person_id', '=', token.person_id)
      .where('kind', '=', 'reset')
      .execute()
  await tx.insertInto('mailed_token').values(token).execute()
}

/** Whose token it is, where it is of one of these kinds. */
export async function findMailedToken(
  db: Db,
  hash: Buffer,
  kinds: readonly TokenKind[],
  now: Instant,
): Promise<PersonId | undefined> {
  const row = await db
    .selectFrom('mailed_token')
    .select('person_id')
    .where('hash', '=', hash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.person_id
}

/** Takes a token out of use. True for the one caller that did. */
export async function useMailedToken(tx: Tx, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('mailed_token').where('hash', '=', hash).executeTakeFirst()
  return numDeletedRows === 1n
}
