import type { EntryId } from '@holdfast/api/ids'
import type { Link } from './links.ts'
import type { LocalEntry } from './local-tree.ts'
import type { RemoteRow } from './remote-tree.ts'
import { isSwapName } from './swap-name.ts'
import type { Trees } from './trees.ts'

/**
 * Many programs save a file as a new one under its name: that is an edit of the file that had the name, whatever became of
 * the one that was there. It may be gone, have another name as a backup, or another file may have been renamed over it.
 */
export function followSave(trees: Trees, link: Link): Link {
  const { local, links } = trees
  const now = local.get(link.localId)
  if (now && !isBackup(trees, link, now)) return link
  const there = local
    .named(link.localParent, link.name)
    .filter(({ name, kind }) => name === link.name && kind === link.kind)
  const successor = there.find(({ id }) => !links.ofLocal(id))
  if (successor) return take(trees, link, successor)
  const source = now ? undefined : there.flatMap(({ id }) => links.ofLocal(id) ?? [])[0]
  return source ? takeOver(trees, link, source) : link
}

function take({ links }: Trees, link: Link, { id: localId }: Pick<LocalEntry, 'id'>): Link {
  const taken = { ...link, localId }
  links.put(taken)
  return taken
}

/** Renamed on this disk, in its folder, and nothing of that was sent yet. */
function isBackup(trees: Trees, link: Link, now: LocalEntry): boolean {
  const { id, parentId, name } = now
  const isRenamed = link.kind === 'file' && parentId === link.localParent && name !== link.name
  if (!isRenamed || trees.readOnly || isSwapName(name, id)) return false
  return isInPlace(trees, link) && !wouldBeJoined(trees, link, now)
}

/**
 * Whether a backup would be taken for an equal file that the service has under its name and this device does not have yet.
 * What somebody does to that one elsewhere would then be done to the backup, and nobody would have the content any more.
 */
function wouldBeJoined(
  { remote, links }: Trees,
  { rowParent }: Link,
  { name, content }: LocalEntry,
): boolean {
  const row = remote.named(rowParent, name)
  return row !== undefined && row.content === content && !links.ofRow(row.id)
}

const isInPlace = ({ remote }: Trees, { rowId, rowParent, name }: Link): boolean => {
  const row = remote.visible(rowId)
  return row !== undefined && row.parentId === rowParent && row.name === name
}

/**
 * A file that both sides know was renamed over another one. The one that it was written over has its content now, and the one
 * that it was is gone, with what was there before.
 */
function takeOver(trees: Trees, link: Link, source: Link): Link {
  const { local, links, hidden, unreadFiles, readOnly } = trees
  const moved = local.get(source.localId)
  const isMoved = moved?.parentId !== source.localParent || moved.name !== source.name
  const isGone = !hidden.has(link.localId) && !unreadFiles.has(link.localId)
  if (link.kind === 'folder' || readOnly || !moved || !isMoved || !isGone) return link
  if (isSwapName(moved.name, moved.id) || !isInPlace(trees, link) || !isInPlace(trees, source)) return link
  const taken = take(trees, link, moved)
  links.put({ ...source, localId: link.localId })
  return taken
}

/** A file of the service that has just left a name, with its link if it is a backup now. */
export interface Left {
  readonly row: RemoteRow
  readonly backup: Link | undefined
}

/**
 * The file whose name a new file takes again, where this device sent a moment ago that it was renamed or deleted, and nobody
 * has touched it since. What was moved to another folder is no backup: its history goes with it.
 */
export function findLeft(trees: Trees, folder: EntryId, name: string): Left | undefined {
  const { remote, links, leftNames } = trees
  const left = leftNames.find(folder, name)
  const row = left && remote.get(left.rowId)
  if (row?.kind !== 'file' || row.ver !== left?.ver) return undefined
  const backup = links.ofRow(row.id)
  if (row.deleted) return backup ? undefined : { row, backup }
  const isHere = row.parentId === folder && remote.visible(row.id) !== undefined
  return isHere && backup?.content === row.content ? { row, backup } : undefined
}
