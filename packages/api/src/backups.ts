import { type Static, Type } from 'typebox'
import { credentials, devicePath, NOT_CONNECTED, SEALED } from './device-fields.ts'
import { StatusOk } from './envelopes.ts'
import { IdOf, type MachineId, type RootId } from './ids.ts'
import { EXTENSION, operation } from './operation.ts'

/** Clients fail on fields that they do not know: it gets no more. */
export const Backup = Type.Object(
  {
    type: Type.Literal('backup'),
    id: IdOf<RootId>({ description: 'Its id, which is that of its root' }),
    machine_id: IdOf<MachineId>(),
    path: Type.String({ description: 'The folder on the machine' }),
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
    overwrite: Type.Boolean({ ...EXTENSION, default: false, description: 'Replace newer files, too' }),
    ...credentials(EXTENSION),
  },
  result: Backup,
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
