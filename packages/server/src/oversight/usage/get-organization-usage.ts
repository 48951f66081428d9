import type { OrganizationId } from '@holdfast/api/ids'
import type { OrganizationUsage } from '@holdfast/api/oversight/usage'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { NO_TALLY } from '../../records/roots.ts'
import { type RootType, type SpaceSums, sumRoots } from './queries.ts'
import { countsView, spaceView } from './view.ts'

const NOTHING: SpaceSums = { roots: 0, ...NO_TALLY }

/** Of the organization itself: anyone who adds up all organizations counts nothing twice. */
export async function getOrganizationUsage(
  ctx: Ctx,
  who: Principal,
  id: OrganizationId,
): Promise<OrganizationUsage> {
  const organization = await authorizeOrganization(ctx.db.read, who, id)
  const sums = await sumRoots(ctx.db.read, id)
  const ofType = (type: RootType) => sums.find(({ root_type }) => root_type === type) ?? NOTHING
  return {
    type: 'organization_usage',
    backup_space_usage: spaceView(ofType('backup')),
    team_share_space_usage: spaceView(ofType('share')),
    user_space_usage: spaceView(ofType('sync')),
    total_space_usage: spaceView(sums.reduce<SpaceSums>(added, NOTHING)),
    counts: countsView(organization),
  }
}

const added = (one: SpaceSums, other: SpaceSums): SpaceSums => {
  const names = Object.keys(NOTHING) as (keyof SpaceSums)[]
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as SpaceSums
}
