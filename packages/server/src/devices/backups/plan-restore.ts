import type { RestorePlan } from '@holdfast/api/devices/backups'
import type { EntryId, MachineId } from '@holdfast/api/ids'
import { authorizeRestore } from '../../access/machines.ts'
import { timeOrNull } from '../../accounts/organizations/view.ts'
import { countFolderThen } from '../../files/sync/count-folder-then.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { askDevice, askerOn, readRestoreAnswer } from '../basics/ask-device.ts'
import { checkedPath } from '../basics/checked-path.ts'
import type { Health } from '../machines/health.ts'
import { checkFolderThen } from './check-folder-then.ts'
import { type BackupPath, getBackupRow } from './get-backup.ts'
import { findRunAt } from './queries.ts'
import { seqThen } from './restore-backup.ts'

interface Planning {
  path: string
  toMachineId: MachineId | undefined
  asOf: string | undefined
  folderId: EntryId | undefined
}

/** What a restore would write, and whether the device allows it: asked of the device, which changes nothing. */
export async function planRestore(
  ctx: Ctx,
  who: PersonPrincipal,
  path: BackupPath,
  given: Planning,
): Promise<RestorePlan> {
  const db = ctx.db.read
  const { target } = await authorizeRestore(db, who, path, given.toMachineId)
  const { root_id } = await getBackupRow(db, path)
  const folder = checkedPath(given.path)
  const { folderId } = given
  const run = await findRunAt(db, root_id, await seqThen(ctx, path, given.asOf))
  await checkFolderThen(db, root_id, folderId, run?.seq)
  const figures =
    folderId === undefined ? run : run && (await countFolderThen(db, root_id, folderId, run.seq))
  const connected = await ctx.devices.isConnected(target.id)
  const asked = {
    ...{ root_id, path: folder, ...(await askerOn(db, who, target)) },
    ...(run && {
      plan: { as_of_seq: run.seq, ...(folderId !== undefined && { folder_id: folderId }) },
    }),
  }
  const answer = connected ? await askDevice(ctx, target.id, 'restore', asked) : undefined
  const { free_space }: Health = JSON.parse(target.health ?? '{}')
  return {
    type: 'restore_plan',
    root_id,
    machine_id: target.id,
    connected,
    run: timeOrNull(run?.finished_at ?? null),
    files: run ? (figures?.files ?? null) : 0,
    bytes: run ? (figures?.bytes ?? null) : 0,
    free_space: free_space ?? null,
    newer_there: readRestoreAnswer(answer)?.newer ?? null,
  }
}
