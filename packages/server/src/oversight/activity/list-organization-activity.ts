import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { OrganizationId } from '@holdfast/api/ids'
import { withoutHiddenNames } from '../../access/activity.ts'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findChainEnd, listNumbered } from '../../records/activity/queries.ts'
import { activityView } from '../../records/activity/view.ts'

/** Newest first. Records are numbered, so any page is read by its numbers, however old it is. */
export async function listOrganizationActivity(
  ctx: Ctx,
  who: PersonPrincipal,
  id: OrganizationId,
  offset: number,
) {
  const db = ctx.db.read
  await authorizeOrganization(db, who, id)
  const total = (await findChainEnd(db, id))?.seq ?? 0
  const newest = total - offset
  const rows = newest > 0 ? await listNumbered(db, id, newest - OFFSET_PAGE, newest) : []
  return { offset, total, results: (await withoutHiddenNames(db, who, rows)).map(activityView) }
}
