import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useState } from 'react'
import { change, type OnePerson } from '../../data/console/persons.ts'
import { may } from '../../data/console/places.ts'
import { ownPersonId } from '../../data/service/session.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatSize } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { CheckField, Field } from '../../ui/field.tsx'

const GIB = 1024 ** 3

/** Names, address, role and limit: as fields to those who may change them. */
export function PersonProfile({ place, person }: { place: OrganizationMay; person: OnePerson }) {
  const words = consoleWords().people
  const mayChange = may(place, 'people.change')
  const isOwn = person.id === ownPersonId()
  const [first, setFirst] = useState(person.first_name)
  const [last, setLast] = useState(person.last_name)
  const [email, setEmail] = useState(person.email)
  const [phone, setPhone] = useState(person.mobile_phone ?? '')
  const [isAdministrator, setAdministrator] = useState(person.site_admin)
  const limit = person.company_policy.space_quota
  const [quota, setQuota] = useState(
    person.space_quota === limit ? '' : String(Math.round((person.space_quota / GIB) * 100) / 100),
  )
  const mayTakeOver = may(place, 'people.take_over')
  const send = async () => {
    await change(person.id, {
      first_name: first.trim(),
      last_name: last.trim(),
      ...(email.trim() !== person.email && { email: email.trim() }),
      mobile_phone: phone.trim() || null,
      space_quota: quota.trim() === '' ? null : Math.round(Number(quota) * GIB),
      ...(isAdministrator !== person.site_admin && { site_admin: isAdministrator }),
    })
    toast(words.saved)
  }
  const set = <T,>(change: (value: T) => void) => (mayChange ? { onChange: change } : {})
  const fields = (
    <>
      <Field label={words.firstName} maxLength={255} value={first} {...set(setFirst)} />
      <Field label={words.lastName} maxLength={255} value={last} {...set(setLast)} />
      <Field
        label={words.email}
        type="email"
        maxLength={254}
        value={email}
        {...(mayTakeOver ? set(setEmail) : {})}
      />
      <Field
        label={words.columns.phone}
        type="tel"
        maxLength={40}
        optional
        value={phone}
        {...set(setPhone)}
      />
      <Field
        label={words.quota}
        type="number"
        min={0}
        step="any"
        optional
        value={quota}
        hint={words.quotaHint(formatSize(limit))}
        {...set(setQuota)}
      />
      {may(place, 'people.make_admin') && !isOwn && (
        <CheckField
          label={words.administrator}
          hint={words.administratorHint}
          checked={isAdministrator}
          onChange={setAdministrator}
        />
      )}
    </>
  )
  return (
    <section className="console-part">
      <h2>{words.profile}</h2>
      {mayChange ? (
        <Form button={words.save} send={send} refusals={{ name_conflict: words.taken }}>
          {fields}
        </Form>
      ) : (
        fields
      )}
    </section>
  )
}
