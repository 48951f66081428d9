import { Type } from 'typebox'

const SORT_KEYS = [
  'created',
  'expires',
  'creator_name',
  'times_viewed',
  'times_downloaded',
  'last_used',
] as const
export type SharelinkSortKey = (typeof SORT_KEYS)[number]
export const SharelinkOrder = {
  sort_by: Type.Unsafe<SharelinkSortKey>({ type: 'string', enum: SORT_KEYS, default: 'created' }),
  sort_order: Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'asc' }),
}
