import { formatUtc, MINUTE_MS } from '@holdfast/api/time'
import { reachLink } from '../../access/links.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Limit } from '../../platform/limits/shared-limits.ts'
import { callerKey, type LinkName } from '../../platform/principal.ts'
import type { LinkRow } from '../../records/links.ts'
import { verifyPassword } from '../../sign-in/credentials/passwords.ts'
import { type Guesser, guessing } from './guessing.ts'
import { newTicket } from './tickets.ts'

/** In a minute, for one link, from one account; or together from all who are not signed in. */
const WRONG_PASSWORDS: Limit = { most: 20, ms: MINUTE_MS }
const REFUSAL = 'Too many failed attempts. Try again in a minute.'

/** A ticket for anyone who knows the password of a link. Of a link without one, any will do. */
export async function openLink(
  ctx: Ctx,
  who: Guesser,
  name: LinkName,
  password: string,
): Promise<{ link: LinkRow; ticket: string; expires: string }> {
  const at = ctx.now()
  return guessing(ctx, who, name, async () => {
    const { link } = await reachLink(ctx.db.read, who.account, name, at)
    if (link.password_hash !== null) await checkPassword(ctx, who, link, password)
    const { ticket, until } = newTicket(ctx, link, at)
    return { link, ticket, expires: formatUtc(until) }
  })
}

async function checkPassword(ctx: Ctx, { account }: Guesser, link: LinkRow, password: string): Promise<void> {
  const key = `password of link ${link.id}${account ? ` by ${callerKey(account)}` : ''}`
  await ctx.limits.trying(key, WRONG_PASSWORDS, REFUSAL, async () => {
    // Answered as any other wrong secret, and counted with those.
    if (!(await verifyPassword(link.password_hash, password))) fail('access_denied', 'Incorrect password.')
  })
}
