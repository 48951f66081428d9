import type { Link } from '../core/links.ts'
import type { LocalEntry } from '../core/local-tree.ts'
import { plan } from '../core/plan.ts'
import { DiskTrouble, type Seen } from '../ports/disk.ts'
import { pull } from './pull.ts'
import { scan } from './scan.ts'
import type { Engine } from './state/engine.ts'
import { seen } from './state/seen.ts'
import type { Left } from './state/status.ts'

/** So many links are forgotten at once: what a crash leaves of their files is new again, and stays. */
const TOGETHER = 100

/**
 * Removes the files that the service has as they are, and the folders that are empty then. What was edited here, or never
 * sent, stays. In another epoch than the one that asks, everything does: the service may have lost what is here.
 * So does what we may have deleted there ourselves, without hearing of it, and what is here again since, and a file of which
 * the next edit would not show: there may have been one. What was not read since it changed its stamp stays as well.
 * A link goes before its file: what a crash then leaves missing is not taken for deleted by someone.
 */
export async function leaveFiles(engine: Engine, epoch: string): Promise<Left | 'cut_off'> {
  const { state, save } = engine
  const { trees } = state
  const pulled = await pull(engine)
  if (pulled === 'unknown' || pulled === 'reset') return 'cut_off'
  // What stays is counted: nothing of it is left to the next look.
  await scan({ ...engine, limits: { ...engine.limits, notedFiles: Number.POSITIVE_INFINITY } }, 'whole')
  const mayBeDeleted = new Set(
    [...state.intents()].flatMap(({ what, localId }) =>
      what === 'delete' ? (trees.links.ofLocal(localId)?.rowId ?? []) : [],
    ),
  )
  plan(trees, 'everything')
  const isKnown = state.position?.epoch === epoch
  const goes = (link: Link): boolean =>
    isKnown &&
    link.kind === 'file' &&
    link.content !== null &&
    !mayBeDeleted.has(link.rowId) &&
    !state.unsure.has(link.localId) &&
    !state.toRead.has(link.localId) &&
    trees.local.get(link.localId)?.content === link.content
  const going: Link[] = []
  for (const link of trees.links.all()) if (goes(link)) going.push(link)
  let removed = 0
  for (let from = 0; from < going.length; from += TOGETHER) {
    const some = going.slice(from, from + TOGETHER)
    for (const { rowId } of some) trees.links.drop(rowId)
    await save()
    for (const { localId } of some) if (await removeItem(engine, trees.local.get(localId))) removed++
  }
  if (isKnown) await removeEmptyFolders(engine)
  let kept = 0
  for (const { entry } of state.toRead.values()) if (!trees.local.get(entry.id)) kept++
  for (const { kind } of trees.local.entries()) if (kind === 'file') kept++
  return { removed, kept }
}

async function removeItem(engine: Engine, entry: LocalEntry | undefined): Promise<boolean> {
  const item = entry && seen(engine, entry)
  if (!item || (await removed(engine, item)) !== 'done') return false
  engine.state.trees.local.remove(item.id)
  return true
}

/** What the disk does not let go stays, as what is not wanted to go does. */
async function removed({ disk }: Engine, item: Seen): Promise<string> {
  try {
    return await disk.remove(item, new Set())
  } catch (error) {
    if (error instanceof DiskTrouble) return error.reason
    throw error
  }
}

/** Innermost first; only those that came from the service. */
async function removeEmptyFolders(engine: Engine): Promise<void> {
  const { state, save } = engine
  const { local, links } = state.trees
  const depth = ({ id }: LocalEntry) => local.wayTo(id)?.length ?? 0
  const folders = [...local.entries()]
    .filter(({ id, kind }) => kind === 'folder' && links.ofLocal(id))
    .sort((one, other) => depth(other) - depth(one))
  const empty = (folder: LocalEntry) => local.children(folder.id).length === 0
  for (const folder of folders) {
    const link = empty(folder) && links.ofLocal(folder.id)
    if (!link) continue
    links.drop(link.rowId)
    await save()
    await removeItem(engine, folder)
  }
}
