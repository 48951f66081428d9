import type { Backup, BackupRun } from '@holdfast/api/devices/backups'
import { formatUtc } from '@holdfast/api/time'
import type { Problem } from '../basics/read-problems.ts'
import type { BackupRow, BackupRunRow } from './queries.ts'

/** How folders of a device are called is for those who may see that, as are names of files. */
export const backupView = ({ root_id, machine_id, path }: BackupRow, seesNames: boolean): Backup => ({
  type: 'backup',
  id: root_id,
  machine_id,
  path: seesNames ? path : '',
})

/** What files are called that could not be read is for those who may see that. */
export const runView = (
  { id, root_id, started_at, finished_at, seq, files, bytes, problem_count, problems }: BackupRunRow,
  seesNames: boolean,
): BackupRun => ({
  type: 'backup_run',
  id,
  root_id,
  started: formatUtc(started_at),
  finished: formatUtc(finished_at),
  seq,
  files,
  bytes,
  problem_count,
  problems: (JSON.parse(problems) as Problem[]).map(({ path, reason }) => ({
    path: seesNames ? path : '',
    reason,
  })),
})
