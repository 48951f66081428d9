import type { Op } from './ops.ts'

/** So many files may go or be replaced by one plan without anyone being asked, whatever the size of the root. */
export const BRAKE_FILES = 1000
export const BRAKE_SHARE = 0.25

/** Whether a plan takes so much away from one side that a person should look first. */
export function isBraked(ops: readonly Op[], linkedFiles: number): boolean {
  const limit = Math.max(BRAKE_FILES, linkedFiles * BRAKE_SHARE)
  let here = 0
  let there = 0
  for (const op of ops) {
    if ((op.op === 'remove' || op.op === 'replace') && op.link.kind === 'file') here++
    if ((op.op === 'delete' || op.op === 'send') && op.link.kind === 'file') there++
  }
  return here > limit || there > limit
}
