import type { OrganizationId } from '@holdfast/api/ids'
import type { ResultOf } from '@holdfast/api/operation'
import { type Alert, FIRST_ALERTS, type listAlerts as operation } from '@holdfast/api/oversight/alerts'
import { authorizeOrganization } from '../../access/administration.ts'
import { openPlaces } from '../../accounts/tables/places.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { listLateMails } from '../../platform/jobs/troubles.ts'
import type { Principal } from '../../platform/principal.ts'
import { listOpenBrakes } from '../../records/brakes.ts'
import { countUnreachable, listUnreachable } from '../../records/machines.ts'
import type { OrganizationRow } from '../../records/organizations.ts'
import {
  alertsOfOrganization,
  failedDirectories,
  openBrakes,
  SHOWN,
  unreachableMachines,
} from './alert-views.ts'
import { findAlertsOfRules } from './alerts-of-rules.ts'
import { installationAlerts, MOST_COUNTED, troubles } from './installation-alerts.ts'
import { listStanding, type Standing } from './list-standing.ts'
import { isOfSystem } from './page-for.ts'
import { listDirectoriesOfNote } from './queries.ts'

/** More directories has nobody. */
const MOST_DIRECTORIES = 100

/** What needs an administrator of an organization; of those below as well, if asked for. */
export async function listAlerts(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
  { below = false, all = false }: { below?: boolean; all?: boolean } = {},
): Promise<ResultOf<typeof operation>> {
  const organization = await authorizeOrganization(ctx.db.read, who, id)
  if (!below && !all) return { results: urgentFirst(await alertsNow(ctx, organization)) }
  const standing = await listStanding(ctx, organization.path, below)
  const isOpen = await openPages(ctx.db.read, who, standing)
  const results = urgentFirst(standing.toSorted(newestFirst)).map((one) => ({
    ...one,
    goes_to: isOpen(one) ? one.goes_to : null,
  }))
  const urgent = results.filter(({ level }) => level === 'urgent').length
  return {
    results: all ? results : results.slice(0, FIRST_ALERTS),
    counts: { urgent, warning: results.length - urgent },
  }
}

/** Whether someone may open the page that an alert leads to: directories are for those who may look after them. */
async function openPages(
  db: Db,
  who: Principal,
  standing: readonly Standing[],
): Promise<(alert: Standing) => boolean> {
  const isSystemAdministrator = who.kind === 'person' && who.systemAdmin
  const ofDirectories = standing.filter(({ kind }) => kind === 'directory_failed')
  const organizations = ofDirectories.map(({ organization: { id: organization_id } }) => ({
    organization_id,
  }))
  const places = await openPlaces(db, who, organizations)
  return ({ kind, goes_to, organization: { id: organization_id } }) =>
    kind === 'directory_failed'
      ? places.mayAt({ organization_id }, ['directories']).length > 0
      : isSystemAdministrator || !isOfSystem(goes_to)
}

const newestFirst = (a: Standing, b: Standing): number =>
  Number(b.since > a.since) - Number(b.since < a.since) || Number(a.id > b.id) - Number(a.id < b.id)

const urgentFirst = <One extends Alert>(alerts: readonly One[]): One[] =>
  alerts.toSorted((a, b) => Number(b.level === 'urgent') - Number(a.level === 'urgent'))

/** Found by its own row, and by indexes of what is out of order. */
async function alertsNow(ctx: Ctx, organization: OrganizationRow): Promise<Alert[]> {
  const db = ctx.db.read
  const { id } = organization
  const now = ctx.now()
  const machines = await listUnreachable(db, id, SHOWN)
  const lost = machines.length < SHOWN ? machines.length : await countUnreachable(db, id)
  return [
    ...openBrakes(await listOpenBrakes(db, id, MOST_COUNTED)),
    ...alertsOfOrganization(organization, now),
    ...failedDirectories(await listDirectoriesOfNote(db, id, MOST_DIRECTORIES)),
    ...unreachableMachines(machines, lost),
    ...(await findAlertsOfRules(db, id)).flatMap(([, alerts]) => alerts),
    ...(organization.parent_id === null
      ? await installationAlerts(ctx, now)
      : troubles('mail_waiting', await listLateMails(db, id, now, MOST_COUNTED))),
  ]
}
