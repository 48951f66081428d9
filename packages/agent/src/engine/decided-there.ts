import type { Change } from '@holdfast/api/files/changes'
import { CONFIRMED_OP } from '@holdfast/api/files/sync'
import { MOST_HOPS } from '../core/remote-tree.ts'
import type { Going } from '../core/tally.ts'
import type { State } from './state/state.ts'

/**
 * Whether somebody has decided on a deletion where it was made: a person in a browser, or on a device that stopped itself and
 * was confirmed. Then nobody is asked again where it is only followed (ADR 0074).
 */
export const isDecision = ({ op, client_op, person_id, machine_id }: Change): boolean =>
  (op === 'delete' || op === 'purge') &&
  (client_op === null ? machine_id === null && person_id !== null : client_op.startsWith(CONFIRMED_OP))

/** Whether a file goes from here since somebody decided that it, or a folder that it was in, is deleted. */
export function isDecidedThere({ trees, decidedThere }: State, op: Going | undefined): boolean {
  if (op?.op !== 'remove' || decidedThere.size === 0) return false
  let id = op.link.rowId
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    if (decidedThere.has(id)) return true
    const row = trees.remote.get(id)
    if (!row || row.parentId === id) return false
    id = row.parentId
  }
  return false
}
