import { type Static, type TSchema, Type } from 'typebox'
import { pageOf, pageParams, StatusOk } from '../envelopes.ts'
import { PointField } from '../files/point.ts'
import { type BackupRunId, type EntryId, IdOf, type MachineId, type RootId } from '../ids.ts'
import { EXTENSION, NullableText, operation } from '../operation.ts'
import { credentials, devicePath, NOT_CONNECTED, NOT_CONNECTED_YET, SEALED } from './device-fields.ts'

/** Clients fail on fields that they do not know: it gets no more. */
export const Backup = Type.Object(
  {
    type: Type.Literal('backup'),
    id: IdOf<RootId>({ description: 'The ID of the backup and of its root' }),
    machine_id: IdOf<MachineId>(),
    path: Type.String({
      description: 'The folder on the machine; empty if you cannot view its files',
    }),
  },
  { title: 'Backup' },
)
export type Backup = Static<typeof Backup>

const area = 'Machines'
const one = { machine_id: IdOf<MachineId>() }
const oneBackup = { ...one, root_id: IdOf<RootId>({ description: 'The ID of the backup' }) }

const folderIn = (options: object = {}) =>
  Type.Optional(
    IdOf<EntryId>({
      ...options,
      description:
        'Only what is in this folder of the backup, instead of all of it. It must be in the backup as of that point',
    }),
  )

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
  summary: 'Back up a folder on a machine',
  description: `Creates a root for the backup, which belongs to the owner of the machine. ${SEALED}`,
  params: {
    ...one,
    path: devicePath(
      'The absolute path of the folder on the machine, such as `/home/ann` or `C:\\Users\\Ann`',
    ),
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
  summary: 'Restore a backup to a folder on a machine',
  description: `Newer files in the folder are kept, unless you set \`overwrite\`. ${NOT_CONNECTED} ${SEALED}`,
  params: {
    ...oneBackup,
    path: devicePath('The folder to restore to'),
    to_machine_id: Type.Optional(IdOf<MachineId>({ description: 'The machine to restore to, if different' })),
    as_of: PointField('Restore the state as of this point instead of the latest backup', EXTENSION),
    folder_id: folderIn(EXTENSION),
    overwrite: Type.Boolean({ ...EXTENSION, default: false, description: 'Also replace newer files' }),
    ...credentials(EXTENSION),
  },
  result: Backup,
  errors: ['policy_error', 'root_deleted'],
})

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const RestorePlan = Type.Object(
  {
    type: Type.Literal('restore_plan'),
    root_id: IdOf<RootId>({ description: 'The ID of the backup' }),
    machine_id: IdOf<MachineId>({ description: 'The machine that is restored to' }),
    connected: Type.Boolean({ description: 'Whether that machine is connected now' }),
    run: orNull(
      Type.String({ description: 'When the run that is restored finished; null before the first' }),
    ),
    files: orNull(
      Type.Integer({
        description:
          'Number of files in that run, or in the folder then; null for a folder of a backup with too many items to count',
      }),
    ),
    bytes: orNull(Type.Integer({ description: 'Total size of these files' })),
    free_space: orNull(
      Type.Integer({ description: 'Free space on the disk of the machine, as it last reported, in bytes' }),
    ),
    newer_there: orNull(
      Type.Integer({
        description:
          'Number of files in the folder that are newer than in the backup. Null if the machine cannot say: it is not connected, has an older agent, cannot read the backup yet or has too many files',
      }),
    ),
  },
  { title: 'RestorePlan' },
)
export type RestorePlan = Static<typeof RestorePlan>

export const planMachineRestore = operation({
  name: 'plan_machine_restore',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/restore/plan',
  area,
  ours: true,
  summary: 'Check what a restore would do',
  description: 'Nothing is changed. A connected machine also checks whether it allows the folder.',
  params: {
    ...oneBackup,
    path: devicePath('The folder to restore to'),
    to_machine_id: Type.Optional(IdOf<MachineId>({ description: 'The machine to restore to, if different' })),
    as_of: PointField('The state as of this point instead of the latest backup'),
    folder_id: folderIn(),
  },
  result: RestorePlan,
  errors: ['root_deleted'],
})

export const runMachineBackup = operation({
  name: 'run_machine_backup',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/run_now',
  area,
  ours: true,
  summary: 'Start a run of a backup now',
  description: `Also while the schedule is paused. If a run is in progress, nothing changes. ${NOT_CONNECTED}`,
  params: oneBackup,
  result: StatusOk,
  errors: ['policy_error'],
})

const time = (description: string) => orNull(Type.String({ description }))

export const BackupSchedule = Type.Object(
  {
    type: Type.Literal('backup_schedule'),
    root_id: IdOf<RootId>({ description: 'The ID of the backup' }),
    every_minutes: Type.Union([
      Type.Integer({ description: 'How often all files are checked' }),
      Type.Null(),
    ]),
    window_start: time('Start of the daily window, as HH:MM in the local time of the machine'),
    window_end: time('End of the daily window'),
    paused: Type.Boolean({ description: 'Whether the backup is paused' }),
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
  summary: 'Get the schedule of a backup',
  description: 'Null means that the agent decides.',
  params: oneBackup,
  result: BackupSchedule,
})

export const updateMachineBackup = operation({
  name: 'update_machine_backup',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/update',
  area,
  ours: true,
  summary: 'Update the schedule of a backup',
  description: `Fields you leave out stay as they are. With \`none\`, the agent decides. ${NOT_CONNECTED_YET}`,
  params: {
    ...oneBackup,
    every_minutes: Type.Optional(
      Type.Unsafe<number | null>({
        type: 'integer',
        minimum: 15,
        maximum: 7 * 24 * 60,
        nullable: true,
        description: 'How often all files are checked, in minutes',
      }),
    ),
    window_start: NullableText(5),
    window_end: NullableText(5),
    paused: Type.Optional(Type.Boolean({ description: 'Whether the backup is paused' })),
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
const STARTED = { description: 'When the run started, by the clock of the machine' }
const FINISHED = { description: 'When the run finished' }
const runFields = {
  seq: count(
    'The number of the newest change of the root at the end of the run. Use it as `as_of` to restore',
  ),
  files: count('Number of files in the backup'),
  bytes: count('Total size of the files'),
  problem_count: count('Number of files that could not be read'),
}

export const BackupRun = Type.Object(
  {
    type: Type.Literal('backup_run'),
    id: IdOf<BackupRunId>(),
    root_id: IdOf<RootId>({ description: 'The ID of the backup' }),
    started: Type.String(STARTED),
    finished: Type.String(FINISHED),
    ...runFields,
    problems: Problems('The first of these files; paths are empty if you cannot view the files'),
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
  summary: 'List the runs of a backup',
  description: 'Each run in which the machine checked all files, newest first. The newest 1,000 are kept.',
  params: { ...oneBackup, ...pageParams },
  result: pageOf(BackupRun),
})

export const createBackupRun = operation({
  name: 'create_backup_run',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/backup/{root_id}/runs/create',
  area,
  ours: true,
  summary: 'Report a run of a backup',
  description:
    'For the agent of the machine only, after it has checked all files. If sent again with the same `started`, it counts once.',
  params: {
    ...oneBackup,
    epoch: Type.String({ maxLength: 64, description: 'The epoch of `seq`' }),
    started: Type.String({ format: 'date-time', ...STARTED }),
    finished: Type.String({ format: 'date-time', ...FINISHED }),
    ...runFields,
    problems: Type.Optional(Problems('The first of these files')),
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
  description: 'Deletes its root and all files in it. The files on the machine stay.',
  params: oneBackup,
  result: StatusOk,
})
