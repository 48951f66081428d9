import type { PersonId } from '@holdfast/api/ids'
import type { Sharelink, SharelinkSubscriber } from '@holdfast/api/sharing/links'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { LinkAccess } from '../../access/links.ts'
import { groupView } from '../../accounts/groups/view.ts'
import { guestView } from '../../accounts/guests/view.ts'
import { fileView, folderView, locksAbove, pathOf, plain } from '../../files/basics/view.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { EntryKind } from '../../platform/db/tables/files.ts'
import { findGroup } from '../../records/groups.ts'
import { hashOfLink, hashOfSubscriber } from '../../records/link-hashes.ts'
import { listSubscribers, type SubscriberRow } from '../../records/links.ts'
import { displayName, findPerson, type PersonRow } from '../../records/people.ts'

export const linkUrl = ({ publicUrl }: Pick<Ctx, 'publicUrl'>, kind: EntryKind, hash: string): string =>
  `${publicUrl}/shares/${kind}/${hash}/`

const UNKNOWN = { name: '', size: 0, created_at: 0, modified_at: 0, locked_by: null }

/** A link as its reader sees it: who looks after it sees where the item is and how often all have used it. */
export async function linkView(
  ctx: Ctx,
  db: Db,
  access: LinkAccess,
  { withSubscribers, at }: { withSubscribers: boolean; at: Instant },
): Promise<Sharelink> {
  const { link, creator, shared, manages, blind, subscriber } = access
  const { root, ancestors } = shared
  const seesItem = access.seesItem && !blind
  const entry = seesItem ? shared.entry : { ...shared.entry, ...UNKNOWN }
  const uses = subscriber ?? link
  const shownHash = () => (subscriber ? hashOfSubscriber(db, subscriber) : hashOfLink(db, link))
  const fields = {
    id: link.id,
    ...addressView(ctx, link.kind, blind ? undefined : shownHash()),
    root_id: link.root_id,
    creator_id: link.creator_id,
    creator_name: displayName(creator),
    created: formatUtc(link.created_at),
    expires: link.expires,
    login_required: link.login_required === 1,
    download_limit: link.download_limit,
    download_notify: link.download_notify === 1,
    anon_edit: link.anon_edit === 1,
    has_password: link.password_hash !== null,
    times_downloaded: uses.times_downloaded,
    times_viewed: uses.times_viewed,
    // Only those who manage it see when others were there.
    last_used: manages && link.last_used_at !== null ? formatUtc(link.last_used_at) : null,
    subscribers: withSubscribers ? await visibleSubscribers(ctx, db, access) : [],
  }
  // Who uses a link learns nothing about what is above the item.
  const above = manages && seesItem
  const path = above ? pathOf(ancestors) : ''
  const shown = plain(at, above ? locksAbove(root, ancestors, at) : [])
  const nowhere = blind && { path: '' }
  if (link.kind === 'file') {
    const file = { ...fileView(entry, path, shared.deleted, shown), ...nowhere }
    return { type: 'file_sharelink', ...fields, file }
  }
  const uploads = { upload_notify: link.upload_notify === 1, upload_only: link.upload_only === 1 }
  const folder = { ...folderView(entry, path, shared.deleted, shown), ...nowhere }
  return { type: 'folder_sharelink', ...fields, ...uploads, folder }
}

/** How something is opened, unless that is not the reader's business. */
const addressView = (
  ctx: Ctx,
  kind: EntryKind,
  hash: string | undefined,
): Pick<SharelinkSubscriber, 'hash' | 'url'> =>
  hash === undefined ? { hash: '', url: '' } : { hash, url: linkUrl(ctx, kind, hash) }

async function visibleSubscribers(ctx: Ctx, db: Db, access: LinkAccess): Promise<SharelinkSubscriber[]> {
  const { link, manages, blind, subscriber } = access
  const rows = manages ? await listSubscribers(db, [link.id]) : subscriber ? [subscriber] : []
  return Promise.all(rows.map((row) => subscriberView(ctx, db, access, row, blind)))
}

export async function subscriberView(
  ctx: Ctx,
  db: Db,
  { link, creator }: Pick<LinkAccess, 'link' | 'creator'>,
  row: SubscriberRow,
  blind = false,
): Promise<SharelinkSubscriber> {
  return {
    type: 'sharelink_subscriber',
    id: row.id,
    ...addressView(ctx, link.kind, blind ? undefined : hashOfSubscriber(db, row)),
    read_access: true,
    write_access: row.write_access === 1,
    delete_access: row.delete_access === 1,
    ...(await describe(db, creator, row)),
    times_downloaded: row.times_downloaded,
    times_viewed: row.times_viewed,
  }
}

/** Who shares learns nothing about accounts of other organizations, by naming their addresses. */
export const isKnownTo = (creator: PersonRow, person: PersonRow): boolean =>
  person.organization_id === creator.organization_id || person.creator_id === creator.id

async function describe(
  db: Db,
  creator: PersonRow,
  { person_id, group_id, email }: SubscriberRow,
): Promise<Pick<SharelinkSubscriber, 'subscriber_type' | 'subscriber'>> {
  if (email !== null) return { subscriber_type: 'email', subscriber: email }
  if (group_id !== null) {
    const group = await findGroup(db, group_id)
    return { subscriber_type: 'group', subscriber: group ? groupView(group) : {} }
  }
  const person = await findPerson(db, person_id as PersonId)
  if (!person) throw new Error(`Person ${person_id} is subscribed and does not exist`)
  if (!isKnownTo(creator, person)) return { subscriber_type: 'email', subscriber: person.email }
  if (person.guest) return { subscriber_type: 'guest', subscriber: guestView(person) }
  const { id, organization_id: company_id, email: address, first_name, last_name } = person
  const subscriber = { type: 'person', id, company_id, email: address, first_name, last_name }
  return { subscriber_type: 'person', subscriber }
}
