import { createAppPassword } from '@holdfast/api/sign-in/app-passwords'
import { useState } from 'react'
import { call } from '../../data/service/api.ts'
import { t } from '../../messages/words.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import type { Account } from './own-account.ts'

/** Where programs find the files. */
export const davAddress = (): string => `${location.origin}/dav/`

interface NewProps {
  account: Account
  onMade: () => Promise<void>
  onClose: () => void
}

/** From the name of a program to its password, which is shown this once. */
export function NewAppPassword({ account, onMade, onClose }: NewProps) {
  const [name, setName] = useState('')
  const [current, setCurrent] = useState('')
  const [made, setMade] = useState<string>()
  const words = t.account.appPasswords
  const send = async () => {
    const given = { person_id: account.id, name, current_password: current }
    setMade((await call(createAppPassword, given)).password)
    setCurrent('')
    await onMade()
  }
  if (made !== undefined) return <Made password={made} email={account.email} onClose={onClose} />
  return (
    <Dialog title={words.make} onClose={onClose}>
      <Form
        button={words.create}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
        send={send}
        refusals={{ forbidden: t.account.password.wrong }}
      >
        <Field label={words.name} value={name} onChange={setName} hint={words.nameHint} maxLength={100} />
        <PasswordField
          label={t.account.password.current}
          kind="current"
          value={current}
          onChange={setCurrent}
        />
      </Form>
    </Dialog>
  )
}

function Made({ password, email, onClose }: { password: string; email: string; onClose: () => void }) {
  const words = t.account.appPasswords
  return (
    <Dialog
      title={words.madeTitle}
      onClose={onClose}
      firm
      actions={
        <>
          <Button icon="copy" onClick={() => void copyText(password, words.copied)}>
            {words.copy}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t.account.twoStep.kept}
          </Button>
        </>
      }
    >
      <p>{words.once}</p>
      <p className="me-key">
        <code>{password}</code>
      </p>
      <Field label={words.address} value={davAddress()} />
      <Field label={words.username} value={email} />
    </Dialog>
  )
}
