import type { OrganizationId } from '@holdfast/api/ids'
import type { Principal } from '../access/principal.ts'
import type { Ctx } from '../context.ts'
import { readPage } from '../db/page.ts'
import { authorizeDirectories } from './authorize-auth-source.ts'
import { countAuthSources, listAuthSourceRows } from './queries.ts'
import { authSourceView } from './view.ts'

/** The directory servers of an organization, oldest first. */
export async function listAuthSources(ctx: Ctx, who: Principal, id: OrganizationId, offset: number) {
  const db = ctx.db.read
  await authorizeDirectories(db, who, id)
  const total = await countAuthSources(db, id)
  const rows = await readPage(total, offset, (window) => listAuthSourceRows(db, id, window))
  return { offset, total, results: rows.map(authSourceView) }
}
