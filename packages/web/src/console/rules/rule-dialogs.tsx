import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { AlertDelivery, AlertRule } from '@holdfast/api/oversight/alert-rules'
import { removeRule, renewSecret } from '../../data/console/alert-rules.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { DeliveriesDialog, DeliveryRow } from './deliveries-dialog.tsx'
import { RuleDialog } from './rule-dialog.tsx'

export type Wanted =
  | { what: 'edit'; rule?: AlertRule }
  | { what: 'deliveries' | 'renew' | 'delete'; rule: AlertRule }
  | { what: 'tested'; rule: AlertRule; results: AlertDelivery[] }
  | { what: 'secret'; secret: string }

interface RuleDialogsProps {
  place: OrganizationMay
  wanted: Wanted
  onWanted: (wanted: Wanted | undefined) => void
}

/** What is asked or shown about a rule. */
export function RuleDialogs({ place, wanted, onWanted }: RuleDialogsProps) {
  const words = consoleWords().alertRules
  const close = () => onWanted(undefined)
  const showSecret = (secret: string | undefined) =>
    onWanted(secret === undefined ? undefined : { what: 'secret', secret })
  switch (wanted.what) {
    case 'edit':
      return <RuleDialog place={place} rule={wanted.rule} onSaved={showSecret} onClose={close} />
    case 'deliveries':
      return <DeliveriesDialog rule={wanted.rule} onClose={close} />
    case 'tested':
      return (
        <Dialog title={words.testTitle} onClose={close} toRead>
          <ul className="console-rows">
            {wanted.results.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        </Dialog>
      )
    case 'renew':
      return (
        <Dialog title={words.newSecretTitle} onClose={close}>
          <Form
            button={words.newSecretButton}
            send={async () => showSecret(await renewSecret(wanted.rule))}
            aside={<Button onClick={close}>{t.general.cancel}</Button>}
          >
            <p>{words.newSecretWhy}</p>
          </Form>
        </Dialog>
      )
    case 'secret':
      return <SecretDialog title={words.secretTitle} secret={wanted.secret} onClose={close} />
    default:
      return (
        <AskDialog
          bad
          title={words.deleteTitle}
          why={words.deleteWhy}
          button={words.deleteButton}
          act={() => removeRule(wanted.rule)}
          done={words.deleted}
          onClose={close}
        />
      )
  }
}
