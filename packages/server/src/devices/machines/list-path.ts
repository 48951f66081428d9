import type { MachineId } from '@holdfast/api/ids'
import { authorizeMachine, isOwn } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { named } from '../../records/machines.ts'
import { askDevice, askerOn, readFolderNames } from '../basics/ask-device.ts'
import { checkedPath } from '../basics/checked-path.ts'
import { type Credentials, sealCredentials } from '../basics/seal-credentials.ts'

/** The folders in a folder of a machine, or its drives. That someone else looked is put on record. */
export async function listPath(
  ctx: Ctx,
  who: PersonPrincipal,
  id: MachineId,
  given: Credentials & { path?: string | undefined },
): Promise<string[]> {
  const machine = await authorizeMachine(ctx.db.read, who, id, 'browse_remote')
  const args = {
    ...(given.path !== undefined && { path: checkedPath(given.path) }),
    ...(await askerOn(ctx.db.read, who, machine)),
  }
  const sealed = sealCredentials(ctx, machine, { purpose: 'ls' }, given)
  const names = readFolderNames(await askDevice(ctx, id, 'ls', args, sealed))
  if (!isOwn(who, machine)) {
    const on = { machine: named(machine) }
    await ctx.db.write((tx) => recordActivity(tx, who, 'machine_browsed', on, ctx.now()))
  }
  return names
}
