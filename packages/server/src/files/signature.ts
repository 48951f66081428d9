import { createHash } from 'node:crypto'

/**
 * The `hash` of a root or folder: made from its own fields and the number of changes among its items, never from
 * the items, so that it costs the same whatever the folder holds.
 */
export const signature = (head: object, childrenVersion: number, includeDeleted: boolean): string =>
  createHash('sha1')
    .update(JSON.stringify([head, childrenVersion, includeDeleted]))
    .digest('hex')
