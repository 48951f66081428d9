import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { Organization } from '@holdfast/api/accounts/organizations'
import { useId, useState } from 'react'
import { changeOrganization } from '../../data/console/customers.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { LANGUAGES } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Field, SelectField } from '../../ui/field.tsx'

interface DetailsProps {
  place: OrganizationMay
  organization: Organization
}

export function Details({ place, organization }: DetailsProps) {
  const words = consoleWords().organization
  const [given, setGiven] = useState({
    name: organization.name,
    email: organization.email,
    slug: organization.slug,
    hostname: organization.hostname ?? '',
    timezone: organization.timezone,
    locale: organization.locale,
    disclaimer: organization.share_disclaimer ?? '',
  })
  const id = useId()
  const mayChange = may(place, 'organization.change')
  const set = (key: keyof typeof given) =>
    mayChange ? { onChange: (value: string) => setGiven((now) => ({ ...now, [key]: value })) } : {}
  const send = async () => {
    await changeOrganization(place.id, {
      name: given.name.trim(),
      email: given.email.trim(),
      slug: given.slug.trim(),
      hostname: given.hostname.trim() || null,
      timezone: given.timezone.trim(),
      ...(given.locale !== organization.locale && { locale: given.locale }),
      share_disclaimer: given.disclaimer.trim() || null,
    })
    toast(words.saved)
  }
  // The server has them with a country: what is chosen already stays as it is.
  const languages = Object.entries(LANGUAGES).map(
    ([language, name]) => [given.locale.startsWith(language) ? given.locale : language, name] as const,
  )
  const fields = (
    <>
      <Field label={words.name} maxLength={255} value={given.name} {...set('name')} />
      <Field label={words.email} type="email" maxLength={254} value={given.email} {...set('email')} />
      <Field label={words.slug} maxLength={100} autoCapitalize="off" value={given.slug} {...set('slug')} />
      <Field
        label={words.hostname}
        hint={words.hostnameHint}
        optional
        maxLength={253}
        value={given.hostname}
        {...set('hostname')}
      />
      <SelectField
        label={words.language}
        value={given.locale}
        options={languages}
        onChange={(locale) => set('locale').onChange?.(locale)}
      />
      <Field
        label={words.timezone}
        hint={words.timezoneHint}
        maxLength={60}
        value={given.timezone}
        {...set('timezone')}
      />
      <div className="field">
        <label htmlFor={id}>{words.disclaimer}</label>
        <textarea
          id={id}
          rows={3}
          maxLength={10_000}
          aria-describedby={`${id}-hint`}
          readOnly={!mayChange}
          value={given.disclaimer}
          onChange={({ target }) => set('disclaimer').onChange?.(target.value)}
        />
        <small id={`${id}-hint`}>{words.disclaimerHint}</small>
      </div>
    </>
  )
  return (
    <section className="console-part">
      <h2>{words.details}</h2>
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
