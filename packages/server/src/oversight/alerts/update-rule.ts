import type { SavedAlertRule } from '@holdfast/api/oversight/alert-rules'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { authorizeRule, type RulePath } from './authorize-rule.ts'
import { countStanding, deleteFirings, updateRule } from './rule-queries.ts'
import { changedColumns, type RuleSettings } from './rule-settings.ts'
import { ruleView } from './rule-view.ts'
import { newSecret } from './sign-webhook.ts'
import { wouldHaveFired } from './would-have-fired.ts'

/** What is not given stays. From then on the rule names what the caller can see. */
export async function updateAlertRule(
  ctx: Ctx,
  who: PersonPrincipal,
  path: RulePath,
  wish: RuleSettings,
  wantsSecret: boolean,
): Promise<SavedAlertRule> {
  const at = ctx.now()
  const { organization, rule, secret } = await ctx.db.write(async (tx) => {
    const { organization, rule: before } = await authorizeRule(tx, who, path)
    const change = changedColumns(ctx.config, before.kind, wish)
    const url = change.webhook_url === undefined ? before.webhook_url : change.webhook_url
    const isMoved = url !== before.webhook_url
    if (wantsSecret && url === null) refuse('new_secret', 'the rule has no webhook')
    // Who gets an address of their own into a rule must not learn by it what signs for another.
    const secret = url !== null && (wantsSecret || isMoved) ? newSecret(ctx.random) : undefined
    const isTurnedOn = change.enabled === 1 && before.enabled === 0
    const changed = {
      ...change,
      set_by: who.personId,
      ...(isTurnedOn && { enabled_at: at }),
      ...(isMoved && { webhook_failed_at: null }),
    }
    const rule = await updateRule(tx, before.id, changed, url === null ? null : secret)
    // Once it is on again, it tells anew what is so then.
    if (change.enabled === 0) await deleteFirings(tx, before.id)
    const on = { organization, about: before.kind }
    await recordActivity(tx, who, 'alert_rule_changed', on, at)
    if (secret !== undefined && before.webhook_url !== null)
      await recordActivity(tx, who, 'alert_secret_changed', on, at)
    return { organization, rule, secret }
  })
  const standing = await countStanding(ctx.db.read, organization.id)
  return {
    ...ruleView(rule, standing.get(rule.id)),
    ...(secret !== undefined && { secret }),
    would_have_fired: await wouldHaveFired(ctx, rule, organization.path),
  }
}
