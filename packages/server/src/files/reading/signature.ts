import { createHash } from 'node:crypto'

/**
 * The `hash` of a root or folder: made from its own fields and from numbers that count the changes among its items,
 * never from the items, so that it costs the same whatever the folder holds.
 */
export const signature = (head: object, changes: readonly unknown[]): string =>
  createHash('sha1')
    .update(JSON.stringify([head, changes]))
    .digest('hex')
