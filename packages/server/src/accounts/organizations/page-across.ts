import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { OrganizationId } from '@holdfast/api/ids'

/** What a page of a list over several organizations takes from which of them. */
export interface PageAcross {
  total: number
  /** The organizations that the page reaches into, in order. */
  ids: OrganizationId[]
  /** How many of the first one's the page leaves out. */
  skip: number
}

/** A list over several organizations stands in their order, so that counting leads straight to any page. */
export function pageAcross(
  counts: readonly { id: OrganizationId; count: number }[],
  offset: number,
): PageAcross {
  const ids: OrganizationId[] = []
  let skip = 0
  let total = 0
  for (const { id, count } of counts) {
    const [start, end] = [total, total + count]
    total = end
    if (count === 0 || end <= offset || start >= offset + OFFSET_PAGE) continue
    if (ids.length === 0) skip = Math.max(0, offset - start)
    ids.push(id)
  }
  return { total, ids, skip }
}
