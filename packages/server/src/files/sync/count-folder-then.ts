import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import { listInRootThen, type SyncRow } from './queries.ts'

/** Of a larger root a folder is not counted: whoever asks waits for it. */
const MOST_ITEMS = 20_000
const AT_ONCE = 1000

/** How much was in a folder and below it after a change; undefined where its root has too many items to tell. */
export async function countFolderThen(
  db: Db,
  rootId: RootId,
  folderId: EntryId,
  seq: number,
): Promise<{ files: number; bytes: number } | undefined> {
  const items: SyncRow[] = []
  for (let after = 0; ; ) {
    const page = await listInRootThen(db, rootId, seq, after, AT_ONCE)
    items.push(...page)
    if (items.length > MOST_ITEMS) return undefined
    const last = page.at(-1)
    if (!last || page.length < AT_ONCE) break
    after = last.id
  }
  const inside = Map.groupBy(items, ({ parent_id }) => parent_id)
  const counted = { files: 0, bytes: 0 }
  const folders: EntryId[] = [folderId]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const { id, kind, size } of inside.get(folder) ?? []) {
      if (kind === 'folder') folders.push(id)
      else {
        counted.files++
        counted.bytes += size
      }
    }
  return counted
}
