import type { Backup, BackupRun, RestorePlan } from '@holdfast/api/devices/backups'
import type { EntryId } from '@holdfast/api/ids'
import { tableMachines } from '@holdfast/api/oversight/machine-table'
import { formatDate } from '@holdfast/api/time'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { restoredIn } from '../../core/console/device-paths.ts'
import { consoleAddress } from '../../core/console/places.ts'
import { planRestore, restore } from '../../data/console/device-backups.ts'
import { useTable } from '../../data/console/table.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatPoint, formatSize, shownName, timeOf } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { Form, FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, Field, SelectField } from '../../ui/field.tsx'
import type { DeviceRow } from '../parts/devices/device-row.ts'
import type { DevicePart } from './device-part.ts'
import { asking } from './device-refusal.tsx'
import { FolderThen, type Way } from './folder-then.tsx'

interface RestoreDialogProps extends DevicePart {
  backup: Backup
  run: BackupRun
  onClose: () => void
}

const OF_ALL = { q: '', sort: 'name', filters: {}, below: false, cursor: undefined }

/** Where a backup is written to; it is said what that means before anything is written. */
export function RestoreDialog({ place, device, backup, run, onClose }: RestoreDialogProps) {
  const words = consoleWords().device
  const [, navigate] = useLocation()
  const time = timeOf(run.finished)
  const [to, setTo] = useState(String(device.id))
  const [path, setPath] = useState(restoredIn(backup.path, formatDate(time)))
  const [overwrite, setOverwrite] = useState(false)
  const [way, setWay] = useState<Way>()
  const [plan, setPlan] = useState<RestorePlan>()
  const others = useTable(tableMachines, place.id, OF_ALL).data?.results ?? []
  const targets = [device, ...others.filter((other) => other.id !== device.id && isTarget(other))]
  const target = targets.find(({ id }) => String(id) === to) ?? device
  const name = shownName(target.name)
  const wish = {
    ...{ machine_id: device.id, root_id: backup.id, to_machine_id: target.id },
    ...{ path: path.trim(), seq: run.seq },
    ...(way?.length && { folder_id: way.at(-1)?.id as EntryId }),
  }
  const title = words.restoreAsOf(formatPoint(time))
  if (!plan)
    return (
      <Dialog title={title} onClose={onClose}>
        <Form
          button={words.check}
          send={async () => {
            if (way?.length === 0) throw new FormProblem(words.chooseFolder)
            setPlan(await asking(target, true, planRestore(wish)))
          }}
          aside={<Button onClick={onClose}>{t.general.cancel}</Button>}
        >
          <SelectField
            label={words.what}
            isFirst
            value={way ? 'folder' : 'whole'}
            options={[
              ['whole', words.whole],
              ['folder', words.oneFolder],
            ]}
            onChange={(what) => setWay(what === 'folder' ? [] : undefined)}
          />
          {way && <FolderThen root={backup.id} seq={run.seq} way={way} onWay={setWay} />}
          <SelectField
            label={words.destination}
            value={to}
            options={targets.map((one) => [
              String(one.id),
              one === device ? words.thisDevice(shownName(one.name)) : shownName(one.name),
            ])}
            onChange={setTo}
          />
          <Field
            label={words.folderThere}
            hint={words.folderThereHint}
            autoCapitalize="off"
            spellCheck={false}
            value={path}
            onChange={setPath}
          />
          <CheckField
            label={words.overwrite}
            hint={words.overwriteHint}
            checked={overwrite}
            onChange={setOverwrite}
          />
        </Form>
      </Dialog>
    )
  const send = async () => {
    await asking(target, plan.connected, restore(wish, overwrite))
    toast(words.restoring)
    onClose()
    navigate(consoleAddress(place.id, 'devices', { id: target.id, tab: 'jobs' }))
  }
  const back = <Button onClick={() => setPlan(undefined)}>{words.back}</Button>
  const said = <Planned plan={plan} path={wish.path} name={name} overwrite={overwrite} />
  return plan.connected ? (
    <Dialog title={title} onClose={onClose}>
      <Form button={words.restoreButton(plan.files)} send={send} aside={back}>
        {said}
      </Form>
    </Dialog>
  ) : (
    <Dialog title={title} onClose={onClose} actions={back}>
      {said}
      <p className="note">{words.unconnected}</p>
    </Dialog>
  )
}

const isTarget = ({ kind, state, may }: DeviceRow): boolean =>
  kind !== 'mobile' && state !== 'signed_out' && may.includes('backups.restore')

interface PlannedProps {
  plan: RestorePlan
  path: string
  name: string
  overwrite: boolean
}

function Planned({ plan: { files, bytes, free_space: free, newer_there: newer }, ...given }: PlannedProps) {
  const words = consoleWords().device
  const { path, name, overwrite } = given
  const isTooLittle = free !== null && bytes !== null && free < bytes
  return (
    <>
      <p>
        {files === null || bytes === null
          ? words.plannedFolder(shownName(path), name)
          : words.planned(files, formatSize(bytes), shownName(path), name)}
      </p>
      {free !== null && (
        <p className={isTooLittle ? 'note note-bad' : 'soft'}>
          {isTooLittle ? words.tooLittle(formatSize(free)) : words.freeThere(formatSize(free))}
        </p>
      )}
      <p>
        {newer === null
          ? words.newerUnknown
          : newer === 0
            ? words.newerNone
            : overwrite
              ? words.newerReplaced(newer)
              : words.newerKept(newer)}
      </p>
    </>
  )
}
