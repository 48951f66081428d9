import { type Static, Type } from 'typebox'
import { pageOf, pageParams, StatusOk } from '../envelopes.ts'
import { PointField } from '../files/point.ts'
import { type BackupRunId, IdOf, type MachineId, type RootId } from '../ids.ts'
import { EXTENSION, NullableText, operation } from '../operation.ts'
import { credentials, devicePath, NOT_CONNECTED, NOT_CONNECTED_YET, SEALED } from './device-fields.ts'

/** Clients fail on fields that they do not know: it gets no more. */
export const Backup = Type.Object(
  {
    type: Type.Literal('backup'),
    id: IdOf<RootId>({ description: 'Its id, which is that of its root' }),
    machine_id: IdOf<MachineId>(),
    path: Type.String({
      description: 'The folder on the machine; empty for those who may not look at its files',
    }),
  },
  { title: 'Backup' },
)
export type Backup = Static<typeof Backup>

const area = 'Machines'
const one = { machine_id: IdOf<MachineId>() }
const oneBackup = { ...one, root_id: IdOf<RootId>({ description: 'The id of the backup' }) }

export const listMachineBackups = operation({
  name: 'list_machine_backups',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/backups',
  area,
  summary: 'List the backups of a machine',
  params: one,
  result: Type.Object({ results: Type.Array(Backup) }),
})

export const createMachineBackup = operation({
  name: 'create_machine_backup',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/backups/create',
  area,
  summary: 'Back up a folder of a machine',
  description: `It gets a root of its own, which belongs to the person whose machine it is. ${SEALED}`,
  params: {
    ...one,
    path: devicePath('The folder on the machine, from its top: `/home/ann`, `C:\\Users\\Ann`'),
    ...credentials(),
  },
  result: Backup,
  errors: ['policy_error'],
})

export const getMachineBackup = operation({
  name: 'get_machine_backup',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/backup/{root_id}',
  area,
  summary: 'Get a backup',
  params: oneBackup,
  result: Backup,
})

export const restoreMachineBackup = operation({
  name: 'restore_machine_backup',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/restore',
  area,
  summary: 'Restore a backup to a folder of a machine',
  description: `Files there that are newer are kept, unless \`overwrite\` is given. ${NOT_CONNECTED} ${SEALED}`,
  params: {
    ...oneBackup,
    path: devicePath('The folder to restore to'),
    to_machine_id: Type.Optional(
      IdOf<MachineId>({ description: 'The machine to restore to, if it is another one' }),
    ),
    as_of: PointField('Restore it as it was then, and not as it was last backed up', EXTENSION),
    overwrite: Type.Boolean({ ...EXTENSION, default: false, description: 'Replace newer files, too' }),
    ...credentials(EXTENSION),
  },
  result: Backup,
  errors: ['policy_error', 'root_deleted'],
})

const time = (description: string) => Type.Union([Type.String({ description }), Type.Null()])

export const BackupSchedule = Type.Object(
  {
    type: Type.Literal('backup_schedule'),
    root_id: IdOf<RootId>({ description: 'The id of the backup' }),
    every_minutes: Type.Union([
      Type.Integer({ description: 'How often all files are gone through' }),
      Type.Null(),
    ]),
    window_start: time('From when on in the day, as HH:MM by the clock of the machine'),
    window_end: time('Until when in the day'),
    paused: Type.Boolean({ description: 'Whether it rests' }),
  },
  { title: 'BackupSchedule' },
)
export type BackupSchedule = Static<typeof BackupSchedule>

export const getBackupSchedule = operation({
  name: 'get_backup_schedule',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/schedule',
  area,
  ours: true,
  summary: 'Get when a backup is made',
  description: 'Null is left to the agent.',
  params: oneBackup,
  result: BackupSchedule,
})

export const updateMachineBackup = operation({
  name: 'update_machine_backup',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/update',
  area,
  ours: true,
  summary: 'Change when a backup is made',
  description: `What is not given stays as it is; \`none\` leaves it to the agent. ${NOT_CONNECTED_YET}`,
  params: {
    ...oneBackup,
    every_minutes: Type.Optional(
      Type.Unsafe<number | null>({
        type: 'integer',
        minimum: 15,
        maximum: 7 * 24 * 60,
        nullable: true,
        description: 'How often all files are gone through, in minutes',
      }),
    ),
    window_start: NullableText(5),
    window_end: NullableText(5),
    paused: Type.Optional(Type.Boolean({ description: 'Whether it rests' })),
  },
  result: BackupSchedule,
})

export const MAX_RUN_PROBLEMS = 100

const Problems = (description: string) =>
  Type.Array(Type.Object({ path: devicePath('The file'), reason: Type.String({ maxLength: 1000 }) }), {
    maxItems: MAX_RUN_PROBLEMS,
    description,
  })
const count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })
const STARTED = { description: 'When it began, by the clock of the machine' }
const FINISHED = { description: 'When it was through' }
const runFields = {
  seq: count('The number of the root’s newest change at its end: a point to restore from, by `as_of`'),
  files: count('How many files the backup holds'),
  bytes: count('How large they are together'),
  problem_count: count('How many files could not be read'),
}

export const BackupRun = Type.Object(
  {
    type: Type.Literal('backup_run'),
    id: IdOf<BackupRunId>(),
    root_id: IdOf<RootId>({ description: 'The id of the backup' }),
    started: Type.String(STARTED),
    finished: Type.String(FINISHED),
    ...runFields,
    problems: Problems('The first of them; paths are empty for those who may not look at the files'),
  },
  { title: 'BackupRun' },
)
export type BackupRun = Static<typeof BackupRun>

export const listBackupRuns = operation({
  name: 'list_backup_runs',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/runs',
  area,
  ours: true,
  summary: 'List when a backup was made',
  description:
    'Each time that the machine went through all files, the newest first; the newest 1,000 are kept.',
  params: { ...oneBackup, ...pageParams },
  result: pageOf(BackupRun),
})

export const createBackupRun = operation({
  name: 'create_backup_run',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/runs/create',
  area,
  ours: true,
  summary: 'Tell that a backup was made',
  description:
    'For the agent of the machine alone, after it went through all files. Told again, with the same `started`, it counts once.',
  params: {
    ...oneBackup,
    epoch: Type.String({ maxLength: 64, description: 'The epoch that `seq` is of' }),
    started: Type.String({ format: 'date-time', ...STARTED }),
    finished: Type.String({ format: 'date-time', ...FINISHED }),
    ...runFields,
    problems: Type.Optional(Problems('The first of them')),
  },
  result: BackupRun,
  errors: ['cursor_reset'],
})

export const deleteMachineBackup = operation({
  name: 'delete_machine_backup',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/delete',
  area,
  summary: 'Delete a backup',
  description: 'With its root and all files in that. The files on the machine stay.',
  params: oneBackup,
  result: StatusOk,
})
