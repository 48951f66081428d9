import type { PlannedChange } from '@holdfast/api/accounts/policies'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChangeLine } from './change-line.tsx'

interface GraveDialogProps {
  changes: readonly PlannedChange[]
  /** How many are saved with them. */
  count: number
  onSave: () => void
  onClose: () => void
}

/** What deletes data or stops people from working is asked about, with how much and how many. */
export function GraveDialog({ changes, count, onSave, onClose }: GraveDialogProps) {
  const words = consoleWords().policies
  return (
    <Dialog
      title={words.graveTitle(count)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.general.cancel}</Button>
          <Button kind="bad" onClick={onSave}>
            {words.save(count)}
          </Button>
        </>
      }
    >
      <p>{words.graveWhy}</p>
      <ul className="policy-grave">
        {changes.map((change) => (
          <ChangeLine key={change.field} change={change} />
        ))}
      </ul>
    </Dialog>
  )
}
