import { findPeople } from '@holdfast/api/directory'
import type { PersonId } from '@holdfast/api/ids'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { problemOf } from '../../data/errors.ts'
import type { Session } from '../../data/session.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSettled } from '../../ui/use-settled.ts'

interface PersonDialogProps {
  session: Session
  onClose: () => void
  onDone: (id: PersonId, name: string) => void
}

/** The directory gives no more for fewer. */
const LEAST_LETTERS = 2

/** Someone of the own organization, by the beginning of a name. */
export function PersonDialog({ session, onClose, onDone }: PersonDialogProps) {
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim())
  const people = useQuery({
    queryKey: ['directory', wanted],
    queryFn: ({ signal }) =>
      call(findPeople, { organization_id: session.organization.id, q: wanted }, { signal }),
    enabled: wanted.length >= LEAST_LETTERS,
    placeholderData: keepPreviousData,
  })
  const found = wanted.length < LEAST_LETTERS ? [] : (people.data?.results ?? [])
  return (
    <Dialog title={t.find.byTitle} onClose={onClose}>
      <input
        className="go-to-field"
        autoFocus
        autoComplete="off"
        aria-label={t.find.byTitle}
        placeholder={t.find.byHint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="pick-list">
        {found.map(({ id, name, email }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                onDone(id, shownName(name))
                onClose()
              }}
            >
              <Icon name="person" />
              <span>
                <bdi>{shownName(name)}</bdi> <small className="soft">{email}</small>
              </span>
            </button>
          </li>
        ))}
        {people.isError && <li className="soft pick-none">{problemOf(people.error).words}</li>}
        {people.data && wanted.length >= LEAST_LETTERS && found.length === 0 && (
          <li className="soft pick-none">{t.find.byNobody(wanted)}</li>
        )}
      </ul>
    </Dialog>
  )
}
