import type { SharelinkSortKey } from '@holdfast/api/sharing/link-order'
import type { LinkPage } from '../../sharing/links/list-links.ts'

/** Which page of a list of links is asked for, and in which order. */
export const linkPageOf = (params: {
  page: number
  page_size: number
  sort_by: SharelinkSortKey
  sort_order: 'asc' | 'desc'
}): LinkPage => ({
  page: params.page,
  pageSize: params.page_size,
  sortBy: params.sort_by,
  order: params.sort_order,
})
