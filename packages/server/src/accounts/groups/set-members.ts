import type { GroupId, PersonId } from '@holdfast/api/ids'
import { refuse } from '../../errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  findForeignGroup,
  findForeignPerson,
  type GroupRow,
  listGroupsAbove,
  replaceMemberGroups,
  replaceMembers,
} from '../../records/groups.ts'

export interface MemberLists {
  /** Undefined leaves the persons as they are. */
  members: PersonId[] | undefined
  /** Undefined leaves the groups as they are. */
  memberGroups: GroupId[] | undefined
}

/**
 * Replaces the lists that are given. What is in a group belongs to its organization, and no group is in itself.
 * The caller holds the organization: two changes at once could make a circle that neither sees.
 */
export async function setMembers(
  tx: Tx,
  group: Pick<GroupRow, 'id' | 'organization_id'>,
  lists: MemberLists,
): Promise<void> {
  const members = lists.members && [...new Set(lists.members)]
  const memberGroups = lists.memberGroups && [...new Set(lists.memberGroups)]
  if (members) {
    const foreign = await findForeignPerson(tx, group.organization_id, members)
    if (foreign !== undefined) refuse('members', `there is no person ${foreign} in this organization`)
    await replaceMembers(tx, group.id, members)
  }
  if (memberGroups) {
    const foreign = await findForeignGroup(tx, group.organization_id, memberGroups)
    if (foreign !== undefined) refuse('member_groups', `there is no group ${foreign} in this organization`)
    const above = new Set([group.id, ...(await listGroupsAbove(tx, group.id))])
    const circular = memberGroups.find((id) => above.has(id))
    if (circular !== undefined) refuse('member_groups', `group ${circular} would contain itself`)
    await replaceMemberGroups(tx, group.id, memberGroups)
  }
}
