import { fail } from '../errors.ts'

/** For whoever may have what it asks for as soon as its address is known to be its own. */
export const failUnproven = (): never =>
  fail('forbidden', undefined, {
    unproven: true,
    error_reason: 'confirm your email address first, with the link we send you (verify_email)',
  })
