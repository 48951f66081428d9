import type { AlertRuleId, OrganizationId } from '@holdfast/api/ids'
import { MOST_RULES, type RuleKind, type SavedAlertRule } from '@holdfast/api/oversight/alert-rules'
import { authorizeOrganization } from '../../access/administration.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { holdOrganization } from '../../records/organizations.ts'
import { countRules, insertRule } from './rule-queries.ts'
import { checkKind, newColumns, type WholeRule } from './rule-settings.ts'
import { ruleView } from './rule-view.ts'
import { newSecret } from './sign-webhook.ts'
import { wouldHaveFired } from './would-have-fired.ts'

/** The first id that a rule can have: a rule that is only tried has none. */
const NOT_MADE = 1 as AlertRuleId

export async function createAlertRule(
  ctx: Ctx,
  who: PersonPrincipal,
  id: OrganizationId,
  { kind, ...wish }: WholeRule & { kind: RuleKind },
  dryRun: boolean,
): Promise<SavedAlertRule> {
  const { path } = await authorizeOrganization(ctx.db.read, who, id)
  checkKind(kind, id)
  const at = ctx.now()
  const row = {
    ...newColumns(ctx.config, kind, wish),
    ...{ organization_id: id, kind, enabled_at: at, created_at: at },
    ...{ shipped: 0 as const, set_by: who.personId, webhook_failed_at: null },
  }
  const would_have_fired = await wouldHaveFired(ctx, row, path)
  if (dryRun) return { ...ruleView({ ...row, id: NOT_MADE }), would_have_fired }
  const secret = row.webhook_url === null ? null : newSecret(ctx.random)
  const rule = await ctx.db.write(async (tx) => {
    const organization = await authorizeOrganization(tx, who, id)
    await holdOrganization(tx, id)
    if ((await countRules(tx, id)) >= MOST_RULES)
      fail('policy_error', `An organization can have up to ${MOST_RULES} alert rules.`)
    const made = await insertRule(tx, row, secret)
    await recordActivity(tx, who, 'alert_rule_created', { organization, about: kind }, at)
    return made
  })
  return { ...ruleView(rule), ...(secret !== null && { secret }), would_have_fired }
}
