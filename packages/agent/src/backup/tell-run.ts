import type { Client } from '@holdfast/api/client'
import { createBackupRun } from '@holdfast/api/devices/backups'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import type { Clock } from '../ports/clock.ts'
import type { RunResult } from './backup-runner.ts'
import { persist } from './persist.ts'

/**
 * Tells the service that all of a folder is backed up: from then on that is what is restored. One that did not come to its
 * end is not reported. Rejects as requests do; it may be reported again.
 */
export async function tellRun(
  calls: Client,
  backup: { readonly machineId: MachineId; readonly rootId: RootId },
  { state, epoch, seq, startedAt, finishedAt, heldFiles, heldBytes, problems, problemCount }: RunResult,
  waiting: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  if (state !== 'done' || epoch === null) return
  const run = {
    machine_id: backup.machineId,
    root_id: backup.rootId,
    epoch,
    seq,
    started: formatUtc(startedAt),
    finished: formatUtc(finishedAt),
    files: heldFiles,
    bytes: heldBytes,
    problem_count: problemCount,
    problems: [...problems],
  }
  await persist(waiting, () => calls.call(createBackupRun, run))
}
