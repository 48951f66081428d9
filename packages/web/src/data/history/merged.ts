import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { behindOf, type Feed, toldOf } from '../../core/history/merged.ts'
import { codeOf } from '../service/errors.ts'

interface Source<Key, Item> {
  queryKey: readonly unknown[]
  /** The logs, such as roots. */
  of: readonly Key[]
  read: (
    key: Key,
    cursor: string | number | undefined,
    signal: AbortSignal,
  ) => Promise<{ results: readonly Item[]; cursor: string | number | null }>
  timeOf: (item: Item) => string
}

/** A browser has six connections; the rest of the app needs some. */
const AT_ONCE = 3
const MOST_ROUNDS = 5

/** Several logs as one; anyone who asks for more gets what is next, wherever it is. */
export function useMerged<Key, Item>({ queryKey, of, read, timeOf }: Source<Key, Item>) {
  const readOn = async (feeds: readonly Feed<Item>[], signal: AbortSignal) => {
    const next = [...feeds]
    const behind = behindOf(feeds, timeOf)
    const work = async () => {
      for (let n = behind.shift(); n !== undefined; n = behind.shift()) {
        const [key, feed] = [of[n], feeds[n]]
        if (key === undefined || !feed) continue
        const { results, cursor } = await read(key, feed.cursor ?? undefined, signal)
        next[n] = { items: [...feed.items, ...results], cursor }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return next
  }
  const query = useInfiniteQuery({
    queryKey: [...queryKey, of],
    initialPageParam: of.map((): Feed<Item> => ({ items: [], cursor: undefined })),
    ...{ staleTime: 0, retry: 1, placeholderData: keepPreviousData },
    queryFn: async ({ pageParam, signal }) => {
      let feeds = pageParam
      // A piece can be empty and still not the last.
      for (let round = 0; round < MOST_ROUNDS; round++) {
        feeds = await readOn(feeds, signal)
        if (toldOf(feeds, timeOf).length > toldOf(pageParam, timeOf).length) break
        if (behindOf(feeds, timeOf).length === 0) break
      }
      return feeds
    },
    getNextPageParam: (feeds) => (behindOf(feeds, timeOf).length > 0 ? feeds : null),
  })
  const feeds = query.data?.pages.at(-1) ?? []
  return { ...query, told: toldOf(feeds, timeOf) }
}

/** One of many that cannot be read, such as one of which one sees only folders, keeps nobody from the others. */
export const orNothing = <Item>(error: unknown): { results: readonly Item[]; cursor: null } => {
  const code = codeOf(error)
  if (code !== 'forbidden' && code !== 'not_found' && code !== 'root_deleted') throw error
  return { results: [], cursor: null }
}
