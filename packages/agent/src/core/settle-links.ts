import type { EntryId } from '@holdfast/api/ids'
import { addAffected, inOrder, type Subject } from './affected.ts'
import { followSave } from './follow-saves.ts'
import type { Link } from './links.ts'
import { isListedRow } from './listed.ts'
import type { LocalEntry } from './local-tree.ts'
import { LOOKS_BEFORE_DELETE } from './looks.ts'
import { mustStayLocally, mustStayRemotely } from './must-stay.ts'
import { type RemoteRow, timeOf } from './remote-tree.ts'
import { type Standing, standingOf } from './standing.ts'
import type { Trees } from './trees.ts'

/**
 * Links what has become the same, and drops links whose items go different ways: then each is as new to the other side.
 * Nothing is touched but links. All that could be affected is added to `subjects`.
 *
 * What must hold when it ends: one more pass over the subjects would change no link. One link can be what another one waits
 * for, such as that of a folder for those of its items, so it takes passes until one changes nothing. Where that does not come
 * within `trees.mostPasses`, it gives up rather than stand still: the rows whose links the last pass has changed are given
 * back. They are none otherwise.
 */
export function settleLinks(trees: Trees, subjects: Set<Subject>): ReadonlySet<EntryId> {
  let undecided: ReadonlySet<EntryId> = new Set()
  for (let pass = 0; pass < trees.mostPasses; pass++) {
    for (const subject of inOrder(subjects)) if (typeof subject === 'number') settleRow(trees, subject)
    if (trees.dirty.isEmpty) return new Set()
    const changed = trees.dirty.take()
    addAffected(trees, changed, subjects)
    undecided = changed.rows
  }
  return undecided
}

function settleRow(trees: Trees, id: EntryId): void {
  const link = trees.links.ofRow(id)
  if (link) settleLink(trees, link)
  else linkNewRow(trees, id)
}

function settleLink(trees: Trees, given: Link): void {
  const link = followSave(trees, given)
  const standing = standingOf(trees, link)
  const { row, local } = standing
  if (partsWays(trees, link, standing)) trees.links.drop(link.rowId)
  else if (row && local) agree(trees, link, { ...standing, row, local })
}

/** Whether nothing is left that both sides could agree on. Edits and moves beat deletes. */
function partsWays(trees: Trees, link: Link, standing: Standing): boolean {
  const { row, local, rowEdited, localEdited } = standing
  if (row && local) return rowEdited && localEdited && row.content !== local.content
  if (row) return outlivesLocalDelete(trees, link, standing)
  if (local) return outlivesRemoteDelete(trees, link, standing)
  // What cannot be read yet may have been edited, or be what was deleted.
  return !trees.unreadFiles.has(link.localId)
}

const outlivesLocalDelete = (trees: Trees, link: Link, { rowEdited, rowMoved }: Standing): boolean =>
  trees.readOnly ||
  rowEdited ||
  rowMoved ||
  isHiddenForLong(trees, link) ||
  (link.kind === 'folder' && mustStayRemotely(trees, link.rowId))

/**
 * Renamed to a name that is ignored, an item was not deleted: it comes again under the name that the service has. Not at
 * once, since programs that save a file rename it so for a moment.
 */
const isHiddenForLong = ({ hidden, missing }: Trees, { localId }: Link): boolean =>
  hidden.has(localId) && (missing.get(localId) ?? 0) >= LOOKS_BEFORE_DELETE

const outlivesRemoteDelete = (trees: Trees, link: Link, { localEdited, localMoved }: Standing): boolean =>
  localEdited || localMoved || (link.kind === 'folder' && mustStayLocally(trees, link.localId))

/** What both sides have come to by themselves is what they agree on from now on. */
function agree(
  { links }: Trees,
  link: Link,
  standing: Standing & { readonly row: RemoteRow; readonly local: LocalEntry },
): void {
  const { row, local, rowEdited, localEdited, inPlace } = standing
  const { parentId: localParent, modified: localModified } = local
  let agreed = agreedTime(link, standing)
  // Of one content, each side keeps the time that it had.
  if (rowEdited && localEdited)
    agreed = { ...agreed, content: row.content, contentVer: row.ver, modified: row.modified, localModified }
  const isElsewhere =
    row.parentId !== link.rowParent || localParent !== link.localParent || row.name !== link.name
  if (inPlace && isElsewhere)
    agreed = { ...agreed, rowParent: row.parentId, localParent, name: row.name, placeVer: row.ver }
  if (agreed !== link) links.put(agreed)
}

/** What is not known of times is what is found; where both sides have the same one, nobody has to set it. */
function agreedTime(
  link: Link,
  {
    row,
    local,
    rowEdited,
    localEdited,
    rowTouched,
  }: Standing & { readonly row: RemoteRow; readonly local: LocalEntry },
): Link {
  if (link.kind === 'folder' || rowEdited || localEdited) return link
  const { modified, localModified } = link
  if (rowTouched && local.modified !== null && local.modified === timeOf(row))
    return { ...link, modified: row.modified, localModified: local.modified, contentVer: row.ver }
  if ((modified ?? row.modified) === modified && (localModified ?? local.modified) === localModified)
    return link
  return { ...link, modified: modified ?? row.modified, localModified: localModified ?? local.modified }
}

/** Links a row to the local item that is the same, if its folder has one. */
function linkNewRow(trees: Trees, id: EntryId): void {
  const { remote, local, links, leftovers } = trees
  const row = remote.visible(id)
  const folder = row && links.ofRow(row.parentId)
  if (!row || !folder || !local.get(folder.localId) || isListedRow(trees, row)) return
  const beside = local.named(folder.localId, row.name).filter(({ name }) => name === row.name)
  if (row.kind === 'folder') freeFolderOfDeletedRow(trees, beside)
  const same = beside.find(
    ({ id: localId, kind, content }) =>
      !links.ofLocal(localId) && kind === row.kind && (kind === 'folder' || content === row.content),
  )
  if (!same) return
  leftovers.delete(same.id)
  links.put({
    rowId: row.id,
    localId: same.id,
    kind: row.kind,
    rowParent: row.parentId,
    localParent: folder.localId,
    name: row.name,
    content: row.content,
    modified: row.modified,
    localModified: same.modified,
    contentVer: row.ver,
    placeVer: row.ver,
  })
}

/** A folder that was deleted on the service and made again there: the local one waits for nothing but its successor. */
function freeFolderOfDeletedRow({ remote, links }: Trees, beside: readonly LocalEntry[]): void {
  for (const { id, kind } of beside) {
    const link = links.ofLocal(id)
    if (kind !== 'folder' || !link || remote.visible(link.rowId)) continue
    links.drop(link.rowId)
    return
  }
}
