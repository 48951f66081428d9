import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { HOUR_MS, type Instant } from '@holdfast/api/time'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { fail } from '../errors.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { fold } from '../platform/db/gram-index/grams.ts'
import { forUpdate } from '../platform/db/locking.ts'
import type { Reach } from '../platform/db/long-list.ts'
import { preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { Flag } from '../platform/db/tables/columns.ts'
import { isUniqueViolation } from '../platform/db/violations.ts'
import { addCounts } from './organizations.ts'
import { liftLocks } from './sign-in-tries.ts'
import { setWords, wordsIn } from './words.ts'

export type PersonRow = Selectable<Schema['person']>

export const displayName = (person: Pick<PersonRow, 'first_name' | 'last_name' | 'email'>): string =>
  `${person.first_name} ${person.last_name}`.trim() || person.email

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

/** What tells whether an account keeps its address from others: see `access/addresses.ts`. */
export const HOLDING = ['guest', 'email_verified_at', 'first_came_at', 'organization_id'] as const
export type AddressHolder = Pick<PersonRow, (typeof HOLDING)[number]>

/** Someone invited the address, and nobody has shown to be its owner: it may be anybody's. */
export const isUnprovenGuest = ({ guest, email_verified_at }: AddressHolder): boolean =>
  guest === 1 && email_verified_at === null

/** Someone came into the account, by whatever way: for the first time, or again after an hour. */
export async function noteCame(
  tx: Tx,
  { id, first_came_at, seen_at }: PersonRow,
  at: Instant,
): Promise<void> {
  if (first_came_at !== null && at < seen_at + HOUR_MS) return
  await tx
    .updateTable('person')
    .set({ first_came_at: first_came_at ?? at, seen_at: at })
    .where('id', '=', id)
    .execute()
}

/** Names are looked for without regard to case, accents and how many spaces there are. */
export const nameKeyOf = (...names: string[]): string =>
  fold(names.join(' ')).split(/\s+/u).filter(Boolean).join(' ')

const nameKeys = ({ first_name, last_name }: Pick<PersonRow, 'first_name' | 'last_name'>) => ({
  name_key: nameKeyOf(first_name, last_name),
  last_name_key: nameKeyOf(last_name, first_name),
})

export type NewPersonRow = Omit<Insertable<Schema['person']>, 'email_key'>

export async function insertPerson(tx: Tx, person: NewPersonRow): Promise<PersonRow> {
  const row = { ...person, ...nameKeys(person), email_key: emailKey(person.email) }
  const admin = person.site_admin || person.system_admin ? 1 : 0
  await addCounts(tx, person.organization_id, person.guest ? { guests: 1 } : { persons: 1, admins: admin })
  const inserted = await unlessTaken(person.email, () =>
    tx.insertInto('person').values(row).returningAll().executeTakeFirstOrThrow(),
  )
  await findableBy(tx, inserted)
  return inserted
}

/** People and guests are found by the words of their names and of their addresses. */
const findableBy = (
  tx: Tx,
  { id, organization_id, first_name, last_name, email }: PersonRow,
): Promise<void> =>
  setWords(tx, { kind: 'person', organization_id, id }, wordsIn(first_name, last_name, email))

/** The unique index decides. */
async function unlessTaken<T>(email: string | undefined, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (isUniqueViolation(error))
      return fail('name_conflict', `The email address ${email} is already in use.`)
    throw error
  }
}

/** Rights are counted where they are given and taken: see `updatePerson`. */
export async function updatePersonRow(
  tx: Tx,
  id: PersonId,
  change: Omit<Updateable<Schema['person']>, 'email_key'>,
): Promise<PersonRow> {
  const key = change.email === undefined ? {} : { email_key: emailKey(change.email) }
  const row = await unlessTaken(change.email, () =>
    tx
      .updateTable('person')
      .set({ ...change, ...key })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  const keys = nameKeys(row)
  const renamed = row.name_key !== keys.name_key || row.last_name_key !== keys.last_name_key
  if (renamed) await tx.updateTable('person').set(keys).where('id', '=', id).execute()
  if (renamed || change.email !== undefined) await findableBy(tx, row)
  return { ...row, ...keys }
}

/** Persons whose first name, last name or address begins so: by one look into an index for each, best first. */
export async function listPeopleNamed(
  db: Db,
  organizationId: OrganizationId,
  { name, address }: { name: string; address: string },
  limit: number,
): Promise<Pick<PersonRow, 'id' | 'first_name' | 'last_name' | 'email'>[]> {
  const found = new Map<PersonId, Pick<PersonRow, 'id' | 'first_name' | 'last_name' | 'email'>>()
  for (const [column, begin] of [
    ['name_key', name],
    ['last_name_key', name],
    ['email_key', address],
  ] as const)
    for (const person of await db
      .selectFrom('person')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('organization_id', '=', organizationId)
      .where('guest', '=', sql.lit(0))
      .where('deleted_at', 'is', null)
      .where('active', '=', 1)
      .where(column, '>=', begin)
      .where(column, '<', `${begin}${LAST_SIGN}`)
      .orderBy(column)
      .limit(limit)
      .execute())
      found.set(person.id, person)
  return [...found.values()].slice(0, limit)
}
/** No text goes on with a sign behind this one. */
const LAST_SIGN = '\u{10FFFF}'

export const listPersonsOf = (
  db: Db,
  organizationId: OrganizationId,
  guest: Flag,
  { after, skip, limit }: Reach,
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
        .where('id', '>', after as PersonId)
        .orderBy('id')
        .limit(limit)
        .offset(skip),
    )
    .orderBy('id')
    .execute()

/** Whether anyone has ever had a full account in an organization, closed ones included. */
export const hasHadPersons = async (db: Db, id: OrganizationId): Promise<boolean> =>
  (await db
    .selectFrom('person')
    .select('id')
    .where('organization_id', '=', id)
    .where('guest', '=', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined

const systemAdmins = (db: Db) =>
  db
    .selectFrom('person')
    .where('system_admin', '=', 1)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)

export const listSystemAdmins = (db: Db): Promise<PersonRow[]> => systemAdmins(db).selectAll().execute()

export const listAdministratorsOf = (db: Db, organizationId: OrganizationId): Promise<PersonRow[]> =>
  db
    .selectFrom('person')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(({ eb, or }) => or([eb('site_admin', '=', 1), eb('system_admin', '=', 1)]))
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()

export async function countSystemAdmins(tx: Tx): Promise<number> {
  const { count } = await systemAdmins(tx)
    .select(({ fn }) => fn.countAll<number>().as('count'))
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
    })
    .where('id', '=', id)
    .execute()
  await liftLocks(tx, id)
  // Those by which a password can be set; the others still tell who reads the mails.
  await tx.deleteFrom('mailed_token').where('person_id', '=', id).where('kind', '<>', 'verify').execute()
  await tx
    .deleteFrom('authorization_code')
    .where('person_id', '=', id)
    .where('session_id', 'is', null)
    .execute()
}
