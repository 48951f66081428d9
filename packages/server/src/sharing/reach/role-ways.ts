import type { GroupId, PersonId, RootId } from '@holdfast/api/ids'
import type { Role } from '@holdfast/api/sharing/shares'
import type { Db } from '../../platform/db/database.ts'
import type { Groups, Paths } from './groups.ts'
import { listRoleRows, type RoleRow, type Starts } from './ways-queries.ts'

/** One way in which someone has a role in a team share. */
export interface RoleWay {
  way: 'subscription' | 'group' | 'external'
  role: Role
  /** None for those who were invited. */
  target: string | undefined
  groups: readonly GroupId[] | undefined
}

export interface RoleWays {
  ofPerson(rootId: RootId, id: PersonId): RoleWay[]
  ofGroup(rootId: RootId, id: GroupId): RoleWay[]
}

/** Every way in which some persons and groups take part in some shares: together they have the roles of `listRoles`. */
export async function readRoleWays(
  db: Db,
  rootIds: readonly RootId[],
  starts: Starts,
  groups: Groups,
): Promise<RoleWays> {
  const rows = await listRoleRows(db, rootIds, starts)
  const of = (rootId: RootId, id: PersonId | undefined, paths: Paths): RoleWay[] =>
    rows.flatMap((row) => {
      if (row.root_id !== rootId) return []
      if (row.group_id === null) return row.person_id === id ? [ownWay(row)] : []
      const path = paths.get(row.group_id)
      return path
        ? [{ way: 'group' as const, role: row.role, target: row.target ?? undefined, groups: path }]
        : []
    })
  return {
    ofPerson: (rootId, id) => of(rootId, id, groups.ofPerson(id)),
    ofGroup: (rootId, id) => of(rootId, undefined, groups.ofGroup(id)),
  }
}

const ownWay = ({ role, target }: RoleRow): RoleWay =>
  target === null
    ? { way: 'external', role, target: undefined, groups: undefined }
    : { way: 'subscription', role, target, groups: undefined }
