import type { Op } from '../../core/ops.ts'
import { DiskTrouble } from '../../ports/disk.ts'
import type { Engine } from './engine.ts'
import type { ProblemReason } from './status.ts'

export const PROBLEM_OF_DISK: Record<DiskTrouble['reason'], ProblemReason> = {
  full: 'disk_full',
  denied: 'disk_denied',
  busy: 'disk_busy',
  broken: 'disk_broken',
  mounted: 'other_volume',
}

/** As the system words it, without the path: that is shown beside it. */
const saidBy = (cause: unknown): string | null =>
  cause instanceof Error ? (cause.message.split(',', 1)[0] ?? null) : null

/** What the disk refuses for one item is that item's problem: undefined then. */
export async function unlessTrouble<T>(
  { problems }: Engine,
  op: Op,
  deed: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await deed()
  } catch (error) {
    if (!(error instanceof DiskTrouble)) throw error
    noteTrouble({ problems }, op, error)
    return undefined
  }
}

export function noteTrouble(
  { problems }: Pick<Engine, 'problems'>,
  op: Op,
  { reason, cause }: DiskTrouble,
): void {
  problems.fail(op, { reason: PROBLEM_OF_DISK[reason], detail: saidBy(cause) })
}
