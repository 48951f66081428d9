import { MINUTE_MS } from '@holdfast/api/time'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { networkOf } from '../../platform/limits/network.ts'
import { type Limit, strangerName } from '../../platform/limits/shared-limits.ts'
import { type AccountPrincipal, callerKey, type LinkName } from '../../platform/principal.ts'

/** In a minute, from one source: people mistype, programs try. */
const WRONG_ONES: Limit = { most: 30, ms: MINUTE_MS }
const REFUSAL = 'Too many invalid links or passwords from you or your network. Try again in a minute.'
const CODES: readonly string[] = ['access_denied', 'not_found']

/** Who tries something, and from where. */
export interface Guesser {
  account: AccountPrincipal | undefined
  address: string
}

/** Someone who is signed in is known, and answers for nobody else in the same network, nor they for it. */
const sourceOf = ({ account, address }: Guesser): string =>
  account ? `guesses of ${callerKey(account)}` : strangerName('guesses', networkOf(address))

/**
 * Runs a look for a link. Callers who have sent too many wrong hashes do not learn about right ones either. Ids are no
 * secret: they need a token.
 */
export async function guessing<T>(
  { limits }: Pick<Ctx, 'limits'>,
  who: Guesser,
  name: LinkName,
  look: () => Promise<T>,
): Promise<T> {
  if ('id' in name) return look()
  const guesses = { name: sourceOf(who), refusal: REFUSAL, ...WRONG_ONES }
  const isWrong = (error: unknown) => error instanceof ApiError && CODES.includes(error.code)
  return limits.countingMisses(guesses, isWrong, look)
}
