import { authorizeMachine } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { named } from '../../records/machines.ts'
import { askDevice } from '../basics/ask-device.ts'
import { checkBackups } from './check-backups.ts'
import { type BackupPath, getBackupRow } from './get-backup.ts'

/** Has a connected device begin a run now. What it finds out is reported as of any other run. */
export async function runBackup(ctx: Ctx, who: PersonPrincipal, path: BackupPath): Promise<void> {
  const machine = await authorizeMachine(ctx.db.read, who, path.machineId)
  const backup = await getBackupRow(ctx.db.read, path)
  await checkBackups(ctx.db.read, machine.organization_id)
  await askDevice(ctx, machine.id, 'run_backup', { root_id: backup.root_id })
  const on = { machine: named(machine), about: backup.path }
  await ctx.db.write((tx) => recordActivity(tx, who, 'backup_started', on, ctx.now()))
}
