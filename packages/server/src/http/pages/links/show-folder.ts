import type { Folder, Item, SortKey } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { allows } from '../../../access/permissions.ts'
import { showsPreviews } from '../../../access/previews.ts'
import { ApiError, fail } from '../../../errors.ts'
import { getContainer, NOT_MODIFIED } from '../../../files/reading/get-container.ts'
import { listChildren } from '../../../files/reading/list-children.ts'
import { findSizeBelow } from '../../../files/reading/zip/size-below.ts'
import type { Ctx } from '../../../platform/context.ts'
import { countsLooks } from '../../../sharing/shared-content/used-up.ts'
import { type PageAnswer, type Site, wordsOf } from '../frame/page-frame.ts'
import type { Arrival } from './arrive.ts'
import { folderPage, type Listing, type News } from './folder-page.ts'
import { showRequest } from './show-request.ts'

export const PAGE_SIZE = 100
const PLAIN = { include_lock_info: false, include_permissions: false, include_deleted: false }

/** How a folder is asked for; what makes no sense is as if it were not there. */
export function listingOf(query: URLSearchParams): Listing {
  const sort = query.get('sort')
  const page = Number(query.get('page') ?? 1)
  return {
    sort: sort === 'size' || sort === 'modified' ? (sort satisfies SortKey) : 'name',
    order: query.get('order') === 'desc' ? 'desc' : 'asc',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    view: query.get('view') === 'grid' ? 'grid' : 'list',
  }
}

export async function folderOf(ctx: Ctx, { visit: { who } }: Arrival, folderId: EntryId): Promise<Folder> {
  const options = { ...PLAIN, include_ancestors: true, include_children: false, known: [] }
  const answer = await getContainer(ctx, who, { rootId: who.rootId, folderId }, options)
  if (answer === NOT_MODIFIED || answer.head.type !== 'folder') return fail('not_found')
  return answer.head
}

/** What the address tells of a form that led here. */
export function newsOf(site: Site, query: URLSearchParams): News {
  const added = Number(query.get('added'))
  const told = Number.isSafeInteger(added) && added > 0
  return told ? { done: wordsOf(site).links.added(added) } : {}
}

/** The page of a shared folder, or of one in it. */
export async function showFolder(
  ctx: Ctx,
  arrival: Arrival,
  folderId: EntryId,
  listing: Listing,
  news: News = {},
): Promise<PageAnswer> {
  const { shown, visit } = arrival
  const { permissions, link } = visit.access
  // Whether there is another folder with that number is not revealed either.
  if (!allows(permissions, 'FOLDER_VIEW') && folderId === shown.sharedId)
    return showRequest(ctx, arrival, news)
  const folder = await folderOf(ctx, arrival, folderId)
  const listed = await listPage(ctx, arrival, folderId, listing)
  // A folder that has become shorter, or a number that was made up.
  if (!listed) return { location: `${shown.addresses.folder(folderId)}?page=1` }
  const mayDownload = allows(permissions, 'FILE_READ')
  const place = { rootId: visit.who.rootId, folderId }
  return folderPage(shown, {
    folder,
    listing,
    ...listed,
    mayDownload,
    size: mayDownload ? await findSizeBelow(ctx, visit.who, place) : undefined,
    mayAdd: allows(permissions, 'FILE_ADD'),
    mayDelete: allows(permissions, 'FILE_DELETE'),
    hasThumbnails: await hasThumbnails(ctx, visit.access),
    uploadOnly: link.upload_only === 1,
    ...news,
  })
}

/** As on the pages of files: no look where looks are counted, or where the organization shows none. */
const hasThumbnails = async (ctx: Ctx, access: Arrival['visit']['access']): Promise<boolean> =>
  ctx.thumbnails.isOn &&
  allows(access.permissions, 'FILE_PREVIEW') &&
  !countsLooks(access) &&
  (await showsPreviews(ctx.db.read, access.shared.root))

export async function listPage(ctx: Ctx, { visit: { who } }: Arrival, folderId: EntryId, listing: Listing) {
  const { sort: sort_by, order: sort_order, page } = listing
  const options = { ...PLAIN, sort_by, sort_order, folders_first: true, page, page_size: PAGE_SIZE }
  try {
    const { head, items } = await listChildren(ctx, who, { rootId: who.rootId, folderId }, options)
    return { items: JSON.parse(`[${items}]`) as Item[], pages: head.max_page, total: head.total }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_request' && page > 1) return undefined
    throw error
  }
}
