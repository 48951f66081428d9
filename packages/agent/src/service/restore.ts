import { createHash } from 'node:crypto'
import { ApiClientError } from '@holdfast/api/client'
import { type BackupRun, listBackupRuns } from '@holdfast/api/devices/backups'
import type { EntryId, MachineId, RootId } from '@holdfast/api/ids'
import { countNewer } from '../backup/restore/count-newer.ts'
import { RestoreFailed, restoreBackup } from '../backup/restore/restore-backup.ts'
import type { RestoreProgress, RestoreResult } from '../backup/restore/restoring.ts'
import type { Problem } from '../backup/run-report.ts'
import type { RestorePlan } from '../device/device.ts'
import type { Gate } from '../device/gate/gate.ts'
import { Refused } from '../device/gate/refused.ts'
import { type Asker, HERE } from '../device/gate/rules.ts'
import { RootClient } from '../net/root-client.ts'
import { RESTORE } from '../words/backups.ts'
import { CLOCK } from './clock.ts'
import type { Connection } from './connection.ts'
import type { Home } from './home.ts'
import type { AgentMethods, RestoreView } from './methods.ts'
import { UserError } from './user-error.ts'

export interface RestoreWish {
  readonly rootId: RootId
  readonly path: string
  readonly asOfSeq: number | null
  readonly folderId?: EntryId | undefined
  readonly overwrite: boolean
  readonly asker: Asker
}

interface Restoring {
  readonly home: Home
  readonly connection: Connection
  readonly gate: Gate
}

/** Writes a backup to a folder of this device; what was cut off goes on when it is wished for again. */
export function restoreTo(
  { home, connection, gate }: Restoring,
  wish: RestoreWish,
  signal: AbortSignal,
  onProgress: (progress: RestoreProgress) => void,
): Promise<RestoreResult> {
  const { rootId, path, asOfSeq, folderId, overwrite, asker } = wish
  const same = JSON.stringify({ rootId, path, asOfSeq, folderId, overwrite })
  const name = createHash('sha256').update(same).digest('hex').slice(0, 16)
  const admit = () => {
    try {
      return gate.open({ deed: 'restore', path, asker }, { makes: true })
    } catch (error) {
      throw error instanceof Refused ? new RestoreFailed(error.message) : error
    }
  }
  return restoreBackup(
    {
      ...{ path, admit, asOfSeq, folderId, overwrite, clock: CLOCK },
      server: new RootClient(connection.line, rootId),
      stateFile: home.restoreState(name),
    },
    signal,
    onProgress,
  )
}

/** The service waits for an answer a little longer than this. */
const PATIENCE_MS = 10_000

/** What of a folder is newer than the backup; null where that cannot be found out in time, or not by this device. */
export async function newerThere(
  gate: Gate,
  connection: Connection | undefined,
  { rootId, path, asOfSeq, folderId, asker }: RestorePlan,
): Promise<number | null> {
  if (!connection) return null
  const until = CLOCK.now() + PATIENCE_MS
  try {
    using admitted = gate.open({ deed: 'restore', path, asker })
    const server = new RootClient(connection.line, rootId)
    return await countNewer(server, admitted.folder, { asOfSeq, folderId }, () => CLOCK.now() > until)
  } catch (error) {
    if (error instanceof Refused) return error.kind === 'not_found' ? 0 : null
    if (error instanceof ApiClientError || error instanceof TypeError) return null
    throw error
  }
}

/** The same, for someone on this device. `rootId`: of a backup of this device, whose name may have been given. */
export async function restoreHere(
  restoring: Restoring,
  asked: Parameters<AgentMethods['restore']>[0] & { rootId: RootId | undefined },
  signal: AbortSignal,
  onProgress: (progress: RestoreProgress) => void,
): Promise<RestoreView> {
  const { connection, gate } = restoring
  const { backup, folder, before, overwrite, machine, rootId = numberIn(backup) } = asked
  const machineId = (machine ?? connection.config?.machine_id) as MachineId
  gate.check({ deed: 'restore', path: folder, asker: HERE }, { makes: true, writes: true })
  const { seq } = await findRun(connection, { machineId, rootId }, before)
  const wish = { rootId, path: folder, asOfSeq: seq, overwrite, asker: HERE }
  return restoreView(await restoreTo(restoring, wish, signal, onProgress))
}

/** A backup of another device has no name here. */
function numberIn(backup: string): RootId {
  if (!/^\d+$/.test(backup)) throw new UserError(RESTORE.byNumber)
  return Number(backup) as RootId
}

/** The last time that the backup was made, or the last before a time. */
async function findRun(
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
  throw new UserError(results.length === 0 ? RESTORE.neverFinished : RESTORE.notBefore(before ?? ''))
}

const restoreView = (result: RestoreResult): RestoreView => {
  const { state, why, done, total, written, aside, keptCount } = result
  const view = ({ path, reason }: Problem) => ({ path, reason, help: '' })
  const [problems, leftOut] = [result.problems.map(view), result.leftOut.map(view)]
  return { state, why, done, total, written, aside, kept: keptCount, problems, leftOut }
}
