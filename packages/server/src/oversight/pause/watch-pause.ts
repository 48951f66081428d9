import { DAY_MS, formatUtc } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { deletePause, findPauseRow, notePause, type Pause } from '../../platform/installation/rest-queries.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { displayName, listAdministratorsOf } from '../../records/people.ts'
import { sendMail } from '../../records/send-mail.ts'
import { pageFor } from '../alerts/page-for.ts'

const TOLD_BEFORE_MS = 7 * DAY_MS
const SITE = { site: { organization_id: ROOT_ORGANIZATION } }

/**
 * Puts it on record that a pause after a restore began, which the command that restored could not; mails administrators a week
 * before it ends, and puts that on record as well. Each once.
 */
export async function watchPause(ctx: Ctx): Promise<void> {
  if (!(await findPauseRow(ctx.db.read))) return
  await ctx.db.write(async (tx) => {
    const pause = await findPauseRow(tx)
    if (!pause) return
    if (pause.noted === 'nothing') await noteBegin(ctx, tx, pause)
    const left = pause.until - ctx.now()
    if (left <= 0) await noteEnd(ctx, tx)
    else if (left <= TOLD_BEFORE_MS && pause.noted !== 'ending') await mailEnding(ctx, tx, pause)
  })
}

async function noteBegin({ now }: Ctx, tx: Tx, { until }: Pause): Promise<void> {
  if (!(await notePause(tx, 'nothing', 'begun'))) return
  const on = { ...SITE, about: `until ${formatUtc(until)}` }
  await recordActivity(tx, THE_SERVICE, 'retention_paused', on, now())
}

async function noteEnd({ now }: Ctx, tx: Tx): Promise<void> {
  if (await deletePause(tx)) await recordActivity(tx, THE_SERVICE, 'retention_resumed', SITE, now())
}

async function mailEnding(ctx: Ctx, tx: Tx, { until }: Pause): Promise<void> {
  if (!(await notePause(tx, 'begun', 'ending'))) return
  for (const admin of await listAdministratorsOf(tx, ROOT_ORGANIZATION)) {
    const { email: to, organization_id: organizationId } = admin
    const data = {
      name: displayName(admin),
      until: formatUtc(until),
      link: `${ctx.publicUrl}${pageFor('retention_paused', ROOT_ORGANIZATION)}`,
    }
    await sendMail(ctx, tx, { organizationId, to, kind: 'retention_resumes', data }, ctx.now())
  }
}
