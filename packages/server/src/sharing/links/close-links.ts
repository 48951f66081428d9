import type { CloseAction } from '@holdfast/api/sharing/link-administration'
import { authorizeAccount, authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { type ActedOn, recordActivity } from '../../records/activity/record-activity.ts'
import { holdSome, type LinksBy, type Which } from '../../records/link-lists.ts'
import { deleteLinks, type LinkRow, updateLinkRow } from '../../records/links.ts'
import { letAddressesIn } from './update-link.ts'

/** In one transaction: others wait for it. */
const AT_ONCE = 100

/** Ends many links, or makes them private; gives how many. What was done stays done if it is cut off in between. */
export async function closeLinks(
  ctx: Ctx,
  who: PersonPrincipal,
  by: LinksBy,
  action: CloseAction,
  which: Which,
): Promise<number> {
  // Those that are private already are left as they are.
  const meant = { ...which, publicOnly: which.publicOnly || action === 'make_private' }
  let count = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    const { links, next } = await ctx.db.write((tx) => closeSome(ctx, tx, who, by, action, meant, from))
    count += links.length
    after = next
  }
  return count
}

async function closeSome(
  ctx: Ctx,
  tx: Tx,
  who: PersonPrincipal,
  by: LinksBy,
  action: CloseAction,
  which: Which,
  after: number,
): Promise<{ links: LinkRow[]; next: number | undefined }> {
  const on = await authorizeClosing(tx, who, by)
  const { links, next } = await holdSome(tx, by, which, after, AT_ONCE)
  if (links.length === 0) return { links, next }
  if (action === 'delete')
    await deleteLinks(
      tx,
      links.map(({ id }) => id),
    )
  else
    for (const { id } of links)
      await letAddressesIn(ctx, tx, who, await updateLinkRow(tx, id, { login_required: 1 }))
  const kind = action === 'delete' ? 'links_deleted' : 'links_made_private'
  await recordActivity(tx, who, kind, { ...on, about: String(links.length) }, ctx.now())
  return { links, next }
}

async function authorizeClosing(db: Db, who: PersonPrincipal, by: LinksBy): Promise<ActedOn> {
  if ('creatorId' in by) return { person: await authorizeAccount(db, who, by.creatorId) }
  return { organization: await authorizeOrganization(db, who, by.organizationId) }
}
