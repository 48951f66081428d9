import type { ImportedMapping } from '@holdfast/api/devices/fleet'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { checkedPath } from '../basics/checked-path.ts'
import { tellOwner } from '../basics/tell-owner.ts'
import { createMapping } from './create-mapping.ts'
import { findMappingOf } from './queries.ts'

type Row = { root_id: RootId; path: string }

/** Makes mappings one by one, as if each were asked for by itself: what does not work out leaves the others alone. */
export async function importMappings(
  ctx: Ctx,
  who: PersonPrincipal,
  machineId: MachineId,
  rows: readonly Row[],
): Promise<ImportedMapping[]> {
  const db = ctx.db.read
  const machine = await authorizeMachine(db, who, machineId)
  const sees = await seesNamesOn(db, who, machine)
  const results: ImportedMapping[] = []
  for (const row of rows) {
    // A device that does not answer is not waited for again with each row.
    const silent = results.find(({ error }) => error === 'temporarily_unavailable')
    const { error, error_description } = silent ?? { error: null, error_description: null }
    results.push(
      silent
        ? { ...row, status: 'failed', mapping_id: null, error, error_description }
        : await importMapping(ctx, who, machineId, row, sees),
    )
  }
  const folders = results.filter(({ status }) => status === 'created').map(({ path }) => path)
  const told = { what: 'mapped', folders, at: ctx.now() } as const
  if (folders.length > 0) await ctx.db.write((tx) => tellOwner(ctx, tx, who, machine, told))
  return results
}

async function importMapping(
  ctx: Ctx,
  who: PersonPrincipal,
  machineId: MachineId,
  { root_id, path }: Row,
  seesNames: boolean,
): Promise<ImportedMapping> {
  const row = { root_id, path, error: null, error_description: null }
  try {
    const known = await findMappingOf(ctx.db.read, machineId, { rootId: root_id, path: checkedPath(path) })
    // People who may not see paths do not learn them by guessing either.
    if (known && seesNames) return { ...row, status: 'exists', mapping_id: known.id }
    const { id } = await createMapping(ctx, who, machineId, { rootId: root_id, path }, { tells: false })
    return { ...row, status: 'created', mapping_id: id }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message } = error
    return { ...row, status: 'failed', mapping_id: null, error: code, error_description: message }
  }
}
