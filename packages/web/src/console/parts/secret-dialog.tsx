import { consoleWords } from '../../messages/console/console-words.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

interface SecretDialogProps {
  title: string
  secret: string
  /** What goes with it, and is no secret. */
  also?: { label: string; value: string }
  onClose: () => void
}

/** Nothing shows it again, so it is left on purpose only. */
export function SecretDialog({ title, secret, also, onClose }: SecretDialogProps) {
  const words = consoleWords().alertRules
  return (
    <Dialog
      title={title}
      onClose={onClose}
      firm
      actions={
        <>
          <Button icon="copy" onClick={() => void copyText(secret, words.copied)}>
            {words.copy}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {words.savedIt}
          </Button>
        </>
      }
    >
      <p>{words.secretWhy}</p>
      {also && <Field label={also.label} value={also.value} />}
      <Field label={words.secret} value={secret} />
    </Dialog>
  )
}
