import { HOUR_MS } from '@holdfast/api/time'
import { checkEmail, checkName } from '../../accounts/organizations/settings.ts'
import { missing, noSuch, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Limit, strangerName } from '../../platform/limits/shared-limits.ts'
import type { VisitorPrincipal } from '../../platform/principal.ts'
import { findRequest } from '../../records/file-requests.ts'
import { checkTaking } from './request-state.ts'
import { newSenderToken } from './sender-token.ts'

const MOST_LETTERS = 100
/** From one network, for one link: a school class behind one address passes, a program that makes senders up does not. */
const ENTRIES: Limit = { most: 200, ms: HOUR_MS }
const REFUSAL = 'Too many people have entered their name from your network. Try again in an hour.'

/** A token for someone who tells a file request who they are. Nothing is stored of them before they send a file. */
export async function enter(
  ctx: Ctx,
  { sharelinkId, network }: VisitorPrincipal,
  given: { name: string; email: string },
): Promise<string> {
  const request = (await findRequest(ctx.db.read, sharelinkId)) ?? noSuch('file request at this link')
  checkTaking(request, ctx.now())
  const name = given.name.trim() === '' ? '' : checkName(given.name)
  if (name === '' && request.ask_name) missing('name')
  if (name.length > MOST_LETTERS) refuse('name', `up to ${MOST_LETTERS} characters`)
  const email = given.email.trim() === '' ? null : checkEmail(given.email)
  await ctx.db.write((tx) =>
    ctx.limits.takeIn(tx, strangerName(`senders of link ${sharelinkId}`, network), ENTRIES, REFUSAL),
  )
  return newSenderToken(ctx, sharelinkId, { name, email })
}
