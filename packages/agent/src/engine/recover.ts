import { everything, type Subject } from '../core/affected.ts'
import { isConflictName } from '../core/conflict-name.ts'
import type { Link } from '../core/links.ts'
import type { LocalId } from '../core/local-id.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import type { Disk } from '../ports/disk.ts'
import type { Engine } from './state/engine.ts'
import { flushFolder } from './state/flush-folder.ts'
import type { State } from './state/state.ts'

/**
 * Settles what a crash left prepared, by the disk alone, right after a look at all of it and before anything else is done
 * or heard: settled later, it would put an agreement back that is not true any more.
 */
export async function recover({ state, disk, save }: Engine): Promise<void> {
  const subjects = everything(state.trees)
  const links = linksOf(state, subjects)
  await flushWhatMayBeOurs(state, disk, { subjects, links })
  const staged = new Set(await disk.listStaged())
  for (const link of links) if (link.prepared) settle(state, link, staged)
  dropWhatIsGone(state, links)
  // What was not noted may be what took the place of another: it is linked now, and noted before the first plan.
  if (links.some(({ prepared }) => prepared?.what === 'replace'))
    for (const folder of state.toNote) state.toScan.add(folder)
  await save()
  for (const id of staged) await disk.dropStaged(id)
}

/** What was taken off the disk since it went out of sight must not look deleted by someone once it is in sight again. */
function dropWhatIsGone({ trees: { remote, local, links, unreadFiles } }: State, all: readonly Link[]): void {
  for (const { rowId, localId } of all)
    if (!remote.visible(rowId) && !local.get(localId) && !unreadFiles.has(localId)) links.drop(rowId)
}

/** Links that are prepared for something, or have lost an item, are among them. */
const linksOf = ({ trees: { links } }: State, subjects: ReadonlySet<Subject>): Link[] =>
  [...subjects].flatMap((id) => (typeof id === 'number' ? (links.ofRow(id) ?? []) : []))

/** What gave way to another has a name of which no link tells: it may be one that we gave, and not be durable. */
function* foldersOfConflictCopies(
  { trees: { local, links }, toRead }: State,
  subjects: ReadonlySet<Subject>,
) {
  for (const id of subjects) {
    const localId = typeof id === 'number' ? links.ofRow(id)?.localId : id
    const entry = localId && local.get(localId)
    if (entry && isConflictName(entry.name)) yield entry.parentId
  }
  for (const { folder, entry } of toRead.values()) if (isConflictName(entry.rawName)) yield folder
}

/** The process may have ended after it changed a name and before that was durable: what follows from it must not be first. */
async function flushWhatMayBeOurs(
  state: State,
  disk: Disk,
  { subjects, links }: { subjects: ReadonlySet<Subject>; links: readonly Link[] },
): Promise<void> {
  const {
    trees: { local },
    position,
    toRead,
    toNote,
  } = state
  const folders = new Set<LocalId>()
  for (const folder of foldersOfConflictCopies(state, subjects)) folders.add(folder)
  let isUnnoted = false
  // Nothing is known of what was done before: a store may have been lost.
  if (!position) {
    folders.add(TOP_LOCAL)
    for (const { id, kind } of local.entries()) if (kind === 'folder') folders.add(id)
  }
  for (const { localId, localParent, prepared } of links) {
    if (prepared || !local.get(localId)) folders.add(localParent)
    if (prepared?.what === 'move') folders.add(prepared.localParent)
    // Someone may have moved it before we touched it, or since.
    const id = prepared?.what === 'replace' ? prepared.localId : localId
    const lies = prepared && (local.get(id)?.parentId ?? toRead.get(id)?.folder)
    if (lies !== undefined) folders.add(lies)
    if (prepared && lies === undefined) isUnnoted = true
  }
  if (isUnnoted) for (const folder of toNote) folders.add(folder)
  for (const folder of folders) await flushFolder({ state, disk }, folder)
}

function settle({ trees: { links, local } }: State, link: Link, staged: ReadonlySet<LocalId>): void {
  const { prepared, ...settled } = link
  switch (prepared?.what) {
    case 'make':
      if (staged.has(link.localId)) links.drop(link.rowId)
      else links.put(settled)
      return
    case 'replace': {
      const { localId, content, modified = null, localModified = null, ver } = prepared
      const replaced = { localId, content, modified, localModified, contentVer: ver }
      links.put(staged.has(localId) ? settled : { ...settled, ...replaced })
      return
    }
    case 'move': {
      const { rowParent, localParent, name, ver } = prepared
      const entry = local.get(link.localId)
      const arrived = entry?.parentId === localParent && entry.name === name
      links.put(arrived ? { ...settled, rowParent, localParent, name, placeVer: ver } : settled)
    }
  }
}
