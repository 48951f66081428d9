import type { EntryId, OrganizationId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { SharelinkSortKey } from '@holdfast/api/sharing/link-order'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { forUpdate } from '../platform/db/locking.ts'
import { isFor, type LinkRow, type Reader } from './links.ts'

export interface Sorting {
  sortBy: SharelinkSortKey
  order: 'asc' | 'desc'
}
const COLUMNS = {
  created: sql`l.created_at`,
  // What never ends comes last.
  expires: sql`coalesce(l.expires, '9999-12-31')`,
  creator_name: sql`lower(p.first_name || ' ' || p.last_name)`,
  times_viewed: sql`l.times_viewed`,
  times_downloaded: sql`l.times_downloaded`,
  last_used: sql`coalesce(l.last_used_at, 0)`,
} as const

const live = (db: Db) =>
  db
    .selectFrom('share_link as l')
    .innerJoin('person as p', 'p.id', 'l.creator_id')
    .innerJoin('root as r', 'r.id', 'l.root_id')
    .where('r.deleted_at', 'is', null)

/** The links that someone has made, or that lead to what an organization keeps. */
export type LinksBy = { creatorId: PersonId } | { organizationId: OrganizationId }
/** To what they lead: anything in a root, or one of some items of it. */
export interface LinksTo {
  rootId?: RootId | undefined
  items?: readonly EntryId[] | undefined
}

function chosen(db: Db, by: LinksTo & (LinksBy | object)) {
  let query = live(db)
  if ('creatorId' in by) query = query.where('l.creator_id', '=', by.creatorId)
  if ('organizationId' in by) query = query.where('l.organization_id', '=', by.organizationId)
  if (by.rootId !== undefined) query = query.where('l.root_id', '=', by.rootId)
  if (by.items) query = query.where('l.entry_id', 'in', by.items)
  return query
}

/** But for those in roots that are gone. */
export const listLinks = (
  db: Db,
  by: LinksTo & (LinksBy | object),
  { sortBy, order }: Sorting,
  { skip, limit }: { skip: number; limit: number },
): Promise<LinkRow[]> =>
  chosen(db, by)
    .selectAll('l')
    .orderBy(COLUMNS[sortBy], order)
    .orderBy('l.id', order)
    .limit(limit)
    .offset(skip)
    .execute()

export async function countLinks(db: Db, by: LinksTo & (LinksBy | object)): Promise<number> {
  const { count } = await chosen(db, by)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Which links are meant: all, or those that are public, or not used for a while. */
export interface Which {
  publicOnly: boolean
  unusedSince: Instant | undefined
}

/** Some of them after a number, held until the transaction ends. */
export function holdSome(
  tx: Tx,
  by: LinksBy,
  { publicOnly, unusedSince }: Which,
  after: number,
  limit: number,
): Promise<LinkRow[]> {
  let query = tx
    .selectFrom('share_link')
    .selectAll()
    .where('id', '>', after as SharelinkId)
  if ('creatorId' in by) query = query.where('creator_id', '=', by.creatorId)
  else query = query.where('organization_id', '=', by.organizationId)
  if (publicOnly) query = query.where('login_required', '=', 0)
  if (unusedSince !== undefined)
    query = query.where(sql<Instant>`coalesce(last_used_at, created_at)`, '<', unusedSince)
  return forUpdate(query.orderBy('id').limit(limit), tx).execute()
}

/** The links that are shared with someone and have not run out by `today`, at most so many. */
export const listReceived = (
  db: Db,
  reader: Reader,
  today: string,
  { sortBy, order }: Sorting,
  limit: number,
): Promise<LinkRow[]> =>
  live(db)
    .selectAll('l')
    .where('l.id', 'in', (select) =>
      select
        .selectFrom('share_subscriber as s')
        .select('s.link_id')
        // Built with the columns of `s` alone.
        .where((either) => isFor(reader, either as never)),
    )
    .where((either) => either.or([either('l.expires', 'is', null), either('l.expires', '>=', today)]))
    .orderBy(COLUMNS[sortBy], order)
    .orderBy('l.id', order)
    .limit(limit)
    .execute()
