import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import { readPage } from '../../platform/db/page.ts'
import type { Principal } from '../../platform/principal.ts'
import { countAuthSources, listAuthSourceRows } from '../../records/auth-sources.ts'
import { authSourceView } from './view.ts'

/** The directory servers of an organization, oldest first. */
export async function listAuthSources(ctx: Ctx, who: Principal, id: OrganizationId, offset: number) {
  const db = ctx.db.read
  // Also where the policy lets nobody use them: who switched them off must see what there is.
  await authorizeOrganization(db, who, id)
  const total = await countAuthSources(db, id)
  const rows = await readPage(total, offset, (window) => listAuthSourceRows(db, id, window))
  return { offset, total, results: rows.map(authSourceView) }
}
