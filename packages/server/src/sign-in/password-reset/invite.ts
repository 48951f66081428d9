import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { displayName, type PersonRow } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { leadingTo, PASSWORD_PATH } from './addresses.ts'
import { keepMailedToken } from './mailed-token.ts'

/** Writes to someone who has a new account. With a token, it is to set the password by that. */
export async function welcome(
  ctx: Ctx,
  tx: Tx,
  person: PersonRow,
  token: string | undefined,
  at: Instant,
): Promise<void> {
  if (token !== undefined) await keepMailedToken(tx, person, token, { kind: 'reset', lifeMs: 3 * DAY_MS }, at)
  const data = {
    name: displayName(person),
    email: person.email,
    ...(token !== undefined && { link: ctx.publicUrl + leadingTo(PASSWORD_PATH, undefined, token) }),
  }
  const { email: to, organization_id: organizationId } = person
  await sendMail(ctx, tx, { organizationId, to, kind: 'welcome', data }, at)
}
