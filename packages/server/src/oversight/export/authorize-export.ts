import type { ExportId, OrganizationId } from '@holdfast/api/ids'
import { checkAdministered, obstacleTo } from '../../access/administration.ts'
import { fail, noSuch } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { listUpwardOf } from '../../records/organization-tree.ts'
import { type ExportRow, findExport } from './queries.ts'

/** An export, for those who may view the files of every organization that it has files of, as they are by now. */
export async function authorizeExport(db: Db, who: Principal, id: ExportId): Promise<ExportRow> {
  const row = await authorizeOwnExport(db, who, id)
  if (!(await mayViewAll(db, who, row))) fail('forbidden')
  return row
}

/** An export, for those who may make one of its organization. */
export async function authorizeOwnExport(db: Db, who: Principal, id: ExportId): Promise<ExportRow> {
  const row = (await findExport(db, id)) ?? noSuch(`export ${id}`)
  await checkAdministered(db, who, row.organization_id, `export ${id}`, 'browse_files')
  return row
}

export async function mayViewAll(db: Db, who: Principal, row: ExportRow): Promise<boolean> {
  const ids: OrganizationId[] = JSON.parse(row.organizations)
  const upward = await listUpwardOf(db, ids)
  return ids.every((id) => obstacleTo(who, upward.get(id) ?? [], 'browse_files') === undefined)
}
