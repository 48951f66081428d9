import type { GroupId, PersonId } from '@holdfast/api/ids'
import { authorizeGroupChange } from '../../access/administration.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { addMembers, membersOf, removeMembers } from '../../records/group-members.ts'
import { findForeignPerson } from '../../records/groups.ts'

/** Puts a person into a group, or takes it out; the others stay, and devices keep their copies. */
export async function changeMember(
  ctx: Ctx,
  who: PersonPrincipal,
  groupId: GroupId,
  personId: PersonId,
  isIn: boolean,
): Promise<void> {
  await ctx.db.write(async (tx) => {
    // Groups lead to files: who is in them is for those who may look there.
    const group = await authorizeGroupChange(tx, who, groupId, 'browse_files')
    if ((await findForeignPerson(tx, group.organization_id, [personId])) !== undefined)
      refuse('ids', `there is no person ${personId} in the organization of this group`)
    if (isIn) await addMembers(tx, membersOf(group.id, [personId]))
    else await removeMembers(tx, group.id, [personId])
    await recordActivity(tx, who, 'group_members_updated', { group }, ctx.now())
  })
}
