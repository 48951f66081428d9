import type { EntryId, OrganizationId, PersonId, RootId, SharelinkId } from '@holdfast/api/ids'
import type { SharelinkSortKey } from '@holdfast/api/sharing/link-order'
import type { Instant } from '@holdfast/api/time'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/db/database.ts'
import { forUpdate } from '../platform/db/locking.ts'
import { readsAll } from '../platform/db/statements.ts'
import { isFor, type LinkRow, type Reader } from './links.ts'

export interface Sorting {
  sortBy: SharelinkSortKey
  order: 'asc' | 'desc'
}
const COLUMNS = {
  created: sql`l.created_at`,
  // What never ends comes last.
  expires: sql`coalesce(l.expires, '9999-12-31')`,
  creator_name: sql`(select lower(p.first_name || ' ' || p.last_name) from person p where p.id = l.creator_id)`,
  times_viewed: sql`l.times_viewed`,
  times_downloaded: sql`l.times_downloaded`,
  last_used: sql`coalesce(l.last_used_at, 0)`,
} as const

const live = (db: Db) =>
  db
    .selectFrom('share_link as l')
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
    .modifyEnd(readsAll('a page may be sorted by any of six columns, and says of how many it is'))
    .execute()

export async function countLinks(db: Db, by: LinksTo & (LinksBy | object)): Promise<number> {
  const { count } = await chosen(db, by)
    .select((select) => select.fn.countAll<number>().as('count'))
    .modifyEnd(readsAll('a page says of how many it is'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Which links are meant: all, or those that are public, or not used for a while. */
export interface Which {
  publicOnly: boolean
  unusedSince: Instant | undefined
}

/** How many links are looked at for some that are meant, which may be few of them. */
const LOOKED_AT = 1000

/**
 * Some of them after a number, held until the transaction ends, and after which number to go on; undefined if there are no more.
 */
export async function holdSome(
  tx: Tx,
  by: LinksBy,
  { publicOnly, unusedSince }: Which,
  after: number,
  limit: number,
): Promise<{ links: LinkRow[]; next: number | undefined }> {
  const [column, id] =
    'creatorId' in by
      ? (['creator_id', by.creatorId] as const)
      : (['organization_id', by.organizationId] as const)
  const following = tx
    .selectFrom('share_link')
    .where(column, '=', id as never)
    .where('id', '>', after as SharelinkId)
    .orderBy('id')
  const last = await following
    .select('id')
    .offset(LOOKED_AT - 1)
    .limit(1)
    .executeTakeFirst()
  let query = following.selectAll().limit(limit)
  if (last) query = query.where('id', '<=', last.id)
  if (publicOnly) query = query.where('login_required', '=', 0)
  if (unusedSince !== undefined)
    query = query.where(sql<Instant>`coalesce(last_used_at, created_at)`, '<', unusedSince)
  const links = await forUpdate(query, tx).execute()
  return { links, next: links.length === limit ? links.at(-1)?.id : last?.id }
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
