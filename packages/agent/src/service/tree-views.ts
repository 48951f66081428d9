import type { EntryId } from '@holdfast/api/ids'
import { type RemoteRow, TOP_ROW } from '../core/remote-tree.ts'
import type { Trees } from '../core/trees.ts'
import { SELECT } from '../words/commands.ts'
import type { ListedItem } from './methods.ts'
import { UserError } from './user-error.ts'

/** The folder of the service at a path with slashes; an empty one is the top. */
export function findFolder({ remote }: Trees, path: string): EntryId {
  let at = TOP_ROW
  for (const name of path.split('/').filter(Boolean)) {
    const row = remote.named(at, name)
    if (row?.kind !== 'folder') throw new UserError(SELECT.noFolder(path))
    at = row.id
  }
  return at
}

export const listFolder = (trees: Trees, path: string): ListedItem[] =>
  trees.remote
    .children(findFolder(trees, path))
    .map((row) => ({
      name: row.name,
      kind: row.kind,
      size: row.size,
      modified: row.modified,
      here: isHere(trees, row),
    }))
    .sort(
      (one, other) =>
        Number(one.kind === 'file') - Number(other.kind === 'file') || (one.name < other.name ? -1 : 1),
    )

function isHere({ remote, links, local }: Trees, { id, content }: RemoteRow): ListedItem['here'] {
  if (!remote.visible(id)) return 'no'
  const link = links.ofRow(id)
  if (!link || link.prepared) return 'waiting'
  const here = local.get(link.localId)
  return !here || here.content === content ? 'yes' : 'waiting'
}

/** With slashes, from the top; undefined for what is not there. */
export function pathOf({ remote }: Trees, id: EntryId): string | undefined {
  const names: string[] = []
  let at = remote.live(id)
  while (at && at.id !== TOP_ROW) {
    names.unshift(at.name)
    at = remote.get(at.parentId)
  }
  return at && names.join('/')
}
