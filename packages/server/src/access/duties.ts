import type { Duty } from '@holdfast/api/sign-in/sessions'
import { fail } from '../errors.ts'
import type { AccountPrincipal } from '../platform/principal.ts'

const OWN_ACCOUNT = [
  'update_person',
  'get_own_person',
  'update_guest',
  'get_guest',
  'get_web_session',
  'end_web_session',
]

/** What may still be called by someone who must do something first: that very thing, and looking at oneself. */
const ALLOWED: Record<Duty, { operations: readonly string[]; why: string }> = {
  set_password: {
    operations: OWN_ACCOUNT,
    why: 'A new password must be set first (update_person).',
  },
  sign_in: {
    operations: OWN_ACCOUNT,
    why: 'This can only set a new password (update_person). For anything else, sign in with it and a code.',
  },
  enable_two_step: {
    operations: [...OWN_ACCOUNT, 'enable_two_step'],
    why: 'The organization asks for two-step verification: enable it first (enable_two_step).',
  },
}

export function checkDuties(who: AccountPrincipal, operation: string): void {
  if (who.mustFirst === undefined) return
  const { operations, why } = ALLOWED[who.mustFirst]
  if (!operations.includes(operation)) fail('forbidden', why, { duty: who.mustFirst })
}
