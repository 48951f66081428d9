import type { Mapping } from '@holdfast/api/devices/machines'
import type { MachineId, MappingId } from '@holdfast/api/ids'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findMapping, type MappingRow } from './queries.ts'
import { mappingView } from './view.ts'

export interface MappingPath {
  machineId: MachineId
  mappingId: MappingId
}

export async function getMapping(ctx: Ctx, who: PersonPrincipal, path: MappingPath): Promise<Mapping> {
  const db = ctx.db.read
  const sees = await seesNamesOn(db, who, await authorizeMachine(db, who, path.machineId))
  return mappingView(await getMappingRow(db, path), sees)
}

export const getMappingRow = async (db: Db, { machineId, mappingId }: MappingPath): Promise<MappingRow> =>
  (await findMapping(db, machineId, mappingId)) ?? noSuch(`mapping ${mappingId} on machine ${machineId}`)
