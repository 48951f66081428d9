import type { Op } from './ops.ts'
import type { Trees } from './trees.ts'

/** So many files may go or be replaced by one plan without anyone being asked, whatever the size of the root. */
export const BRAKE_FILES = 1000
export const BRAKE_SHARE = 0.25

/** How many files a plan takes away or replaces on either side. */
export interface WouldGo {
  readonly here: number
  readonly there: number
}

/** What someone has deselected goes because they said so: it does not count. */
export function countGoing(ops: readonly Op[], { remote }: Pick<Trees, 'remote'>): WouldGo {
  let here = 0
  let there = 0
  for (const op of ops) {
    if ((op.op === 'remove' || op.op === 'replace') && op.link.kind === 'file')
      here += op.op === 'remove' && remote.live(op.link.rowId) ? 0 : 1
    if ((op.op === 'delete' || op.op === 'send') && op.link.kind === 'file') there++
  }
  return { here, there }
}

/** Whether a plan takes so much away from one side that a person should look first. */
export function isBraked({ here, there }: WouldGo, linkedFiles: number, least = BRAKE_FILES): boolean {
  const limit = Math.max(least, linkedFiles * BRAKE_SHARE)
  return here > limit || there > limit
}
