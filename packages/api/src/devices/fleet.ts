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
      description: `${description}; \`none\` for what the agent does by itself`,
    }),
  )

export const updateMachine = operation({
  name: 'update_machine',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/update',
  area,
  ours: true,
  summary: 'Change the name and the limits of a machine',
  description: `What is not given stays as it is. ${NOT_CONNECTED_YET}`,
  params: {
    ...one,
    nickname: NullableText(100),
    manual_collisions: flag('Have people decide where two changed the same file'),
    throttled: flag('Whether the bandwidth of the machine is limited'),
    bandwidth_throttle: NullableCount(),
    throttle_exception_throttle: NullableCount(),
    throttle_exception_start: NullableText(5),
    throttle_exception_end: NullableText(5),
    throttle_exception_days: NullableText(100),
    throttle_exception_dow: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
    ),
    health_report_period_minutes: minutes('How often the machine tells how it is'),
    health_report_period_minutes_min: minutes('Not more often than this'),
    health_report_period_minutes_max: minutes('Not less often than this'),
  },
  result: Machine,
})

export const signOutMachine = operation({
  name: 'sign_out_machine',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/sign_out',
  area,
  ours: true,
  summary: 'Sign a machine out',
  description: `Ends its sign-ins and its line. With \`remove_files\` it can do nothing from then on but remove the copies that it holds of personal files and team shares, as jobs, and is signed out for good when they are done. ${NOT_CONNECTED_YET} Signing in anew on it takes that back for what it has then.`,
  params: {
    ...one,
    remove_files: Type.Boolean({ default: false, description: 'Have it remove the copies that it holds' }),
  },
  result: StatusOk,
})

/** A root on a device that stopped itself, since so much would be removed or replaced there or on the service. */
export const StoppedDevice = Type.Object(
  {
    type: Type.Literal('stopped_device'),
    machine_id: IdOf<MachineId>(),
    machine_name: Type.String({ description: 'What the device is called' }),
    rsub_id: IdOf<MachineRootId>({ description: 'The id of the root on this machine' }),
    root_id: IdOf<RootId>(),
    root_name: Type.String({ description: 'What the root is called' }),
    here: Type.Integer({ description: 'How many files would be removed or replaced on the device' }),
    there: Type.Integer({ description: 'How many files would be removed or replaced on the service' }),
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
  summary: 'List your devices that stopped removing files, since very many would go at once',
  params: {},
  result: Type.Object({ results: Type.Array(StoppedDevice) }),
})

export const resumeMachine = operation({
  name: 'resume_machine',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/resume',
  area,
  ours: true,
  summary: 'Say what a device of yours is to do that stopped removing files',
  description: `With \`confirm\` it removes or replaces them, with \`bring_back\` deleted files come back from the other side. ${NOT_CONNECTED}`,
  params: {
    ...one,
    rsub_id: IdOf<MachineRootId>({ description: 'The id of the root on this machine' }),
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
    machine_id: IdOf<MachineId>({ description: 'The machine that does it' }),
    kind: Type.Unsafe<MachineJobKind>({ type: 'string', enum: ['restore', 'remove_files'] }),
    root_id: IdOf<RootId>({ description: 'The root whose files are restored or removed' }),
    path: orNull(
      Type.String({
        description:
          'The folder on the machine; null for all of the root there, empty for those who may not look',
      }),
    ),
    state: jobState(),
    overwrite: Type.Boolean({ description: 'Whether newer files are replaced, too' }),
    as_of_seq: orNull(Type.Integer({ description: 'The change of the root up to which it is restored' })),
    done: Type.Integer({ description: 'How many files are dealt with' }),
    total: orNull(Type.Integer({ description: 'How many there are, as soon as the machine knows' })),
    problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), {
      description: 'What did not work out; paths are empty for those who may not look at the files',
    }),
    person_id: IdOf<PersonId>({ description: 'Who asked for it' }),
    created: Type.String(),
    finished: orNull(Type.String({ description: 'When it came to its end' })),
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
  summary: 'List what a machine is to do, and did',
  description: 'The newest first. What is finished stays listed for 90 days.',
  params: { ...one, ...pageParams },
  result: pageOf(MachineJob),
})

export const getMachineJob = operation({
  name: 'get_machine_job',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/job/{job_id}',
  area,
  ours: true,
  summary: 'Get a job of a machine, and how far it is',
  description:
    'With `wait`, the answer comes as soon as the job is in another state or has done more than is known.',
  params: {
    ...oneJob,
    wait: Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'If it is what is known of it, and not finished, wait this many seconds',
    }),
    known_state: Type.Optional(jobState('The `state` that is known; else what it is when this is asked')),
    known_done: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The `done` that is known, likewise' }),
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
    'A machine that is at it stops when it hears of that; what it did stays done. A job that has come to its end stays as it is.',
  params: oneJob,
  result: MachineJob,
})

const time = (description: string) => orNull(Type.String({ description }))

export const MachineHealth = Type.Object(
  {
    type: Type.Literal('machine_health'),
    machine_id: IdOf<MachineId>(),
    connected: Type.Boolean({ description: 'Whether it has a line to the service just now' }),
    unreachable_since: time('Since when it is gone, if people were told so'),
    signed_out: time('When it was signed out, if it is'),
    reported: time('When it last told how it is'),
    free_space: orNull(Type.Integer({ description: 'Bytes that are free where it keeps its files' })),
    total_space: orNull(Type.Integer({ description: 'Bytes in all there' })),
    problems: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }), {
      description: 'What it has trouble with; paths are empty for those who may not look at the files',
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
  summary: 'Get how a machine is',
  description: 'As it last told. `status` asks the machine itself.',
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
  summary: 'Get the mappings of a machine, to keep or to give to another',
  description: 'Passwords are not among it.',
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
    'Each as `create_machine_mapping` does, by the same rights; the answer tells what came of each, in order. Those that are there already stay, so it can be repeated.',
  params: {
    ...one,
    mappings: Type.Array(Type.Object(MovedMapping), {
      minItems: 1,
      maxItems: MAX_MAPPINGS,
      description: '`mappings` of an export, as JSON; of each, `root_id` and `path` count',
    }),
  },
  result: Type.Object({ results: Type.Array(ImportedMapping) }),
})
