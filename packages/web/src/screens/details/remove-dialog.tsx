import { deleteRevision } from '@holdfast/api/files/retention'
import type { Revision } from '@holdfast/api/files/revisions'
import type { RootId } from '@holdfast/api/ids'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../data/service/api.ts'
import { problemOf } from '../../data/service/errors.ts'
import { formatExactTime } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface RemoveDialogProps {
  root: RootId
  version: Revision
  onClose: () => void
  onRemoved: () => void
}

/** Nothing brings it back, so that a word has to be typed. */
export function RemoveDialog({ root, version, onClose, onRemoved }: RemoveDialogProps) {
  const form = useId()
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const word = t.details.removeWord
  const isMeant = typed.trim().toLowerCase() === word
  const remove = async (event: FormEvent) => {
    event.preventDefault()
    if (!isMeant || busy) return
    setBusy(true)
    try {
      await call(deleteRevision, { root_id: root, file_id: version.file_id, revision_id: version.id })
      toast(t.details.removed)
      onRemoved()
      onClose()
    } catch (error) {
      setProblem(problemOf(error).words)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t.details.removeTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.general.cancel}</Button>
          <Button kind="bad" type="submit" form={form} busy={busy} disabled={!isMeant}>
            {t.details.removeButton}
          </Button>
        </>
      }
    >
      <p>{t.details.removeWhy(formatExactTime(version.created))}</p>
      <form id={form} onSubmit={(event) => void remove(event)}>
        <label className="field">
          <span>{t.details.removeType(word)}</span>
          <input value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
        </label>
      </form>
      {problem !== undefined && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
