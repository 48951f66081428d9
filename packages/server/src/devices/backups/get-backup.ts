import type { Backup } from '@holdfast/api/devices/backups'
import type { MachineId, RootId } from '@holdfast/api/ids'
import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { type BackupRow, findBackup } from './queries.ts'
import { backupView } from './view.ts'

export interface BackupPath {
  machineId: MachineId
  rootId: RootId
}

export async function getBackup(ctx: Ctx, who: PersonPrincipal, path: BackupPath): Promise<Backup> {
  const db = ctx.db.read
  const sees = await seesNamesOn(db, who, await authorizeMachine(db, who, path.machineId))
  return backupView(await getBackupRow(db, path), sees)
}

export const getBackupRow = async (db: Db, { machineId, rootId }: BackupPath): Promise<BackupRow> =>
  (await findBackup(db, machineId, rootId)) ?? noSuch(`backup ${rootId} of machine ${machineId}`)
