import type { GuestId, OrganizationId, PersonId } from '@holdfast/api/ids'
import type { Sharelink } from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { authorizeAccount, authorizeGuestView, authorizeOrganization } from '../../access/administration.ts'
import { authorizeReach } from '../../access/authorize.ts'
import {
  describeLink,
  idOf,
  inspectLink,
  type LinkAccess,
  readerOf,
  seesLink,
  subscriptionsOf,
} from '../../access/links.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageHead } from '../../platform/db/page.ts'
import type { AccountPrincipal, PersonPrincipal } from '../../platform/principal.ts'
import {
  countLinks,
  type LinksBy,
  type LinksTo,
  listLinks,
  listReceived,
  type Sorting,
} from '../../records/link-lists.ts'
import { linkView } from './view.ts'

export interface LinkPage extends Sorting {
  page: number
  pageSize: number
}

/** More are shared with nobody. */
const MOST_RECEIVED = 10_000

/** The links that someone has made: also those that are over, to be prolonged or removed. */
export async function listMadeLinks(
  ctx: Ctx,
  who: PersonPrincipal,
  personId: PersonId,
  window: LinkPage,
  to: LinksTo,
) {
  await authorizeAccount(ctx.db.read, who, personId)
  return pageOfLinks(ctx, who, { creatorId: personId, ...to }, window)
}

/** The links to an item, and to folders that it is in if wanted, for those who manage its root. */
export async function listLinksTo(
  ctx: Ctx,
  who: PersonPrincipal,
  path: EntryAddress,
  window: LinkPage,
  includeAbove: boolean,
) {
  const { root, ancestors } = await authorizeReach(ctx.db.read, who, path)
  const items = [path.entryId, ...(includeAbove ? ancestors.map(({ id }) => id) : [])]
  return pageOfLinks(ctx, who, { rootId: root.id, items }, window)
}

/** All links to what an organization keeps, no matter who made them. */
export async function listOrganizationLinks(
  ctx: Ctx,
  who: PersonPrincipal,
  organizationId: OrganizationId,
  window: LinkPage,
) {
  await authorizeOrganization(ctx.db.read, who, organizationId)
  return pageOfLinks(ctx, who, { organizationId }, window)
}

async function pageOfLinks(
  ctx: Ctx,
  who: PersonPrincipal,
  by: LinksTo & (LinksBy | object),
  window: LinkPage,
) {
  const db = ctx.db.read
  const { page, pageSize } = window
  const head = pageHead(page, pageSize, await countLinks(db, by))
  const rows = await listLinks(db, by, window, { skip: (page - 1) * pageSize, limit: pageSize })
  const results: Sharelink[] = []
  for (const link of rows) {
    const about = await describeLink(db, who, link)
    if (!about) continue
    const blind = !(await seesLink(db, who, link))
    const access = { link, ...about, manages: true, blind, subscriber: undefined }
    results.push(await linkView(ctx, db, access, { withSubscribers: true, at: ctx.now() }))
  }
  return { ...head, results }
}

/** The links that are shared with someone and work. */
export async function listReceivedLinks(
  ctx: Ctx,
  who: PersonPrincipal,
  personId: PersonId,
  window: LinkPage,
) {
  await authorizeAccount(ctx.db.read, who, personId)
  const { page, pageSize } = window
  const all = await receivedBy(ctx, who, personId, window)
  const head = pageHead(page, pageSize, all.length)
  const shown = all.slice((page - 1) * pageSize, page * pageSize)
  const results = await viewsOf(ctx, shown)
  return { ...head, results }
}

export async function listGuestLinks(
  ctx: Ctx,
  who: AccountPrincipal,
  guestId: GuestId,
): Promise<Sharelink[]> {
  const guest = await authorizeGuestView(ctx.db.read, who, guestId)
  return viewsOf(ctx, await receivedBy(ctx, who, guest.id, { sortBy: 'created', order: 'asc' }))
}

const viewsOf = (ctx: Ctx, links: readonly LinkAccess[]): Promise<Sharelink[]> =>
  Promise.all(
    links.map((access) => linkView(ctx, ctx.db.read, access, { withSubscribers: true, at: ctx.now() })),
  )

/** What others gave to the address of an account is between them and its owner, not its administrators. */
async function receivedBy(
  ctx: Ctx,
  who: AccountPrincipal,
  personId: PersonId,
  sorting: Sorting,
): Promise<LinkAccess[]> {
  const db = ctx.db.read
  const now = ctx.now()
  const isOwn = personId === idOf(who)
  const reader = { ...(await readerOf(db, personId)), ...(!isOwn && { emailKey: undefined }) }
  const working: LinkAccess[] = []
  for (const link of await listReceived(db, reader, formatDate(now), sorting, MOST_RECEIVED)) {
    const found = await inspectLink(db, link, now)
    const { subscriptions } = await subscriptionsOf(db, link, reader)
    const [subscriber] = subscriptions
    if (!found || !subscriber) continue
    // What others are sent is not thereby for their administrators.
    const blind = !isOwn && !(await seesLink(db, who, link))
    working.push({ link, ...found, manages: false, blind, subscriber })
  }
  return working
}
