import type { InstallationBackup } from '@holdfast/api/oversight/installation-backup'
import { formatUtc, HOUR_MS, type Instant } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { blobsPlace } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { backupFingerprint } from '../../platform/installation/backup-key.ts'
import type { Principal } from '../../platform/principal.ts'
import {
  findInstallationBackup,
  type InstallationBackup as InstallationBackupRow,
  isOverdue,
} from '../../records/installation-backup.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'

/** For those who run the installation: administrators of its root organization. */
export async function getInstallationBackup(ctx: Ctx, who: Principal): Promise<InstallationBackup> {
  await authorizeOrganization(ctx.db.read, who, ROOT_ORGANIZATION)
  const row = await findInstallationBackup(ctx.db.read)
  const { backup: schedule } = ctx.config
  return {
    type: 'installation_backup',
    place: schedule ? blobsPlace(schedule.place) : null,
    every_hours: schedule ? schedule.everyMs / HOUR_MS : null,
    keep: schedule?.keep.last ?? null,
    keep_daily: schedule?.keep.daily ?? null,
    keep_weekly: schedule?.keep.weekly ?? null,
    keep_monthly: schedule?.keep.monthly ?? null,
    fingerprint: await backupFingerprint(ctx),
    state: stateOf(row),
    begun: told(row?.begun_at),
    ended: told(row?.ended_at),
    backup: row?.backup ?? null,
    blobs: row?.blobs ?? 0,
    bytes: row?.bytes ?? 0,
    error: row?.error ?? null,
    newest_complete: told(row?.complete_at),
    overdue: row !== undefined && schedule !== undefined && isOverdue(row, schedule.everyMs, ctx.now()),
  }
}

const told = (at: Instant | null | undefined): string | null => (at == null ? null : formatUtc(at))

function stateOf(row: InstallationBackupRow | undefined): InstallationBackup['state'] {
  if (!row || row.begun_at === null) return 'none'
  if (row.ended_at === null) return 'running'
  return row.error === null ? 'complete' : 'failed'
}
