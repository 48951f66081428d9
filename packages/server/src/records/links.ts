import type {
  EntryId,
  GroupId,
  OrganizationId,
  PersonId,
  RootId,
  SharelinkId,
  SubscriberId,
} from '@holdfast/api/ids'
import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { fail } from '../errors.ts'
import { batches } from '../platform/db/batches.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import { forUpdate, takeId } from '../platform/db/locking.ts'
import { preparedFirst } from '../platform/db/prepared.ts'
import type { Schema } from '../platform/db/schema.ts'
import { isUniqueViolation } from '../platform/db/violations.ts'
import { deleteRequestsOf } from './file-requests.ts'
import { sealedHash, type WithHash } from './link-hashes.ts'
import { deleteNoticesOfLinks } from './notices.ts'
import { emailKey } from './people.ts'

export type LinkRow = Selectable<Schema['share_link']>
export type SubscriberRow = Selectable<Schema['share_subscriber']>

const selectLink = preparedFirst<{ id: SharelinkId }, LinkRow>((db, $) =>
  db.selectFrom('share_link').selectAll().where('id', '=', $('id')).compile(),
)
export const findLink = (db: Db, id: SharelinkId): Promise<LinkRow | undefined> => selectLink(db, { id })

/** Also holds it, so that changes of one link come one by one. */
export const findLinkForUpdate = (tx: Tx, id: SharelinkId): Promise<LinkRow | undefined> =>
  forUpdate(tx.selectFrom('share_link').selectAll().where('id', '=', id), tx).executeTakeFirst()

export async function insertLink(tx: Tx, link: WithHash<Insertable<Schema['share_link']>>): Promise<LinkRow> {
  const id = await takeId(tx, 'share_link')
  const values = { ...link, id, ...sealedHash(tx, 'share_link', id, link.hash) }
  return tx.insertInto('share_link').values(values).returningAll().executeTakeFirstOrThrow()
}

export const updateLinkRow = (
  tx: Tx,
  id: SharelinkId,
  change: Updateable<Schema['share_link']>,
): Promise<LinkRow> =>
  tx.updateTable('share_link').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function deleteLinks(tx: Tx, ids: readonly SharelinkId[]): Promise<void> {
  if (ids.length === 0) return
  // Held first: a transaction that uses one just now may add to what goes with it.
  await forUpdate(tx.selectFrom('share_link').select('id').where('id', 'in', ids).orderBy('id'), tx).execute()
  await deleteNoticesOfLinks(tx, ids)
  await deleteRequestsOf(tx, ids)
  for (const table of ['share_subscriber', 'link_download'] as const)
    await tx.deleteFrom(table).where('link_id', 'in', ids).execute()
  await tx.deleteFrom('share_link').where('id', 'in', ids).execute()
}

/** What is gone for ever takes its links along. */
export async function deleteLinksTo(tx: Tx, rootId: RootId, entries: readonly EntryId[]): Promise<void> {
  const links = await tx
    .selectFrom('share_link')
    .select('id')
    .where('root_id', '=', rootId)
    .where('entry_id', 'in', entries)
    .execute()
  await deleteLinks(
    tx,
    links.map(({ id }) => id),
  )
}

/** Accounts that are closed leave neither links nor a part in those of others. */
export async function deleteLinksOfPersons(tx: Tx, ids: readonly PersonId[]): Promise<void> {
  await tx.deleteFrom('share_subscriber').where('person_id', 'in', ids).execute()
  const links = await tx.selectFrom('share_link').select('id').where('creator_id', 'in', ids).execute()
  for (const batch of batches(links))
    await deleteLinks(
      tx,
      batch.map(({ id }) => id),
    )
}

/** Makes links in a root another person's, with what that is to be notified of. Gives the newest of them. */
export async function giveLinks(
  tx: Tx,
  rootId: RootId,
  { from, to }: { from: PersonId; to: PersonId },
  upTo = Number.MAX_SAFE_INTEGER as SharelinkId,
): Promise<SharelinkId | null> {
  // Held first, as those who use one just now do, and in the same order.
  const links = await forUpdate(
    tx
      .selectFrom('share_link')
      .select('id')
      .where('root_id', '=', rootId)
      .where('creator_id', '=', from)
      .where('id', '<=', upTo)
      .orderBy('id'),
    tx,
  ).execute()
  for (const batch of batches(links)) {
    const ids = batch.map(({ id }) => id)
    await tx.updateTable('share_link').set({ creator_id: to }).where('id', 'in', ids).execute()
    await tx.updateTable('notice').set({ person_id: to }).where('link_id', 'in', ids).execute()
  }
  return links.at(-1)?.id ?? null
}

export async function unsubscribeGroup(tx: Tx, id: GroupId): Promise<void> {
  await tx.deleteFrom('share_subscriber').where('group_id', '=', id).execute()
}

/** A team share that goes to another organization takes its links along, so that they are looked after there. */
export async function moveLinks(tx: Tx, rootId: RootId, to: OrganizationId): Promise<void> {
  await tx.updateTable('share_link').set({ organization_id: to }).where('root_id', '=', rootId).execute()
  const foreign = accountSubscriptions(tx)
    .innerJoin('share_link as l', 'l.id', 's.link_id')
    .where('l.root_id', '=', rootId)
    .where('p.organization_id', '<>', to)
  await giveToAddresses(tx, await foreign.execute())
}

/** What was shared with an account waits for the person who proves to own its address. */
export async function leaveSubscriptionsToAddress(tx: Tx, id: PersonId): Promise<void> {
  await giveToAddresses(tx, await accountSubscriptions(tx).where('s.person_id', '=', id).execute())
}

const accountSubscriptions = (tx: Tx) =>
  tx
    .selectFrom('share_subscriber as s')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .select(['s.id', 's.link_id', 'p.email', 'p.email_key'])

async function giveToAddresses(
  tx: Tx,
  rows: readonly { id: SubscriberId; link_id: SharelinkId; email: string; email_key: string }[],
): Promise<void> {
  for (const { id, link_id, email, email_key } of rows) {
    const known = await tx
      .selectFrom('share_subscriber')
      .select('id')
      .where('link_id', '=', link_id)
      .where('email_key', '=', email_key)
      .executeTakeFirst()
    if (known) await deleteSubscriberRow(tx, id)
    else await updateSubscriberRow(tx, id, { person_id: null, email, email_key })
  }
}

type NewSubscriber = Omit<WithHash<Insertable<Schema['share_subscriber']>>, 'email_key'>
/** Nobody is subscribed to one link twice. */
export async function insertSubscriber(tx: Tx, subscriber: NewSubscriber): Promise<SubscriberRow> {
  const { email, hash } = subscriber
  const id = await takeId(tx, 'share_subscriber')
  const sealed = sealedHash(tx, 'share_subscriber', id, hash)
  try {
    return await tx
      .insertInto('share_subscriber')
      .values({ ...subscriber, id, ...sealed, email_key: email == null ? null : emailKey(email) })
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (isUniqueViolation(error)) return fail('name_conflict', 'The link is already shared with them.')
    throw error
  }
}

export const findSubscriber = (
  db: Db,
  linkId: SharelinkId,
  id: SubscriberId,
): Promise<SubscriberRow | undefined> =>
  db
    .selectFrom('share_subscriber')
    .selectAll()
    .where('id', '=', id)
    .where('link_id', '=', linkId)
    .executeTakeFirst()

export const updateSubscriberRow = (
  tx: Tx,
  id: SubscriberId,
  change: Updateable<Schema['share_subscriber']>,
): Promise<SubscriberRow> =>
  tx.updateTable('share_subscriber').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function deleteSubscriberRow(tx: Tx, id: SubscriberId): Promise<void> {
  await tx.deleteFrom('share_subscriber').where('id', '=', id).execute()
}

export const listSubscribers = (db: Db, links: readonly SharelinkId[]): Promise<SubscriberRow[]> =>
  links.length === 0
    ? Promise.resolve([])
    : db.selectFrom('share_subscriber').selectAll().where('link_id', 'in', links).orderBy('id').execute()

/** A person or guest, the groups it is in, and its address unless that does not matter. */
export interface Reader {
  personId: PersonId
  groups: readonly GroupId[]
  emailKey: string | undefined
}

export const isFor = (
  { personId, groups, emailKey: key }: Reader,
  either: ExpressionBuilder<{ s: Schema['share_subscriber'] }, 's'>,
) =>
  either.or([
    either('s.person_id', '=', personId),
    ...(groups.length > 0 ? [either('s.group_id', 'in', groups)] : []),
    ...(key === undefined ? [] : [either('s.email_key', '=', key)]),
  ])

/** Subscriptions of someone, of its address and of its groups, those last. Which of them count is for `access/` to say. */
export const listSubscriptions = (db: Db, linkId: SharelinkId, reader: Reader): Promise<SubscriberRow[]> =>
  db
    .selectFrom('share_subscriber as s')
    .selectAll()
    .where('s.link_id', '=', linkId)
    .where((either) => isFor(reader, either))
    .orderBy(sql`case when s.group_id is null then 0 else 1 end`)
    .orderBy('s.id')
    .execute()
