import type { DeviceState } from '@holdfast/api/oversight/machine-table'
import { consoleWords } from '../../../messages/console/console-words.ts'
import { shownName } from '../../../messages/format.ts'
import { Tag, type TagLook } from '../tag.tsx'
import type { DeviceRow } from './device-row.ts'

const LOOKS: Record<DeviceState, TagLook> = {
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
  return (
    <Tag {...LOOKS[state]} title={problems > 0 ? words.problems(problems) : undefined}>
      {words.states[state]}
    </Tag>
  )
}

/** The version of its agent, and whether there is a later one. */
export const DeviceVersion = ({ version, outdated }: Pick<DeviceRow, 'version' | 'outdated'>) => (
  <>
    {version && shownName(version)} {outdated && <Tag kind="warn">{consoleWords().devices.outdated}</Tag>}
  </>
)
