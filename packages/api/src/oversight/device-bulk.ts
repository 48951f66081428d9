import { Type } from 'typebox'
import { chosen, MAX_DONE_AT_ONCE, MAX_PLANNED, planOf, resultOf, some } from '../accounts/account-bulk.ts'
import { IdOf, type MachineId, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { backupFilters } from './backup-table.ts'
import { machineFilters } from './machine-table.ts'

/** One thing done with many devices or with many of their backups: planned first, for all of them, and then done some at a time. */

export const MACHINE_ACTIONS = ['limit_speed', 'sign_out'] as const
export type MachineAction = (typeof MACHINE_ACTIONS)[number]
export const BACKUP_ACTIONS = ['run', 'pause', 'resume'] as const
export type BackupAction = (typeof BACKUP_ACTIONS)[number]

const MAX_KILOBYTES = 10_000_000

const enumOf = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
const area = 'Machines'
const planDescription = (what: string) =>
  `Changes nothing. Up to ${MAX_PLANNED} ${what}; more are 400 \`invalid_request\`. The answer is what the operation itself takes, ` +
  `up to ${MAX_DONE_AT_ONCE} at a time.`
const applyDescription = (what: string) =>
  `Each ${what} by itself, by the rules of the operation for one. Repeating a request whose answer was lost changes nothing twice.`

const machineIds = IdOf<MachineId>()
const machineAction = enumOf(MACHINE_ACTIONS, {
  description: '`sign_out` ends their sessions and connections. `limit_speed` limits their bandwidth',
})
const machineValues = {
  remove_files: Type.Boolean({
    default: false,
    description: 'For `sign_out`: each device removes its copies of files first',
  }),
  bandwidth_throttle: Type.Optional(
    Type.Unsafe<number | null>({
      type: 'integer',
      minimum: 0,
      maximum: MAX_KILOBYTES,
      nullable: true,
      description:
        'For `limit_speed`, in kilobytes a second; 0 ends all limits, `none` those that do not hold at certain times only',
    }),
  ),
}

export const planMachinesBulk = operation({
  name: 'plan_machines_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/machines/bulk/plan',
  area,
  ours: true,
  summary: 'Count what an action would do to many devices',
  description: planDescription('devices'),
  params: { ...chosen(machineIds, machineFilters), action: machineAction, ...machineValues },
  result: planOf(machineIds),
})

export const applyMachinesBulk = operation({
  name: 'apply_machines_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/machines/bulk',
  area,
  ours: true,
  summary: 'Sign out many devices, or limit their bandwidth',
  description: applyDescription('device'),
  params: { ...some(machineIds), action: machineAction, ...machineValues },
  result: resultOf(machineIds),
})

const backupIds = IdOf<RootId>({ description: 'The ID of a backup' })
const backupAction = enumOf(BACKUP_ACTIONS, {
  description: '`run` starts a run now, also of those that are paused, on devices that are connected',
})

export const planBackupsBulk = operation({
  name: 'plan_backups_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/backups/bulk/plan',
  area,
  ours: true,
  summary: 'Count what an action would do to many backups',
  description: planDescription('backups'),
  params: { ...chosen(backupIds, backupFilters), action: backupAction },
  result: planOf(backupIds),
})

export const applyBackupsBulk = operation({
  name: 'apply_backups_bulk',
  method: 'POST',
  path: '/api/2/organization/{organization_id}/backups/bulk',
  area,
  ours: true,
  summary: 'Start, pause or resume many backups',
  description: applyDescription('backup'),
  params: { ...some(backupIds), action: backupAction },
  result: resultOf(backupIds),
})
