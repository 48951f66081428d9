import { maxPage, OFFSET_PAGE } from '@holdfast/api/envelopes'
import { refuse } from '../../errors.ts'

/** Which rows of a list make a page, counted from the end that is nearer: no page is further than half the list. */
export interface Window {
  order: 'asc' | 'desc'
  skip: number
  limit: number
}

export function windowOf(total: number, offset: number, size: number): Window {
  const end = Math.min(offset + size, total)
  if (offset <= total / 2) return { order: 'asc', skip: offset, limit: size }
  return { order: 'desc', skip: total - end, limit: Math.max(0, end - offset) }
}

/**
 * Reads the page at `offset` of a list; `read` gives rows in the order it is asked for, where `desc` is the list from
 * its end.
 */
export async function readPage<Row>(
  total: number,
  offset: number,
  read: (window: Window) => Promise<Row[]>,
  size = OFFSET_PAGE,
): Promise<Row[]> {
  const window = windowOf(total, offset, size)
  if (window.limit === 0) return []
  const rows = await read(window)
  return window.order === 'asc' ? rows : rows.reverse()
}

/** The head of a page of a list that is asked for by number. Throws `invalid_request` for one beyond the last. */
export function pageHead(page: number, pageSize: number, total: number) {
  const max_page = maxPage(total, pageSize)
  if (page > max_page) refuse('page', `the last one is ${max_page}`)
  return { page, page_size: pageSize, max_page, total }
}
