import type { PersonId } from '@holdfast/api/ids'
import { useState } from 'react'
import { usePeopleNamed } from '../../data/sharing/directory.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSettled } from '../../ui/use-settled.ts'

interface PersonDialogProps {
  onClose: () => void
  onDone: (id: PersonId, name: string) => void
}

/** The directory gives no more for fewer. */
const LEAST_LETTERS = 2

/** Someone of the own organization, by the beginning of a name. */
export function PersonDialog({ onClose, onDone }: PersonDialogProps) {
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim())
  const people = usePeopleNamed(wanted).data
  const found = wanted.length < LEAST_LETTERS ? [] : (people ?? [])
  return (
    <Dialog title={t.find.byTitle} onClose={onClose}>
      <input
        className="go-to-field"
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
        {people && wanted.length >= LEAST_LETTERS && found.length === 0 && (
          <li className="soft pick-none">{t.find.byNobody(wanted)}</li>
        )}
      </ul>
    </Dialog>
  )
}
