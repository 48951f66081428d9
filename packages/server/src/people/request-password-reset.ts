import type { Ctx } from '../context.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/jobs.ts'
import { renderMail } from '../mail/templates.ts'
import { hashToken } from '../oauth/tokens.ts'
import { brandOf } from '../organizations/brand.ts'
import { findPersonByEmail, findResetOf, replaceReset } from './queries.ts'
import { displayName } from './view.ts'

const LIFE_MS = 60 * 60 * 1000
/** Asking again sooner sends nothing: a mailbox is not to be flooded by a stranger. */
const RESEND_MS = 60_000
const PLACEHOLDER = '{token}'
const MAX_LENGTH = 2000

/** Mails a link to set a new password, if the address has an account; who asks cannot tell. */
export async function requestPasswordReset(
  ctx: Ctx,
  { email, destination, hosts }: { email: string; destination: string; hosts: readonly string[] },
): Promise<void> {
  checkDestination(destination, hosts)
  const token = ctx.random(32).toString('base64url')
  await ctx.db.write(async (tx) => {
    const person = await findPersonByEmail(tx, email)
    // What a directory keeps cannot be set here.
    if (!person?.active || person.auth_source_id !== null) return
    const at = ctx.now()
    const earlier = await findResetOf(tx, person.id)
    if (earlier && at - earlier.sent_at < RESEND_MS) return
    await replaceReset(tx, {
      person_id: person.id,
      hash: hashToken(token),
      sent_at: at,
      expires_at: at + LIFE_MS,
    })
    const brand = await brandOf(ctx, tx, person.organization_id)
    const link = destination.replace(PLACEHOLDER, token)
    await enqueue(
      tx,
      'send_mail',
      renderMail('password_reset', person.email, { name: displayName(person), link }, brand),
      at,
    )
  })
}

/** Only addresses of this service, never what the request itself claims to be sent to: the token must not leave it. */
function checkDestination(destination: string, hosts: readonly string[]): void {
  const [, authority = ''] = /^https:\/\/([^/?#]+)/i.exec(destination) ?? []
  const url = URL.parse(destination.replace(PLACEHOLDER, 'token'))
  // Mail programs read addresses in their own ways: nothing may pass that one of them takes for another host.
  const plain =
    destination.length <= MAX_LENGTH && !/[\s\\\p{Cc}]/u.test(destination) && !authority.includes('@')
  const ours = authority !== '' && url !== null && hosts.includes(url.host)
  // Once, and not in the fragment, which a server never sees.
  const [withoutFragment] = destination.split('#', 1)
  const placed = destination.split(PLACEHOLDER).length === 2 && withoutFragment?.includes(PLACEHOLDER)
  if (!plain || !ours || !placed) fail('invalid_request', 'Invalid value for parameter: destination')
}
