/**
 * The first of them that fit into a frame together: a longer one would end the line. Sizes are those of the JSON that comes
 * of them.
 */
export function within<T>(many: Iterable<T>, { count, bytes }: { count: number; bytes: number }): T[] {
  const kept: T[] = []
  let left = bytes
  for (const one of many) {
    left -= Buffer.byteLength(JSON.stringify(one)) + 1
    if (left < 0 || kept.length === count) break
    kept.push(one)
  }
  return kept
}
