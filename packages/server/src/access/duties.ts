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
    why: 'Set a new password first (update_person).',
  },
  sign_in: {
    operations: OWN_ACCOUNT,
    why: 'This session can only set a new password (update_person). Then sign in with the new password and a code.',
  },
  enable_two_step: {
    operations: [...OWN_ACCOUNT, 'enable_two_step'],
    why: 'Your organization requires two-step verification. Turn it on first (enable_two_step).',
  },
}

export function checkDuties(who: AccountPrincipal, operation: string): void {
  if (who.mustFirst === undefined) return
  const { operations, why } = ALLOWED[who.mustFirst]
  if (!operations.includes(operation)) fail('forbidden', why, { duty: who.mustFirst })
}
