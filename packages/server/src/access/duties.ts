import { fail } from '../errors.ts'
import type { Principal } from './principal.ts'

/** What may still be called by someone who must do something first: that very thing, and looking at oneself. */
const ALLOWED = {
  set_password: {
    operations: ['update_person', 'get_own_person', 'get_web_session', 'end_web_session'],
    why: 'A new password must be set first (update_person).',
  },
  enable_two_step: {
    operations: ['enable_two_step', 'update_person', 'get_own_person', 'get_web_session', 'end_web_session'],
    why: 'The organization asks for two-step verification: enable it first (enable_two_step).',
  },
}

export function checkDuties(who: Principal, operation: string): void {
  if (who.kind !== 'person' || who.mustFirst === undefined) return
  const { operations, why } = ALLOWED[who.mustFirst]
  if (!operations.includes(operation)) fail('forbidden', why)
}
