import type { Instant } from '@holdfast/api/time'
import type { Tx } from '../../platform/db/database.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type PersonRow, updatePersonRow } from '../../records/people.ts'

export type Name = Pick<PersonRow, 'first_name' | 'last_name'>

/** What the app writes for the last name of those it knows an address of, which has no second word: “(example.org)”. */
const isDomain = ({ last_name, email }: Pick<PersonRow, 'last_name' | 'email'>): boolean =>
  last_name.toLowerCase() === `(${email.slice(email.lastIndexOf('@') + 1).toLowerCase()})`

/** What is known of someone's name who was invited by an address and comes for the first time; undefined once all is. */
export function nameToComplete(person: PersonRow): Name | undefined {
  if (person.password_hash !== null) return undefined
  const { first_name } = person
  const last_name = isDomain(person) ? '' : person.last_name
  return first_name === '' || last_name === '' ? { first_name, last_name } : undefined
}

/** What is left empty stays as it is. */
export async function completeName(
  tx: Tx,
  person: PersonRow,
  { first_name, last_name }: Name,
  at: Instant,
): Promise<void> {
  const change = { ...(first_name && { first_name }), ...(last_name && { last_name }) }
  const isNew = Object.entries(change).some(([key, value]) => person[key as keyof Name] !== value)
  if (!isNew || !nameToComplete(person)) return
  const named = await updatePersonRow(tx, person.id, change)
  await recordActivity(
    tx,
    THE_SERVICE,
    person.guest ? 'guest_updated' : 'person_updated',
    { person: named },
    at,
  )
}
