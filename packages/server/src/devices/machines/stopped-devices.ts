import type { Decision } from '@holdfast/api/devices/decisions'
import type { StoppedDevice } from '@holdfast/api/devices/fleet'
import type { MachineId, MachineRootId } from '@holdfast/api/ids'
import { authorizeMachine, isOwn } from '../../access/machines.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listMachineRoots, listRootNames } from '../../records/machine-roots.ts'
import { listMachinesOfPerson, named } from '../../records/machines.ts'
import { askDevice } from '../basics/ask-device.ts'

/** The caller's own devices that wait for a word, as they said last. */
export async function listStoppedDevices(ctx: Ctx, who: PersonPrincipal): Promise<StoppedDevice[]> {
  const db = ctx.db.read
  const machines = (await listMachinesOfPerson(db, who.personId)).filter(
    ({ signed_out_at }) => signed_out_at === null,
  )
  const names = new Map(machines.map((machine) => [machine.id, named(machine).name]))
  const stopped = (await listMachineRoots(db, [...names.keys()])).filter(
    ({ held, leaving }) => held !== null && leaving === null,
  )
  const roots = await listRootNames(
    db,
    stopped.map(({ root_id }) => root_id),
  )
  return stopped.flatMap(({ id: rsub_id, machine_id, root_id, held }) => {
    const root_name = roots.get(root_id)
    if (root_name === undefined) return []
    // As it was checked when the device said it.
    const { here, there } = JSON.parse(held ?? '{}') as { here: number; there: number }
    const machine_name = names.get(machine_id) ?? ''
    return { type: 'stopped_device', machine_id, machine_name, rsub_id, root_id, root_name, here, there }
  })
}

/** Whose device it is decides: nobody else knows what was meant. */
export async function resumeMachine(
  ctx: Ctx,
  who: PersonPrincipal,
  id: MachineId,
  { rsub_id, decision }: { rsub_id: MachineRootId; decision: Decision },
): Promise<void> {
  const machine = await authorizeMachine(ctx.db.read, who, id)
  if (!isOwn(who, machine)) fail('forbidden', 'Only the owner of the device can decide this.')
  await askDevice(ctx, id, 'resume', { rsub_id, decision })
}
