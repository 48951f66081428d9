import type { ActivityId } from '@holdfast/api/ids'
import type { Activity } from '@holdfast/api/oversight/activity'
import { authorizeActivity } from '../../access/activity.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { activityView } from '../../records/activity/view.ts'

export const getActivity = async (ctx: Ctx, who: PersonPrincipal, id: ActivityId): Promise<Activity> =>
  activityView(await authorizeActivity(ctx.db.read, who, id))
