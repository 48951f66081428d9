import type { Decision } from '@holdfast/api/devices/decisions'
import type { StoppedDevice } from '@holdfast/api/devices/fleet'
import { useState } from 'react'
import { decide } from '../../data/account/stopped-devices.ts'
import { problemOf } from '../../data/service/errors.ts'
import { isOwnRoot } from '../../data/service/session.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Asks whether very many files are to go that are gone on one side. */
export function StoppedDialog({ device, onClose }: { device: StoppedDevice; onClose: () => void }) {
  const [busy, setBusy] = useState<Decision>()
  const [problem, setProblem] = useState<string>()
  const words = t.bell.stopped
  const say = async (decision: Decision) => {
    setBusy(decision)
    try {
      await decide(device, decision)
      toast(decision === 'confirm' ? words.confirmed : words.broughtBack)
      onClose()
    } catch (error) {
      setProblem(problemOf(error).words)
      setBusy(undefined)
    }
  }
  const name = shownName(isOwnRoot(device.root_id) ? t.navigation.myFiles : device.root_name)
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.general.cancel}</Button>
          <Button busy={busy === 'bring_back'} onClick={() => void say('bring_back')}>
            {words.bringBack}
          </Button>
          <Button kind="bad" busy={busy === 'confirm'} onClick={() => void say('confirm')}>
            {words.confirm}
          </Button>
        </>
      }
    >
      {device.there > 0 && <p>{words.there(device.there, shownName(device.machine_name), name)}</p>}
      {device.here > 0 && <p>{words.here(device.here, shownName(device.machine_name), name)}</p>}
      <p>{words.safe}</p>
      {problem !== undefined && (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
