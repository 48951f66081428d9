import type { GroupId } from '@holdfast/api/ids'
import { authorizeGroup } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { groupView } from './view.ts'

export async function getGroup(ctx: Ctx, who: Principal, id: GroupId) {
  return groupView(await authorizeGroup(ctx.db.read, who, id))
}
