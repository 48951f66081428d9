import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import { useState } from 'react'
import { add } from '../../data/console/persons.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, Field } from '../../ui/field.tsx'

/** One more account: its owner chooses the password by an email. */
export function AddPersonDialog({ place, onClose }: { place: OrganizationMay; onClose: () => void }) {
  const words = consoleWords().people
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const [email, setEmail] = useState('')
  const [isAdministrator, setAdministrator] = useState(false)
  const send = async () => {
    const names = { first_name: first.trim(), last_name: last.trim() }
    await add(place.id as OrganizationId, {
      email: email.trim(),
      ...names,
      ...(isAdministrator && { site_admin: true }),
    })
    toast(words.added(shownName(`${names.first_name} ${names.last_name}`)))
    onClose()
  }
  return (
    <Dialog title={words.addTitle} onClose={onClose}>
      <Form
        button={words.addButton}
        send={send}
        refusals={{ name_conflict: words.taken, user_limit_exceeded: words.full }}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <p>{words.addWhy(shownName(place.name))}</p>
        <Field label={words.firstName} autoFocus maxLength={255} value={first} onChange={setFirst} />
        <Field label={words.lastName} maxLength={255} value={last} onChange={setLast} />
        <Field label={words.email} type="email" maxLength={254} value={email} onChange={setEmail} />
        {may(place, 'people.make_admin') && (
          <CheckField
            label={words.administrator}
            hint={words.administratorHint}
            checked={isAdministrator}
            onChange={setAdministrator}
          />
        )}
      </Form>
    </Dialog>
  )
}
