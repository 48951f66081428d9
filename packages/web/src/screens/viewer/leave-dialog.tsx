import type { File } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dropDraft } from './drafts.ts'

interface LeaveDialogProps {
  root: RootId
  file: File
  onStay: () => void
  onLeave: () => void
}

export const LeaveDialog = ({ root, file, onStay, onLeave }: LeaveDialogProps) => (
  <Dialog
    title={t.viewer.leaveTitle}
    onClose={onStay}
    actions={
      <>
        <Button
          kind="bad"
          onClick={() => {
            dropDraft(root, file.id)
            onLeave()
          }}
        >
          {t.viewer.discard}
        </Button>
        <Button kind="primary" onClick={onStay}>
          {t.viewer.goOn}
        </Button>
      </>
    }
  >
    <p>{t.viewer.leaveWhy(shownName(file.name))}</p>
  </Dialog>
)
