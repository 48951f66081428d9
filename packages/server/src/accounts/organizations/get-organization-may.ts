import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import { decideActions } from '../../access/actions.ts'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { countBelow, listUpward, stateOf } from '../../records/organization-tree.ts'

/** An organization, where it stands, and what the caller may do there. */
export async function getOrganizationMay(
  ctx: Ctx,
  who: PersonPrincipal,
  id: OrganizationId,
): Promise<OrganizationMay> {
  const db = ctx.db.read
  const { name, slug, parent_id, privacy_mode, path } = await authorizeOrganization(db, who, id)
  const upward = await listUpward(db, id)
  const own = upward.findIndex((each) => each.id === who.organizationId)
  return {
    type: 'organization_may',
    id,
    name,
    slug,
    parent_id,
    state: stateOf(upward, ctx.now()),
    privacy_mode: privacy_mode === 1,
    above: upward
      .slice(1, own + 1)
      .map((each) => ({ id: each.id, name: each.name }))
      .reverse(),
    below: await countBelow(db, path),
    ...decideActions(who, upward),
  }
}
