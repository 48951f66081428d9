import { fail } from '../../errors.ts'
import type { PersonRow } from '../../records/people.ts'

/** Throws for an account from a directory, whose password is not ours. */
export function checkPasswordIsOurs({ auth_source_id }: Pick<PersonRow, 'auth_source_id'>): void {
  if (auth_source_id !== null)
    fail('policy_error', 'This password is managed in the directory of your organization. Change it there.')
}
