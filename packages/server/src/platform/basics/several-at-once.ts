/** Does some work for each of many, so many of them at once: one that takes long leaves the others a way past. */
export async function severalAtOnce<T>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  // All share the same iterator, so each takes what no other has taken.
  const left = items[Symbol.iterator]()
  const lines = Array.from({ length: most }, async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value)
  })
  await Promise.all(lines)
}
