import {
  type FoundItem,
  listRecent,
  type RecentFile,
  searchEverywhere,
  searchRoot,
} from '@holdfast/api/files/search'
import { formatUtc } from '@holdfast/api/time'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SearchPlace } from '../../core/addresses/search-address.ts'
import { shownName } from '../../messages/format.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { call } from '../service/api.ts'
import { watchCalmly } from '../service/live.ts'
import { queries } from '../service/queries.ts'
import { isOwnRoot, nameOfRoot } from '../service/session.ts'
import { changedRange } from './changed-range.ts'

/** A hit, wherever it was found. */
export type Found = FoundItem & Partial<Pick<RecentFile, 'changed' | 'changed_by' | 'changed_by_name'>>

/** The folders that lead to it, its place first. */
export function wayOf({ root_id, root_name, path }: Pick<Found, 'root_id' | 'root_name' | 'path'>): string {
  const place = isOwnRoot(root_id) ? t.navigation.myFiles : root_name
  return [place, ...path.split('/').slice(1, -1)].map(shownName).join(' › ')
}

const PAGE_SIZE = 50
/** An answer may be empty although there is more: so often it is asked on before people are. */
const MOST_TRIES = 5

interface Page {
  results: Found[]
  cursor: string | null
}

/** One page of hits, in a folder and below it, or everywhere. */
export async function search(
  { text, at, everywhere, kind, changed, by }: SearchPlace,
  { limit = PAGE_SIZE, cursor, signal }: { limit?: number; cursor?: string; signal: AbortSignal },
): Promise<Page> {
  const span = changed === undefined ? undefined : changedRange(changed, now())
  const wanted = {
    ...{ q: text, limit },
    ...(kind && { kind }),
    ...(by && { by }),
    ...(span?.from !== undefined && { changed_from: formatUtc(span.from) }),
    ...(span?.to !== undefined && { changed_to: formatUtc(span.to) }),
  }
  const ask = async (after: string | undefined): Promise<Page> => {
    const params = { ...wanted, ...(after && { cursor: after }) }
    if (everywhere || !at) return call(searchEverywhere, params, { signal })
    const inFolder = { ...params, root_id: at.root, ...(at.folder && { folder_id: at.folder }) }
    const { results, cursor: next = null } = await call(searchRoot, inFolder, { signal })
    return { results: results.map((item) => ({ ...item, root_name: nameOfRoot(at.root) })), cursor: next }
  }
  let page = await ask(cursor)
  for (let tries = 1; page.results.length === 0 && page.cursor && tries < MOST_TRIES; tries++)
    page = await ask(page.cursor)
  return page
}

export const useHits = (place: SearchPlace) =>
  useInfiniteQuery({
    queryKey: ['search', place],
    queryFn: ({ pageParam, signal }) => search(place, { signal, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    enabled: place.text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const RECENT = ['recent']

/** The files that changed last, as they change. */
export function useRecent(limit: number) {
  useEffect(() => watchCalmly(() => void queries.invalidateQueries({ queryKey: RECENT })), [])
  return useQuery({
    queryKey: [...RECENT, limit],
    queryFn: async ({ signal }) => (await call(listRecent, { limit }, { signal })).results,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
