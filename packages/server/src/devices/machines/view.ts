import type { Machine } from '@holdfast/api/machines'
import { formatUtc } from '@holdfast/api/time'
import { timeOrNull } from '../../accounts/organizations/view.ts'
import type { MachineRow } from '../../records/machines.ts'

const SETTINGS = {
  locked: false,
  manual_collisions: false,
  bandwidth_throttle: null,
  throttle_exception_throttle: null,
  throttle_exception_days: null,
  throttle_exception_start: null,
  throttle_exception_end: null,
  throttle_exception_dow: [],
  throttled: false,
  health_report_period_minutes: null,
  health_report_period_minutes_min: null,
  health_report_period_minutes_max: null,
}

export const machineView = (machine: MachineRow): Machine => ({
  type: 'machine',
  id: machine.id,
  dns_name: machine.dns_name,
  nickname: machine.nickname,
  last_login: timeOrNull(machine.last_login_at),
  last_disconnect: timeOrNull(machine.last_disconnect_at),
  guid: machine.guid,
  created: formatUtc(machine.created_at),
  os_type: machine.os_type,
  os_version: machine.os_version,
  agent_version: machine.agent_version,
  machine_type: machine.machine_type,
  ...SETTINGS,
  ...JSON.parse(machine.settings),
})
