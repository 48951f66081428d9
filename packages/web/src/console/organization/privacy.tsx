import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { changeOrganization } from '../../data/console/customers.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

/** Whether those above can open files. There is no way back from it: the name is typed. */
export function Privacy({ place, isOn }: { place: OrganizationMay; isOn: boolean }) {
  const words = consoleWords().organization
  const [isAsked, setAsked] = useState(false)
  return (
    <section className="console-part">
      <h2>{words.privacy}</h2>
      <p>{isOn ? words.privacyOn : words.privacyOff}</p>
      {!isOn && may(place, 'organization.change') && (
        <p className="console-buttons">
          <Button onClick={() => setAsked(true)}>{words.privacyButton}</Button>
        </p>
      )}
      {isAsked && <PrivacyDialog place={place} onClose={() => setAsked(false)} />}
    </section>
  )
}

function PrivacyDialog({ place, onClose }: { place: OrganizationMay; onClose: () => void }) {
  const words = consoleWords().organization
  const [typed, setTyped] = useState('')
  const name = place.name.trim()
  const send = async () => {
    if (typed.trim().normalize() !== name.normalize())
      throw new FormProblem(words.privacyType(shownName(name)))
    await changeOrganization(place.id, { privacy_mode: true })
    toast(words.privacyTurnedOn(shownName(name)))
    onClose()
  }
  return (
    <Dialog title={words.privacyTitle(shownName(name))} onClose={onClose}>
      <Form
        kind="bad"
        button={words.privacyTurnOn}
        send={send}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <p>{words.privacyWhy}</p>
        <Field
          label={words.privacyType(shownName(name))}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
