import type { PersonId } from '@holdfast/api/ids'
import { HOUR_MS } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import {
  deleteNotices,
  type HeldNotice,
  holdNotices,
  listDue,
  postponeNotices,
} from '../../records/notices.ts'
import { displayName, findPerson } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { canSignIn } from '../../sign-in/oauth/organization-usable.ts'
import { compose } from './compose.ts'
import { gatherShareNews } from './gather-share-news.ts'
import { stopAddress, stopKey } from './stop-token.ts'

/** So few that other jobs of this server get their turn. */
const NOTICES_AT_ONCE = 100
/** Links and shares that one mail is about at most. */
const SOURCES_AT_ONCE = 100
const AFTER_FAILURE_MS = HOUR_MS

/** Mails what has gathered, and comes back at once when that was not all. */
export async function sendNotices(ctx: Ctx): Promise<void> {
  let failure: unknown
  // Shares whose news cannot be read just now must not keep other mails waiting.
  const moreNews = await gatherShareNews(ctx).catch((error) => {
    failure = error
    return false
  })
  const now = ctx.now()
  const due = await listDue(ctx.db.read, now, NOTICES_AT_ONCE)
  const key = await stopKey(ctx)
  for (const personId of due) {
    try {
      await ctx.db.write((tx) => tell(ctx, tx, personId, key))
    } catch (error) {
      // Whatever is wrong with one must not keep the others waiting.
      ctx.log.error({ err: error, person: personId }, 'notices could not be put into a mail')
      await ctx.db.write((tx) => postponeNotices(tx, personId, now + AFTER_FAILURE_MS))
    }
  }
  if (moreNews || due.length > 0) await ctx.db.write((tx) => enqueue(tx, 'send_notices', {}, ctx.now()))
  if (failure !== undefined) throw failure
}

/** One mail for all that there is to tell someone, queued in the transaction that forgets it. */
async function tell(ctx: Ctx, tx: Tx, personId: PersonId, key: string): Promise<void> {
  const notices = await holdNotices(tx, personId, SOURCES_AT_ONCE)
  await mail(
    ctx,
    tx,
    personId,
    notices.filter(({ muted }) => !muted),
    key,
  )
  await deleteNotices(
    tx,
    notices.map(({ id }) => id),
  )
}

async function mail(
  ctx: Ctx,
  tx: Tx,
  personId: PersonId,
  notices: readonly HeldNotice[],
  key: string,
): Promise<void> {
  if (notices.length === 0) return
  const at = ctx.now()
  const person = await findPerson(tx, personId)
  if (!person || !(await canSignIn(tx, person, at))) return
  const { sections, more, sources } = await compose(tx, person, notices, at)
  if (sections.length === 0) return
  const stop = stopAddress(ctx, key, { personId, sources })
  const { email: to, organization_id: organizationId } = person
  const data = { name: displayName(person), sections, more, stop }
  await sendMail(ctx, tx, { organizationId, to, kind: 'notices', data }, at)
}
