import type { SharelinkId } from '@holdfast/api/ids'
import { authorizeLink } from '../../access/links.ts'
import { fail } from '../../errors.ts'
import { pathOf } from '../../files/basics/view.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { findEntry, listAncestors } from '../../records/entries.ts'
import { deleteLinks, findLinkForUpdate } from '../../records/links.ts'
import { findRoot } from '../../records/roots.ts'

/** Ends a link, whether it still works or not. */
export const deleteLink = (ctx: Ctx, who: PersonPrincipal, id: SharelinkId): Promise<void> =>
  ctx.db.write(async (tx) => {
    await findLinkForUpdate(tx, id)
    const link = await authorizeLink(tx, who, id, 'close')
    const root = (await findRoot(tx, link.root_id)) ?? fail('not_found')
    const entry = await findEntry(tx, root.id, link.entry_id)
    await deleteLinks(tx, [id])
    const path = entry ? `${pathOf(await listAncestors(tx, entry))}/${entry.name}` : undefined
    await recordActivity(tx, who, 'link_deleted', { root, ...(path !== undefined && { path }) }, ctx.now())
  })
