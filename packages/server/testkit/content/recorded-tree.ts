import { type File, type Item, listFolderChildren } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { CheckedClient } from '../servers/checked-client.ts'

/** An item as a listing showed it, and the folder that it was listed in. */
export type Recorded = Item & { parent: number }
/** Everything in a root, deleted items too, by id. */
export type RecordedTree = Map<number, Recorded>

/** Walks a root by its listings, as it is or as it was. */
export async function recordTree(
  who: CheckedClient,
  rootId: RootId,
  asOf?: number | string,
): Promise<RecordedTree> {
  const tree: RecordedTree = new Map()
  const walk = async (folder: number): Promise<void> => {
    // Versions are not known of what was.
    for (const { ver: _, ...item } of await listAll(who, rootId, folder, asOf)) {
      tree.set(item.id, { ...item, parent: folder })
      if (item.type === 'folder') await walk(item.id)
    }
  }
  await walk(0)
  return tree
}

async function listAll(who: CheckedClient, rootId: RootId, folder: number, asOf?: number | string) {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const { results, max_page } = await who.call(listFolderChildren, {
      root_id: rootId,
      folder_id: folder as EntryId,
      include_lock_info: false,
      page_size: 50,
      page,
      ...(asOf !== undefined && { as_of: String(asOf) }),
    })
    items.push(...results)
    if (page === max_page) return items
  }
}

/** What can be compared over a restore: the content comes back as a new revision. */
export const liveItems = (tree: RecordedTree, contentOf: (file: File) => unknown) =>
  [...tree.values()]
    .filter((item) => !item.is_deleted)
    .map((item) => ({
      id: item.id,
      path: item.path,
      ...(item.type === 'file' && { size: item.size, modified: item.modified, content: contentOf(item) }),
    }))
    .sort((one, other) => one.id - other.id)
