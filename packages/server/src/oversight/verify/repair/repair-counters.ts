import { counted } from '@holdfast/api/counted'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { Ctx } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { holdRoot } from '../../../records/roots.ts'
import { locate } from '../locate.ts'
import { eachRoot } from '../verify-records.ts'
import {
  COUNTED,
  countRoot,
  recountBytes,
  recountFolders,
  recountTrees,
  recountUses,
  setRootCounts,
} from './queries.ts'

/** Counts again what roots and organizations keep count of, each root in a transaction of its own, and tells what was wrong. */
export async function repairCounters(
  ctx: Pick<Ctx, 'db' | 'now'>,
  only: RootId | undefined,
  tell: (repair: string) => void,
): Promise<void> {
  const organizations = new Set<OrganizationId>()
  for await (const { id, organization_id } of eachRoot(ctx.db.read, only)) {
    organizations.add(organization_id)
    const { folders, trees, wrong } = await ctx.db.write((tx) => repairRoot(tx, id, ctx.now()))
    for (const entry_id of folders)
      tell(`${await locate(ctx.db.read, { root_id: id, entry_id })}: number of items recalculated`)
    for (const entry_id of trees)
      tell(`${await locate(ctx.db.read, { root_id: id, entry_id })}: size and newest change recalculated`)
    for (const text of wrong) tell(`${await locate(ctx.db.read, { root_id: id })}: ${text}`)
  }
  for (const id of organizations) {
    const sums = await ctx.db.write((tx) => recountBytes(tx, id))
    for (const name of ['stored_size', 'pending_size'] as const)
      if (sums && sums.before[name] !== sums.after[name])
        tell(`Organization ${id}: ${name} was ${sums.before[name]}, is now ${sums.after[name]}`)
  }
}

async function repairRoot(tx: Tx, id: RootId, at: number) {
  const root = await holdRoot(tx, id)
  const uses = await recountUses(tx, id, at)
  const folders = root.deleted_at === null ? await recountFolders(tx, id) : []
  const trees = root.deleted_at === null ? await recountTrees(tx, id) : []
  const right = await countRoot(tx, id)
  // Of a deleted root, which is emptied bit by bit, only the bytes are kept count of.
  const names = root.deleted_at === null ? COUNTED : (['stored_size', 'pending_size'] as const)
  const wrong = names.filter((name) => root[name] !== right[name])
  if (wrong.length > 0)
    await setRootCounts(tx, id, Object.fromEntries(wrong.map((name) => [name, right[name]])))
  const told = wrong.map((name) => `${name} was ${root[name]}, is now ${right[name]}`)
  return {
    folders,
    trees,
    wrong: uses > 0 ? [`references to ${counted(uses, 'chunk')} recalculated`, ...told] : told,
  }
}
