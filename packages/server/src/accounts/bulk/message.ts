import type { applyGuestsBulk } from '@holdfast/api/accounts/account-bulk'
import type { GuestId, PersonId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { authorizeGuest, authorizePerson } from '../../access/administration.ts'
import { fail, missing } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { displayName, findPerson } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'

export interface Message {
  subject: string
  text: string
}

/** `missing_parameter` for what says nothing. */
export function messageOf({
  subject = '',
  text = '',
}: Pick<ParamsOf<typeof applyGuestsBulk>, 'subject' | 'text'>): Message {
  // A line break would begin another header of the email.
  const line = subject.replace(/\s+/g, ' ').trim()
  return { subject: line || missing('subject'), text: text.trim() || missing('text') }
}

/** Emails what an administrator writes to an account of theirs; answers go to the administrator. */
export async function sendMessage(
  ctx: Ctx,
  who: PersonPrincipal,
  to: { id: PersonId; isGuest: boolean },
  message: Message,
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const person = await authorizeReader(tx, who, to)
    const sender = (await findPerson(tx, who.personId)) ?? fail('forbidden')
    await sendMail(
      ctx,
      tx,
      {
        organizationId: person.organization_id,
        to: person.email,
        by: who.personId,
        replyTo: sender.email,
        kind: 'message',
        data: { from: displayName(sender), ...message },
      },
      at,
    )
    await recordActivity(tx, who, 'account_messaged', { person, about: message.subject }, at)
  })
}

const authorizeReader = (
  db: Db,
  who: PersonPrincipal,
  { id, isGuest }: { id: PersonId; isGuest: boolean },
) => (isGuest ? authorizeGuest(db, who, id as number as GuestId) : authorizePerson(db, who, id))
