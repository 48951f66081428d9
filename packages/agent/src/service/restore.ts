import { createHash } from 'node:crypto'
import { type BackupRun, listBackupRuns } from '@holdfast/api/devices/backups'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { type RestoreProgress, type RestoreResult, restoreBackup } from '../backup/restore/restore-backup.ts'
import { RootClient } from '../net/root-client.ts'
import { CLOCK } from './clock.ts'
import type { Connection } from './connection.ts'
import type { Home } from './home.ts'
import type { RestoreView } from './methods.ts'
import { UserError } from './user-error.ts'

export interface RestoreWish {
  readonly rootId: RootId
  readonly path: string
  readonly asOfSeq: number | null
  readonly overwrite: boolean
}

/** Writes a backup to a folder of this device; what was cut off goes on when it is wished for again. */
export function restoreTo(
  home: Home,
  connection: Connection,
  wish: RestoreWish,
  signal: AbortSignal,
  onProgress: (progress: RestoreProgress) => void,
): Promise<RestoreResult> {
  const { rootId, path, asOfSeq, overwrite } = wish
  const name = createHash('sha256').update(JSON.stringify(wish)).digest('hex').slice(0, 16)
  return restoreBackup(
    {
      ...{ path, asOfSeq, overwrite, clock: CLOCK },
      server: new RootClient(connection.line, rootId),
      stateFile: home.restoreState(name),
    },
    signal,
    onProgress,
  )
}

/** A backup of another device has no name here. */
export function numberIn(backup: string): RootId {
  if (!/^\d+$/.test(backup)) throw new UserError('Name a backup of another device by its number.')
  return Number(backup) as RootId
}

/** The last time that the backup was made, or the last before a time. */
export async function findRun(
  { line }: Connection,
  backup: { machineId: MachineId; rootId: RootId },
  before: string | undefined,
): Promise<BackupRun> {
  const { results } = await line.calls.call(listBackupRuns, {
    machine_id: backup.machineId,
    root_id: backup.rootId,
  })
  const found = results.find(({ finished }) => before === undefined || finished <= before)
  if (found) return found
  throw new UserError(
    results.length === 0
      ? 'This backup was never made to its end.'
      : `The first time it was made was after ${before}.`,
  )
}

export const restoreView = (result: RestoreResult): RestoreView => {
  const { state, why, done, total, written, aside, keptCount, problems } = result
  const views = problems.map(({ path, reason }) => ({ path, reason, help: '' }))
  return { state, why, done, total, written, aside, kept: keptCount, problems: views }
}
