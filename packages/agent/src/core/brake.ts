import { isRemote, type Op } from './ops.ts'
import type { Trees } from './trees.ts'

/** So many files may go or be replaced without anyone being asked, whatever the size of the root. */
export const BRAKE_FILES = 1000
export const BRAKE_SHARE = 0.25

export type Side = 'here' | 'there'
/** How many files are taken away or replaced on either side. */
export type WouldGo = Readonly<Record<Side, number>>

/** The files that a plan takes away or replaces. What someone has deselected goes because they said so: it does not count. */
export function goingFiles(ops: readonly Op[], { remote }: Pick<Trees, 'remote'>): Going[] {
  return ops.filter((op): op is Going => {
    if (!('link' in op) || op.link.kind !== 'file' || !GOING.has(op.op)) return false
    return op.op !== 'remove' || remote.live(op.link.rowId) === undefined
  })
}

type Going = Extract<Op, { op: 'remove' | 'replace' | 'delete' | 'send' }>
const GOING = new Set<Op['op']>(['remove', 'replace', 'delete', 'send'])

export const sideOf = (op: Going): Side => (isRemote(op) ? 'there' : 'here')

export function countGoing(sides: Iterable<Side>): WouldGo {
  const count = { here: 0, there: 0 }
  for (const side of sides) count[side]++
  return count
}

/** Whether so much is taken away from one side that a person should look first. */
export function isBraked({ here, there }: WouldGo, linkedFiles: number, least = BRAKE_FILES): boolean {
  const limit = Math.max(least, linkedFiles * BRAKE_SHARE)
  return here > limit || there > limit
}
