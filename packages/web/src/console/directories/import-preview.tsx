import type { AuthSource, ImportCounts, ImportResult } from '@holdfast/api/accounts/auth-sources'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { changesAnything, forceOf } from '../../core/console/import-force.ts'
import { consoleAddress } from '../../core/console/places.ts'
import { importNow, usePreview } from '../../data/console/directories.ts'
import { may } from '../../data/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Tag } from '../parts/tag.tsx'
import { directoryProblem } from './directory-words.ts'
import { ImportRows } from './import-rows.tsx'

interface PreviewProps {
  place: OrganizationMay
  source: AuthSource
  onDone: () => void
  /** The way on without importing. */
  aside: ReactNode
}

/** What an import would do, and the button that does it. */
export function ImportPreview(props: PreviewProps) {
  const words = consoleWords().directories
  const { data, error, isFetching, refetch } = usePreview(props.source)
  if (isFetching)
    return (
      <p className="soft" role="status">
        {words.reading}
      </p>
    )
  if (!data)
    return (
      <>
        <p className="note note-bad" role="alert">
          {directoryProblem(error)}
        </p>
        <p className="console-buttons">
          <Button icon="refresh" onClick={() => void refetch()}>
            {t.general.retry}
          </Button>
          <Link
            className="button button-plain"
            href={consoleAddress(props.place.id, 'directories', { id: props.source.id, tab: 'settings' })}
          >
            {words.change}
          </Link>
          {props.aside}
        </p>
      </>
    )
  const force = forceOf(data)
  return (
    <>
      {force && <p className="note note-bad">{words.force[force.what](force.count, force.of)}</p>}
      <Part title={words.people} counts={data.persons}>
        <ImportRows
          place={props.place}
          rows={data.persons.rows.map(({ person_id, email, ...row }) => ({
            ...row,
            id: person_id,
            also: email,
          }))}
          kind="people"
        />
        <More counts={data.persons} shown={data.persons.rows.length} />
      </Part>
      <Part title={words.groups} counts={data.groups}>
        <ImportRows
          place={props.place}
          rows={data.groups.rows.map(({ group_id, ...row }) => ({ ...row, id: group_id }))}
          kind="groups"
        />
        <More counts={data.groups} shown={data.groups.rows.length} />
      </Part>
      <ImportForm {...props} result={data} />
    </>
  )
}

function Part({ title, counts, children }: { title: string; counts: ImportCounts; children: ReactNode }) {
  const words = consoleWords().directories.counts
  const { created, updated, disabled, skipped, unchanged } = counts
  const isGroups = title === consoleWords().directories.groups
  return (
    <>
      <h3>{title}</h3>
      <ul className="directory-counts">
        <li>
          <Tag kind={created > 0 ? 'good' : 'soft'}>{words.created(created)}</Tag>
        </li>
        <li>
          <Tag kind={updated > 0 ? 'other' : 'soft'}>{words.updated(updated)}</Tag>
        </li>
        <li>
          <Tag kind={disabled > 0 ? 'bad' : 'soft'}>
            {isGroups ? words.deleted(disabled) : words.disabled(disabled)}
          </Tag>
        </li>
        <li>
          <Tag kind={skipped > 0 ? 'warn' : 'soft'}>{words.skipped(skipped)}</Tag>
        </li>
        <li>
          <Tag kind="soft">{words.unchanged(unchanged)}</Tag>
        </li>
      </ul>
      {children}
    </>
  )
}

function More({ counts, shown }: { counts: ImportCounts; shown: number }) {
  const { created, updated, disabled, skipped } = counts
  if (created + updated + disabled + skipped <= shown) return null
  return <p className="soft">{consoleWords().directories.firstRows(shown)}</p>
}

function ImportForm({ place, source, result, onDone, aside }: PreviewProps & { result: ImportResult }) {
  const words = consoleWords().directories
  const [typed, setTyped] = useState('')
  const force = forceOf(result)
  if (!may(place, 'people.add'))
    return (
      <>
        <p className="note">{words.notAllowed}</p>
        <p className="console-buttons">{aside}</p>
      </>
    )
  if (!changesAnything(result))
    return (
      <>
        <p>{words.nothing}</p>
        <p className="console-buttons">{aside}</p>
      </>
    )
  const send = async () => {
    if (force && typed.trim() !== String(force.count)) throw new FormProblem(words.typeNumber(force.count))
    await importNow(source, force !== undefined).catch((error) => {
      throw new FormProblem(directoryProblem(error))
    })
    toast(words.imported)
    onDone()
  }
  const { created } = result.persons
  return (
    <Form
      button={created > 0 ? words.importAll(created) : words.import}
      kind={force ? 'bad' : 'primary'}
      send={send}
      aside={aside}
    >
      {force && (
        <Field
          label={words.typeNumber(force.count)}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
      )}
    </Form>
  )
}
