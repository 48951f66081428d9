import type { EntryId } from '@holdfast/api/ids'
import { Dirty } from './dirty.ts'
import type { LocalId } from './local-id.ts'
import { type LocalEntry, TOP_LOCAL } from './local-tree.ts'
import { MOST_HOPS, type RemoteRow, TOP_ROW } from './remote-tree.ts'
import type { Trees } from './trees.ts'

/** What a plan looks at: a row, with its link if it has one, or a local item without a link. */
export type Subject = EntryId | LocalId

/** Rows first, each kind in its order: the same trees are looked at in the same order. */
export const inOrder = (subjects: Iterable<Subject>): Subject[] =>
  [...subjects].sort((one, other) => {
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1
    return one < other ? -1 : one > other ? 1 : 0
  })

/**
 * All that can have a part in a plan: not what is at rest, for which nothing is ever planned, whatever the settings are. What
 * is written down tells who is not at rest; what has changed since is followed as any other change is.
 */
export function everything(trees: Trees): Set<Subject> {
  const { shelf } = trees
  const subjects = new Set<Subject>([...shelf.unrestedRows(), ...shelf.unrestedLocals()])
  addWhatIsToGo(trees, subjects)
  addAffected(trees, changedSinceWritten(trees), subjects)
  return subjects
}

/** What is not for this device, and what is in it or in a folder that was deleted: at rest by itself, it is to go. */
function addWhatIsToGo({ remote, shelf }: Trees, subjects: Set<Subject>): void {
  for (const id of remote.deselected) subjects.add(id)
  for (const id of shelf.rowFolders())
    if (!remote.visible(id)) for (const child of remote.children(id)) subjects.add(child.id)
}

function changedSinceWritten({ remote, local, links, shelf }: Trees): Dirty {
  const changed = new Dirty()
  for (const id of remote.shelved.freshIds()) changed.rows.add(id)
  for (const id of links.shelved.freshIds()) {
    changed.rows.add(id)
    // Of what was linked and is not any more, the shelf does not know that.
    const before = shelf.linkOfRow(id)
    if (before) changed.locals.add(before.localId)
  }
  for (const id of local.shelved.freshIds()) changed.locals.add(id)
  return changed
}

/**
 * Adds all whose part of the plan can have become another one by what has changed.
 *
 * What must hold: a plan for the subjects that were left open and those added here is the same as a plan for everything. So
 * whatever the part of a subject is made from, each change of it must lead back to that subject. It is made from
 * - the item itself, on both sides, and its link;
 * - the folders above it: whether they are there, linked, and in their places. A change leads to all below it;
 * - for a folder, what is in it: whether a deleted one can go. A change leads to all above it;
 * - what has its name in its folder, on either side. A change leads to those with the name that the item has now. One that
 *   waited for the name that it had before was left open.
 */
export function addAffected(trees: Trees, changed: Dirty, subjects: Set<Subject>): void {
  const affected = new Affected(trees, subjects)
  for (const id of changed.rows) if (id !== TOP_ROW) affected.byRow(id)
  for (const id of changed.locals) if (id !== TOP_LOCAL) affected.byLocal(id)
  for (const id of changed.nearRows) affected.byWhatIsInRow(id)
  for (const id of changed.nearLocals) affected.byWhatIsInLocal(id)
}

/** Follows what has changed to all who are affected by it. */
class Affected {
  readonly #trees: Trees
  readonly #subjects: Set<Subject>
  /** Whose items below were added already: the two sides lead to each other, and would never end. */
  readonly #rowsDone = new Set<EntryId>()
  readonly #localsDone = new Set<LocalId>()

  constructor(trees: Trees, subjects: Set<Subject>) {
    this.#trees = trees
    this.#subjects = subjects
  }

  /** The row, or its link, is another one, or gone. */
  byRow(id: EntryId): void {
    this.#rowWithAllBelow(id)
    this.byWhatIsInRow(id)
    const row = this.#trees.remote.get(id)
    if (row) this.#namesakesOfRow(row)
  }

  /** The local item, or its link, is another one, or gone. */
  byLocal(id: LocalId): void {
    const { local, links } = this.#trees
    const entry = local.get(id)
    if (entry || links.ofLocal(id)) this.#localWithAllBelow(id)
    this.byWhatIsInLocal(id)
    if (entry) this.#namesakesOfLocal(entry)
  }

  /** Something in a folder has changed: on either side it has a part in what becomes of the folder and all above it. */
  byWhatIsInRow(id: EntryId): void {
    const link = this.#trees.links.ofRow(id)
    this.#rowWithAllAbove(id)
    if (link) this.#localWithAllAbove(link.localId)
  }

  byWhatIsInLocal(id: LocalId): void {
    const link = this.#trees.links.ofLocal(id)
    if (link) this.#rowWithAllAbove(link.rowId)
    this.#localWithAllAbove(id)
  }

  /** A linked item has its part of the plan with its row. */
  #addLocal(id: LocalId): void {
    if (id !== TOP_LOCAL) this.#subjects.add(this.#trees.links.ofLocal(id)?.rowId ?? id)
  }

  #rowWithAllAbove(id: EntryId): void {
    const { remote } = this.#trees
    let hops = 0
    // Should rows ever be in each other, this must end.
    for (let at = remote.get(id); at && at.id !== TOP_ROW && hops++ < MOST_HOPS; at = remote.get(at.parentId))
      this.#subjects.add(at.id)
  }

  #localWithAllAbove(id: LocalId): void {
    const { local } = this.#trees
    for (let at = local.get(id); at && at.id !== TOP_LOCAL; at = local.get(at.parentId)) this.#addLocal(at.id)
  }

  #rowWithAllBelow(id: EntryId): void {
    if (this.#rowsDone.has(id)) return
    this.#rowsDone.add(id)
    this.#subjects.add(id)
    for (const child of this.#trees.remote.children(id)) this.#rowWithAllBelow(child.id)
    const link = this.#trees.links.ofRow(id)
    if (link) this.#localWithAllBelow(link.localId)
  }

  #localWithAllBelow(id: LocalId): void {
    const { local, links } = this.#trees
    if (this.#localsDone.has(id)) return
    this.#localsDone.add(id)
    this.#addLocal(id)
    for (const child of local.children(id)) this.#localWithAllBelow(child.id)
    const link = links.ofLocal(id)
    if (!link) return
    this.#rowWithAllBelow(link.rowId)
    // The folder that it was in stays for it, or goes, by where it is now.
    if (link.localParent !== local.get(id)?.parentId) this.#rowWithAllAbove(link.rowId)
  }

  #namesakesOfRow({ parentId, name }: RemoteRow): void {
    const { remote, local, links } = this.#trees
    const taken = remote.named(parentId, name)
    if (taken) this.#subjects.add(taken.id)
    const folder = links.ofRow(parentId)
    if (folder) for (const { id } of local.named(folder.localId, name)) this.#addLocal(id)
  }

  #namesakesOfLocal({ parentId, name }: LocalEntry): void {
    const { remote, local, links } = this.#trees
    for (const { id } of local.named(parentId, name)) this.#addLocal(id)
    const folder = links.ofLocal(parentId)
    const taken = folder && remote.named(folder.rowId, name)
    if (taken) this.#subjects.add(taken.id)
  }
}
