import type { RootId } from '@holdfast/api/ids'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { EntryRow } from '../../../records/entries.ts'
import { listLiveAfter } from './queries.ts'

const BATCH = 128
/** Levels deeper than this are read again on the way back, so that a deep tree holds no more than a flat one. */
const LEVELS_KEPT = 16

export interface TreeItem {
  entry: EntryRow
  /** From where the walk began, without a slash at either end. */
  path: string
}

/** A folder that the walk is in the middle of. */
interface Level {
  parentId: ParentId
  /** How much of the path leads to it. */
  pathLength: number
  /** The last item that was given. */
  nameKey: string
  /** What is read and not given yet, the next one last. */
  ahead: EntryRow[]
}

/**
 * Everything below a folder that is not deleted, whatever the folder itself is: depth first, each folder before
 * what it holds, items in the order of their names. Memory does not grow with the tree. Of changes made meanwhile
 * some are seen and some not, but no path comes twice: within a folder names only go up. `first` begins with those
 * of its items alone, in that order.
 */
export async function* walkTree(
  db: Db,
  rootId: RootId,
  parentId: ParentId,
  first?: readonly EntryRow[],
): AsyncGenerator<TreeItem> {
  const levels: Level[] = []
  let path = ''
  const enter = (id: ParentId) =>
    levels.push({ parentId: id, pathLength: path.length, nameKey: '', ahead: [] })
  for (const entry of first ?? []) {
    yield { entry, path: entry.name }
    if (entry.kind !== 'folder') continue
    path = `${entry.name}/`
    enter(entry.id)
    yield* walkLevels()
  }
  if (first) return
  enter(parentId)
  yield* walkLevels()

  async function* walkLevels(): AsyncGenerator<TreeItem> {
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      path = path.slice(0, level.pathLength)
      if (level.ahead.length === 0) level.ahead = await readAhead(level)
      const entry = level.ahead.pop()
      if (!entry) {
        levels.pop()
        continue
      }
      level.nameKey = entry.name_key
      yield { entry, path: path + entry.name }
      if (entry.kind !== 'folder') continue
      if (levels.length > LEVELS_KEPT) level.ahead = []
      path += `${entry.name}/`
      enter(entry.id)
    }
  }

  async function readAhead({ parentId: id, nameKey }: Level): Promise<EntryRow[]> {
    return (await listLiveAfter(db, { rootId, parentId: id, nameKey, limit: BATCH })).reverse()
  }
}
