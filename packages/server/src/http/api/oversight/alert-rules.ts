import { OK } from '@holdfast/api/envelopes'
import * as api from '@holdfast/api/oversight/alert-rules'
import { createAlertRule } from '../../../oversight/alerts/create-rule.ts'
import { deleteAlertRule } from '../../../oversight/alerts/delete-rule.ts'
import { listAlertDeliveries } from '../../../oversight/alerts/list-deliveries.ts'
import { listAlertRules } from '../../../oversight/alerts/list-rules.ts'
import { resendAlertDelivery } from '../../../oversight/alerts/resend-delivery.ts'
import { testAlertRule } from '../../../oversight/alerts/test-rule.ts'
import { updateAlertRule } from '../../../oversight/alerts/update-rule.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const alertRuleRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.listAlertRules, ({ who, params }) => listAlertRules(ctx, who, params.organization_id))
  route(app, ctx, api.createAlertRule, ({ who, params: { organization_id, dry_run, ...rule } }) =>
    createAlertRule(ctx, who, organization_id, rule, dry_run),
  )
  route(
    app,
    ctx,
    api.updateAlertRule,
    ({ who, params: { organization_id, rule_id, new_secret, ...change } }) =>
      updateAlertRule(ctx, who, { organization_id, rule_id }, change, new_secret),
  )
  route(app, ctx, api.deleteAlertRule, async ({ who, params }) => {
    await deleteAlertRule(ctx, who, params)
    return OK
  })
  route(app, ctx, api.testAlertRule, ({ who, params }) => testAlertRule(ctx, who, params))
  route(app, ctx, api.listAlertDeliveries, ({ who, params }) => listAlertDeliveries(ctx, who, params))
  route(app, ctx, api.resendAlertDelivery, ({ who, params }) => resendAlertDelivery(ctx, who, params))
})
