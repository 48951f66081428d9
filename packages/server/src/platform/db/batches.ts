const SIZES = [512, 64, 8, 1]

/** Both databases limit the number of values in one statement, and few lengths make few texts to prepare. */
export function* batches<T>(items: readonly T[]): Generator<T[]> {
  let at = 0
  for (const size of SIZES) for (; items.length - at >= size; at += size) yield items.slice(at, at + size)
}
