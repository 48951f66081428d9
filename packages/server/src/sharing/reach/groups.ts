import type { GroupId, PersonId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import { listDirectGroups, listNesting, type Starts } from './ways-queries.ts'

/** Every group that something is in, with the groups that lead there: the first is a direct one, the last itself. */
export type Paths = ReadonlyMap<GroupId, readonly GroupId[]>

export interface Groups {
  ofPerson(id: PersonId): Paths
  /** A group is in itself. */
  ofGroup(id: GroupId): Paths
}

/** Reads all nesting that concerns some persons and groups at once. */
export async function readGroups(db: Db, starts: Starts): Promise<Groups> {
  const direct = new Map<PersonId, GroupId[]>()
  for (const { person_id, group_id } of await listDirectGroups(db, starts.personIds))
    add(direct, person_id, group_id)
  const above = new Map<GroupId, GroupId[]>()
  for (const { group_id, member_group_id } of await listNesting(db, starts))
    add(above, member_group_id, group_id)
  const known = new Map<PersonId, Paths>()
  return {
    ofPerson(id) {
      const paths = known.get(id) ?? pathsUp(direct.get(id) ?? [], above)
      known.set(id, paths)
      return paths
    },
    ofGroup: (id) => pathsUp([id], above),
  }
}

function add<Key>(lists: Map<Key, GroupId[]>, key: Key, id: GroupId): void {
  const known = lists.get(key)
  if (known) known.push(id)
  else lists.set(key, [id])
}

/** The shortest path to each group; of several, the one through the groups that were made first. */
function pathsUp(from: readonly GroupId[], above: ReadonlyMap<GroupId, readonly GroupId[]>): Paths {
  const paths = new Map<GroupId, readonly GroupId[]>(from.map((id) => [id, [id]]))
  // A map gives what is put into it while it is gone through, too.
  for (const [id, path] of paths)
    for (const next of above.get(id) ?? []) if (!paths.has(next)) paths.set(next, [...path, next])
  return paths
}
