import type { BulkPlan, BulkResult } from '@holdfast/api/accounts/account-bulk'
import type { RootId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import type { BackupTableRow } from '@holdfast/api/oversight/backup-table'
import type {
  applyBackupsBulk as applying,
  BackupAction,
  planBackupsBulk as planning,
} from '@holdfast/api/oversight/device-bulk'
import { applyBulk } from '../../accounts/bulk/apply-bulk.ts'
import { planBulk, type Verdict } from '../../accounts/bulk/plan-bulk.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { runBackup } from '../backups/run-backup.ts'
import { updateBackup } from '../backups/update-backup.ts'
import { openBackupTable } from './table-backups.ts'

const ALL = { sort: 'run', limit: 1, count: false, format: 'json' } as const

/** Says what an action would do to many backups. */
export async function planBackupsBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof planning>,
): Promise<BulkPlan<RootId>> {
  const table = await openBackupTable(ctx, who, { ...params, ...ALL })
  return planBulk(ctx, table, params, (row) => judge(params.action, row))
}

/** Does something with some backups. */
export async function applyBackupsBulk(
  ctx: Ctx,
  who: PersonPrincipal,
  params: ParamsOf<typeof applying>,
): Promise<BulkResult<RootId>> {
  const table = await openBackupTable(ctx, who, { ...params, ...ALL })
  const act = ({ id: rootId, machine }: BackupTableRow): Promise<unknown> => {
    const path = { machineId: machine.id, rootId }
    return params.action === 'run'
      ? runBackup(ctx, who, path)
      : updateBackup(ctx, who, path, { paused: params.action === 'pause' })
  }
  return applyBulk(ctx, table, params, { verdictOn: (row) => judge(params.action, row), act })
}

function judge(action: BackupAction, { may, connected, paused }: BackupTableRow): Verdict {
  if (!may.includes('devices.change')) return 'not_allowed'
  if (action === 'run') return connected ? 'change' : 'not_connected'
  return paused === (action === 'pause') ? 'same' : 'change'
}
