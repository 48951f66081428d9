import type { Machine } from '@holdfast/api/devices/machines'
import { formatUtc } from '@holdfast/api/time'
import { timeOrNull } from '../../accounts/organizations/view.ts'
import type { MachineRow } from '../../records/machines.ts'
import { parseSettings } from './settings.ts'

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
  ...parseSettings(machine.settings),
})
