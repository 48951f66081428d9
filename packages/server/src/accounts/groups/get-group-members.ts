import type { GroupMembers } from '@holdfast/api/accounts/groups'
import type { GroupId } from '@holdfast/api/ids'
import { authorizeGroup } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { findMemberNames } from '../../records/actor-names.ts'
import {
  listInheritedGroups,
  listInheritedMembers,
  listMemberGroups,
  listMembers,
} from '../../records/groups.ts'

/** Who is both in the group and in a group of it is in both lists: either way in is enough to be there. */
export async function getGroupMembers(
  ctx: Ctx,
  who: Principal,
  id: GroupId,
  { fromGroup, withNames }: { fromGroup: boolean; withNames: boolean },
): Promise<GroupMembers> {
  const db = ctx.db.read
  await authorizeGroup(db, who, id)
  const direct = { members: await listMembers(db, id), member_groups: await listMemberGroups(db, id) }
  const inherited = fromGroup && {
    members_from_group: await listInheritedMembers(db, id),
    member_groups_from_group: await listInheritedGroups(db, id),
  }
  const lists: GroupMembers = { ...direct, ...inherited }
  if (!withNames) return lists
  const persons = [...lists.members, ...(lists.members_from_group ?? [])]
  const groups = [...lists.member_groups, ...(lists.member_groups_from_group ?? [])]
  return { ...lists, names: await findMemberNames(db, persons, groups) }
}
