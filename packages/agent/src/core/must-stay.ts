import type { EntryId } from '@holdfast/api/ids'
import { isListed } from './listed.ts'
import type { LocalId } from './local-id.ts'
import type { LocalEntry } from './local-tree.ts'
import { hasPlaceRemotely } from './remote-place.ts'
import { standingOf } from './standing.ts'
import type { Trees } from './trees.ts'

/** A folder that stayed for what is ignored in it, and into which nothing has come since, or what people have listed. */
export function isLeftover(trees: Trees, entry: LocalEntry): boolean {
  const { leftovers, local, links } = trees
  if (entry.kind === 'file') return isListed(trees, entry)
  if (!leftovers.has(entry.id) && !isListed(trees, entry)) return false
  return local.children(entry.id).every((child) => !links.ofLocal(child.id) && isLeftover(trees, child))
}

/** Whether a folder that was deleted on the service holds something that is to stay on the disk, and so on both. */
export function mustStayLocally(trees: Trees, folder: LocalId): boolean {
  return trees.local.children(folder).some((child) => {
    const link = trees.links.ofLocal(child.id)
    if (!link) return !isLeftover(trees, child)
    const { row, localEdited, localMoved, rowMoved } = standingOf(trees, link)
    if (row) return !rowMoved
    return localEdited || localMoved || (child.kind === 'folder' && mustStayLocally(trees, child.id))
  })
}

/** Whether a folder that was deleted on the disk holds something on the service that is to stay. */
export function mustStayRemotely(trees: Trees, folder: EntryId): boolean {
  return trees.remote.children(folder).some((child) => {
    // What this device does not have was not deleted on it.
    if (!trees.remote.visible(child.id)) return true
    const link = trees.links.ofRow(child.id)
    if (!link) return true
    const { local, rowEdited, rowMoved } = standingOf(trees, link)
    if (local) return rowMoved || !hasPlaceRemotely(trees, local)
    return rowEdited || rowMoved || (child.kind === 'folder' && mustStayRemotely(trees, child.id))
  })
}
