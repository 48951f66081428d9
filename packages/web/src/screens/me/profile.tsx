import { updatePerson, verifyEmail } from '@holdfast/api/accounts/people'
import { useState } from 'react'
import { chooseLanguage } from '../../data/account/settings.ts'
import { call } from '../../data/service/api.ts'
import { setTimeZone } from '../../messages/format.ts'
import { LANGUAGES, type Language, t } from '../../messages/words.ts'
import { languageChosen } from '../../platform/preferences.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { ActButton } from './act-button.tsx'
import { type Account, accountChanged } from './own-account.ts'

/** Accounts begin with it: as good as none. */
const NO_ZONE = 'UTC'

/** What others call someone, and how the app speaks to them. */
export function Profile({ account }: { account: Account }) {
  const spoken = languageChosen().slice(0, 2) as Language
  const [firstName, setFirstName] = useState(account.first_name)
  const [lastName, setLastName] = useState(account.last_name)
  const [phone, setPhone] = useState(account.mobile_phone ?? '')
  const [language, setLanguage] = useState(spoken)
  const [zone, setZone] = useState(account.timezone)
  const words = t.account.profile
  const send = async () => {
    await call(updatePerson, {
      person_id: account.id,
      first_name: firstName,
      last_name: lastName,
      mobile_phone: phone.trim() === '' ? null : phone,
      timezone: zone,
      ...(!account.locale.startsWith(language) && { locale: language }),
    })
    setTimeZone(zone)
    await accountChanged()
    toast(t.account.saved)
    if (language !== spoken) chooseLanguage(language)
  }
  const isSms = account.two_step_mode === 'sms'
  return (
    <Form button={t.account.save} send={send} refusals={{ invalid_request: words.badPhone }}>
      <div className="me-pair">
        <Field label={words.firstName} autoComplete="given-name" value={firstName} onChange={setFirstName} />
        <Field label={words.lastName} autoComplete="family-name" value={lastName} onChange={setLastName} />
      </div>
      <Field
        label={words.email}
        type="email"
        autoComplete="email"
        value={account.email}
        hint={account.email_verified ? words.emailHint : words.emailUnproven}
      />
      {!account.email_verified && (
        <ActButton
          words={words.prove}
          about={account.email}
          done={words.proofSent(account.email)}
          act={() => call(verifyEmail, { person_id: account.id })}
        />
      )}
      <Field
        label={words.phone}
        type="tel"
        autoComplete="tel"
        optional
        value={phone}
        {...(!isSms && { onChange: setPhone })}
        hint={isSms ? words.phoneSms : words.phoneHint}
      />
      <SelectField
        label={words.language}
        value={language}
        onChange={setLanguage}
        options={Object.entries(LANGUAGES) as [Language, string][]}
      />
      <SelectField
        label={words.zone}
        hint={words.zoneHint}
        value={zone}
        onChange={setZone}
        options={[
          [NO_ZONE, words.zoneOfDevice],
          ...Intl.supportedValuesOf('timeZone')
            .filter((name) => name !== NO_ZONE)
            .map((name) => [name, name.replaceAll('_', ' ')] as const),
        ]}
      />
    </Form>
  )
}
