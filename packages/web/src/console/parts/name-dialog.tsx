import { useState } from 'react'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

interface NameDialogProps {
  title: string
  label: string
  button: string
  /** What it is called so far. */
  name?: string
  /** Said where another has the name; absent: names are not unique. */
  taken?: string
  act: (name: string) => Promise<unknown>
  done: (name: string) => string
  onClose: () => void
}

/** Something gets a name, or another one. */
export function NameDialog({ title, label, button, name = '', taken, act, done, onClose }: NameDialogProps) {
  const [text, setText] = useState(name)
  const send = async () => {
    const given = text.trim()
    await act(given)
    toast(done(given))
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        button={button}
        send={send}
        refusals={taken ? { name_conflict: taken } : {}}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <Field label={label} autoFocus maxLength={255} value={text} onChange={setText} />
      </Form>
    </Dialog>
  )
}
