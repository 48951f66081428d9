import { setImmediate } from 'node:timers/promises'
import { MAX_DEPTH, TOO_DEEP } from '@holdfast/api/files/names'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { fail } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { RootRow } from '../../records/roots.ts'
import { listSubfolders } from '../../records/subfolders.ts'

/** Folders that are looked into before others have a turn: SQLite answers at once. */
const AT_ONCE = 512

type Limited = Pick<RootRow, 'root_type'>

/** A backup has what is on a device, however deep. */
const isLimited = ({ root_type }: Limited): boolean => root_type !== 'backup'

/** Refuses a folder that would be so deep; 1 is at the top of the root. */
export function checkDepth(root: Limited, depth: number): void {
  if (isLimited(root) && depth > MAX_DEPTH)
    fail('invalid_name', `Folders can be up to ${MAX_DEPTH} levels deep.`, { error_reason: TOO_DEEP })
}

/** A folder, and how deep it is to be. */
export interface Placed {
  id: EntryId
  depth: number
}

/** What is not yet as it is to be. */
export interface Otherwise {
  /** Folders that are to be in another folder, or to be deleted. */
  leaving: ReadonlySet<EntryId>
  /** Those that are to be in each folder. */
  arriving: ReadonlyMap<ParentId, readonly EntryId[]>
}
const AS_IT_IS: Otherwise = { leaving: new Set(), arriving: new Map() }

/**
 * Refuses that folders end up at these depths, with all folders in them. Goes down level by level, over folders only,
 * and never further than is allowed. `rootId` is where they are, `root` where they are to be.
 */
export async function checkDepthBelow(
  db: Db,
  root: Limited,
  rootId: RootId,
  placed: readonly Placed[],
  { leaving, arriving }: Otherwise = AS_IT_IS,
): Promise<void> {
  if (!isLimited(root)) return
  let level = new Map(placed.map(({ id, depth }) => [id, depth]))
  while (level.size > 0) {
    for (const depth of level.values()) checkDepth(root, depth)
    const below = new Map<EntryId, number>()
    const ids = [...level.keys()]
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      if (from > 0) await setImmediate()
      const some = ids.slice(from, from + AT_ONCE)
      for (const { id, parent_id } of await listSubfolders(db, rootId, some))
        if (!leaving.has(id)) below.set(id, (level.get(parent_id as EntryId) ?? 0) + 1)
      for (const id of some)
        for (const child of arriving.get(id) ?? []) below.set(child, (level.get(id) ?? 0) + 1)
    }
    await setImmediate()
    level = below
  }
}
