import { authorizeMachine } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { named } from '../../records/machines.ts'
import { addCounts } from '../../records/organizations.ts'
import { holdRoot } from '../../records/roots.ts'
import { type BackupPath, getBackupRow } from './get-backup.ts'
import { markBackupDeleted } from './queries.ts'

/** Its root is gone at once, what that holds a little later. The machine keeps its files. */
export async function deleteBackup(ctx: Ctx, who: PersonPrincipal, path: BackupPath): Promise<void> {
  await authorizeMachine(ctx.db.read, who, path.machineId)
  await getBackupRow(ctx.db.read, path)
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const root = await holdRoot(tx, path.rootId)
    const machine = await authorizeMachine(tx, who, path.machineId)
    const backup = await getBackupRow(tx, path)
    await markBackupDeleted(tx, root.id, at)
    await addCounts(tx, root.organization_id, { roots: -1 })
    await enqueue(tx, 'purge_roots', {}, at)
    const on = { machine: named(machine), about: backup.path }
    await recordActivity(tx, who, 'backup_deleted', on, at)
  })
}
