import { everything, type Subject } from './affected.ts'
import { isLeftover } from './must-stay.ts'
import { whyRefused } from './remote-place.ts'
import { standingOf } from './standing.ts'
import type { Trees } from './trees.ts'

/** How many changes of the disk the service does not have, by what was known of it last. It decides nothing. */
export function countUnsent(trees: Trees): number {
  let count = 0
  if (trees.readOnly) return count
  for (const subject of everything(trees)) if (isUnsent(trees, subject)) count++
  return count
}

function isUnsent(trees: Trees, subject: Subject): boolean {
  if (typeof subject === 'string') {
    const local = trees.links.ofLocal(subject) ? undefined : trees.local.get(subject)
    return local !== undefined && !isLeftover(trees, local) && whyRefused(trees, local) === undefined
  }
  const link = trees.links.ofRow(subject)
  if (!link) return false
  const { row, local, localEdited, localTouched, localMoved } = standingOf(trees, link)
  return row !== undefined && (!local || localEdited || localTouched || localMoved)
}
