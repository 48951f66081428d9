import { type Static, Type } from 'typebox'
import { StatusOk } from '../envelopes.ts'
import {
  IdOf,
  type MachineId,
  type MachineRootId,
  type MappingId,
  type PersonId,
  type RootId,
} from '../ids.ts'
import { operation } from '../operation.ts'
import {
  credentials,
  devicePath,
  MAX_DEVICE_PATH,
  MAX_LISTED,
  MAX_LISTED_FOLDERS,
  NOT_CONNECTED,
  SEALED,
} from './device-fields.ts'

const text = () => Type.Union([Type.String(), Type.Null()])
const count = () => Type.Union([Type.Integer(), Type.Null()])

export const MACHINE_TYPES = ['agent', 'server', 'mobile'] as const
export type MachineType = (typeof MACHINE_TYPES)[number]

export type MachineJobKind = 'restore' | 'remove_files'
export type MachineJobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

export const Machine = Type.Object(
  {
    type: Type.Literal('machine'),
    id: IdOf<MachineId>(),
    dns_name: text(),
    nickname: text(),
    last_login: text(),
    last_disconnect: text(),
    guid: Type.String(),
    created: Type.String(),
    os_type: text(),
    os_version: text(),
    agent_version: text(),
    locked: Type.Boolean(),
    manual_collisions: Type.Boolean(),
    bandwidth_throttle: count(),
    throttle_exception_throttle: count(),
    throttle_exception_days: text(),
    throttle_exception_start: text(),
    throttle_exception_end: text(),
    throttle_exception_dow: Type.Array(Type.Integer()),
    throttled: Type.Boolean(),
    machine_type: Type.Unsafe<MachineType>({ type: 'string', enum: MACHINE_TYPES }),
    health_report_period_minutes: count(),
    health_report_period_minutes_min: count(),
    health_report_period_minutes_max: count(),
  },
  { title: 'Machine' },
)
export type Machine = Static<typeof Machine>

/** Clients fail on fields that they do not know: it gets no more. */
export const Mapping = Type.Object(
  {
    type: Type.Literal('machine_mapping'),
    id: IdOf<MappingId>(),
    machine_id: IdOf<MachineId>(),
    person_id: Type.Union([IdOf<PersonId>(), Type.Null()], {
      description: 'The person whose personal files are mapped; null for a team share',
    }),
    root_id: IdOf<RootId>(),
    name: Type.String({ description: 'The name of the root' }),
    path: Type.String({
      description: 'The folder on the machine; empty if you cannot view its files',
    }),
    share: Type.Boolean({ description: 'Whether the root is a team share' }),
  },
  { title: 'Mapping' },
)
export type Mapping = Static<typeof Mapping>

const bytes = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** What devices answer: what they say is checked by these. */
export const DeviceStatus = Type.Object({
  subscriptions: Type.Array(
    Type.Object({
      rsub_id: IdOf<MachineRootId>({ description: 'The ID of the root on this machine' }),
      synced: Type.Boolean({
        description: 'Whether the root is up to date, except for `excl_files`',
      }),
      synced_folder: devicePath('The folder on the machine'),
      excl_files: Type.Array(
        Type.Object({
          path: devicePath('The path in the root'),
          reason: Type.String({ maxLength: 1000, description: 'Why it is not in sync' }),
        }),
        {
          maxItems: MAX_LISTED,
          description: 'Items that need attention before they can sync',
        },
      ),
    }),
    { maxItems: MAX_LISTED, description: 'The roots on the machine' },
  ),
  synced: Type.Boolean({ description: 'Whether all of them are up to date' }),
  transfers: Type.Array(
    Type.Object({
      root_id: IdOf<RootId>(),
      path: devicePath('The path in the root'),
      direction: Type.Unsafe<'up' | 'down'>({ type: 'string', enum: ['up', 'down'] }),
      size: bytes(),
      done: bytes(),
    }),
    { maxItems: MAX_LISTED, description: 'Files that are being transferred' },
  ),
})
export type DeviceStatus = Static<typeof DeviceStatus>

export const MachineStatus = Type.Object(
  {
    ...DeviceStatus.properties,
    leaving: Type.Array(
      Type.Object({
        rsub_id: IdOf<MachineRootId>(),
        root_id: IdOf<RootId>(),
        remove_files: Type.Boolean({ description: 'Whether the copy is removed' }),
        left: Type.Boolean({ description: 'Whether the device has confirmed it' }),
      }),
      { description: 'A Holdfast extension: roots that no longer belong to the machine' },
    ),
  },
  { title: 'MachineStatus' },
)
export type MachineStatus = Static<typeof MachineStatus>

export const FolderNames = Type.Array(Type.String({ maxLength: MAX_DEVICE_PATH }), {
  maxItems: MAX_LISTED_FOLDERS,
})

const area = 'Machines'
const one = { machine_id: IdOf<MachineId>() }
const oneMapping = { ...one, mapping_id: IdOf<MappingId>() }

export const getMachine = operation({
  name: 'get_machine',
  method: 'GET',
  path: '/api/2/machine/{machine_id}',
  area,
  summary: 'Get a machine',
  params: one,
  result: Machine,
})

export const getMachineStatus = operation({
  name: 'get_machine_status',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/status',
  area,
  summary: 'Get the sync status of a machine',
  description: `Asks the machine. ${NOT_CONNECTED} Paths are empty for administrators who cannot view the files.`,
  params: one,
  result: Type.Object({ results: MachineStatus }),
})

export const enableFileServer = operation({
  name: 'enable_file_server',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/server/enable',
  area,
  summary: 'Enable a machine as a file server',
  description: 'Folders of a file server can be mapped to roots.',
  params: one,
  result: StatusOk,
  errors: ['policy_error'],
})

export const disableFileServer = operation({
  name: 'disable_file_server',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/server/disable',
  area,
  summary: 'Disable a machine as a file server',
  description: 'Its mappings are kept, but paused until it is enabled again.',
  params: one,
  result: StatusOk,
})

export const listMachinePath = operation({
  name: 'list_machine_path',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/ls',
  area,
  summary: 'List the folders in a folder on a machine',
  description: `Without a path, lists the drives; on Linux and macOS \`/\` and mounted volumes. ${NOT_CONNECTED}`,
  params: { ...one, path: Type.Optional(devicePath('The folder on the machine')), ...credentials() },
  result: Type.Object({ results: FolderNames }),
})

export const listMachineMappings = operation({
  name: 'list_machine_mappings',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/mappings',
  area,
  summary: 'List the mappings of a machine',
  params: one,
  result: Type.Object({ results: Type.Array(Mapping) }),
})

export const createMachineMapping = operation({
  name: 'create_machine_mapping',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/mappings/create',
  area,
  summary: 'Map a folder of a file server to a root',
  description: `The device keeps both in sync whenever it is connected. ${SEALED}`,
  params: {
    ...one,
    root_id: IdOf<RootId>(),
    path: devicePath('The absolute path of the folder on the machine, such as `/srv/files` or `D:\\Files`'),
    ...credentials(),
  },
  result: Mapping,
  errors: ['name_conflict', 'policy_error', 'root_deleted'],
})

export const getMachineMapping = operation({
  name: 'get_machine_mapping',
  method: 'GET',
  path: '/api/2/machine/{machine_id}/mapping/{mapping_id}',
  area,
  summary: 'Get a mapping',
  params: oneMapping,
  result: Mapping,
})

export const deleteMachineMapping = operation({
  name: 'delete_machine_mapping',
  method: 'POST',
  path: '/api/2/machine/{machine_id}/mapping/{mapping_id}/delete',
  area,
  summary: 'Delete a mapping',
  description: 'The files on the machine and in the root stay.',
  params: oneMapping,
  result: StatusOk,
})
