import type { PersonId } from '@holdfast/api/ids'
import { useState } from 'react'
import { remove } from '../../data/console/persons.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice, Field } from '../../ui/field.tsx'

interface DeletePersonDialogProps {
  id: PersonId
  name: string
  email: string
  onClose: () => void
  onDeleted?: () => void
}

/** Nothing brings an account back: what becomes of its files is chosen, and its address typed. */
export function DeletePersonDialog({ id, name, email, onClose, onDeleted }: DeletePersonDialogProps) {
  const words = consoleWords().people
  const [files, setFiles] = useState<'keep' | 'remove'>('keep')
  const [backups, setBackups] = useState<'keep' | 'remove'>('keep')
  const [typed, setTyped] = useState('')
  const send = async () => {
    if (typed.trim().toLowerCase() !== email.toLowerCase()) throw new FormProblem(words.deleteConfirm(email))
    await remove(id, { files: files === 'remove', backups: backups === 'remove' })
    toast(words.deleted(name))
    onClose()
    onDeleted?.()
  }
  return (
    <Dialog title={words.deleteTitle(name)} onClose={onClose}>
      <Form
        button={words.deleteButton}
        kind="bad"
        send={send}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <Choice
          label={words.deleteFiles}
          value={files}
          onChange={setFiles}
          options={[
            { id: 'keep', words: words.keepFiles },
            { id: 'remove', words: words.removeFiles },
          ]}
        />
        <Choice
          label={words.deleteBackups}
          value={backups}
          onChange={setBackups}
          options={[
            { id: 'keep', words: words.keepBackups },
            { id: 'remove', words: words.removeBackups },
          ]}
        />
        <Field
          label={words.deleteConfirm(email)}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
      </Form>
    </Dialog>
  )
}
