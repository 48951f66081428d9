import type { OrganizationId } from '@holdfast/api/ids'
import type { Alert } from '@holdfast/api/oversight/alerts'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { listOpenBrakesBetween } from '../../records/brakes.ts'
import { afterAll } from '../../records/organization-tree.ts'
import { undoAddress } from '../brakes/undo-address.ts'
import { ALERTS_OF_ORGANIZATIONS, alertsOfOrganization, openBrakes } from './alert-views.ts'
import { pageOf } from './page-for.ts'
import { listLive, listStandingBetween, type StandingRow, type Watched } from './queries.ts'

/** Nobody reads so many. */
const MOST_BRAKES = 5000

/** An alert of one of several organizations, since when it stands and where it can be resolved. */
export interface Standing extends Alert {
  id: string
  organization: { id: OrganizationId; name: string }
  since: string
  goes_to: string
}

/** What needs the administrators of an organization, given by its path, and if wanted of all below it. */
export async function listStanding(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  path: string,
  below: boolean,
): Promise<Standing[]> {
  // No id begins with a nought.
  const before = below ? afterAll(path) : `${path}0`
  return [
    ...(await brakesBetween(db.read, path, before)),
    ...(await keptBetween(db.read, path, before, now())),
  ]
}

/** One for each device or sign-in, as they are now. */
async function brakesBetween(db: Db, from: string, before: string): Promise<Standing[]> {
  const brakes = await listOpenBrakesBetween(db, from, before, MOST_BRAKES)
  const byCulprit = Map.groupBy(
    brakes,
    ({ organization_id, machine_id, session_id }) => `${organization_id} ${machine_id} ${session_id}`,
  )
  return [...byCulprit.values()].flatMap((some) => {
    const [newest] = some
    const oldest = some.at(-1)
    if (!newest || !oldest) return []
    return openBrakes(some).map((alert) => ({
      ...alert,
      id: `${newest.organization_id}-brake-${oldest.id}`,
      organization: { id: newest.organization_id, name: newest.organization_name },
      since: formatUtc(oldest.created_at),
      goes_to: undoAddress(newest.root_id, newest),
    }))
  })
}

async function keptBetween(db: Db, from: string, before: string, now: Instant): Promise<Standing[]> {
  const rows = await listStandingBetween(db, from, before)
  const ids = [...new Set(rows.map(({ organization_id }) => organization_id))]
  const live = new Map((await listLive(db, ids)).map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const organization = live.get(row.organization_id)
    const alert = organization && currently(row, organization, now)
    if (!organization || !alert) return []
    return {
      ...alert,
      id: `${organization.id}-${row.kind}`,
      organization: { id: organization.id, name: organization.name },
      since: formatUtc(row.since),
      goes_to: pageOf(alert, organization.id),
    }
  })
}

/** What the organization itself tells is as it is now, so that what was just resolved is gone. */
function currently(row: StandingRow, organization: Watched, now: Instant): Alert | undefined {
  if (!ALERTS_OF_ORGANIZATIONS.some((kind) => kind === row.kind)) return JSON.parse(row.alert)
  return alertsOfOrganization(organization, now).find(({ kind }) => kind === row.kind)
}
