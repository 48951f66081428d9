import type { PersonShare } from '@holdfast/api/sharing/reach'
import { useState } from 'react'
import { deleteTeamShare, renameTeamShare } from '../../data/sharing/shares.ts'
import { beginWords } from '../../messages/begin-words.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

interface ShareDialogProps {
  share: PersonShare
  onClose: () => void
}

export function RenameDialog({ share, onClose }: ShareDialogProps) {
  const words = beginWords().share
  const before = share.root.name
  const [name, setName] = useState(before)
  const rename = async () => {
    await renameTeamShare(share, name.trim())
    toast(t.done.renamed(shownName(name.trim())), { undo: () => renameTeamShare(share, before) })
    onClose()
  }
  return (
    <Dialog title={words.renameTitle} onClose={onClose}>
      <Form
        button={words.renameButton}
        send={rename}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <Field label={words.name} value={name} onChange={setName} maxLength={255} autoFocus />
      </Form>
    </Dialog>
  )
}

/** Nothing brings it back, so that its name has to be typed. */
export function DeleteDialog({ share, onClose }: ShareDialogProps) {
  const words = beginWords().share
  const name = share.root.name.trim()
  const [typed, setTyped] = useState('')
  const remove = async () => {
    if (typed.trim().normalize() !== name.normalize())
      throw new FormProblem(words.deleteType(shownName(name)))
    await deleteTeamShare(share)
    toast(words.deleted(shownName(name)))
    onClose()
  }
  return (
    <Dialog title={words.deleteTitle(shownName(name))} onClose={onClose}>
      <Form
        kind="bad"
        button={words.deleteButton}
        send={remove}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <p>{words.deleteWhy}</p>
        <Field
          label={words.deleteType(shownName(name))}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
