import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { Brake } from '@holdfast/api/oversight/brakes'
import { authorizeOrganization } from '../../access/administration.ts'
import { authorizeRoot } from '../../access/authorize.ts'
import { reachBrake } from '../../access/brakes.ts'
import { listVisibleRoots } from '../../access/visible-roots.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listBrakeRows } from './queries.ts'
import { brakeViews } from './view.ts'

interface BrakesWish {
  open_only: boolean
  root_id?: RootId
  organization_id?: OrganizationId
  limit: number
}

/** What was noticed that someone is to know of, newest first. */
export async function listBrakes(
  ctx: Ctx,
  who: PersonPrincipal,
  { open_only: openOnly, root_id: rootId, organization_id: organizationId, limit }: BrakesWish,
): Promise<{ results: Brake[] }> {
  const db = ctx.db.read
  if (rootId !== undefined) await authorizeRoot(db, who, rootId, 'FILE_VIEW')
  if (organizationId !== undefined) await authorizeOrganization(db, who, organizationId)
  const roots = (await listVisibleRoots(db, who)).map(({ id }) => id)
  const below = who.siteAdmin || who.systemAdmin ? who.organizationId : undefined
  const reach = { roots, personId: who.personId, below }
  const rows = await listBrakeRows(db, reach, { openOnly, rootId, organizationId, limit })
  const found = []
  for (const row of rows) {
    const access = await reachBrake(db, who, row)
    if (access) found.push(access)
  }
  return { results: await brakeViews(db, found) }
}
