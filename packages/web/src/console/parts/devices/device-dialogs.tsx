import type { MachineId } from '@holdfast/api/ids'
import { useState } from 'react'
import { renameDevice, signOutDevice } from '../../../data/console/devices.ts'
import { consoleWords } from '../../../messages/console/console-words.ts'
import { shownName } from '../../../messages/format.ts'
import { t } from '../../../messages/words.ts'
import { toast } from '../../../platform/toasts.ts'
import { Form } from '../../../ui/answers/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Choice } from '../../../ui/field.tsx'
import { NameDialog } from '../name-dialog.tsx'
import type { DeviceRow, WantedDevice } from './device-row.ts'

export function DeviceDialogs({
  wanted: { what, row },
  onClose,
}: {
  wanted: WantedDevice
  onClose: () => void
}) {
  const words = consoleWords().devices
  if (what === 'sign_out') return <SignOut row={row} onClose={onClose} />
  return (
    <NameDialog
      title={words.renameTitle}
      label={words.columns.name}
      button={words.renameButton}
      name={row.name}
      act={(name) => renameDevice(row.id as MachineId, name)}
      done={words.renamed}
      onClose={onClose}
    />
  )
}

/** What happens to the copies on it is asked first: it cannot be taken back from here. */
function SignOut({ row, onClose }: { row: DeviceRow; onClose: () => void }) {
  const words = consoleWords().devices
  const [files, setFiles] = useState<'keep' | 'remove'>('keep')
  const name = shownName(row.name)
  const send = async () => {
    await signOutDevice(row.id as MachineId, files === 'remove')
    toast(words.signedOut(name))
    onClose()
  }
  return (
    <Dialog title={words.signOutTitle(name)} onClose={onClose}>
      <Form
        kind="bad"
        button={words.signOutButton}
        send={send}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <p>{words.signOutWhy}</p>
        <Choice
          label={t.account.device.files}
          value={files}
          onChange={setFiles}
          options={[
            { id: 'keep', words: t.account.device.keepFiles },
            {
              id: 'remove',
              words: t.account.device.removeFiles,
              hint: t.account.device.removeFilesWhy,
            },
          ]}
        />
      </Form>
    </Dialog>
  )
}
