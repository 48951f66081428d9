import { fail } from '../errors.ts'

/** For whoever may have what it asks for as soon as its address is known to be its own. */
export const failUnproven = (): never =>
  fail('forbidden', undefined, {
    error_reason: 'first confirm your address, by the mail that was sent there; verify_email sends another',
  })
