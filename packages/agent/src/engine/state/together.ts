/** Waits for all, also where one fails: nothing goes on behind the back of who hears of it. */
export async function together(works: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(works)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Does something for each, so many at once. After a failure nothing new is begun. */
export async function inPool<T>(
  items: readonly T[],
  atOnce: number,
  deed: (item: T) => Promise<unknown>,
): Promise<void> {
  if (items.length === 0) return
  let next = 0
  let hasFailed = false
  const worker = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      try {
        await deed(items[next++] as T)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await together(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
