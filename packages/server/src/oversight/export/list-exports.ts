import type { OrganizationId } from '@holdfast/api/ids'
import type { Export } from '@holdfast/api/oversight/exports'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { mayViewAll } from './authorize-export.ts'
import { listExportsOf } from './queries.ts'
import { exportView } from './view.ts'

const SHOWN = 20

/** Newest first; without those with files that the caller may not view by now. */
export async function listExports(ctx: Ctx, who: Principal, id: OrganizationId): Promise<Export[]> {
  const db = ctx.db.read
  await authorizeOrganization(db, who, id, 'browse_files')
  const shown: Export[] = []
  for (const row of await listExportsOf(db, id, SHOWN))
    if (await mayViewAll(db, who, row)) shown.push(await exportView(db, row))
  return shown
}
