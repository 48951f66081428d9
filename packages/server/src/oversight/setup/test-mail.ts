import type { MailTest } from '@holdfast/api/oversight/setup'
import { HOUR_MS } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { checkEmail } from '../../accounts/organizations/settings.ts'
import { busy } from '../../errors.ts'
import { withinTime } from '../../platform/basics/within-time.ts'
import type { Ctx } from '../../platform/context.ts'
import { answerOf } from '../../platform/mail/answer-of.ts'
import { renderMail } from '../../platform/mail/templates.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { brandOf } from '../../records/brand.ts'
import { withLogo } from '../../records/deliver-mail.ts'
import { mailLanguageOf } from '../../records/languages.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'

const AN_HOUR = { most: 20, ms: HOUR_MS }
const PATIENCE_MS = 20_000

/** Sends a mail at once, beside all that wait, and tells what became of it. For those who run the installation. */
export async function testMail(ctx: Ctx, who: PersonPrincipal, given: string): Promise<MailTest> {
  const db = ctx.db.read
  await authorizeOrganization(db, who, ROOT_ORGANIZATION)
  const to = checkEmail(given, 'to')
  const wait = await ctx.limits.take('test mails', AN_HOUR)
  if (wait !== undefined)
    busy(`You can send up to ${AN_HOUR.most} test emails an hour. Try again later.`, wait)
  const { smtpUrl } = ctx.config
  const told = (ok: boolean, answer: string): MailTest => ({ type: 'mail_test', ok, answer })
  if (smtpUrl === undefined) return told(false, 'No mail server is set (HOLDFAST_SMTP_URL).')
  const brand = await brandOf(ctx, db, ROOT_ORGANIZATION)
  const language = await mailLanguageOf(db, to, ROOT_ORGANIZATION)
  const message = await withLogo(db, renderMail('test_message', to, { name: who.name }, brand, language))
  const sending = ctx.mail.send(message)
  if (!(await withinTime(PATIENCE_MS, sending)))
    return told(false, `The mail server did not answer within ${PATIENCE_MS / 1000} seconds.`)
  try {
    return told(true, answerOf(await sending, smtpUrl))
  } catch (error) {
    return told(false, answerOf(error, smtpUrl))
  }
}
