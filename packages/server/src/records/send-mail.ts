import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { enqueue, type QueuedMail } from '../platform/jobs/jobs.ts'
import { renderMail } from '../platform/mail/templates.ts'
import type { MailData } from '../platform/messages/letters/mail-data.ts'
import { brandOf } from './brand.ts'
import { mailLanguageOf, mailZoneOf } from './languages.ts'

/** A mail that has not been written yet, in the look of an organization and the language and time zone of its recipient. */
export interface Mail<Kind extends keyof MailData> {
  organizationId: OrganizationId
  to: string
  /** Who has it sent, where that is a person's doing. */
  by?: PersonId
  /** Whom an answer goes to, if not to the service. */
  replyTo?: string
  kind: Kind
  data: MailData[Kind]
}

/** Asked for by someone who waits for it. */
const URGENT: readonly (keyof MailData)[] = ['sign_in_code', 'password_reset', 'address_check']

/** What tells owners that someone is at their account, or at their files, must not wait behind what others have sent them. */
const WARNINGS: readonly (keyof MailData)[] = [
  'account_locked',
  'two_step_recovered',
  'app_password_created',
  'brake_noticed',
  'device_used',
]

/** Queues a mail in the transaction that causes it: both happen or neither. */
export async function sendMail<Kind extends keyof MailData>(
  ctx: Pick<Ctx, 'publicUrl'>,
  tx: Tx,
  { organizationId, to, by, replyTo, kind, data }: Mail<Kind>,
  at: Instant,
): Promise<void> {
  const timezone = await mailZoneOf(tx, to, organizationId)
  const brand = { ...(await brandOf(ctx, tx, organizationId)), timezone }
  const language = await mailLanguageOf(tx, to, organizationId)
  const message = renderMail(kind, to, data, brand, language)
  const as = kind === 'welcome' ? 'welcome' : WARNINGS.includes(kind) ? 'warning' : 'news'
  const mail: QueuedMail = {
    ...message,
    ...(replyTo !== undefined && { replyTo }),
    ...(URGENT.includes(kind)
      ? { urgent: true }
      : { counted: { organizationId, as, ...(by !== undefined && { by }) } }),
  }
  await enqueue(tx, 'send_mail', mail, at, organizationId)
}
