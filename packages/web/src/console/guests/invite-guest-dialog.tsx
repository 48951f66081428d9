import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { inviteGuest } from '../../data/console/guests.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

export function InviteGuestDialog({ place, onClose }: { place: OrganizationMay; onClose: () => void }) {
  const { guests: words, people } = consoleWords()
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const [email, setEmail] = useState('')
  const send = async () => {
    const names = { first_name: first.trim(), last_name: last.trim() }
    await inviteGuest(place.id, { email: email.trim(), ...names })
    toast(words.invited(shownName(`${names.first_name} ${names.last_name}`)))
    onClose()
  }
  return (
    <Dialog title={words.invite} onClose={onClose}>
      <Form
        button={words.inviteButton}
        send={send}
        refusals={{ name_conflict: people.taken }}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <p>{words.inviteWhy}</p>
        <Field label={people.firstName} autoFocus maxLength={255} value={first} onChange={setFirst} />
        <Field label={people.lastName} maxLength={255} value={last} onChange={setLast} />
        <Field label={people.email} type="email" maxLength={254} value={email} onChange={setEmail} />
      </Form>
    </Dialog>
  )
}
