import type { EntryId } from '@holdfast/api/ids'
import { Dirty } from './dirty.ts'
import type { LocalId } from './local-id.ts'
import { type LocalEntry, TOP_LOCAL } from './local-tree.ts'
import { type RemoteRow, TOP_ROW } from './remote-tree.ts'
import type { Trees } from './trees.ts'

/** What a plan looks at: a row, with its link if it has one, or a local item without a link. */
export type Subject = EntryId | LocalId

/** Rows first, each kind in its order: the same trees are looked at in the same order. */
export const inOrder = (subjects: Iterable<Subject>): Subject[] =>
  [...subjects].sort((one, other) => {
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1
    return one < other ? -1 : one > other ? 1 : 0
  })

/** All that can have a part in a plan: not what is at rest, for which nothing is ever planned, whatever the settings are. */
export function everything(trees: Trees): Set<Subject> {
  const { remote, local, links, shelf } = trees
  const subjects = new Set<Subject>([...shelf.unrestedRows(), ...shelf.unrestedLocals()])
  // What is not for this device, and what lies in it or in a folder that was deleted, is to go.
  for (const id of remote.deselected) subjects.add(id)
  for (const id of shelf.rowFolders())
    if (!remote.visible(id)) for (const child of remote.children(id)) subjects.add(child.id)
  const unshelved = new Dirty()
  for (const id of remote.shelved.freshIds()) unshelved.rows.add(id)
  for (const id of links.shelved.freshIds()) {
    unshelved.rows.add(id)
    // Of what was linked and is not any more, the shelf does not know that.
    const before = shelf.linkOfRow(id)
    if (before) unshelved.locals.add(before.localId)
  }
  for (const id of local.shelved.freshIds()) unshelved.locals.add(id)
  addAffected(trees, unshelved, subjects)
  return subjects
}

/** Adds all whose part of the plan can have become another one by what has changed. */
export function addAffected(trees: Trees, changed: Dirty, subjects: Set<Subject>): void {
  const { remote, local, links } = trees
  const lookAt = (id: LocalId) => {
    const link = links.ofLocal(id)
    if (id !== TOP_LOCAL) subjects.add(link?.rowId ?? id)
  }
  // Whether a deleted folder can go depends on all that is in it, on either side.
  const rowsUp = (id: EntryId) => {
    for (
      let at = remote.get(id), hops = 0;
      at && at.id !== TOP_ROW && hops++ < 1000;
      at = remote.get(at.parentId)
    )
      subjects.add(at.id)
  }
  const localsUp = (id: LocalId) => {
    for (let at = local.get(id); at && at.id !== TOP_LOCAL; at = local.get(at.parentId)) lookAt(at.id)
  }
  const bothUp = (row: EntryId | undefined, entry: LocalId | undefined) => {
    if (row !== undefined) rowsUp(row)
    if (entry !== undefined) localsUp(entry)
  }
  const seenRows = new Set<EntryId>()
  const rowsDown = (id: EntryId) => {
    if (seenRows.has(id)) return
    seenRows.add(id)
    subjects.add(id)
    for (const child of remote.children(id)) rowsDown(child.id)
    const link = links.ofRow(id)
    if (link) localsDown(link.localId)
  }
  const seenLocals = new Set<LocalId>()
  const localsDown = (id: LocalId) => {
    if (seenLocals.has(id)) return
    seenLocals.add(id)
    lookAt(id)
    for (const child of local.children(id)) localsDown(child.id)
    const link = links.ofLocal(id)
    if (!link) return
    rowsDown(link.rowId)
    // The folder that it was in stays for it, or goes, by where it is now.
    if (link.localParent !== local.get(id)?.parentId) rowsUp(link.rowId)
  }
  const besideRow = ({ parentId, name }: RemoteRow) => {
    const taken = remote.named(parentId, name)
    if (taken) subjects.add(taken.id)
    const folder = links.ofRow(parentId)
    if (folder) for (const { id } of local.named(folder.localId, name)) lookAt(id)
  }
  const besideLocal = ({ parentId, name }: LocalEntry) => {
    for (const { id } of local.named(parentId, name)) lookAt(id)
    const folder = links.ofLocal(parentId)
    const taken = folder && remote.named(folder.rowId, name)
    if (taken) subjects.add(taken.id)
  }
  for (const id of changed.rows) {
    if (id === TOP_ROW) continue
    rowsDown(id)
    bothUp(id, links.ofRow(id)?.localId)
    const row = remote.get(id)
    if (row) besideRow(row)
  }
  for (const id of changed.locals) {
    if (id === TOP_LOCAL) continue
    if (local.get(id) || links.ofLocal(id)) localsDown(id)
    bothUp(links.ofLocal(id)?.rowId, id)
    const entry = local.get(id)
    if (entry) besideLocal(entry)
  }
  for (const id of changed.nearRows) bothUp(id, links.ofRow(id)?.localId)
  for (const id of changed.nearLocals) bothUp(links.ofLocal(id)?.rowId, id)
}
