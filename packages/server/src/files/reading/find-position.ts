import type { EntryId, RootId } from '@holdfast/api/ids'
import { authorizeContainer } from '../../access/authorize.ts'
import { missing, noSuch, refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { findEntry } from '../../records/entries.ts'
import { nameKey } from '../../records/names.ts'
import { type InOrder, itemsInOrder, type Part } from './in-order.ts'
import { type Container, countBefore, findNamed, type Placed } from './queries.ts'

interface Sought {
  entry_id?: EntryId
  name?: string
}

/** Where an item stands in the list of its folder. Those before it are counted by an index, as a page skips them. */
export async function findPosition(
  ctx: Ctx,
  who: Principal,
  path: { rootId: RootId; folderId: ParentId },
  { entry_id, name, ...options }: InOrder & Sought,
): Promise<{ index: number | null; total: number; id: EntryId | null }> {
  const db = ctx.db.read
  const container = await authorizeContainer(db, who, path, 'FOLDER_VIEW')
  if (entry_id === undefined && name === undefined) missing('entry_id', 'or send name')
  if (entry_id !== undefined && name !== undefined) refuse('name', 'send either entry_id or name')
  const { place, total, parts } = await itemsInOrder(db, container, options)
  const find = entry_id === undefined ? byName(nameKey(name ?? '')) : byId(entry_id)
  let before = 0
  for (const part of parts) {
    const found = await find(db, place, part)
    if (found) return { index: before + (await countBefore(db, place, part, found)), total, id: found.id }
    before += part.count
  }
  if (entry_id !== undefined) noSuch(`item ${entry_id} in this list`)
  return { index: null, total, id: null }
}

type Find = (db: Db, place: Container, part: Part) => Promise<Placed | undefined>

const byId =
  (id: EntryId): Find =>
  async (db, { rootId, parentId }, part) => {
    const entry = await findEntry(db, rootId, id)
    if (entry?.parent_id !== parentId) return undefined
    if (entry.deleted_at !== null && !part.includeDeleted) return undefined
    return part[entry.kind === 'folder' ? 'filesOnly' : 'foldersOnly'] ? undefined : entry
  }

/** The first in a list by name; in other orders the first by name as well, which costs no look at the rest. */
const byName =
  (beginning: string): Find =>
  (db, place, part) =>
    findNamed(db, place, part, beginning)
