import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { authorizeRule, type RulePath } from './authorize-rule.ts'
import { listDeliveries } from './rule-queries.ts'
import { deliveryView } from './rule-view.ts'

/** What a rule sent and what came of it, never what it said. */
export async function listAlertDeliveries({ db }: Ctx, who: Principal, path: RulePath) {
  const { rule } = await authorizeRule(db.read, who, path)
  return { results: (await listDeliveries(db.read, rule.id)).map(deliveryView) }
}
