import type { EntryId } from '@holdfast/api/ids'
import { addAffected, inOrder, type Subject } from './affected.ts'
import type { Link } from './links.ts'
import { mustStayLocally, mustStayRemotely } from './must-stay.ts'
import type { RemoteRow } from './remote-tree.ts'
import { type Standing, standingOf } from './standing.ts'
import type { Trees } from './trees.ts'

/** Far more than any trees need: more is a mistake in the rules, and no reason to stand still. */
const MAX_ROUNDS = 1000

/**
 * Links what has become the same, and drops links whose items go different ways: then each is as new to the other side.
 * Nothing is touched but links. All that could be affected is added to `subjects`.
 */
export function settleLinks(trees: Trees, subjects: Set<Subject>): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const subject of inOrder(subjects)) {
      if (typeof subject === 'string') continue
      const link = trees.links.ofRow(subject)
      if (link) settleLink(trees, link)
      else linkNewRow(trees, subject)
    }
    if (trees.dirty.isEmpty) return
    addAffected(trees, trees.dirty.take(), subjects)
  }
}

function settleLink(trees: Trees, given: Link): void {
  const link = replacedOnDisk(trees, given)
  const standing = standingOf(trees, link)
  const { row, local } = standing
  if (partsWays(trees, link, standing)) trees.links.drop(link.rowId)
  else if (row && local) agree(trees, link, standing, row)
}

/** Many programs save a file as a new one under its name: that is an edit, not a file deleted and another one made. */
function replacedOnDisk({ local, links }: Trees, link: Link): Link {
  if (local.get(link.localId)) return link
  const successor = local
    .named(link.localParent, link.name)
    .find(({ id, name, kind }) => name === link.name && kind === link.kind && !links.ofLocal(id))
  if (!successor) return link
  const replaced = { ...link, localId: successor.id }
  links.put(replaced)
  return replaced
}

function partsWays(trees: Trees, link: Link, standing: Standing): boolean {
  const { row, local, rowEdited, localEdited, rowMoved, localMoved } = standing
  // What cannot be read yet may have been edited, or be what was deleted.
  if (!row && !local) return !trees.unread.has(link.localId)
  // Edits and moves beat deletes.
  if (!row)
    return localEdited || localMoved || (link.kind === 'folder' && mustStayLocally(trees, link.localId))
  if (!local)
    return (
      trees.readOnly ||
      rowEdited ||
      rowMoved ||
      (link.kind === 'folder' && mustStayRemotely(trees, link.rowId))
    )
  return rowEdited && localEdited && row.content !== local.content
}

/** What both sides have come to by themselves is what they agree on from now on. */
function agree(
  { links, local: disk }: Trees,
  link: Link,
  { rowEdited, localEdited, inPlace }: Standing,
  row: RemoteRow,
): void {
  let agreed = link
  if (rowEdited && localEdited) agreed = { ...agreed, content: row.content, contentVer: row.ver }
  const localParent = disk.get(link.localId)?.parentId ?? link.localParent
  const isElsewhere =
    row.parentId !== link.rowParent || localParent !== link.localParent || row.name !== link.name
  if (inPlace && isElsewhere)
    agreed = { ...agreed, rowParent: row.parentId, localParent, name: row.name, placeVer: row.ver }
  if (agreed !== link) links.put(agreed)
}

function linkNewRow(trees: Trees, id: EntryId): void {
  const { remote, local, links, leftovers } = trees
  const row = remote.visible(id)
  const folder = row && links.ofRow(row.parentId)
  if (!row || !folder || !local.get(folder.localId)) return
  const beside = local.named(folder.localId, row.name).filter(({ name }) => name === row.name)
  // A folder that was deleted and made again: the local one waits for nothing but its successor.
  const waiting = beside.find(({ id: localId, kind }) => {
    const link = links.ofLocal(localId)
    return row.kind === 'folder' && kind === 'folder' && link && !remote.visible(link.rowId)
  })
  if (waiting) links.drop(links.ofLocal(waiting.id)?.rowId ?? row.id)
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
    contentVer: row.ver,
    placeVer: row.ver,
  })
}
