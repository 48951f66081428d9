import { HOUR_MS } from '@holdfast/api/time'
import { busy, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { networkAsking } from '../../platform/limits/network.ts'
import { type Limit, strangerName } from '../../platform/limits/shared-limits.ts'
import { listUpward } from '../../records/organization-tree.ts'
import { findOrganizationIdByHostname } from '../../records/organizations.ts'
import { displayName, findPersonByEmail } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { keepMailedToken, wasMailedJustNow } from './mailed-token.ts'

/** Known and unknown addresses alike. */
const FROM_ONE_NETWORK: Limit = { most: 100, ms: HOUR_MS }
const PLACEHOLDER = '{token}'
const MAX_LENGTH = 2000

/** Mails a link to set a new password, if the address has an account; who asks cannot tell. */
export async function requestPasswordReset(
  ctx: Ctx,
  { email, destination }: { email: string; destination: string },
): Promise<void> {
  const target = readDestination(destination)
  const wait = await ctx.limits.take(strangerName('resets', networkAsking()), FROM_ONE_NETWORK)
  if (wait !== undefined)
    busy('Too many password resets were requested from your network. Try again later.', wait)
  const ours = new URL(ctx.publicUrl)
  const main = target.host === ours.host
  // An organization's own host, at the port that the service has or at the usual one.
  const named =
    (target.port === '' || target.port === ours.port) &&
    (await findOrganizationIdByHostname(ctx.db.read, target.hostname)) !== undefined
  if (!main && !named) refuse('destination')
  const token = ctx.random(32).toString('base64url')
  await ctx.db.write(async (tx) => {
    const person = await findPersonByEmail(tx, email)
    // What a directory keeps cannot be set here.
    if (!person?.active || person.auth_source_id !== null) return
    // Another organization's host may be trusted with its own people only. The caller does not learn this.
    const hostnames = (await listUpward(tx, person.organization_id)).map(({ hostname }) => hostname)
    if (!main && !hostnames.includes(target.hostname)) return
    const at = ctx.now()
    if (await wasMailedJustNow(tx, person.id, at)) return
    await keepMailedToken(tx, person, token, { kind: 'reset', lifeMs: HOUR_MS }, at)
    const { email: to, organization_id: organizationId } = person
    const data = { name: displayName(person), link: destination.replace(PLACEHOLDER, token) }
    await sendMail(ctx, tx, { organizationId, to, kind: 'password_reset', data }, at)
  })
}

/** An address that every mail program reads in the same way: the token must reach no other host. */
function readDestination(destination: string): URL {
  const [, authority = ''] = /^https:\/\/([^/?#]+)/i.exec(destination) ?? []
  const url = URL.parse(destination.replace(PLACEHOLDER, 'token'))
  const plain =
    destination.length <= MAX_LENGTH && !/[\s\\\p{Cc}]/u.test(destination) && !authority.includes('@')
  const once = destination.split(PLACEHOLDER).length === 2
  if (!plain || !once || authority === '' || authority.includes('{') || url === null)
    return refuse('destination')
  return url
}
