import type { Instant } from '@holdfast/api/time'

interface Deletable {
  deletion_at: Instant | null
}

/**
 * When an item was deleted or restored last, by itself or with a folder above it. What leaves such a folder takes that
 * along: nothing else tells then that the files in it have changed.
 */
export function lastDeletion(item: Deletable, above: Iterable<Deletable>): Instant | null {
  let last = item.deletion_at
  for (const { deletion_at } of above)
    if (deletion_at !== null && deletion_at > (last ?? 0)) last = deletion_at
  return last
}
