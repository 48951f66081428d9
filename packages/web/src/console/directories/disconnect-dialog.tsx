import type { AuthSource } from '@holdfast/api/accounts/auth-sources'
import { useState } from 'react'
import { disconnectDirectory } from '../../data/console/directories.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { nameOf } from './directory-words.ts'

interface DisconnectDialogProps {
  source: AuthSource
  onClose: () => void
  onDone: () => void
}

/** Nobody can sign in with a directory password afterwards, so its name is typed. */
export function DisconnectDialog({ source, onClose, onDone }: DisconnectDialogProps) {
  const words = consoleWords().directories
  const [typed, setTyped] = useState('')
  const name = nameOf(source)
  const send = async () => {
    if (typed.trim() !== name.trim()) throw new FormProblem(words.typeName(name))
    await disconnectDirectory(source)
    toast(words.disconnected(name))
    onDone()
  }
  return (
    <Dialog title={words.disconnectTitle(name)} onClose={onClose}>
      <Form
        button={words.disconnectButton}
        kind="bad"
        send={send}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <p>{words.disconnectWhy}</p>
        <Field
          label={words.typeName(name)}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
      </Form>
    </Dialog>
  )
}
