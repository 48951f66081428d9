import type { MachineId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listMappings } from './list-mappings.ts'

/** What it takes to have the same mappings elsewhere, or here again. */
export async function exportMappings(ctx: Ctx, who: PersonPrincipal, id: MachineId) {
  const mappings = (await listMappings(ctx, who, id)).map(({ root_id, path, name, share }) => ({
    root_id,
    path,
    name,
    share,
  }))
  return { type: 'machine_mappings' as const, machine_id: id, mappings }
}
