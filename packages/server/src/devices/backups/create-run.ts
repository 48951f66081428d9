import type { BackupRun } from '@holdfast/api/devices/backups'
import { parseUtc } from '@holdfast/api/time'
import { authorizeAgent } from '../../access/machines.ts'
import { fail, noSuch, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { currentEpoch } from '../../platform/installation/epoch.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findRoot } from '../../records/roots.ts'
import { keptProblems, type Problem } from '../basics/read-problems.ts'
import { checkBackups } from './check-backups.ts'
import { type BackupPath, getBackupRow } from './get-backup.ts'
import { deleteOldRuns, listRunRows, noteRun, upsertRun } from './queries.ts'
import { runView } from './view.ts'

/** At one every quarter of an hour, ten days; at one every four hours, half a year. */
const RUNS_KEPT = 1000

export interface FinishedRun
  extends Pick<BackupRun, 'started' | 'finished' | 'seq' | 'files' | 'bytes' | 'problem_count'> {
  epoch: string
  problems?: Problem[]
}

/** Notes that a device went through all files of a backup: from now on that is what a restore restores. */
export async function createRun(
  ctx: Ctx,
  who: PersonPrincipal,
  path: BackupPath,
  { epoch, started, finished, seq, files, bytes, problem_count, problems }: FinishedRun,
): Promise<BackupRun> {
  await authorizeAgent(ctx.db.read, who, path.machineId)
  const { id: now } = await currentEpoch(ctx)
  return ctx.db.write(async (tx) => {
    await authorizeAgent(tx, who, path.machineId)
    const { root_id } = await getBackupRow(tx, path)
    // Numbers of a time that a restore has undone stand for something else, or nothing.
    if (epoch !== now) fail('cursor_reset')
    const root = (await findRoot(tx, root_id)) ?? noSuch(`root ${root_id}`)
    await checkBackups(tx, root.organization_id)
    if (seq > root.seq) refuse('seq', `the newest change is ${root.seq}`)
    const at = ctx.now()
    const row = await upsertRun(tx, {
      root_id,
      started_at: parseUtc(started) ?? at,
      finished_at: parseUtc(finished) ?? at,
      seq,
      files,
      bytes,
      problem_count,
      problems: keptProblems(problems),
    })
    const [newest = row] = await listRunRows(tx, root_id, { skip: 0, limit: 1 })
    await noteRun(tx, newest, at)
    await deleteOldRuns(tx, root_id, RUNS_KEPT)
    return runView(row, true)
  })
}
