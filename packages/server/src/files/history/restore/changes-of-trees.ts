import type { EntryId } from '@holdfast/api/ids'
import type { Step } from '../plan/plan.ts'
import type { Tree } from '../plan/tree.ts'

/** Of each folder the number of the newest step below it, and how many bytes more are. Steps have numbers from `first` on. */
export function changesOfTrees(
  steps: readonly Step[],
  { now, final }: { now: Tree; final: Tree },
  first: number,
): Map<EntryId, { seq: number; size: number }> {
  const alone = bytesAlone(steps, now)
  const changes = new Map<EntryId, { seq: number; size: number }>()
  const change = (id: EntryId, by: { seq?: number; size?: number }) => {
    const { seq, size } = changes.get(id) ?? { seq: 0, size: 0 }
    changes.set(id, { seq: Math.max(seq, by.seq ?? 0), size: size + (by.size ?? 0) })
  }
  for (const [n, { item, to }] of steps.entries()) {
    const bytes = alone.get(item.id) ?? 0
    for (const id of now.countedIn(item.id)) change(id, { size: -bytes })
    for (const id of final.countedIn(item.id)) change(id, { size: item.kind === 'file' ? to.size : bytes })
    const left = item.now.parentId
    const told = left === 0 ? [] : [left, ...final.above(left)]
    for (const id of [...told, ...final.above(item.id)]) change(id, { seq: first + n })
  }
  return changes
}

/** What goes along with each item, without what goes by a step of its own. */
function bytesAlone(steps: readonly Step[], now: Tree): Map<EntryId, number> {
  const alone = new Map(
    steps.map(({ item }) => [item.id, item.kind === 'file' ? item.now.size : item.treeSize]),
  )
  const deepestFirst = steps
    .map(({ item: { id } }) => ({ id, depth: now.depth(id) }))
    .sort((one, other) => other.depth - one.depth)
  for (const { id } of deepestFirst) {
    const bytes = alone.get(id) ?? 0
    for (const folder of now.countedIn(id)) {
      const around = alone.get(folder)
      if (around !== undefined) alone.set(folder, around - bytes)
    }
  }
  return alone
}
