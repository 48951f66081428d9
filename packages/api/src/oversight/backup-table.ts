import { type Static, Type } from 'typebox'
import { Action } from '../accounts/organization-may.ts'
import { IdOf, type MachineId, type PersonId, type RootId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable, tablePage, tableParams, tableRow } from '../table.ts'

/** The list of the backups of devices in the admin console. */

/** From what keeps a backup from being made to one that is as it should be. */
export const BACKUP_STATES = ['paused', 'failing', 'never', 'late', 'unread', 'fine'] as const
export type BackupState = (typeof BACKUP_STATES)[number]
export const BACKUP_VIEWS = ['late', 'failing', 'unread', 'paused'] as const
/** Without a finished run for longer than this, a backup is late. */
export const LATE_DAYS = 3

const enumOf = <const T extends string>(values: readonly T[], options: object = {}) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
const count = (description: string) => Type.Integer({ minimum: 0, description })

export const BackupTableRow = Type.Object(
  tableRow({
    id: IdOf<RootId>({ description: 'The ID of the backup and of its root' }),
    name: Type.String({ description: 'Of the device' }),
    machine: Type.Object({ id: IdOf<MachineId>(), name: Type.String() }),
    connected: Type.Boolean({ description: 'Whether the device is connected now' }),
    owner: nullable(Type.Object({ id: IdOf<PersonId>(), name: Type.String() })),
    path: Type.String({ description: 'The folder on the device; empty if `hidden`' }),
    state: enumOf(BACKUP_STATES, {
      description: `\`failing\`: the device cannot make it. \`never\`: no run has finished yet. \`late\`: none has for ${LATE_DAYS} days. \`unread\`: the newest run could not read some files`,
    }),
    last_run: nullable(Type.String({ description: 'When the newest run finished' })),
    files: count('The files in the newest run'),
    unread: count('The files that it could not read'),
    stored: count('The size of what is stored, with earlier versions, in bytes'),
    every_minutes: nullable(Type.Integer({ description: 'How often it is made; null if the agent decides' })),
    window_start: nullable(Type.String({ description: 'The daily window, in the local time of the device' })),
    window_end: nullable(Type.String()),
    paused: Type.Boolean(),
    created: Type.String(),
    hidden: Type.Boolean({ description: 'You have no access to the names of folders there' }),
    may: Type.Array(Action, { description: 'What you can do with it' }),
  }),
  { title: 'BackupTableRow' },
)
export type BackupTableRow = Static<typeof BackupTableRow>

export const backupFilters = {
  view: Type.Optional(
    enumOf(BACKUP_VIEWS, {
      description: `\`late\`: no finished run for ${LATE_DAYS} days, and not paused. \`failing\`: the device cannot make it`,
    }),
  ),
  machine: Type.Optional(IdOf<MachineId>({ description: 'Only the backups of this device' })),
  person: Type.Optional(IdOf<PersonId>({ description: 'Only the backups of the devices of this person' })),
}

const { q: _, start: _start, ...params } = tableParams(['run', 'created'])

export const tableBackups = operation({
  name: 'table_backups',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/table/backups',
  area: 'Machines',
  ours: true,
  summary: 'List, search and filter the backups of devices for administrators',
  description:
    'Returns pages by cursor, by itself those first that were made longest ago. Sorts and filters by indexes, on request with all ' +
    'child organizations. Folders are empty where you have no access to the names of files.',
  params: {
    ...params,
    q: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The start of a word in the name of the device, or in the name of its owner',
      }),
    ),
    ...backupFilters,
  },
  result: tablePage(BackupTableRow, 'BackupTable'),
})
