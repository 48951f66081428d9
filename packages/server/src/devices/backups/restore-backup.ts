import type { Backup } from '@holdfast/api/devices/backups'
import type { EntryId, MachineId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { authorizeRestore, seesNamesOn } from '../../access/machines.ts'
import { noSuch, refuse } from '../../errors.ts'
import { resolvePoint } from '../../files/history/point.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { named } from '../../records/machines.ts'
import { findRoot } from '../../records/roots.ts'
import { askDevice, askerOn } from '../basics/ask-device.ts'
import { checkedPath } from '../basics/checked-path.ts'
import { type Credentials, sealCredentials } from '../basics/seal-credentials.ts'
import { tellOwner } from '../basics/tell-owner.ts'
import { addJob } from '../jobs/add-job.ts'
import { checkFolderThen } from './check-folder-then.ts'
import { type BackupPath, getBackupRow } from './get-backup.ts'
import { findFirstRun, findLastRun } from './queries.ts'
import { backupView } from './view.ts'

export interface Restoring extends Credentials {
  path: string
  toMachineId: MachineId | undefined
  overwrite: boolean
  /** A point of its history; as it was last backed up where there is none. */
  asOf: string | undefined
  folderId: EntryId | undefined
}

/** Has a device write a backup to one of its folders: it is asked about the folder now, and does the work as a job. */
export async function restoreBackup(
  ctx: Ctx,
  who: PersonPrincipal,
  path: BackupPath,
  given: Restoring,
): Promise<Backup> {
  const { target } = await authorizeRestore(ctx.db.read, who, path, given.toMachineId)
  await getBackupRow(ctx.db.read, path)
  const folder = checkedPath(given.path)
  const asOfSeq = await seqThen(ctx, path, given.asOf)
  await checkFolderThen(ctx.db.read, path.rootId, given.folderId, asOfSeq)
  const sealed = sealCredentials(ctx, target, { purpose: 'restore', row: path.rootId }, given)
  // A `restore` that is asked for is about the folder only: whether it can be written to.
  const asker = await askerOn(ctx.db.read, who, target)
  await askDevice(ctx, target.id, 'restore', { root_id: path.rootId, path: folder, ...asker }, sealed)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { machine, target: to } = await authorizeRestore(tx, who, path, given.toMachineId)
    const backup = await getBackupRow(tx, path)
    await addJob(tx, {
      kind: 'restore',
      machine_id: to.id,
      root_id: backup.root_id,
      path: folder,
      credentials: sealed ?? null,
      as_of_seq: asOfSeq ?? (await findLastRun(tx, backup.root_id)) ?? null,
      folder_id: given.folderId ?? null,
      overwrite: given.overwrite ? 1 : 0,
      created_by: who.personId,
      created_at: at,
    })
    const on = { machine: named(to), about: folder }
    await recordActivity(tx, who, 'backup_restored', on, at)
    await tellOwner(ctx, tx, who, to, { what: 'restored', folders: [folder], at })
    return backupView(backup, await seesNamesOn(tx, who, machine))
  })
}

/** The change that a point stands for; undefined where none is given. Before the first run there is none. */
export async function seqThen({ db, now }: Ctx, { rootId }: BackupPath, asOf: string | undefined) {
  if (asOf === undefined) return undefined
  const root = (await findRoot(db.read, rootId)) ?? noSuch(`root ${rootId}`)
  const seq = await resolvePoint(db.read, root, asOf, { parameter: 'as_of', now: now() })
  const first = await findFirstRun(db.read, rootId)
  if (seq < (first?.seq ?? 1))
    refuse(
      'as_of',
      first
        ? `the first backup finished at ${formatUtc(first.finished_at)}`
        : 'nothing was backed up at that time',
    )
  return seq
}
