import { authorizeMachine } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { named } from '../../records/machines.ts'
import { getMappingRow, type MappingPath } from './get-mapping.ts'
import { updateMapping } from './queries.ts'

/** Files stay where they are, on both sides. */
export async function deleteMapping(ctx: Ctx, who: PersonPrincipal, path: MappingPath): Promise<void> {
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const machine = await authorizeMachine(tx, who, path.machineId)
    const mapping = await getMappingRow(tx, path)
    await updateMapping(tx, mapping.id, { deleted_at: at, credentials: null })
    const on = { machine: named(machine), about: mapping.path }
    await recordActivity(tx, who, 'mapping_deleted', on, at)
  })
}
