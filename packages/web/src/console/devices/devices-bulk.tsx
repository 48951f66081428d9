import type { BulkOutcome } from '@holdfast/api/accounts/account-bulk'
import type { OrganizationMay } from '@holdfast/api/accounts/organization-may'
import type { MachineAction } from '@holdfast/api/oversight/device-bulk'
import { useState } from 'react'
import { plan } from '../../data/console/bulk.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { t } from '../../messages/words.ts'
import { FormProblem } from '../../ui/answers/form.tsx'
import { Choice, Field } from '../../ui/field.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { BarAction } from '../parts/bulk-bar.tsx'
import { BulkDialog } from '../parts/bulk-dialog.tsx'
import type { Chosen } from '../parts/list-screen.tsx'
import { type Deed, runBulk } from '../parts/run-bulk.ts'

export interface DevicesWish extends Chosen {
  action: MachineAction
}

const ICONS: Record<MachineAction, IconName> = { limit_speed: 'pulse', sign_out: 'lock' }

/** What can be done with several devices; which of them it is not for, the plan says. */
export function devicesActions(onWish: (action: MachineAction) => void): readonly BarAction[] {
  const { acts } = consoleWords().devices
  return (Object.keys(ICONS) as MachineAction[]).map((action) => ({
    id: action,
    icon: ICONS[action],
    label: acts[action].label,
    ...(action === 'sign_out' && { bad: true }),
    run: () => onWish(action),
  }))
}

/** The question that belongs to what somebody wants to do with some devices. */
export function DevicesBulk({
  place,
  wish: { action, selection, state, onDone },
  onClose,
}: {
  place: OrganizationMay
  wish: DevicesWish
  onClose: () => void
}) {
  const { devices: words } = consoleWords()
  const [rate, setRate] = useState('')
  const [files, setFiles] = useState<'keep' | 'remove'>('keep')
  const where = { kind: 'machines' as const, organization: place.id, below: state.below }
  const valuesOf = (): Record<string, unknown> => {
    if (action === 'sign_out') return { remove_files: files === 'remove' }
    if (!/^\d+$/.test(rate.trim())) throw new FormProblem(words.rateHint)
    return { bandwidth_throttle: Number(rate) }
  }
  const deed = (values: Record<string, unknown>, ids: readonly number[]): Deed => ({
    where,
    act: { action, values },
    ids,
    words: words.acts[action],
    ...(action === 'limit_speed' && { undo: limitsBack }),
  })
  /** Each gets the limit that it had, by one deed for all that had the same. */
  const limitsBack = (done: readonly BulkOutcome<number>[]): Deed[] =>
    [...Map.groupBy(done, (one) => one.bandwidth_before ?? null)].map(([bandwidth_throttle, those]) =>
      deed(
        { bandwidth_throttle },
        those.map(({ id }) => id),
      ),
    )
  return (
    <BulkDialog
      words={words.acts[action]}
      fields={
        action === 'sign_out' ? (
          <Choice
            label={t.account.device.files}
            value={files}
            onChange={setFiles}
            options={[
              { id: 'keep', words: t.account.device.keepFiles },
              { id: 'remove', words: t.account.device.removeFiles, hint: t.account.device.removeFilesWhy },
            ]}
          />
        ) : (
          <Field
            label={consoleWords().device.rate}
            hint={words.rateHint}
            inputMode="numeric"
            value={rate}
            onChange={setRate}
          />
        )
      }
      bad={action === 'sign_out'}
      plan={async () => plan(where, { action, values: valuesOf() }, selection, state)}
      run={(ids) => {
        onDone()
        void runBulk(deed(valuesOf(), ids))
      }}
      onClose={onClose}
    />
  )
}
