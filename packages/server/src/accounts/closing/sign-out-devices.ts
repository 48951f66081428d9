import type { MachineId, OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { signOutMachine } from '../../records/machine-sign-out.ts'
import { findMachine, holdMachine } from '../../records/machines.ts'
import { listDownward } from '../../records/organization-tree.ts'
import { findClosing, listSignedIn } from './queries.ts'

const AT_ONCE = 100

/**
 * Signs out the devices of an organization that is being closed and of all below it, each in a transaction of its own. Safe
 * to run twice and to be killed. Ends when closing is canceled.
 */
export async function signOutDevices(ctx: Ctx, id: OrganizationId): Promise<void> {
  for (const below of await listDownward(ctx.db.read, id)) {
    let last: MachineId | 0 = 0
    for (;;) {
      const machines = await listSignedIn(ctx.db.read, below.id, last, AT_ONCE)
      for (const machineId of machines) if (!(await signOutOne(ctx, id, machineId))) return
      last = machines.at(-1) ?? last
      if (machines.length < AT_ONCE) break
    }
  }
}

/** False if there is no reason for it any more. */
function signOutOne(ctx: Ctx, id: OrganizationId, machineId: MachineId): Promise<boolean> {
  return ctx.db.write(async (tx) => {
    const closing = await findClosing(tx, id)
    if (!closing) return false
    await holdMachine(tx, machineId)
    const machine = await findMachine(tx, machineId)
    const { epoch, requested_by: by } = closing
    if (machine?.signed_out_at === null)
      await signOutMachine(tx, THE_SERVICE, machine, epoch === null ? undefined : { epoch, by }, ctx.now())
    return true
  })
}
