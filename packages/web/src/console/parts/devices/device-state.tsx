import type { DeviceState } from '@holdfast/api/oversight/machine-table'
import { consoleWords } from '../../../messages/console/console-words.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'

const LOOKS: Record<DeviceState, { kind: 'good' | 'warn' | 'bad' | 'soft'; icon?: IconName }> = {
  signed_out: { kind: 'soft', icon: 'lock' },
  unreachable: { kind: 'bad', icon: 'warn' },
  stopped: { kind: 'bad', icon: 'pause' },
  attention: { kind: 'warn', icon: 'warn' },
  away: { kind: 'soft' },
  paused: { kind: 'soft', icon: 'pause' },
  syncing: { kind: 'good', icon: 'clock' },
  up_to_date: { kind: 'good' },
}

/** How a device is, as words; never by their color alone. */
export function DeviceStateTag({ state, problems }: { state: DeviceState; problems: number }) {
  const words = consoleWords().devices
  const { kind, icon } = LOOKS[state]
  return (
    <span
      className={`console-tag console-tag-${kind}`}
      title={problems > 0 ? words.problems(problems) : undefined}
    >
      {icon && <Icon name={icon} />}
      {words.states[state]}
    </span>
  )
}
