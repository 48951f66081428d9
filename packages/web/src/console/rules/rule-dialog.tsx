import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import {
  type AlertRule,
  RULE_KINDS,
  type RuleKind,
  THRESHOLDS,
  USUAL_QUIET,
} from '@holdfast/api/oversight/alert-rules'
import { useState } from 'react'
import { saveRule, useWouldHaveFired } from '../../data/console/alert-rules.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, Field, SelectField } from '../../ui/field.tsx'

interface RuleDialogProps {
  place: OrganizationMay
  /** None where it is a new one. */
  rule: AlertRule | undefined
  /** With the secret of its webhook, where it has a new one. */
  onSaved: (secret: string | undefined) => void
  onClose: () => void
}

const kindsFor = (place: OrganizationMay): RuleKind[] =>
  RULE_KINDS.filter((kind) => kind !== 'certificate_ending' || place.parent_id === null)

/** When somebody is told, and who. */
export function RuleDialog({ place, rule, onSaved, onClose }: RuleDialogProps) {
  const words = consoleWords().alertRules
  const [kind, setKind] = useState<RuleKind>(rule?.kind ?? 'space_quota')
  const [threshold, setThreshold] = useState(String(rule?.threshold ?? THRESHOLDS[kind]?.usual ?? ''))
  const [below, setBelow] = useState(rule?.below ?? false)
  const [enabled, setEnabled] = useState(rule?.enabled ?? true)
  const [quiet, setQuiet] = useState(String(rule?.quiet_minutes ?? USUAL_QUIET))
  const [administrators, setAdministrators] = useState(rule?.administrators ?? true)
  const [emails, setEmails] = useState(rule?.emails.join(', ') ?? '')
  const [webhook, setWebhook] = useState(rule?.webhook_url ?? '')
  const wouldHave = useWouldHaveFired(place.id, kind, below).data
  const range = THRESHOLDS[kind]
  const send = async () => {
    const secret = await saveRule(place.id, rule?.id, {
      ...{ kind, below, enabled, administrators },
      threshold: range ? Number(threshold) : null,
      quiet_minutes: Number(quiet),
      emails: emails
        .split(/[,;\s]+/)
        .map((email) => email.trim())
        .filter(Boolean),
      webhook_url: webhook.trim() || null,
    })
    toast(rule ? words.saved : words.created)
    onSaved(secret)
  }
  const choose = (chosen: RuleKind) => {
    setKind(chosen)
    setThreshold(String(THRESHOLDS[chosen]?.usual ?? ''))
  }
  return (
    <Dialog title={rule ? words.editTitle : words.newTitle} onClose={onClose}>
      <Form
        button={rule ? words.save : words.create}
        send={send}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        {rule ? (
          <p>
            <strong>{words.choices[kind]}</strong>
          </p>
        ) : (
          <SelectField
            label={words.when}
            value={kind}
            options={kindsFor(place).map((one) => [one, words.choices[one]] as const)}
            onChange={choose}
          />
        )}
        {range && (
          <Field
            label={words.thresholds[range.unit]}
            type="number"
            min={range.least}
            max={range.most}
            value={threshold}
            onChange={setThreshold}
          />
        )}
        {typeof wouldHave === 'number' && <p className="soft">{words.wouldHave(wouldHave)}</p>}
        {place.below > 0 && <CheckField label={words.below} checked={below} onChange={setBelow} />}
        <CheckField
          label={words.tellAdministrators(shownName(place.name))}
          checked={administrators}
          onChange={setAdministrators}
        />
        <Field label={words.emails} hint={words.emailsHint} optional value={emails} onChange={setEmails} />
        <Field
          label={words.webhookUrl}
          hint={words.webhookHint}
          optional
          type="url"
          maxLength={2000}
          value={webhook}
          onChange={setWebhook}
        />
        <Field
          label={words.quiet}
          hint={words.quietHint}
          type="number"
          min={0}
          max={10_080}
          value={quiet}
          onChange={setQuiet}
        />
        <CheckField label={words.enabled} checked={enabled} onChange={setEnabled} />
      </Form>
    </Dialog>
  )
}
