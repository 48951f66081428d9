const SIZES = [512, 64, 16, 4, 1]

/** Both databases limit the number of values in one statement, and few lengths make few texts to prepare. */
export function* batches<T>(items: readonly T[]): Generator<T[]> {
  let at = 0
  for (const size of SIZES) for (; items.length - at >= size; at += size) yield items.slice(at, at + size)
}

/** One statement for up to 512 ids. A list is made longer by what is in it already, so that few texts have to be prepared. */
export async function inBatches<Id, Row>(
  ids: readonly Id[],
  list: (batch: readonly Id[]) => Promise<Row[]>,
): Promise<Row[]> {
  const [most = 1] = SIZES
  const found: Row[] = []
  for (let from = 0; from < ids.length; from += most) {
    const some = ids.slice(from, from + most)
    const size = SIZES.findLast((each) => each >= some.length) ?? most
    found.push(...(await list(Array.from({ length: size }, (_, n) => some[n % some.length] as Id))))
  }
  return found
}
