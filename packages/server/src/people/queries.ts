import type { PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { preparedFirst } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import { isUniqueViolation } from '../db/violations.ts'
import { fail } from '../errors.ts'

export type PersonRow = Selectable<Schema['person']>

/** Addresses are compared without case. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase()

const selectPerson = preparedFirst<{ id: PersonId }, PersonRow>((db, $) =>
  db.selectFrom('person').selectAll().where('id', '=', $('id')).compile(),
)
export const findPerson = (db: Db, id: PersonId): Promise<PersonRow | undefined> => selectPerson(db, { id })

export const findPersonByEmail = (db: Db, email: string): Promise<PersonRow | undefined> =>
  db.selectFrom('person').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

export async function insertPerson(
  tx: Tx,
  person: Omit<Insertable<Schema['person']>, 'email_key'>,
): Promise<PersonRow> {
  const row = { ...person, email_key: emailKey(person.email) }
  try {
    return await tx.insertInto('person').values(row).returningAll().executeTakeFirstOrThrow()
  } catch (error) {
    if (isUniqueViolation(error)) return fail('name_conflict', `The address ${person.email} is taken.`)
    throw error
  }
}

export async function setPassword(tx: Tx, id: PersonId, hash: string, at: Instant): Promise<void> {
  await tx
    .updateTable('person')
    .set({ password_hash: hash, pw_changed_at: at, pw_force_reset: 0, failed_logins: 0, locked_until: null })
    .where('id', '=', id)
    .execute()
}

/** Counts a failure in the database, so that all servers and all doors count together. Gives the new number. */
export async function countFailedLogin(tx: Tx, id: PersonId): Promise<number> {
  const row = await tx
    .updateTable('person')
    .set({ failed_logins: sql`failed_logins + 1` })
    .where('id', '=', id)
    .returning('failed_logins')
    .executeTakeFirstOrThrow()
  return row.failed_logins
}

export async function lockAccount(tx: Tx, id: PersonId, until: Instant): Promise<void> {
  await tx.updateTable('person').set({ locked_until: until, failed_logins: 0 }).where('id', '=', id).execute()
}

export async function forgetFailedLogins(tx: Tx, id: PersonId): Promise<void> {
  await tx.updateTable('person').set({ failed_logins: 0, locked_until: null }).where('id', '=', id).execute()
}
