/** Something that was looked at, whether it belongs to the answer or not. */
export interface Looked<T> {
  /** Leads to what comes after it. */
  cursor: string
  item: T | undefined
}

/** What a page may cost: one with few results ends here, and its cursor leads on. */
const LOOKED_AT_MOST = 20_000

/** The first `limit` items, and where to go on: null when there are no more. */
export async function firstPage<T>(
  batches: AsyncIterable<Looked<T>[]>,
  limit: number,
): Promise<{ results: T[]; cursor: string | null }> {
  const results: T[] = []
  let last: string | null = null
  let looked = 0
  for await (const batch of batches)
    for (const { cursor, item } of batch) {
      if (item !== undefined && results.length === limit) return { results, cursor: last }
      if (item !== undefined) results.push(item)
      last = cursor
      if (++looked === LOOKED_AT_MOST) return { results, cursor: last }
    }
  return { results, cursor: null }
}

export async function* allItems<T>(batches: AsyncIterable<Looked<T>[]>): AsyncGenerator<T> {
  for await (const batch of batches) for (const { item } of batch) if (item !== undefined) yield item
}
