import { type DeviceRefusal, deviceRefusalOf } from '../../data/console/device-refusal.ts'
import { useDeviceHealth } from '../../data/console/devices.ts'
import { problemOf } from '../../data/service/errors.ts'
import { consoleWords } from '../../messages/console/console-words.ts'
import { formatMoment, shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { FormProblem } from '../../ui/answers/form.tsx'
import { Button } from '../../ui/button.tsx'
import type { DeviceRow } from '../parts/devices/device-row.ts'

/** Whether somebody can ask the device something now, as far as is known. */
export const useIsConnected = ({ id, state }: Pick<DeviceRow, 'id' | 'state'>): boolean =>
  useDeviceHealth(id).data?.connected ?? !['away', 'unreachable', 'signed_out'].includes(state)

function wordsOf({ what }: DeviceRefusal, { name, seen_at }: DeviceRow): string {
  const words = consoleWords().device
  const shown = shownName(name)
  if (what === 'silent') return words.silent(shown)
  if (what === 'refused') return words.refused(shown)
  return seen_at ? words.notConnected(shown, formatMoment(seen_at)) : words.notConnectedNever(shown)
}

/** As a form says it. */
export async function asking<Result>(device: DeviceRow, isConnected: boolean, ask: Promise<Result>) {
  try {
    return await ask
  } catch (error) {
    const refusal = deviceRefusalOf(error, isConnected)
    if (!refusal) throw error
    const { what, reason } = refusal
    throw new FormProblem([wordsOf(refusal, device), what !== 'away' && reason].filter(Boolean).join(' '))
  }
}

/** Without a form. */
export async function attempt(device: DeviceRow, isConnected: boolean, ask: Promise<unknown>, done: string) {
  try {
    await asking(device, isConnected, ask)
    toast(done)
    return true
  } catch (error) {
    toast(error instanceof FormProblem ? error.message : problemOf(error).words, { bad: true })
    return false
  }
}

interface RefusedProps {
  device: DeviceRow
  error: unknown
  onRetry: () => void
}

/** In the place of what a device did not say: why, and what to type there. */
export function Refused({ device, error, onRetry }: RefusedProps) {
  const refusal = deviceRefusalOf(error, useIsConnected(device))
  return (
    <div className={refusal?.what === 'away' ? 'note' : 'note note-bad'} role="alert">
      <p>{refusal ? wordsOf(refusal, device) : problemOf(error).words}</p>
      {/* Devices speak English. */}
      {refusal?.reason && refusal.what !== 'away' && (
        <p lang="en" className="device-reason">
          {shownName(refusal.reason)}
        </p>
      )}
      <Button onClick={onRetry}>{t.general.retry}</Button>
    </div>
  )
}
