import type { MachineId } from '@holdfast/api/ids'
import { authorizeMachineChange } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { changeMachineType, named } from '../../records/machines.ts'

/** Its mappings stay and rest: there are none to act on while it is no file server. */
export async function disableServer(ctx: Ctx, who: PersonPrincipal, id: MachineId): Promise<void> {
  await ctx.db.write(async (tx) => {
    const machine = await authorizeMachineChange(tx, who, id)
    if (!(await changeMachineType(tx, id, ['server'], 'agent'))) return
    const on = { machine: named(machine) }
    await recordActivity(tx, who, 'server_disabled', on, ctx.now())
  })
}
