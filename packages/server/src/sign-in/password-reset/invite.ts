import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { replaceReset } from '../../records/credentials.ts'
import { displayName, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { hashToken } from '../oauth/tokens.ts'

const LIFE_MS = 3 * DAY_MS

/** Where a mailed token is exchanged for a new password. */
export const passwordPage = (publicUrl: string, token: string): string =>
  `${publicUrl}/account/password?token=${token}`

/** Writes to someone who has a new account. With a token, it is to set the password by that. */
export async function welcome(
  ctx: Ctx,
  tx: Tx,
  person: PersonRow,
  token: string | undefined,
  at: Instant,
): Promise<void> {
  if (token !== undefined)
    await replaceReset(tx, {
      person_id: person.id,
      hash: hashToken(token),
      sent_at: at,
      expires_at: at + LIFE_MS,
    })
  const data = {
    name: displayName(person),
    email: person.email,
    ...(token !== undefined && { link: passwordPage(ctx.publicUrl, token) }),
  }
  const { email: to, organization_id: organizationId } = person
  await sendMail(ctx, tx, { organizationId, to, kind: 'welcome', data }, at)
}
