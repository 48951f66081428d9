import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { forUpdate } from '../db/locking.ts'
import type { Window } from '../db/page.ts'
import { preparedFirst } from '../db/prepared.ts'
import type { CodePurpose, Flag, Schema } from '../db/schema.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { fail } from '../errors.ts'
import { addCounts } from '../organizations/queries.ts'

export type PersonRow = Selectable<Schema['person']>

/** Addresses are compared without case. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase()

const selectPerson = preparedFirst<{ id: PersonId }, PersonRow>((db, $) =>
  db.selectFrom('person').selectAll().where('id', '=', $('id')).compile(),
)
export const findPerson = (db: Db, id: PersonId): Promise<PersonRow | undefined> => selectPerson(db, { id })

/** As it is now, and stays until the transaction ends. */
export const findPersonForUpdate = (tx: Tx, id: PersonId): Promise<PersonRow | undefined> =>
  forUpdate(tx.selectFrom('person').selectAll().where('id', '=', id), tx).executeTakeFirst()

export const findPersonByEmail = (db: Db, email: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

export type NewPersonRow = Omit<Insertable<Schema['person']>, 'email_key'>

export async function insertPerson(tx: Tx, person: NewPersonRow): Promise<PersonRow> {
  const row = { ...person, email_key: emailKey(person.email) }
  const admin = person.site_admin || person.system_admin ? 1 : 0
  await addCounts(tx, person.organization_id, person.guest ? { guests: 1 } : { persons: 1, admins: admin })
  return unlessTaken(person.email, () =>
    tx.insertInto('person').values(row).returningAll().executeTakeFirstOrThrow(),
  )
}

/** The unique index decides. */
async function unlessTaken<T>(email: string | undefined, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (isUniqueViolation(error)) return fail('name_conflict', `The email ${email} is taken.`)
    throw error
  }
}

/** Rights are counted where they are given and taken: see `updatePerson`. */
export function updatePersonRow(
  tx: Tx,
  id: PersonId,
  change: Omit<Updateable<Schema['person']>, 'email_key'>,
): Promise<PersonRow> {
  const key = change.email === undefined ? {} : { email_key: emailKey(change.email) }
  return unlessTaken(change.email, () =>
    tx
      .updateTable('person')
      .set({ ...change, ...key })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

export const listPersonsOf = (
  db: Db,
  organizationId: OrganizationId,
  guest: Flag,
  { order, skip, limit }: Window,
): Promise<PersonRow[]> =>
  db
    .selectFrom('person')
    .selectAll()
    .where(
      'id',
      'in',
      // The index alone leads to the page; rows are read for what is shown only.
      db
        .selectFrom('person')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('guest', '=', guest)
        .where('deleted_at', 'is', null)
        .orderBy('id', order)
        .limit(limit)
        .offset(skip),
    )
    .orderBy('id', order)
    .execute()

export async function countSystemAdmins(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('person')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('system_admin', '=', 1)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A new password lifts a lock and ends whatever was under way for the old one. */
export async function setPassword(tx: Tx, id: PersonId, hash: string, at: Instant): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      password_hash: hash,
      pw_changed_at: at,
      pw_expires_at: null,
      pw_force_reset: 0,
      failed_logins: 0,
      locked_until: null,
    })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('password_reset').where('person_id', '=', id).execute()
  await tx
    .deleteFrom('authorization_code')
    .where('person_id', '=', id)
    .where('session_id', 'is', null)
    .execute()
}

/** Counts a try in the database, so that all servers and all doors count together. */
export function countTry(tx: Tx, id: PersonId): Promise<Pick<PersonRow, 'failed_logins' | 'locked_until'>> {
  return tx
    .updateTable('person')
    .set({ failed_logins: sql`failed_logins + 1` })
    .where('id', '=', id)
    .returning(['failed_logins', 'locked_until'])
    .executeTakeFirstOrThrow()
}

export async function setTries(
  tx: Tx,
  id: PersonId,
  tries: number,
  lockedUntil: Instant | null,
): Promise<void> {
  await tx
    .updateTable('person')
    .set({ failed_logins: tries, locked_until: lockedUntil })
    .where('id', '=', id)
    .execute()
}

/** Takes back one try that turned out to be none; a lock that rested on it goes too. */
export async function refundTry(tx: Tx, id: PersonId, maxTries: number): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      failed_logins: sql`failed_logins - 1`,
      locked_until: sql`case when failed_logins - 1 < ${maxTries} then null else locked_until end`,
    })
    .where('id', '=', id)
    .where('failed_logins', '>', 0)
    .execute()
}

type TwoStepState = Pick<
  PersonRow,
  'two_step_mode' | 'totp_secret' | 'totp_step' | 'backup_key_hash' | 'two_step_pending' | 'mobile_phone'
>
const NO_TWO_STEP = {
  two_step_mode: null,
  totp_secret: null,
  totp_step: null,
  backup_key_hash: null,
  two_step_pending: null,
} satisfies Partial<TwoStepState>

export async function setTwoStep(tx: Tx, id: PersonId, state: Partial<TwoStepState>): Promise<void> {
  await tx.updateTable('person').set(state).where('id', '=', id).execute()
}

export const clearTwoStep = (tx: Tx, id: PersonId): Promise<void> => setTwoStep(tx, id, NO_TWO_STEP)

/** Ends two-step verification if this is the key that was given for the case. True for the one caller that did. */
export async function useBackupKey(tx: Tx, id: PersonId, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person')
    .set(NO_TWO_STEP)
    .where('id', '=', id)
    .where('backup_key_hash', '=', hash)
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

export async function findResetOf(db: Db, personId: PersonId): Promise<{ sent_at: Instant } | undefined> {
  return db
    .selectFrom('password_reset')
    .select('sent_at')
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** A newer token takes the place of an older one. */
export async function replaceReset(tx: Tx, reset: Insertable<Schema['password_reset']>): Promise<void> {
  await tx
    .insertInto('password_reset')
    .values(reset)
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet({ hash: reset.hash, sent_at: reset.sent_at, expires_at: reset.expires_at }),
    )
    .execute()
}

export async function findReset(db: Db, hash: Buffer, now: Instant): Promise<PersonId | undefined> {
  const row = await db
    .selectFrom('password_reset')
    .select('person_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.person_id
}

/** Takes a reset token out of use and tells whose it was. */
export async function useReset(tx: Tx, hash: Buffer, now: Instant): Promise<PersonId | undefined> {
  const row = await tx
    .deleteFrom('password_reset')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst()
  return row?.person_id
}
