import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { Organization } from '@holdfast/api/accounts/organizations'
import { useState } from 'react'
import { addLicense, changeOrganization } from '../../data/console/customers.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, shownName } from '../../messages/format.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { NameDialog } from '../parts/name-dialog.tsx'
import { StateTag } from '../parts/state-tag.tsx'

interface LicenseProps {
  place: OrganizationMay
  organization: Organization
}

/** Until when it may be used; only those above decide. */
export function License({ place, organization }: LicenseProps) {
  const words = consoleWords().organization
  const day = organization.trial_until?.slice(0, 10) ?? ''
  const [until, setUntil] = useState(day)
  const [isAdding, setAdding] = useState(false)
  const mayLimit = may(place, 'organization.limits')
  const above = place.not.find(({ action }) => action === 'organization.limits')?.by
  const send = async () => {
    await changeOrganization(place.id, { trial_until: until === '' ? null : `${until}T00:00:00` })
    toast(words.trialSaved)
  }
  return (
    <section className="console-part">
      <h2>{words.start}</h2>
      <dl className="console-facts">
        <Fact label={words.state}>
          <StateTag state={place.state} />
        </Fact>
        <Fact label={words.trialUntil}>{day === '' ? words.noEnd : formatDay(day)}</Fact>
      </dl>
      {mayLimit ? (
        <>
          <Form
            button={words.extend}
            send={send}
            aside={<Button onClick={() => setAdding(true)}>{words.addLicense}</Button>}
          >
            <Field
              label={words.trialUntil}
              hint={words.trialHint}
              type="date"
              optional
              value={until}
              onChange={setUntil}
            />
          </Form>
          {isAdding && (
            <NameDialog
              title={words.addLicense}
              label={words.license}
              button={words.addLicense}
              taken={words.licenseTaken}
              act={(key) => addLicense(place.id, key)}
              done={() => words.licenseAdded}
              onClose={() => setAdding(false)}
            />
          )}
        </>
      ) : (
        above && <p className="soft">{words.onlyAbove(shownName(above.name))}</p>
      )}
    </section>
  )
}
