import type { BackupSchedule } from '@holdfast/api/devices/backups'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { useState } from 'react'
import { changeSchedule } from '../../data/console/device-backups.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { everyWords } from '../parts/devices/schedule-words.ts'
import { TimeField } from './device-settings.tsx'

const EVERY = ['auto', '60', '240', '720', '1440', '10080']

interface ScheduleDialogProps {
  of: { machine_id: MachineId; root_id: RootId }
  name: string
  schedule: BackupSchedule
  onClose: () => void
}

/** How often a folder is backed up, and at what time of the day. */
export function ScheduleDialog({ of, name, schedule, onClose }: ScheduleDialogProps) {
  const words = consoleWords().device
  const [every, setEvery] = useState(String(schedule.every_minutes ?? 'auto'))
  const [start, setStart] = useState(schedule.window_start ?? '')
  const [end, setEnd] = useState(schedule.window_end ?? '')
  const send = async () => {
    await changeSchedule(of, {
      every_minutes: every === 'auto' ? null : Number(every),
      window_start: start === '' ? null : start,
      window_end: end === '' ? null : end,
    })
    toast(words.scheduled)
    onClose()
  }
  return (
    <Dialog title={words.scheduleTitle(name)} onClose={onClose}>
      <Form button={words.save} send={send} aside={<Button onClick={onClose}>{t.general.cancel}</Button>}>
        <SelectField
          label={words.every}
          isFirst
          value={every}
          // What was set by another program stays a choice.
          options={[...new Set([...EVERY, every])].map((one) => [one, everyWords(one)] as const)}
          onChange={setEvery}
        />
        <fieldset className="choice">
          <legend>{words.window}</legend>
          <TimeField label={words.from} optional value={start} onChange={setStart} />
          <TimeField label={words.to} optional value={end} onChange={setEnd} />
        </fieldset>
      </Form>
    </Dialog>
  )
}
