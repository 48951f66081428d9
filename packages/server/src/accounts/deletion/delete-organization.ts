import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeAbove } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { deleteWithChildren } from './delete-with-children.ts'

/** Deletes an organization and all below it. */
export async function deleteOrganization(ctx: Ctx, who: Principal, id: OrganizationId): Promise<void> {
  await ctx.db.write(async (tx) => {
    const organization = await authorizeAbove(tx, who, id)
    const parentId = organization.parent_id ?? fail('forbidden', 'The root organization cannot be deleted.')
    await deleteWithChildren(tx, who, organization, parentId, ctx.now())
  })
}
