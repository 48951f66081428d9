import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import { findPause } from '../../platform/installation/rest.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { findOrganization, holdOrganization } from '../../records/organizations.ts'
import { deleteWithChildren } from '../deletion/delete-with-children.ts'
import { isSoon, mailAdministrators } from './mail-administrators.ts'
import { findClosing, listClosings, updateClosing } from './queries.ts'

/**
 * Deletes the organizations whose day has come, and reminds administrators of those whose day is near. Nothing is deleted
 * while retention is paused after a restore: the closing may have been canceled since the backup.
 */
export async function watchClosings(ctx: Ctx): Promise<void> {
  const paused = await findPause(ctx.db.read, ctx.now())
  for (const { organization_id: id, closes_at, reminded_at } of await listClosings(ctx.db.read)) {
    const now = ctx.now()
    if (closes_at === null) continue
    if (closes_at <= now && !paused) await deleteIfDue(ctx, id)
    else if (reminded_at === null && closes_at > now && isSoon(closes_at, now)) await remind(ctx, id)
  }
}

const deleteIfDue = (ctx: Ctx, id: OrganizationId): Promise<void> =>
  ctx.db.write(async (tx) => {
    const at = ctx.now()
    const found = await findOrganization(tx, id)
    if (!found || found.parent_id === null) return
    // The one above first, as by those who delete it.
    await holdOrganization(tx, found.parent_id)
    await holdOrganization(tx, id)
    const organization = await findOrganization(tx, id)
    // With one above it, it may be gone; and it may be open again.
    if (organization?.deleted_at !== null || organization.closes_at === null || organization.closes_at > at)
      return
    await deleteWithChildren(tx, THE_SERVICE, organization, found.parent_id, at)
  })

const remind = (ctx: Ctx, id: OrganizationId): Promise<void> =>
  ctx.db.write(async (tx) => {
    await holdOrganization(tx, id)
    const [organization, closing] = [await findOrganization(tx, id), await findClosing(tx, id)]
    if (!organization || closing?.reminded_at !== null) return
    const at = ctx.now()
    await updateClosing(tx, id, { reminded_at: at })
    await mailAdministrators(ctx, tx, organization, 'organization_closes_soon', at)
  })
