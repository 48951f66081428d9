import type { Backup } from '@holdfast/api/devices/backups'
import type { MachineId } from '@holdfast/api/ids'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { listBackupRows } from './queries.ts'
import { backupView } from './view.ts'

export async function listBackups(ctx: Ctx, who: PersonPrincipal, id: MachineId): Promise<Backup[]> {
  const db = ctx.db.read
  const sees = await seesNamesOn(db, who, await authorizeMachine(db, who, id))
  return (await listBackupRows(db, id)).map((row) => backupView(row, sees))
}
