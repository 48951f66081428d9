import { fail } from '../errors.ts'

/** For callers who may have this as soon as their email address is confirmed. */
export const failUnproven = (): never =>
  fail('forbidden', undefined, {
    unproven: true,
    error_reason: 'confirm your email address first, with the link we send you (verify_email)',
  })
