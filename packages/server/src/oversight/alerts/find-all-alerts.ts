import type { MachineId, OrganizationId } from '@holdfast/api/ids'
import type { Alert } from '@holdfast/api/oversight/alerts'
import { DAY_MS, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { countLateMails } from '../../platform/jobs/troubles.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import {
  alertsOfOrganization,
  failedDirectories,
  LICENSE_DAYS,
  NEARLY_FULL,
  TRIAL_DAYS,
  troubleAlert,
  unreachableMachines,
} from './alert-views.ts'
import { findAlertsOfRules } from './alerts-of-rules.ts'
import { installationAlerts } from './installation-alerts.ts'
import {
  findLastOrganization,
  listDirectoriesOfNote,
  listLive,
  listOrganizationsOfNote,
  listUnreachableAfter,
  type UnreachableMachine,
} from './queries.ts'

const STEP = 500
const MACHINES = 1000
const MOST_DIRECTORIES = 10_000

export interface Found {
  organizationId: OrganizationId
  path: string
  alert: Alert
}

/** What needs the administrators of any organization, but for unusual activity, which everybody reads as it is now. */
export async function findAllAlerts(ctx: Ctx, now: Instant): Promise<Found[]> {
  const db = ctx.db.read
  const found: [OrganizationId, Alert[]][] = [
    ...(await ofOrganizations(db, now)),
    ...(await ofDirectories(db)),
    ...(await ofMachines(db)),
    ...(await ofMails(db, now)),
    ...(await findAlertsOfRules(db, undefined)),
    [ROOT_ORGANIZATION, await installationAlerts(ctx, now)],
  ]
  const live = await listLive(db, [...new Set(found.map(([id]) => id))])
  const paths = new Map(live.map(({ id, path }) => [id, path]))
  return found.flatMap(([organizationId, alerts]) => {
    const path = paths.get(organizationId)
    return path === undefined ? [] : alerts.map((alert) => ({ organizationId, path, alert }))
  })
}

async function ofOrganizations(db: Db, now: Instant): Promise<[OrganizationId, Alert[]][]> {
  const found: [OrganizationId, Alert[]][] = []
  const last = await findLastOrganization(db)
  for (let after = 0; after < last; after += STEP) {
    const rows = await listOrganizationsOfNote(db, {
      after: after as OrganizationId,
      step: STEP,
      full: NEARLY_FULL,
      trialBefore: now + TRIAL_DAYS * DAY_MS,
      licenseBefore: now + LICENSE_DAYS * DAY_MS,
    })
    for (const row of rows) found.push([row.id, alertsOfOrganization(row, now)])
  }
  return found
}

async function ofDirectories(db: Db): Promise<[OrganizationId, Alert[]][]> {
  const sources = await listDirectoriesOfNote(db, undefined, MOST_DIRECTORIES)
  const byOrganization = Map.groupBy(sources, (source) => source.organization_id)
  return [...byOrganization].map(([id, some]) => [id, failedDirectories(some)])
}

async function ofMachines(db: Db): Promise<[OrganizationId, Alert[]][]> {
  const machines: UnreachableMachine[] = []
  for (let after: [OrganizationId | 0, MachineId | 0] | undefined = [0, 0]; after; ) {
    const some: UnreachableMachine[] = await listUnreachableAfter(db, after, MACHINES)
    machines.push(...some)
    const last = some.at(-1)
    after = last && [last.organization_id, last.id]
  }
  const byOrganization = Map.groupBy(machines, (machine) => machine.organization_id)
  return [...byOrganization].map(([id, some]) => [id, unreachableMachines(some)])
}

/** Those of the first organization are among those of the installation. */
async function ofMails(db: Db, now: Instant): Promise<[OrganizationId, Alert[]][]> {
  const mails = await countLateMails(db, now)
  return mails
    .filter(({ organizationId }) => organizationId !== ROOT_ORGANIZATION)
    .map(({ organizationId, ...trouble }) => [
      organizationId,
      [troubleAlert('mail_waiting', { ...trouble, items: [] })],
    ])
}
