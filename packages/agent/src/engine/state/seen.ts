import { isSameLink, type Link } from '../../core/links.ts'
import { isSameEntry, type LocalEntry } from '../../core/local-tree.ts'
import type { Seen } from '../../ports/disk.ts'
import type { Engine } from './engine.ts'

export function seen({ state }: Engine, { id, parentId, rawName, stamp }: LocalEntry): Seen | undefined {
  const folder = state.trees.local.wayTo(parentId)
  return folder && { id, rawName, stamp, folder }
}

/** As it was when the plan was made: otherwise the plan has nothing to say about it. */
export function isAsPlanned({ state: { trees } }: Engine, op: { link?: Link; local?: LocalEntry }): boolean {
  const link = op.link && trees.links.ofRow(op.link.rowId)
  const local = op.local && trees.local.get(op.local.id)
  return (
    (!op.link || (link !== undefined && isSameLink(link, op.link))) &&
    (!op.local || (local !== undefined && isSameEntry(local, op.local)))
  )
}
