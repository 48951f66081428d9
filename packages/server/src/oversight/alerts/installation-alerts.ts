import type { Alert } from '@holdfast/api/oversight/alerts'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import { findPause } from '../../platform/installation/rest.ts'
import { listFailedJobs, listLateMails } from '../../platform/jobs/troubles.ts'
import { findInstallationBackup, isOverdue } from '../../records/installation-backup.ts'
import { listStepsLeft } from '../../records/setup-steps.ts'
import { plainAlert, SHOWN, setupAlert, troubleAlert } from './alert-views.ts'

/** Beyond that, how many there are makes no difference. */
export const MOST_COUNTED = 1000

/** What the installation cannot do, for those who run it: the administrators of the first organization. */
export async function installationAlerts(ctx: Ctx, now: Instant): Promise<Alert[]> {
  const db = ctx.db.read
  return [
    ...troubles('jobs_failed', await listFailedJobs(db, MOST_COUNTED)),
    ...troubles('mail_waiting', await listLateMails(db, undefined, now, MOST_COUNTED)),
    ...(await backupTrouble(ctx, now)),
    ...(await retentionPause(ctx, now)),
    ...(await unfinishedSetup(ctx)),
  ]
}

export function troubles(kind: Alert['kind'], jobs: Awaited<ReturnType<typeof listFailedJobs>>): Alert[] {
  if (jobs.length === 0) return []
  return [
    troubleAlert(kind, {
      count: jobs.length,
      oldest: Math.min(...jobs.map(({ created_at }) => created_at)),
      isGivenUp: jobs.some(({ given_up_at }) => given_up_at !== null),
      items: jobs.slice(0, SHOWN).map((job) => ({ id: job.id, name: job.kind })),
    }),
  ]
}

async function retentionPause({ db }: Ctx, now: Instant): Promise<Alert[]> {
  const pause = await findPause(db.read, now)
  return pause ? [plainAlert('retention_paused', 'warning', pause.until)] : []
}

async function backupTrouble({ db, config }: Ctx, now: Instant): Promise<Alert[]> {
  const newest = config.backup && (await findInstallationBackup(db.read))
  if (!config.backup || !newest) return []
  const overdue = isOverdue(newest, config.backup.everyMs, now)
  if (!overdue && newest.error === null) return []
  return [
    plainAlert(overdue ? 'backup_overdue' : 'backup_failed', 'urgent', newest.complete_at ?? newest.since),
  ]
}

async function unfinishedSetup({ db }: Ctx): Promise<Alert[]> {
  const count = (await listStepsLeft(db.read)).length
  return count === 0 ? [] : [setupAlert(count)]
}
