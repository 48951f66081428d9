import type { GroupId, PersonId } from '@holdfast/api/ids'
import { sql } from 'kysely'
import { batches } from '../platform/db/batches.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'

type Member = Schema['group_person']

export const membersOf = (group_id: GroupId, ids: readonly PersonId[]): Member[] =>
  ids.map((person_id) => ({ group_id, person_id }))

/** Those who are in a group already stay. Each group counts who is directly in it. */
export async function addMembers(tx: Tx, members: readonly Member[]): Promise<void> {
  for (const batch of batches(members))
    await count(
      tx,
      1,
      await tx
        .insertInto('group_person')
        .values(batch)
        .onConflict((conflict) => conflict.doNothing())
        .returning('group_id')
        .execute(),
    )
}

/** Of all, or of those named. */
export async function removeMembers(tx: Tx, groupId: GroupId, ids?: readonly PersonId[]): Promise<void> {
  const all = tx.deleteFrom('group_person').where('group_id', '=', groupId)
  const gone = ids ? all.where('person_id', 'in', ids) : all
  await count(tx, -1, await gone.returning('group_id').execute())
}

/** Takes persons out of all groups that they are directly in. */
export async function leaveGroups(tx: Tx, ids: readonly PersonId[]): Promise<void> {
  const gone = tx.deleteFrom('group_person').where('person_id', 'in', ids)
  await count(tx, -1, await gone.returning('group_id').execute())
}

async function count(tx: Tx, by: 1 | -1, members: readonly Pick<Member, 'group_id'>[]): Promise<void> {
  const changes = new Map<GroupId, number>()
  for (const { group_id } of members) changes.set(group_id, (changes.get(group_id) ?? 0) + by)
  // In one order, so that nobody waits in a circle.
  for (const [id, change] of [...changes].sort(([a], [b]) => a - b))
    await tx
      .updateTable('person_group')
      .set({ members_count: sql`members_count + ${change}` })
      .where('id', '=', id)
      .execute()
}
