import type { File } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { Ctx } from '../../platform/context.ts'
import type { EntryRow } from '../../records/entries.ts'
import type { RootRow } from '../../records/roots.ts'
import { fileView } from '../basics/view.ts'
import { foldersUpTo, type Place, placeIn, placesAmong } from './places.ts'
import { listAfter, type Neighbour, readWithFolders } from './queries.ts'

export interface Scope {
  root: RootRow
  since: Instant
  includeDeleted: boolean
}

/** A folder on the way, and how far its items have been looked at. */
interface Level {
  id: EntryId
  place: Place
  after: Neighbour
  /** Read and not looked at yet. */
  waiting: EntryRow[]
  /** There may be more to read. */
  more: boolean
}

const FIRST: Neighbour = { name_key: '', id: 0 as EntryId }
const AT_ONCE = 512
const LEAST = 16

/** How many items to read: the deeper, the fewer, since all levels of the way are held. */
const readAhead = (depth: number): number => Math.max(LEAST, Math.floor(AT_ONCE / depth))

/**
 * Goes through all below a folder whose deletion has changed, name by name, and gives the files that have changed by
 * that alone. Goes on behind the item `after`, if that is still there.
 */
export async function* filesBelow(
  ctx: Ctx,
  scope: Scope,
  folderId: EntryId,
  after?: EntryId,
): AsyncGenerator<{ id: EntryId; item: File | undefined }[]> {
  const way = await wayInto(ctx, scope, folderId, after)
  let looked: { id: EntryId; item: File | undefined }[] = []
  for (let level = way.at(-1); level; level = way.at(-1)) {
    if (level.waiting.length === 0 && level.more) await readOn(ctx, scope, level, readAhead(way.length))
    const row = level.waiting.pop()
    if (!row) {
      way.pop()
      // It has been gone through, and is behind us like any item.
      if (way.length > 0) looked.push({ id: level.id, item: undefined })
    } else if (row.kind === 'folder' && !changesApart(row, scope)) {
      level.after = row
      way.push(levelOf(row.id, placeIn(scope.root, level.place, row)))
    } else {
      level.after = row
      looked.push({ id: row.id, item: itemOf(row, level.place, scope) })
    }
    if (looked.length < AT_ONCE) continue
    yield looked
    looked = []
  }
  if (looked.length > 0) yield looked
}

const levelOf = (id: EntryId, place: Place): Level => ({ id, place, after: FIRST, waiting: [], more: true })

async function readOn(ctx: Ctx, { root }: Scope, level: Level, limit: number): Promise<void> {
  const rows = await listAfter(ctx.db.read, root.id, level.id, level.after, limit)
  level.more = rows.length === limit
  // The next one is taken from the end.
  level.waiting = rows.reverse()
}

/** It was deleted all along, or its own deletion has changed: then its files have their own turn. */
const changesApart = ({ deleted_at, deletion_at }: EntryRow, { since }: Scope): boolean =>
  deleted_at !== null || (deletion_at !== null && deletion_at >= since)

/** Files that have changed themselves were given for that. */
function itemOf(row: EntryRow, { path, deleted, shown }: Place, { since }: Scope): File | undefined {
  const unchanged = row.kind === 'file' && row.changed_at < since && row.deleted_at === null
  return unchanged ? fileView(row, path, deleted, shown) : undefined
}

/** The folder, and those below it that lead to `after`; none where nothing below it has changed. */
async function wayInto(
  ctx: Ctx,
  scope: Scope,
  folderId: EntryId,
  after: EntryId | undefined,
): Promise<Level[]> {
  const { root, includeDeleted } = scope
  const rows = await readWithFolders(ctx.db.read, root.id, after ? [folderId, after] : [folderId])
  const folder = rows.get(folderId)
  if (folder?.kind !== 'folder') return []
  const placeOf = placesAmong(root, rows, ctx.now())
  if (placeOf(folderId).deleted && !includeDeleted) return []
  const top = levelOf(folderId, placeOf(folderId))
  const known = after && rows.get(after)
  const inside = known && foldersUpTo(rows, known.id, (id) => id === 0)
  const at = inside?.findIndex(({ id }) => id === folderId) ?? -1
  // Moved away in between: rather all of the folder again than a part of it never.
  if (!inside || at === -1) return [top]
  const levels = [top]
  for (const entry of inside.slice(at + 1)) {
    const level = levels.at(-1) as Level
    level.after = entry
    if (entry.id === after || changesApart(entry, scope)) break
    levels.push(levelOf(entry.id, placeOf(entry.id)))
  }
  return levels
}
