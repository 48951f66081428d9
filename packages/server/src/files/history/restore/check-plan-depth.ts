import type { EntryId } from '@holdfast/api/ids'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { RootRow } from '../../../records/roots.ts'
import { checkDepthBelow } from '../../basics/check-depth.ts'
import type { Known } from '../plan/known.ts'
import { finalTree, type Plan } from '../plan/plan.ts'
import { Tree } from '../plan/tree.ts'

/** Refuses a plan by which folders come back, or end up deeper than before, too deep. */
export async function checkPlanDepth(
  db: Db,
  root: RootRow,
  plan: Pick<Plan, 'steps'>,
  known: ReadonlyMap<EntryId, Known>,
): Promise<void> {
  const steps = [...plan.steps.values()].filter(({ item }) => item.kind === 'folder')
  const now = new Tree((id) => known.get(id)?.now)
  const final = finalTree(plan, known)
  const deeper = new Set<EntryId>()
  const arriving = new Map<ParentId, EntryId[]>()
  for (const { item, to } of steps) {
    if (to.deleted) continue
    const there = arriving.get(to.parentId)
    if (there) there.push(item.id)
    else arriving.set(to.parentId, [item.id])
    const isBack = now.fate(item.id) !== 'live'
    if (final.fate(item.id) === 'live' && (isBack || final.depth(item.id) > now.depth(item.id)))
      deeper.add(item.id)
  }
  const outermost = [...deeper].filter((id) => !final.isWithin(id, deeper))
  const placed = outermost.map((id) => ({ id, depth: final.depth(id) + 1 }))
  const leaving = new Set(steps.map(({ item }) => item.id))
  await checkDepthBelow(db, root, root.id, placed, { leaving, arriving })
}
