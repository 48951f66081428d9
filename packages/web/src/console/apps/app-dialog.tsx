import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { Application } from '@holdfast/api/sign-in/applications'
import { GRANT_TYPES, type GrantType } from '@holdfast/api/sign-in/oauth'
import { useState } from 'react'
import {
  type AddressFault,
  firstFault,
  linesOf,
  originFault,
  redirectFault,
} from '../../core/console/app-addresses.ts'
import { changeApp, createApp } from '../../data/console/apps.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, Field } from '../../ui/field.tsx'
import { LongField } from '../parts/long-field.tsx'

interface AppDialogProps {
  place: OrganizationMay
  /** None where it is a new one. */
  app: Application | undefined
  onCreated: (app: Application & { client_secret: string }) => void
  onClose: () => void
}

const USUAL: readonly GrantType[] = ['authorization_code', 'refresh_token']

/** What an app is called, how it signs in, and where people return to. */
export function AppDialog({ place, app, onCreated, onClose }: AppDialogProps) {
  const words = consoleWords().apps
  const [name, setName] = useState(app?.name ?? '')
  const [description, setDescription] = useState(app?.description ?? '')
  const [grants, setGrants] = useState<readonly GrantType[]>(app?.grant_types ?? USUAL)
  const [redirects, setRedirects] = useState(app?.redirect_uris.join('\n') ?? '')
  const [origins, setOrigins] = useState(app?.web_origins.join('\n') ?? '')
  const asksPeople = grants.includes('authorization_code')
  const faults = {
    redirects: wordsOf(firstFault(redirects, redirectFault)),
    origins: wordsOf(firstFault(origins, originFault)),
  }
  const send = async () => {
    const problem =
      faults.redirects ??
      faults.origins ??
      (grants.every((grant) => grant === 'refresh_token') ? words.needsGrant : undefined) ??
      (asksPeople && linesOf(redirects).length === 0 ? words.needsRedirect : undefined)
    if (problem) throw new FormProblem(problem)
    const wish = {
      name: name.trim(),
      description: description.trim() || null,
      grant_types: GRANT_TYPES.filter((grant) => grants.includes(grant)),
      redirect_uris: linesOf(redirects),
      web_origins: linesOf(origins),
    }
    if (!app) return onCreated(await createApp(place.id, wish))
    await changeApp(app, wish)
    toast(words.saved)
    onClose()
  }
  return (
    <Dialog title={app ? words.editTitle : words.newTitle} onClose={onClose}>
      <Form
        button={app ? words.save : words.create}
        send={send}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <Field label={words.name} hint={words.nameHint} maxLength={100} value={name} onChange={setName} />
        <Field
          label={words.description}
          optional
          maxLength={1000}
          value={description}
          onChange={setDescription}
        />
        <fieldset className="choice">
          <legend>{words.uses}</legend>
          <div className="choice-options">
            {GRANT_TYPES.map((grant) => (
              <CheckField
                key={grant}
                label={words.grants[grant]}
                checked={grants.includes(grant)}
                onChange={(isOn) =>
                  setGrants(isOn ? [...grants, grant] : grants.filter((one) => one !== grant))
                }
              />
            ))}
          </div>
        </fieldset>
        <LongField
          code
          rows={2}
          label={words.redirects}
          hint={words.redirectsHint}
          fault={faults.redirects}
          optional={!asksPeople}
          value={redirects}
          onChange={setRedirects}
        />
        <LongField
          code
          rows={2}
          label={words.origins}
          hint={words.originsHint}
          fault={faults.origins}
          optional
          value={origins}
          onChange={setOrigins}
        />
      </Form>
    </Dialog>
  )
}

const wordsOf = (found: { line: string; fault: AddressFault } | undefined): string | undefined =>
  found && consoleWords().apps.faults[found.fault](found.line)
