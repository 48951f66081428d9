import type { MachineId } from '@holdfast/api/ids'
import { authorizeMachineChange } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { changeMachineType, named } from '../../records/machines.ts'
import { checkFileServers } from '../basics/check-file-servers.ts'

/** Makes a file server of a machine; of one that is a file server, nothing. */
export async function enableServer(ctx: Ctx, who: PersonPrincipal, id: MachineId): Promise<void> {
  await ctx.db.write(async (tx) => {
    const machine = await authorizeMachineChange(tx, who, id)
    await checkFileServers(tx, machine)
    if (!(await changeMachineType(tx, id, ['agent', 'mobile'], 'server'))) return
    const on = { machine: named(machine) }
    await recordActivity(tx, who, 'server_enabled', on, ctx.now())
  })
}
