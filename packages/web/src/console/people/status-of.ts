import type { PERSON_STATUSES } from '@holdfast/api/accounts/account-tables'
import type { OnePerson } from '../../data/console/persons.ts'

/** Whether somebody can sign in, as the list has it. */
export function statusOf(person: OnePerson): (typeof PERSON_STATUSES)[number] {
  if (!person.active) return 'disabled'
  if (person.locked_until) return 'locked'
  return person.pw_last_changed === null && !person.auth_source_id ? 'invited' : 'active'
}
