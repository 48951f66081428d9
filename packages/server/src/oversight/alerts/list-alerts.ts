import type { OrganizationId } from '@holdfast/api/ids'
import type { Alert } from '@holdfast/api/oversight/alerts'
import { DAY_MS, formatUtc, type Instant } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import type { ImportRecord } from '../../accounts/directories/view.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findPause } from '../../platform/installation/rest.ts'
import { listFailedJobs, listLateMails } from '../../platform/jobs/troubles.ts'
import type { Principal } from '../../platform/principal.ts'
import { listAuthSourceRows } from '../../records/auth-sources.ts'
import { listOpenBrakes } from '../../records/brakes.ts'
import { findInstallationBackup, isOverdue } from '../../records/installation-backup.ts'
import { countUnreachable, listUnreachable, named } from '../../records/machines.ts'
import type { OrganizationRow } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import { listStepsLeft } from '../../records/setup-steps.ts'

const NEARLY_FULL = 0.9
const TRIAL_DAYS = 14
const LICENSE_DAYS = 30
const SHOWN = 20
/** Beyond that, how many there are makes no difference. */
const MOST_COUNTED = 1000
/** More directories has nobody. */
const MOST_DIRECTORIES = 100

/** What needs an administrator of an organization: found by its own row, and by indexes of what is out of order. */
export async function listAlerts(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
): Promise<{ results: Alert[] }> {
  const db = ctx.db.read
  const organization = await authorizeOrganization(db, who, id)
  const now = ctx.now()
  const alerts = [
    ...(await openBrakes(db, id)),
    ...limitsOf(organization),
    ...endingOf('trial_ending', organization.trial_until, TRIAL_DAYS, now),
    ...endingOf('license_ending', organization.license_until, LICENSE_DAYS, now),
    ...(await failedDirectories(db, id)),
    ...(await unreachableMachines(db, id)),
    ...(await troublesOf(db, organization, now)),
    ...(organization.parent_id === null ? await installationAlerts(ctx, now) : []),
  ]
  return { results: alerts.toSorted((a, b) => Number(b.level === 'urgent') - Number(a.level === 'urgent')) }
}

const NOTHING = { at: null, used: null, limit: null, count: 0, items: [] }

function limitsOf(organization: OrganizationRow): Alert[] {
  const { space_quota, num_users_maximum } = parsePolicy(organization.policy)
  const reached = (kind: Alert['kind'], used: number, limit: number | null): Alert[] =>
    limit === null || used < limit * NEARLY_FULL
      ? []
      : [{ type: 'alert', kind, level: used >= limit ? 'urgent' : 'warning', ...NOTHING, used, limit }]
  const { stored_size, pending_size, persons_count } = organization
  return [
    ...reached('space_quota', stored_size + pending_size, space_quota),
    ...reached('accounts_maximum', persons_count, num_users_maximum),
  ]
}

function endingOf(kind: Alert['kind'], until: Instant | null, days: number, now: Instant): Alert[] {
  if (until === null || until > now + days * DAY_MS) return []
  const level = until <= now ? 'urgent' : 'warning'
  return [{ type: 'alert', kind, level, ...NOTHING, at: formatUtc(until) }]
}

async function failedDirectories(db: Db, id: OrganizationId): Promise<Alert[]> {
  const sources = await listAuthSourceRows(db, id, { order: 'asc', skip: 0, limit: MOST_DIRECTORIES })
  const failed = sources.flatMap((source) => {
    const last = source.last_import === null ? undefined : (JSON.parse(source.last_import) as ImportRecord)
    return last && last.status !== 'ok'
      ? [{ id: source.id, name: source.nickname ?? source.host, at: last.finishedAt }]
      : []
  })
  if (failed.length === 0) return []
  const items = failed.slice(0, SHOWN).map(({ id: source, name }) => ({ id: source, name }))
  const at = formatUtc(Math.max(...failed.map((one) => one.at)))
  return [
    {
      type: 'alert',
      kind: 'directory_failed',
      level: 'warning',
      ...NOTHING,
      at,
      count: failed.length,
      items,
    },
  ]
}

async function unreachableMachines(db: Db, id: OrganizationId): Promise<Alert[]> {
  const machines = await listUnreachable(db, id, SHOWN)
  if (machines.length === 0) return []
  const at = formatUtc(Math.min(...machines.flatMap(({ alerted_at }) => alerted_at ?? [])))
  const items = machines.map((machine) => ({ id: machine.id, name: named(machine).name }))
  const count = machines.length < SHOWN ? machines.length : await countUnreachable(db, id)
  return [{ type: 'alert', kind: 'machines_unreachable', level: 'warning', ...NOTHING, at, count, items }]
}

async function openBrakes(db: Db, id: OrganizationId): Promise<Alert[]> {
  const brakes = await listOpenBrakes(db, id, MOST_COUNTED)
  if (brakes.length === 0) return []
  const at = formatUtc(Math.min(...brakes.map(({ created_at }) => created_at)))
  const items = brakes.slice(0, SHOWN).map(({ id: brake, root_name }) => ({ id: brake, name: root_name }))
  return [{ type: 'alert', kind: 'brake', level: 'urgent', ...NOTHING, at, count: brakes.length, items }]
}

/** What the installation cannot do is for those who run it; mails are their organizations' too. */
async function troublesOf(db: Db, { id, parent_id }: OrganizationRow, now: Instant): Promise<Alert[]> {
  const isRoot = parent_id === null
  const jobs = isRoot ? await listFailedJobs(db, MOST_COUNTED) : []
  const mails = await listLateMails(db, isRoot ? undefined : id, now, MOST_COUNTED)
  return [...troubleOf('jobs_failed', jobs), ...troubleOf('mail_waiting', mails)]
}

/** For those who run the installation. */
const installationAlerts = async (ctx: Ctx, now: Instant): Promise<Alert[]> => [
  ...(await backupTrouble(ctx, now)),
  ...(await retentionPause(ctx, now)),
  ...(await unfinishedSetup(ctx)),
]

async function retentionPause({ db }: Ctx, now: Instant): Promise<Alert[]> {
  const pause = await findPause(db.read, now)
  if (!pause) return []
  return [
    { type: 'alert', kind: 'retention_paused', level: 'warning', ...NOTHING, at: formatUtc(pause.until) },
  ]
}

async function unfinishedSetup({ db }: Ctx): Promise<Alert[]> {
  const count = (await listStepsLeft(db.read)).length
  return count === 0 ? [] : [{ type: 'alert', kind: 'setup_open', level: 'warning', ...NOTHING, count }]
}

async function backupTrouble({ db, config }: Ctx, now: Instant): Promise<Alert[]> {
  const newest = config.backup && (await findInstallationBackup(db.read))
  if (!config.backup || !newest) return []
  const overdue = isOverdue(newest, config.backup.everyMs, now)
  if (!overdue && newest.error === null) return []
  const kind = overdue ? 'backup_overdue' : 'backup_failed'
  const at = formatUtc(newest.complete_at ?? newest.since)
  return [{ type: 'alert', kind, level: 'urgent', ...NOTHING, at }]
}

function troubleOf(kind: Alert['kind'], jobs: Awaited<ReturnType<typeof listFailedJobs>>): Alert[] {
  if (jobs.length === 0) return []
  const at = formatUtc(Math.min(...jobs.map(({ created_at }) => created_at)))
  const level = jobs.some(({ given_up_at }) => given_up_at !== null) ? 'urgent' : 'warning'
  const items = jobs.slice(0, SHOWN).map((job) => ({ id: job.id, name: job.kind }))
  return [{ type: 'alert', kind, level, ...NOTHING, at, count: jobs.length, items }]
}
