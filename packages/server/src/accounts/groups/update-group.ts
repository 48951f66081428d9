import type { GroupId } from '@holdfast/api/ids'
import { authorizeGroupChange } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { renameGroup } from '../../records/groups.ts'
import { checkedName } from './checked-name.ts'
import { groupView } from './view.ts'

export interface GroupChange {
  name: string | undefined
}

/** What is not given, or no different, stays and is not put on record. */
export async function updateGroup(ctx: Ctx, who: Principal, id: GroupId, change: GroupChange) {
  return ctx.db.write(async (tx) => {
    const group = await authorizeGroupChange(tx, who, id)
    const name = change.name === undefined ? group.name : checkedName(change.name)
    if (name === group.name) return groupView(group)
    const renamed = await renameGroup(tx, id, name)
    await recordActivity(tx, who, 'group_updated', { group: renamed, about: group.name }, ctx.now())
    return groupView(renamed)
  })
}
