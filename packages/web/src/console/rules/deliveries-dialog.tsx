import type { AlertDelivery, AlertRule } from '@holdfast/api/oversight/alert-rules'
import type { ReactNode } from 'react'
import { sendAgain, useDeliveries } from '../../data/console/alert-rules.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMoment } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Failed } from '../../ui/answers/failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { deliveryFacts } from './rule-words.ts'

/** What a rule sent lately, the newest first. */
export function DeliveriesDialog({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const words = consoleWords().alertRules
  const { data, isLoadingError, error, refetch } = useDeliveries(rule)
  const again = async (delivery: AlertDelivery) => {
    try {
      await sendAgain(rule, delivery)
      toast(words.sentAgain)
    } catch (problem) {
      toast(problemOf(problem).words, { bad: true })
    }
  }
  return (
    <Dialog title={words.deliveriesTitle} onClose={onClose} wide toRead>
      {isLoadingError ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <p className="soft">{t.general.loading}</p>
      ) : data.length === 0 ? (
        <p className="soft">{words.noDeliveries}</p>
      ) : (
        <ul className="console-rows">
          {data.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery}>
              {delivery.target === 'webhook' && delivery.state === 'failed' && (
                <Button
                  aria-label={words.sendAgainTo(delivery.address, formatMoment(delivery.created))}
                  onClick={() => void again(delivery)}
                >
                  {words.sendAgain}
                </Button>
              )}
            </DeliveryRow>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** A message, and what became of it. */
export const DeliveryRow = ({ delivery, children }: { delivery: AlertDelivery; children?: ReactNode }) => (
  <li>
    <span className="console-row-what">
      <strong>
        {consoleWords().alertRules.events[delivery.event]}: <bdi>{delivery.address}</bdi>
      </strong>
      <small>{deliveryFacts(delivery)}</small>
      <small>{formatMoment(delivery.created)}</small>
    </span>
    {children}
  </li>
)
