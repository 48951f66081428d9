import type { GroupId } from '@holdfast/api/ids'
import { authorizeGroupChange } from '../../access/administration.ts'
import { removalWish, removingCopies } from '../../access/machine-roots.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { listMemberGroups, listMembers, listSharesThrough } from '../../records/groups.ts'
import { type MemberLists, setMembers } from './set-members.ts'

export interface MembersChange extends MemberLists {
  removeFiles: boolean
}

export async function updateGroupMembers(
  ctx: Ctx,
  who: PersonPrincipal,
  id: GroupId,
  { removeFiles, ...lists }: MembersChange,
): Promise<void> {
  const wish = await removalWish(ctx, who, removeFiles)
  await ctx.db.write(async (tx) => {
    await authorizeGroupChange(tx, who, id)
    const { members, memberGroups } = differing(lists, {
      members: await listMembers(tx, id),
      memberGroups: await listMemberGroups(tx, id),
    })
    if (!members && !memberGroups) return
    // Groups lead to files: who is in them is for those who may look there.
    const group = await authorizeGroupChange(tx, who, id, 'browse_files')
    const at = ctx.now()
    await removingCopies(tx, await listSharesThrough(tx, id), wish, at, () =>
      setMembers(tx, group, { members, memberGroups }),
    )
    const on = { group, ...(removeFiles && { about: 'remove_files' }) }
    await recordActivity(tx, who, 'group_members_updated', on, at)
  })
}
