import type { DeviceStatus, MachineStatus } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listMachineRoots } from '../../records/machine-roots.ts'
import { askDevice, readStatus } from '../basics/ask-device.ts'

/** How far a machine is in sync, as it says itself, and what it is to leave. How files are called is for those who may see that. */
export async function getStatus(ctx: Ctx, who: PersonPrincipal, id: MachineId): Promise<MachineStatus> {
  const machine = await authorizeMachine(ctx.db.read, who, id)
  const status = readStatus(await askDevice(ctx, id, 'status', {}))
  const told = (await seesNamesOn(ctx.db.read, who, machine)) ? status : withoutNames(status)
  return { ...told, leaving: await listLeaving(ctx.db.read, id) }
}

/** What the device is to let go, and what it has. */
const listLeaving = async (db: Db, id: MachineId): Promise<MachineStatus['leaving']> =>
  (await listMachineRoots(db, [id]))
    .filter(({ leaving }) => leaving !== null)
    .map(({ id: rsub_id, root_id, leaving, has_left }) => ({
      rsub_id,
      root_id,
      remove_files: leaving === 'remove',
      left: has_left === 1,
    }))

const withoutNames = ({ subscriptions, synced, transfers }: DeviceStatus): DeviceStatus => ({
  subscriptions: subscriptions.map((root) => ({
    ...root,
    synced_folder: '',
    excl_files: root.excl_files.map(({ reason }) => ({ path: '', reason })),
  })),
  synced,
  transfers: transfers.map((transfer) => ({ ...transfer, path: '' })),
})
