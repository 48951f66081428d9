import type { OrganizationId, RootId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { authorizeOrganization } from '../../access/administration.ts'
import { namingBackups } from '../../access/machines.ts'
import { fail, noSuch } from '../../errors.ts'
import { plain, rootView } from '../../files/basics/view.ts'
import type { Ctx } from '../../platform/context.ts'
import { readPage } from '../../platform/db/page.ts'
import type { Principal } from '../../platform/principal.ts'
import { listDownward, listUpward } from '../../records/organization-tree.ts'
import { findRoot, listRootsOf, listSharesOf, type RootRow } from '../../records/roots.ts'
import { pageAcross } from './page-across.ts'

const listedRoot = (root: RootRow, at: Instant) => ({
  ...rootView(root, plain(at)),
  company_id: root.organization_id,
})

/** The roots of an organization and of all below it, organization by organization. */
export async function listOrganizationRoots(ctx: Ctx, who: Principal, id: OrganizationId, offset: number) {
  const db = ctx.db.read
  await authorizeOrganization(db, who, id)
  const below = await listDownward(db, id)
  const { total, ids, skip } = pageAcross(
    below.map((organization) => ({ id: organization.id, count: organization.roots_count })),
    offset,
  )
  const rows = ids.length === 0 ? [] : await listRootsOf(db, ids, skip)
  const named = await namingBackups(db, who, rows)
  return { offset, total, results: named.map((root) => listedRoot(root, ctx.now())) }
}

/** The team shares of an organization itself. */
export async function listOrganizationShares(ctx: Ctx, who: Principal, id: OrganizationId, offset: number) {
  const db = ctx.db.read
  const { shares_count: total } = await authorizeOrganization(db, who, id)
  const rows = await readPage(total, offset, (window) => listSharesOf(db, id, window))
  return { offset, total, results: rows.map((root) => listedRoot(root, ctx.now())) }
}

/** A root that an organization or one below it owns. */
export async function getOrganizationRoot(ctx: Ctx, who: Principal, id: OrganizationId, rootId: RootId) {
  const db = ctx.db.read
  await authorizeOrganization(db, who, id)
  const what = `root ${rootId} in organization ${id}`
  const root = (await findRoot(db, rootId)) ?? noSuch(what)
  const owners = await listUpward(db, root.organization_id)
  if (!owners.some((owner) => owner.id === id)) noSuch(what)
  if (root.deleted_at !== null) fail('root_deleted')
  const [named = root] = await namingBackups(db, who, [root])
  return listedRoot(named, ctx.now())
}
