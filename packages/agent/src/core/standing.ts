import type { Link } from './links.ts'
import type { LocalEntry } from './local-tree.ts'
import type { RemoteRow } from './remote-tree.ts'
import { isSwapName } from './swap-name.ts'
import type { Trees } from './trees.ts'

/** What has become of the two items of a link since they were last the same. */
export interface Standing {
  /** Undefined where it is deleted, or not for this device. */
  readonly row: RemoteRow | undefined
  readonly local: LocalEntry | undefined
  readonly rowEdited: boolean
  readonly localEdited: boolean
  /** Its time of change is another one, whatever became of the content. */
  readonly rowTouched: boolean
  readonly localTouched: boolean
  /** Both sides have moved: then this is set, and `localMoved` is too. */
  readonly rowMoved: boolean
  readonly localMoved: boolean
  /** Both are in the same place, whatever place that is. */
  readonly inPlace: boolean
}

export function standingOf({ remote, local: disk, links, readOnly }: Trees, link: Link): Standing {
  const row = remote.visible(link.rowId)
  const local = disk.get(link.localId)
  const isFile = link.kind === 'file'
  const rowEdited = row !== undefined && isFile && row.content !== link.content
  const localEdited = local !== undefined && isFile && local.content !== link.content
  const rowTouched = row !== undefined && isFile && link.modified !== null && row.modified !== link.modified
  const localTouched =
    local !== undefined && isFile && link.localModified !== null && local.modified !== link.localModified
  let rowMoved = row !== undefined && (row.parentId !== link.rowParent || row.name !== link.name)
  let localMoved = local !== undefined && (local.parentId !== link.localParent || local.name !== link.name)
  let inPlace = false
  if (row && local) {
    // By the folders' links: a folder that got another id has not moved what is in it.
    const folder = links.ofLocal(local.parentId)
    inPlace = folder?.rowId === row.parentId && local.name === row.name
    if (inPlace) rowMoved = localMoved = false
    // A folder that is not on the service is no place for it where it cannot come there either.
    else if (!rowMoved && !localMoved && (folder || readOnly) && folder?.rowId !== row.parentId)
      localMoved = true
    // Anyone who may only read takes the place that the service says, and so does what we have put aside ourselves.
    if (localMoved && (readOnly || isSwapName(local.name, local.id))) {
      rowMoved = true
      localMoved = false
    }
  }
  return { row, local, rowEdited, localEdited, rowTouched, localTouched, rowMoved, localMoved, inPlace }
}
