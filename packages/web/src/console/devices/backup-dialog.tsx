import { useState } from 'react'
import { backUp } from '../../data/console/device-backups.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { DeviceRow } from '../parts/devices/device-row.ts'
import { asking, useIsConnected } from './device-refusal.tsx'

interface BackUpDialogProps {
  device: DeviceRow
  path?: string
  onDone?: () => void
  onClose: () => void
}

/** Backs a folder up from now on. The device is asked whether it allows that. */
export function BackUpDialog({ device, path: begin = '', onDone, onClose }: BackUpDialogProps) {
  const words = consoleWords().device
  const isConnected = useIsConnected(device)
  const [path, setPath] = useState(begin)
  const send = async () => {
    await asking(device, isConnected, backUp(device.id, path.trim()))
    toast(words.backedUp)
    onClose()
    onDone?.()
  }
  return (
    <Dialog title={words.backUpTitle} onClose={onClose}>
      <Form
        button={words.backUpButton}
        send={send}
        aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
      >
        <Field
          label={words.mapFolder}
          hint={words.backUpHint}
          autoFocus
          autoCapitalize="off"
          spellCheck={false}
          value={path}
          onChange={setPath}
        />
      </Form>
    </Dialog>
  )
}
