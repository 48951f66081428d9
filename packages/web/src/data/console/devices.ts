import { signOutMachine, updateMachine } from '@holdfast/api/devices/fleet'
import type { MachineId } from '@holdfast/api/ids'
import { call } from '../service/api.ts'
import { afterwards } from './table.ts'

/** Without a name it is called as it calls itself. */
export const renameDevice = (machine_id: MachineId, name: string) =>
  afterwards(call(updateMachine, { machine_id, nickname: name === '' ? null : name }))
export const signOutDevice = (machine_id: MachineId, remove_files: boolean) =>
  afterwards(call(signOutMachine, { machine_id, remove_files }))
