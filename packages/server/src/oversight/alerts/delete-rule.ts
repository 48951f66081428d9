import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { authorizeRule, type RulePath } from './authorize-rule.ts'
import { deleteRuleRows } from './rule-queries.ts'

export const deleteAlertRule = (ctx: Ctx, who: PersonPrincipal, path: RulePath): Promise<void> =>
  ctx.db.write(async (tx) => {
    const { organization, rule } = await authorizeRule(tx, who, path)
    if (rule.shipped === 1)
      fail('forbidden', 'This rule comes with the organization. You can turn it off, but not delete it.')
    await deleteRuleRows(tx, rule.id)
    await recordActivity(tx, who, 'alert_rule_deleted', { organization, about: rule.kind }, ctx.now())
  })
