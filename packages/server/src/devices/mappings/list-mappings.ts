import type { Mapping } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listMappingRows } from './queries.ts'
import { mappingView } from './view.ts'

export async function listMappings(ctx: Ctx, who: PersonPrincipal, id: MachineId): Promise<Mapping[]> {
  const db = ctx.db.read
  const sees = await seesNamesOn(db, who, await authorizeMachine(db, who, id))
  return (await listMappingRows(db, id)).map((row) => mappingView(row, sees))
}
