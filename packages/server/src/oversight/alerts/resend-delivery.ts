import type { AlertDeliveryId } from '@holdfast/api/ids'
import type { AlertDelivery } from '@holdfast/api/oversight/alert-rules'
import { noSuch, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { authorizeRule, type RulePath } from './authorize-rule.ts'
import { enqueueWebhook } from './deliver-news.ts'
import { findDelivery, updateDelivery } from './rule-queries.ts'
import { deliveryView } from './rule-view.ts'

/** Has a message to a webhook tried again at once, and after the usual pauses where that fails. */
export const resendAlertDelivery = (
  ctx: Ctx,
  who: PersonPrincipal,
  { delivery_id, ...path }: RulePath & { delivery_id: AlertDeliveryId },
): Promise<AlertDelivery> =>
  ctx.db.write(async (tx) => {
    const { rule } = await authorizeRule(tx, who, path)
    const delivery = await findDelivery(tx, delivery_id)
    if (delivery?.rule_id !== rule.id) return noSuch(`delivery ${delivery_id}`)
    if (delivery.target !== 'webhook' || delivery.payload === null)
      refuse('delivery_id', 'only messages to a webhook that were not delivered can be sent again')
    const at = ctx.now()
    const again = await updateDelivery(tx, delivery_id, { state: 'waiting', attempts: 0, next_at: at })
    await enqueueWebhook(tx, rule, delivery, at)
    return deliveryView(again ?? delivery)
  })
