import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import type { State } from './state.ts'

/**
 * A program that has just begun knows nothing of folders that it cannot look into but what it wrote down: that is taken to
 * be there still. Otherwise what others delete meanwhile would be forgotten, and new when the folder can be looked into.
 */
export function recall(state: State, folders: ReadonlySet<LocalId>): void {
  const { links, local } = state.trees
  const inside = new Map<LocalId, Link[]>()
  for (const link of links.all()) {
    if (local.get(link.localId) || link.prepared) continue
    const beside = inside.get(link.localParent)
    if (beside) beside.push(link)
    else inside.set(link.localParent, [link])
  }
  const recallIn = (folder: LocalId): void => {
    for (const { localId: id, kind, name, content } of inside.get(folder) ?? []) {
      const known = state.knownFile(id) ?? { stamp: '', content }
      local.put({ id, parentId: folder, kind, name, rawName: name, size: 0, ...known })
      if (kind === 'folder') recallIn(id)
    }
  }
  for (const folder of folders) recallIn(folder)
}
