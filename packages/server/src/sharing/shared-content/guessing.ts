import type { Instant } from '@holdfast/api/time'
import { ApiError, fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { networkOf } from '../../platform/limits/network.ts'
import { type AccountPrincipal, callerKey, type LinkName } from '../../platform/principal.ts'

/** In a minute, from one source: people mistype, programs try. */
const WRONG_ONES = 30
const CODES: readonly string[] = ['access_denied', 'not_found']

/** Who tries something, and from where. */
export interface Guesser {
  account: AccountPrincipal | undefined
  address: string
}

/** Someone who is signed in is known, and answers for nobody else in the same network, nor they for it. */
const sourceOf = ({ account, address }: Guesser): string =>
  account ? callerKey(account) : networkOf(address)

/**
 * Runs a look for a link. Whoever has named too many wrong hashes is not told about right ones either. Ids are no
 * secret: they need a token.
 */
export async function guessing<T>(
  { guesses }: Pick<Ctx, 'guesses'>,
  who: Guesser,
  at: Instant,
  name: LinkName,
  look: () => Promise<T>,
): Promise<T> {
  if ('id' in name) return look()
  const source = sourceOf(who)
  if (guesses.wait(source, WRONG_ONES, at) !== undefined)
    return fail(
      'temporarily_unavailable',
      'Too many wrong addresses of links, or passwords, came from you or your network. Try again in a minute.',
    )
  try {
    return await look()
  } catch (error) {
    if (error instanceof ApiError && CODES.includes(error.code)) guesses.take(source, WRONG_ONES, at)
    throw error
  }
}
