import { createPerson } from '@holdfast/api/accounts/people'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Candidate } from '../../core/sharing/candidates.ts'
import { type Invited, namesOf } from '../../core/sharing/invited.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { call } from '../service/api.ts'
import { codeOf, problemOf } from '../service/errors.ts'
import { queries } from '../service/queries.ts'
import { ownOrganizationId } from '../service/session.ts'
import { noteStep } from './first-steps.ts'

/** Gives someone an account in the own organization, and mails them the way to choose a password. */
export async function invite({ email, firstName, lastName }: Invited): Promise<PersonId> {
  const { id } = await call(createPerson, {
    ...{ company_id: ownOrganizationId() as OrganizationId, email },
    ...{ first_name: firstName, last_name: lastName, generate_password: true },
  })
  noteStep('invite')
  void queries.invalidateQueries({ queryKey: ['people'] })
  return id
}

export function whyNotInvited(error: unknown): string {
  const words = beginWords().invite
  const code = codeOf(error)
  if (code === 'name_conflict') return words.taken
  if (code === 'user_limit_exceeded') return words.full
  return code === 'invalid_request' ? words.notAddress : problemOf(error).words
}

/** Someone who was chosen by an address gets an account, if that was meant and nobody has one by it. */
export async function withAccount(one: Candidate): Promise<Exclude<Candidate, { kind: 'new' }>> {
  if (one.kind !== 'new') return one
  const { email, name } = one
  try {
    return {
      kind: 'person',
      id: await invite({ email, ...namesOf(email, name === email ? '' : name) }),
      name,
      email,
    }
  } catch (error) {
    if (codeOf(error) !== 'name_conflict') throw error
    return { kind: 'address', name: email, email }
  }
}
