import * as api from '@holdfast/api/activity'
import type { Ctx } from '../context.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/server.ts'
import { createActivity } from './create-activity.ts'
import { getActivity } from './get-activity.ts'
import { listActivityTypes } from './list-activity-types.ts'
import { listOrganizationActivity } from './list-organization-activity.ts'
import { listPersonActivity } from './list-person-activity.ts'

export function activityRoutes(app: App, ctx: Ctx): void {
  route(app, ctx, api.listOrganizationActivity, ({ who, params }) =>
    listOrganizationActivity(ctx, who, params.organization_id, params.offset),
  )
  route(app, ctx, api.listPersonActivity, ({ who, params }) =>
    listPersonActivity(ctx, who, params.person_id, params.offset),
  )
  route(app, ctx, api.listActivityTypes, async () => listActivityTypes())
  route(app, ctx, api.getActivity, ({ who, params }) => getActivity(ctx, who, params.activity_id))
  route(app, ctx, api.createActivity, ({ who, params }) =>
    createActivity(ctx, who, {
      typeId: params.activity_type_id,
      actor: { type: params.actor_type, id: params.actor_id },
      target: { type: params.acted_on_type, id: params.acted_on_id },
      text: params.data_text ?? '',
      vars: params.data_text_vars ?? {},
    }),
  )
}
