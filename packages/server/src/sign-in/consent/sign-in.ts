import { ApiError, fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { findPersonByEmail, type PersonRow } from '../../records/people.ts'
import { attempt } from '../credentials/attempt.ts'
import { checkCredentials } from '../credentials/check-credentials.ts'
import { takeCode, targetOf } from '../credentials/codes.ts'
import { startWebSession } from '../sessions/open-web-session.ts'

/** Someone who is signed in now, by this cookie. */
export interface SignedIn {
  cookie: string
  person: PersonRow
}

/** A browser that is signed in, or a person of whom a code is wanted; where codes are sent, one is on its way. */
export type PasswordOutcome = SignedIn | { codeWantedOf: PersonRow }

export async function signInByPassword(ctx: Ctx, email: string, password: string): Promise<PasswordOutcome> {
  try {
    const person = await checkCredentials(ctx, { email, password, authCode: undefined })
    return { cookie: await startWebSession(ctx, person), person }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'missing_totp') throw error
    return { codeWantedOf: (await findPersonByEmail(ctx.db.read, email)) ?? fail('invalid_grant') }
  }
}

/** The second step of someone whose password was right. Gives the cookie. */
export async function signInByCode(ctx: Ctx, person: PersonRow, code: string): Promise<string> {
  const outcome = await attempt(ctx, person, async () =>
    (await takeCode(ctx, person, 'sign_in', targetOf(ctx, person), code)) ? 'right' : 'wrong',
  )
  return outcome === 'right' ? startWebSession(ctx, person) : fail('invalid_totp')
}
