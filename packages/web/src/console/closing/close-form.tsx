import { MAX_CLOSING_DAYS } from '@holdfast/api/accounts/organization-closing'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { DAY_MS, formatDate } from '@holdfast/api/time'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { closeCustomer } from '../../data/console/closing.ts'
import { useSummary } from '../../data/console/overview.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatDay, shownName } from '../../messages/format.ts'
import { now } from '../../platform/clock.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Choice, Field } from '../../ui/field.tsx'
import './closing.css'

const DAYS = 30
const inDays = (days: number): string => formatDate(now() + days * DAY_MS)

/** What closing means, and what is to be chosen. Nothing changes before the last step. */
export function CloseForm({ place }: { place: OrganizationMay }) {
  const words = consoleWords().closing
  const [devices, setDevices] = useState<'keep' | 'remove'>('keep')
  const [day, setDay] = useState(() => inDays(DAYS))
  const [typed, setTyped] = useState('')
  const name = shownName(place.name)
  const send = async () => {
    if (typed.trim() !== place.name.trim()) throw new FormProblem(words.typeName(name))
    await closeCustomer(place.id, { deleteOn: day, removeFiles: devices === 'remove', name: typed })
    toast(words.closed(name))
  }
  return (
    <Form button={words.button} kind="bad" send={send}>
      <ol className="console-steps">
        <Step title={words.what}>
          <WhatHappens place={place} />
        </Step>
        <Step title={words.save}>
          <p>{place.privacy_mode ? words.savePrivate(name) : words.saveWhy}</p>
          {may(place, 'export') && (
            <p>
              <Link href={consoleAddress(place.id, 'organization')}>{words.saveLink}</Link>
            </p>
          )}
        </Step>
        <Step title={words.devices}>
          <Choice
            label={words.devicesWhy}
            value={devices}
            onChange={setDevices}
            options={[
              { id: 'keep', words: words.keep, hint: words.keepHint },
              { id: 'remove', words: words.remove, hint: words.removeHint },
            ]}
          />
        </Step>
        <Step title={words.day}>
          <Field
            label={words.deleteOn}
            type="date"
            min={inDays(1)}
            max={inDays(MAX_CLOSING_DAYS)}
            value={day}
            onChange={setDay}
          />
          {day && <p>{words.until(formatDay(day))}</p>}
          <Field
            label={words.typeName(name)}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={setTyped}
          />
        </Step>
      </ol>
    </Form>
  )
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="console-part">
    <h2>{title}</h2>
    {children}
  </li>
)

function WhatHappens({ place }: { place: OrganizationMay }) {
  const words = consoleWords().closing
  const { own, below } = useSummary(place.id).data ?? {}
  return (
    <ul>
      <li>{words.signIn}</li>
      <li>{words.links}</li>
      {own && <li>{words.counted(own.accounts, own.guests, own.devices)}</li>}
      {below && place.below > 0 && <li>{words.countedBelow(place.below, below.accounts, below.devices)}</li>}
      <li>{words.cancelLater}</li>
    </ul>
  )
}
