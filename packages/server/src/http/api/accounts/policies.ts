import * as api from '@holdfast/api/accounts/policies'
import { explainPolicy } from '../../../accounts/organizations/explain-policy.ts'
import { listPolicyChanges } from '../../../accounts/organizations/list-policy-changes.ts'
import { planPolicy } from '../../../accounts/organizations/plan-policy.ts'
import { policyAmong } from '../../../accounts/organizations/policy-rules.ts'
import { undoPolicy } from '../../../accounts/organizations/undo-policy.ts'
import { route } from '../../exchange/route.ts'
import { serveContract } from '../../exchange/serve-contract.ts'

export const policyRoutes = serveContract(api, (app, ctx) => {
  route(app, ctx, api.explainPolicy, ({ who, params }) => explainPolicy(ctx, who, params.organization_id))
  route(app, ctx, api.planPolicy, ({ who, params }) =>
    planPolicy(ctx, who, params.organization_id, policyAmong(params)),
  )
  route(app, ctx, api.listPolicyChanges, ({ who, params }) =>
    listPolicyChanges(ctx, who, params.organization_id, params.before),
  )
  route(app, ctx, api.undoPolicy, ({ who, params }) =>
    undoPolicy(ctx, who, params.organization_id, params.activity_id),
  )
})
