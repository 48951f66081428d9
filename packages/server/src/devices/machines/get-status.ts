import type { MachineId } from '@holdfast/api/ids'
import type { MachineStatus } from '@holdfast/api/machines'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { askDevice, readStatus } from '../basics/ask-device.ts'

/** How far a machine is in sync, as it says itself. How files are called is for those who may see that. */
export async function getStatus(ctx: Ctx, who: PersonPrincipal, id: MachineId): Promise<MachineStatus> {
  const machine = await authorizeMachine(ctx.db.read, who, id)
  const status = readStatus(await askDevice(ctx, id, 'status', {}))
  return (await seesNamesOn(ctx.db.read, who, machine)) ? status : withoutNames(status)
}

const withoutNames = ({ subscriptions, synced, transfers }: MachineStatus): MachineStatus => ({
  subscriptions: subscriptions.map((root) => ({
    ...root,
    synced_folder: '',
    excl_files: root.excl_files.map(({ reason }) => ({ path: '', reason })),
  })),
  synced,
  transfers: transfers.map((transfer) => ({ ...transfer, path: '' })),
})
