import type { DeletedItem } from '@holdfast/api/files/deleted-items'
import { type FormEvent, useId, useState } from 'react'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface AskedProps {
  items: readonly DeletedItem[]
  onDone: () => Promise<void>
  onClose: () => void
}

/** Something else is called so by now. */
export function TakenDialog({ items, onDone, onClose }: AskedProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      title={t.deleted.takenTitle(items.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.deleted.skip}</Button>
          <Button
            kind="primary"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void onDone()
            }}
          >
            {t.deleted.keepBoth}
          </Button>
        </>
      }
    >
      <p>{t.deleted.takenWhy}</p>
      <ul>
        {items.map(({ id, name }) => (
          <li key={id}>
            <bdi>{shownName(name)}</bdi>
          </li>
        ))}
      </ul>
      <p className="soft">{t.deleted.keepBothHint}</p>
    </Dialog>
  )
}

/** Nothing brings them back, so that a word has to be typed. */
export function PurgeDialog({ items, onDone, onClose }: AskedProps) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const word = t.deleted.purgeWord
  const isMeant = typed.trim().toLowerCase() === word
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isMeant || busy) return
    setBusy(true)
    void onDone()
  }
  return (
    <Dialog
      title={t.deleted.purgeTitle(items.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.general.cancel}</Button>
          <Button kind="bad" type="submit" form={form} busy={busy} disabled={!isMeant}>
            {t.deleted.purgeButton}
          </Button>
        </>
      }
    >
      <p>{t.deleted.purgeWhy}</p>
      <form id={form} onSubmit={submit}>
        <label className="field">
          <span>{t.deleted.purgeType(word)}</span>
          <input value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
        </label>
      </form>
    </Dialog>
  )
}
