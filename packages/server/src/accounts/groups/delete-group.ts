import type { GroupId } from '@holdfast/api/ids'
import { authorizeGroupChange } from '../../access/administration.ts'
import { removalWish, removingCopies } from '../../access/machine-roots.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { deleteGroupRow, listSharesThrough } from '../../records/groups.ts'
import { addCounts } from '../../records/organizations.ts'

/** The group stays readable; the persons and groups in it are no longer in it, nor it in others. */
export async function deleteGroup(
  ctx: Ctx,
  who: PersonPrincipal,
  id: GroupId,
  { removeFiles }: { removeFiles: boolean },
): Promise<void> {
  const wish = await removalWish(ctx, who, removeFiles)
  await ctx.db.write(async (tx) => {
    const group = await authorizeGroupChange(tx, who, id)
    const at = ctx.now()
    const shares = await listSharesThrough(tx, id)
    await removingCopies(tx, shares, wish, at, () => deleteGroupRow(tx, id, at))
    const on = { group, ...(removeFiles && { about: 'remove_files' }) }
    await addCounts(tx, group.organization_id, { groups: -1 })
    await recordActivity(tx, who, 'group_deleted', on, at)
  })
}
