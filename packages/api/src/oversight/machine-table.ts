import { type Static, Type } from 'typebox'
import { Action } from '../accounts/organization-may.ts'
import { MACHINE_TYPES, type MachineType } from '../devices/machines.ts'
import { IdOf, type MachineId, type PersonId } from '../ids.ts'
import { operation } from '../operation.ts'
import { nullable, tablePage, tableParams, tableRow } from '../table.ts'

/** The list of devices in the admin console. */

/** From what keeps most files back to what keeps none. `away`: not connected, but nobody was notified of it yet. */
export const DEVICE_STATES = [
  'signed_out',
  'unreachable',
  'stopped',
  'attention',
  'away',
  'paused',
  'syncing',
  'up_to_date',
] as const
export type DeviceState = (typeof DEVICE_STATES)[number]
export const DEVICE_VIEWS = ['attention', 'unreachable', 'signed_out', 'servers'] as const

export const MachineTableRow = Type.Object(
  tableRow({
    id: IdOf<MachineId>(),
    name: Type.String(),
    owner: nullable(Type.Object({ id: IdOf<PersonId>(), name: Type.String() })),
    state: Type.Unsafe<DeviceState>({
      type: 'string',
      enum: [...DEVICE_STATES],
      description:
        '`stopped`: waits for a decision before it removes many files. `attention`: it reported problems. `away`: not connected. `paused`: by its user, or after unusual activity',
    }),
    problems: Type.Integer({
      minimum: 0,
      description: 'The number of files with problems, as it last reported',
    }),
    seen_at: nullable(Type.String({ description: 'When it was last connected, or reported its health' })),
    version: nullable(Type.String({ description: 'The version of its agent' })),
    outdated: Type.Boolean({ description: 'Whether this server offers a newer version of the agent' }),
    system: nullable(Type.String({ description: 'Its operating system' })),
    free_space: nullable(Type.Integer({ minimum: 0, description: 'Of its disk, in bytes' })),
    total_space: nullable(Type.Integer({ minimum: 0, description: 'Of its disk, in bytes' })),
    kind: Type.Unsafe<MachineType>({
      type: 'string',
      enum: [...MACHINE_TYPES],
      description: '`server`: a file server',
    }),
    created: Type.String(),
    may: Type.Array(Action, { description: 'What you can do with it' }),
  }),
  { title: 'MachineTableRow' },
)
export type MachineTableRow = Static<typeof MachineTableRow>

export const machineFilters = {
  view: Type.Optional(
    Type.Unsafe<(typeof DEVICE_VIEWS)[number]>({
      type: 'string',
      enum: [...DEVICE_VIEWS],
      description: '`attention`: it reported problems, or waits for a decision. `servers`: file servers',
    }),
  ),
  machine: Type.Optional(IdOf<MachineId>({ description: 'Only this device' })),
  person: Type.Optional(IdOf<PersonId>({ description: 'Only the devices of this person' })),
  seen_before: Type.Optional(
    Type.String({ format: 'date', description: 'Connected before this day, and not since' }),
  ),
}

export const tableMachines = operation({
  name: 'table_machines',
  method: 'GET',
  path: '/api/2/organization/{organization_id}/table/machines',
  area: 'Machines',
  ours: true,
  summary: 'List, search and filter devices for administrators',
  description:
    'Returns pages by cursor. Sorts and filters by indexes, on request with all child organizations.',
  params: { ...tableParams(['name', 'seen', 'created']), ...machineFilters },
  result: tablePage(MachineTableRow, 'MachineTable'),
})
