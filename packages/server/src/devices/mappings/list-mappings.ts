import type { Mapping } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { authorizeMachine } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listMappingRows } from './queries.ts'
import { mappingView } from './view.ts'

export async function listMappings(ctx: Ctx, who: PersonPrincipal, id: MachineId): Promise<Mapping[]> {
  await authorizeMachine(ctx.db.read, who, id)
  return (await listMappingRows(ctx.db.read, id)).map(mappingView)
}
