import { type Static, type TSchema, Type } from 'typebox'
import { pageOf, pageParams, StatusOk } from '../envelopes.ts'
import type { ErrorCode } from '../errors.ts'
import { MAX_WAIT_SECONDS } from '../files/changes.ts'
import {
  IdOf,
  type MachineId,
  type MachineJobId,
  type MachineRootId,
  type MappingId,
  type PersonId,
  type RootId,
} from '../ids.ts'
import { NullableCount, NullableText, operation } from '../operation.ts'
import { Decision } from './decisions.ts'
import { devicePath, MAX_MAPPINGS, NOT_CONNECTED, NOT_CONNECTED_YET } from './device-fields.ts'
import { Machine, type MachineJobKind, type MachineJobState } from './machines.ts'

/** What administrators do with many machines, beyond the specification. */
const area = 'Machines'
const one = { machine_id: IdOf<MachineId>() }
const oneJob = { ...one, job_id: IdOf<MachineJobId>() }
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const minutes = (description: string) =>
  Type.Optional(
    Type.Unsafe<number | null>({
      type: 'integer',
      minimum: 1,
      maximum: 24 * 60,
      nullable: true,
      description: `${description}; \`none\` for the default of the agent`,
    }),
  )

export const updateMachine = operation({
  name: 'update_machine',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/update',
  area,
  ours: true,
  summary: 'Update the name and limits of a machine',
  description: `Fields you leave out stay as they are. ${NOT_CONNECTED_YET}`,
  params: {
    ...one,
    nickname: NullableText(100),
    manual_collisions: flag('Let people decide when two of them changed the same file'),
    throttled: flag('Whether the bandwidth of the machine is limited'),
    bandwidth_throttle: NullableCount(),
    throttle_exception_throttle: NullableCount(),
    throttle_exception_start: NullableText(5),
    throttle_exception_end: NullableText(5),
    throttle_exception_days: NullableText(100),
    throttle_exception_dow: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
    ),
    health_report_period_minutes: minutes('How often the machine reports its health, in minutes'),
    health_report_period_minutes_min: minutes('The shortest time between reports, in minutes'),
    health_report_period_minutes_max: minutes('The longest time between reports, in minutes'),
  },
  result: Machine,
})

export const signOutMachine = operation({
  name: 'sign_out_machine',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/sign_out',
  area,
  ours: true,
  summary: 'Sign out a machine',
  description: `Ends its sessions and its connection. With \`remove_files\`, the machine only removes its copies of personal files and team shares, as jobs, and is signed out when they are finished. ${NOT_CONNECTED_YET} Signing in on it again cancels the jobs for the files it has then.`,
  params: {
    ...one,
    remove_files: Type.Boolean({ default: false, description: 'Remove the copies of files on the machine' }),
  },
  result: StatusOk,
})

/** A root on a device that stopped itself, since so much would be removed or replaced there or on the service. */
export const StoppedDevice = Type.Object(
  {
    type: Type.Literal('stopped_device'),
    machine_id: IdOf<MachineId>(),
    machine_name: Type.String({ description: 'The name of the device' }),
    rsub_id: IdOf<MachineRootId>({ description: 'The ID of the root on this machine' }),
    root_id: IdOf<RootId>(),
    root_name: Type.String({ description: 'The name of the root' }),
    here: Type.Integer({ description: 'Number of files that would be removed or replaced on the device' }),
    there: Type.Integer({ description: 'Number of files that would be removed or replaced on the service' }),
  },
  { title: 'StoppedDevice' },
)
export type StoppedDevice = Static<typeof StoppedDevice>

export const listStoppedDevices = operation({
  name: 'list_stopped_devices',
  method: 'GET',
  path: '/api/2/stopped_devices',
  area,
  ours: true,
  summary: 'List your devices that stopped before removing many files',
  description: 'They wait for your decision.',
  params: {},
  result: Type.Object({ results: Type.Array(StoppedDevice) }),
})

export const resumeMachine = operation({
  name: 'resume_machine',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/resume',
  area,
  ours: true,
  summary: 'Decide what a device does that stopped before removing many files',
  description: `\`confirm\` removes or replaces the files, \`bring_back\` restores deleted files from the other side. ${NOT_CONNECTED}`,
  params: {
    ...one,
    rsub_id: IdOf<MachineRootId>({ description: 'The ID of the root on this machine' }),
    decision: Decision,
  },
  result: StatusOk,
})

const jobState = (description?: string) =>
  Type.Unsafe<MachineJobState>({
    type: 'string',
    enum: ['waiting', 'running', 'done', 'failed', 'cancelled'],
    ...(description && { description }),
  })

export const MachineJob = Type.Object(
  {
    type: Type.Literal('machine_job'),
    id: IdOf<MachineJobId>(),
    machine_id: IdOf<MachineId>({ description: 'The machine that runs the job' }),
    kind: Type.Unsafe<MachineJobKind>({ type: 'string', enum: ['restore', 'remove_files'] }),
    root_id: IdOf<RootId>({ description: 'The root whose files are restored or removed' }),
    path: orNull(
      Type.String({
        description:
          'The folder on the machine; null for the whole root there, empty if you cannot view its files',
      }),
    ),
    state: jobState(),
    overwrite: Type.Boolean({ description: 'Whether newer files are replaced as well' }),
    as_of_seq: orNull(Type.Integer({ description: 'The root is restored as of this change' })),
    done: Type.Integer({ description: 'Number of files that are done' }),
    total: orNull(Type.Integer({ description: 'Total number of files, once the machine knows it' })),
    problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), {
      description: 'Files that failed; paths are empty if you cannot view the files',
    }),
    person_id: IdOf<PersonId>({ description: 'Who started the job' }),
    created: Type.String(),
    finished: orNull(Type.String({ description: 'When the job ended' })),
  },
  { title: 'MachineJob' },
)
export type MachineJob = Static<typeof MachineJob>

export const listMachineJobs = operation({
  name: 'list_machine_jobs',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/jobs',
  area,
  ours: true,
  summary: 'List the jobs of a machine',
  description: 'Newest first. Finished jobs are listed for 90 days.',
  params: { ...one, ...pageParams },
  result: pageOf(MachineJob),
})

export const getMachineJob = operation({
  name: 'get_machine_job',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/job/{job_id}',
  area,
  ours: true,
  summary: 'Get a job of a machine and its progress',
  description: 'With `wait`, the response is sent as soon as the job changes its state or makes progress.',
  params: {
    ...oneJob,
    wait: Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Wait this many seconds for news if the job is not finished',
    }),
    known_state: Type.Optional(jobState('The `state` that you know; by default the current one')),
    known_done: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The `done` that you know; by default the current one' }),
    ),
  },
  result: MachineJob,
})

export const cancelMachineJob = operation({
  name: 'cancel_machine_job',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/job/{job_id}/cancel',
  area,
  ours: true,
  summary: 'Cancel a job of a machine',
  description:
    'A machine that is running the job stops as soon as it is notified. What is already done stays. Jobs that have ended do not change.',
  params: oneJob,
  result: MachineJob,
})

const time = (description: string) => orNull(Type.String({ description }))

export const MachineHealth = Type.Object(
  {
    type: Type.Literal('machine_health'),
    machine_id: IdOf<MachineId>(),
    connected: Type.Boolean({ description: 'Whether the machine is connected now' }),
    unreachable_since: time('Since when it is unreachable, if people were notified of it'),
    signed_out: time('When it was signed out; null if it is signed in'),
    reported: time('When it last reported its health'),
    free_space: orNull(Type.Integer({ description: 'Free space on its disk, in bytes' })),
    total_space: orNull(Type.Integer({ description: 'Size of its disk, in bytes' })),
    problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), {
      description: 'Files with problems; paths are empty if you cannot view the files',
    }),
  },
  { title: 'MachineHealth' },
)
export type MachineHealth = Static<typeof MachineHealth>

export const getMachineHealth = operation({
  name: 'get_machine_health',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/health',
  area,
  ours: true,
  summary: 'Get the health of a machine',
  description: 'As last reported. To ask the machine itself, use `status`.',
  params: one,
  result: MachineHealth,
})

const MovedMapping = {
  root_id: IdOf<RootId>(),
  path: devicePath('The folder on the machine'),
}

export const exportMachineMappings = operation({
  name: 'export_machine_mappings',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/mappings/export',
  area,
  ours: true,
  summary: 'Export the mappings of a machine',
  description: 'Passwords are not included.',
  params: one,
  result: Type.Object(
    {
      type: Type.Literal('machine_mappings'),
      machine_id: IdOf<MachineId>(),
      mappings: Type.Array(Type.Object({ ...MovedMapping, name: Type.String(), share: Type.Boolean() })),
    },
    { title: 'MachineMappings' },
  ),
})

const ImportedMapping = Type.Object(
  {
    ...MovedMapping,
    status: Type.Unsafe<'created' | 'exists' | 'failed'>({
      type: 'string',
      enum: ['created', 'exists', 'failed'],
    }),
    mapping_id: orNull(IdOf<MappingId>()),
    error: orNull(Type.Unsafe<ErrorCode>({ type: 'string' })),
    error_description: orNull(Type.String()),
  },
  { title: 'ImportedMapping' },
)
export type ImportedMapping = Static<typeof ImportedMapping>

export const importMachineMappings = operation({
  name: 'import_machine_mappings',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/mappings/import',
  area,
  ours: true,
  summary: 'Map many folders of a file server to roots',
  description:
    'Works like `create_machine_mapping` for each of them, with the same permissions. The response has the result of each, in order. Existing mappings stay, so you can safely repeat the request.',
  params: {
    ...one,
    mappings: Type.Array(Type.Object(MovedMapping), {
      minItems: 1,
      maxItems: MAX_MAPPINGS,
      description: 'The `mappings` of an export, as JSON. Only `root_id` and `path` of each are used',
    }),
  },
  result: Type.Object({ results: Type.Array(ImportedMapping) }),
})
