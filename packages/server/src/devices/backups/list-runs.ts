import { authorizeMachine, seesNamesOn } from '../../access/machines.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageHead } from '../../platform/db/page.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { type BackupPath, getBackupRow } from './get-backup.ts'
import { countRuns, listRunRows } from './queries.ts'
import { runView } from './view.ts'

/** When a backup was made, the newest first. */
export async function listRuns(
  ctx: Ctx,
  who: PersonPrincipal,
  path: BackupPath,
  { page, page_size }: { page: number; page_size: number },
) {
  const db = ctx.db.read
  const sees = await seesNamesOn(db, who, await authorizeMachine(db, who, path.machineId))
  const { root_id } = await getBackupRow(db, path)
  const head = pageHead(page, page_size, await countRuns(db, root_id))
  const rows = await listRunRows(db, root_id, { skip: (page - 1) * page_size, limit: page_size })
  return { ...head, results: rows.map((row) => runView(row, sees)) }
}
