import type { Machine } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { authorizeMachine } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { machineView } from './view.ts'

export const getMachine = async (ctx: Ctx, who: PersonPrincipal, id: MachineId): Promise<Machine> =>
  machineView(await authorizeMachine(ctx.db.read, who, id))
