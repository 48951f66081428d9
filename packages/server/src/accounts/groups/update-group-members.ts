import type { GroupId } from '@holdfast/api/ids'
import { authorizeGroupChange } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type MemberLists, setMembers } from './set-members.ts'

export interface MembersChange extends MemberLists {
  removeFiles: boolean
}

export async function updateGroupMembers(
  ctx: Ctx,
  who: Principal,
  id: GroupId,
  { removeFiles, ...lists }: MembersChange,
): Promise<void> {
  await ctx.db.write(async (tx) => {
    const group = await authorizeGroupChange(tx, who, id)
    if (!lists.members && !lists.memberGroups) return
    await setMembers(tx, group, lists)
    const on = { group, ...(removeFiles && { about: 'remove_files' }) }
    await recordActivity(tx, who, 'group_members_updated', on, ctx.now())
  })
}
