import type { Side, WouldGo } from './brake.ts'
import type { Link } from './links.ts'
import { isRemote, type Op, type Wait } from './ops.ts'
import type { Trees } from './trees.ts'

/** What takes a file, or a content of it, away from one side. */
export type Going = Extract<Op, { op: 'remove' | 'replace' | 'delete' | 'send' }>

/** What a plan will do, in numbers. */
export interface Tally {
  /** Changes of the service, and of the disk. */
  readonly up: number
  readonly down: number
  /** What takes files away, one by one and counted. */
  readonly going: readonly Going[]
  readonly wouldGo: WouldGo
  /** Files that are gone from the disk, and have to be looked for once more before that is sent. */
  readonly missing: readonly Link[]
}

export function tallyOf(
  ops: readonly Op[],
  trees: Pick<Trees, 'remote'>,
  waits: readonly Wait[] = [],
): Tally {
  const changes = { up: 0, down: 0 }
  const wouldGo = { here: 0, there: 0 }
  const going: Going[] = []
  for (const op of ops) {
    changes[isRemote(op) ? 'up' : 'down']++
    if (!isGoing(op, trees)) continue
    going.push(op)
    wouldGo[sideOf(op)]++
  }
  const missing = waits.flatMap((wait) => {
    if (wait.wait !== 'look' || wait.link.kind !== 'file' || !trees.remote.visible(wait.link.rowId)) return []
    return wait.link
  })
  return { ...changes, going, wouldGo, missing }
}

/** The side that a file goes from. */
export const sideOf = (op: Going): Side => (isRemote(op) ? 'there' : 'here')

const GOING = new Set<Op['op']>(['remove', 'replace', 'delete', 'send'])

/** Folders do not count: what is in them does. What someone has deselected goes because they said so, on this device. */
function isGoing(op: Op, { remote }: Pick<Trees, 'remote'>): op is Going {
  if (!('link' in op) || op.link.kind !== 'file' || !GOING.has(op.op)) return false
  return op.op !== 'remove' || !remote.isDeselected(op.link.rowId)
}
