import { DAY_MS } from '@holdfast/api/time'
import type { Ctx } from '../platform/context.ts'
import type { Db } from '../platform/db/database.ts'
import { NotYet, type QueuedMail } from '../platform/jobs/jobs.ts'
import { type NamedLimit, strangerName } from '../platform/limits/shared-limits.ts'
import { withoutLogo } from '../platform/mail/letter.ts'
import type { Message } from '../platform/mail/mailer.ts'
import { THE_SERVICE } from '../platform/principal.ts'
import { recordActivity } from './activity/record-activity.ts'
import { findLogo } from './logos.ts'
import { findOrganization } from './organizations.ts'

type Counted = NonNullable<QueuedMail['counted']>
/** `why` is for administrators. */
type MailLimit = NamedLimit & { why: string }

/** Sends a mail now, or lets it wait until fewer were sent within a day. */
export async function deliverMail(ctx: Ctx, { counted, ...queued }: QueuedMail): Promise<void> {
  const message = await withLogo(ctx.db.read, queued)
  if (!counted) {
    await ctx.mail.send(message)
    return
  }
  const limits = limitsOf(counted, message.to)
  const full = await ctx.db.write((tx) => ctx.limits.takeAllIn(tx, limits))
  if (full) {
    const { why = '' } = limits[full.place] ?? {}
    await putOnRecord(ctx, counted, why)
    throw new NotYet(`It waits: ${why}`, full.until)
  }
  try {
    await ctx.mail.send(message)
  } catch (error) {
    // It is tried again, and would count each time.
    await ctx.db.write(async (tx) => {
      for (const { name } of limits) await ctx.limits.giveBackIn(tx, name)
    })
    throw error
  }
}

/** The queue names logos only: thousands of mails may wait that show the same one. */
export async function withLogo(db: Db, message: Message): Promise<Message> {
  if (message.logoKey === undefined) return message
  const logo = await findLogo(db, message.logoKey)
  return logo ? { ...message, logo } : { ...message, html: withoutLogo(message.html) }
}

const aDay = (name: string, most: number, why: string): MailLimit => ({
  name,
  most,
  ms: DAY_MS,
  why: `${why} ${most} in a day`,
})

/**
 * Addresses are counted by organization, and warnings apart: nobody keeps the mails of others from someone by having many
 * sent there. Kinds of names come in one order.
 */
function limitsOf({ organizationId, as, by }: Counted, to: string): MailLimit[] {
  const address = to.toLowerCase()
  if (as === 'warning')
    return [
      aDay(strangerName('warnings', address), 50, 'one address has been sent warnings about its account'),
    ]
  const theirs = strangerName('mails', `${organizationId} ${address}`)
  const received = aDay(theirs, 200, 'one address has been sent')
  if (as === 'welcome')
    return [aDay(`welcomes of ${organizationId}`, 5000, 'new accounts have been sent'), received]
  if (by === undefined) return [received]
  return [
    aDay(`mails by person ${by}`, 500, `person ${by} has sent`),
    aDay(strangerName('mails by one', `${by} ${address}`), 30, `person ${by} has sent to one address`),
    received,
  ]
}

/** Once a day for each organization: mails that wait may be many. */
const putOnRecord = (ctx: Ctx, { organizationId }: Counted, about: string): Promise<void> =>
  ctx.db.write(async (tx) => {
    const once = { name: `waiting mails of ${organizationId}`, most: 1, ms: DAY_MS }
    if (await ctx.limits.takeAllIn(tx, [once])) return
    const organization = await findOrganization(tx, organizationId)
    if (!organization) return
    ctx.log.warn({ organization: organizationId, why: about }, 'mails wait')
    await recordActivity(tx, THE_SERVICE, 'mails_wait', { organization, about }, ctx.now())
  })
