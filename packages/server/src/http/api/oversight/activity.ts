import * as api from '@holdfast/api/oversight/activity'
import { createActivity } from '../../../oversight/activity/create-activity.ts'
import { getActivity } from '../../../oversight/activity/get-activity.ts'
import { listActivityTypes } from '../../../oversight/activity/list-activity-types.ts'
import { listMachineActivity } from '../../../oversight/activity/list-machine-activity.ts'
import { listOrganizationActivity } from '../../../oversight/activity/list-organization-activity.ts'
import { listPersonActivity } from '../../../oversight/activity/list-person-activity.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const activityRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listOrganizationActivity, ({ who, params }) =>
    listOrganizationActivity(ctx, who, params.organization_id, params.offset),
  )
  route(app, ctx, api.listPersonActivity, ({ who, params }) =>
    listPersonActivity(ctx, who, params.person_id, params.offset),
  )
  route(app, ctx, api.listMachineActivity, ({ who, params }) =>
    listMachineActivity(ctx, who, params.machine_id, params.offset),
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
})
