import type { Sharelink } from '@holdfast/api/sharing/links'
import { endOf, isUsed } from '../../core/sharing/link-state.ts'

export const SHOWS = ['all', 'public', 'private', 'unused', 'over'] as const
export type Show = (typeof SHOWS)[number]
export const LINK_SORTS = ['created', 'last_used', 'times_downloaded', 'expires'] as const
export type LinkSort = (typeof LINK_SORTS)[number]

/** Which links are shown and in which order, as the address says it. */
export interface LinksView {
  show: Show
  sort: LinkSort
}

export function viewIn(query: string): LinksView {
  const search = new URLSearchParams(query)
  return {
    show: SHOWS.find((one) => one === search.get('show')) ?? 'all',
    sort: LINK_SORTS.find((one) => one === search.get('sort')) ?? 'created',
  }
}

export function viewQuery({ show, sort }: LinksView): string {
  const query = new URLSearchParams()
  if (show !== 'all') query.set('show', show)
  if (sort !== 'created') query.set('sort', sort)
  return query.size > 0 ? `?${query}` : ''
}

export function isShown(link: Sharelink, show: Show, today: string): boolean {
  const ended = endOf(link, today) !== undefined
  switch (show) {
    case 'all':
      return true
    case 'public':
      return !link.login_required && !ended
    case 'private':
      return link.login_required && !ended
    case 'unused':
      return !isUsed(link)
    case 'over':
      return ended
  }
}
