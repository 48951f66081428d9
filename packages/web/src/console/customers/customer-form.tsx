import type { OrganizationId } from '@holdfast/api/ids'
import { useState } from 'react'
import { slugOf } from '../../core/console/slug.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { Form } from '../../ui/answers/form.tsx'
import { CheckField, Field } from '../../ui/field.tsx'
import { type PeopleFile, PeopleList } from './people-list.tsx'
import { PolicySource } from './policy-source.tsx'

export interface Customer {
  name: string
  slug: string
  email: string
  first: string
  last: string
  administrator: string
  hasTrial: boolean
  /** A day; empty: as long as trials are here. */
  trialUntil: string
  /** Its key; none: a trial, or neither. */
  license: string
  /** Whose policy it gets; none: the default. */
  policyOf: { id: OrganizationId; name: string } | undefined
  color: string
  share: string
  list: PeopleFile | undefined
}

const NOBODY: Customer = {
  name: '',
  slug: '',
  email: '',
  first: '',
  last: '',
  administrator: '',
  hasTrial: false,
  trialUntil: '',
  license: '',
  policyOf: undefined,
  color: '',
  share: '',
  list: undefined,
}

interface CustomerFormProps {
  /** What was typed before, where it was refused. */
  before: Customer | undefined
  problem: string | undefined
  onSend: (customer: Customer) => void
}

export function CustomerForm({ before = NOBODY, problem, onSend }: CustomerFormProps) {
  const { customers, people } = consoleWords()
  const words = customers.form
  const [given, setGiven] = useState(before)
  const set =
    <Key extends keyof Customer>(key: Key) =>
    (value: Customer[Key]) =>
      setGiven((now) => ({ ...now, [key]: value }))
  const setName = (name: string) =>
    setGiven((now) => ({
      ...now,
      name,
      slug: now.slug === slugOf(now.name) ? slugOf(name) : now.slug,
    }))
  const send = async () =>
    onSend(
      Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
      ) as unknown as Customer,
    )
  return (
    <>
      <header className="console-head">
        <h1>{words.title}</h1>
      </header>
      {problem && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
      <Form button={words.button} send={send}>
        <div className="console-two">
          <section className="console-part">
            <h2>{words.customer}</h2>
            <Field label={words.name} autoFocus maxLength={255} value={given.name} onChange={setName} />
            <Field
              label={words.slug}
              hint={words.slugHint}
              maxLength={100}
              pattern="[a-z0-9\-]+"
              autoCapitalize="off"
              value={given.slug}
              onChange={set('slug')}
            />
            <Field
              label={words.email}
              type="email"
              maxLength={254}
              value={given.email}
              onChange={set('email')}
            />
          </section>
          <section className="console-part">
            <h2>{words.administrator}</h2>
            <p className="soft">{words.administratorWhy}</p>
            <Field label={people.firstName} maxLength={255} value={given.first} onChange={set('first')} />
            <Field label={people.lastName} maxLength={255} value={given.last} onChange={set('last')} />
            <Field
              label={people.email}
              type="email"
              maxLength={254}
              value={given.administrator}
              onChange={set('administrator')}
            />
          </section>
          <section className="console-part">
            <h2>{words.start}</h2>
            <Field
              label={words.license}
              hint={words.licenseHint}
              optional
              maxLength={255}
              autoCapitalize="off"
              spellCheck={false}
              value={given.license}
              onChange={set('license')}
            />
            <CheckField label={words.trial} checked={given.hasTrial} onChange={set('hasTrial')} />
            {given.hasTrial && (
              <Field
                label={words.trialUntil}
                type="date"
                optional
                value={given.trialUntil}
                onChange={set('trialUntil')}
              />
            )}
          </section>
          <section className="console-part">
            <h2>{words.policy}</h2>
            <PolicySource from={given.policyOf} onChange={set('policyOf')} />
          </section>
          <section className="console-part">
            <h2>{words.optional}</h2>
            <Field
              label={words.color}
              optional
              maxLength={7}
              pattern="#[0-9a-fA-F]{6}"
              value={given.color}
              onChange={set('color')}
            />
            <Field label={words.share} optional maxLength={255} value={given.share} onChange={set('share')} />
          </section>
          <section className="console-part">
            <h2>{words.list}</h2>
            <PeopleList list={given.list} onChange={set('list')} />
          </section>
        </div>
      </Form>
    </>
  )
}
