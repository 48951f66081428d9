import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { consoleAddress } from '../../core/console/places.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { shownName } from '../../messages/format.ts'
import { Button } from '../../ui/button.tsx'
import type { Imported } from './run-import.ts'

const MOST = 100

interface DoneProps {
  place: OrganizationMay
  imported: Imported
  saveLeft: () => void
  onAnother: () => void
}

/** Who was created, and what was not. */
export function ImportDone({ place, imported: { created, left, why }, saveLeft, onAnother }: DoneProps) {
  const words = consoleWords().peopleImport
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="console-part">
      <h2 ref={title} tabIndex={-1}>
        {created.length > 0 ? words.created(created.length) : words.none}
      </h2>
      {why !== undefined && (
        <p className="note note-bad" role="alert">
          {why}
        </p>
      )}
      {left.length > 0 && <p>{words.left(left.length)}</p>}
      <p className="console-buttons">
        <Link className="button button-primary" href={consoleAddress(place.id, 'people')}>
          {words.show}
        </Link>
        {left.length > 0 && (
          <Button icon="download" onClick={saveLeft}>
            {words.downloadLeft}
          </Button>
        )}
        <Button onClick={onAnother}>{words.again}</Button>
      </p>
      {created.length > 0 && (
        <>
          <h3>{created.length > MOST ? words.firstOf(MOST) : words.createdTitle}</h3>
          <ul className="console-rows">
            {created.slice(0, MOST).map(({ id, name, email }) => (
              <li key={id}>
                <span className="console-row-what">
                  <Link href={consoleAddress(place.id, 'people', { id })}>
                    <bdi>{shownName(name)}</bdi>
                  </Link>
                  <small>
                    <bdi>{shownName(email)}</bdi>
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
