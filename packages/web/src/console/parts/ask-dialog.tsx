import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface AskDialogProps {
  title: string
  why: string
  button: string
  bad?: boolean
  act: () => Promise<unknown>
  /** What is said once it is done. */
  done: string
  onClose: () => void
}

/** What nothing undoes is asked about first. */
export const AskDialog = ({ title, why, button, bad = false, act, done, onClose }: AskDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <Form
      button={button}
      kind={bad ? 'bad' : 'primary'}
      send={async () => {
        await act()
        toast(done)
        onClose()
      }}
      aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
    >
      <p>{why}</p>
    </Form>
  </Dialog>
)
