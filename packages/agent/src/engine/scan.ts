import { storedName } from '@holdfast/api/names'
import type { LocalId } from '../core/local-id.ts'
import { TOP_LOCAL, type Way } from '../core/local-tree.ts'
import type { DiskEntry } from '../ports/disk.ts'
import type { Engine } from './engine.ts'
import type { State } from './state.ts'

/**
 * Looks at folders, one after the other, while others may change them. What is not where it was counts as missing only at
 * the end: it may have been moved to where we look later.
 */
export async function scan(engine: Engine, folders: Iterable<LocalId> | 'whole'): Promise<void> {
  const { state, disk } = engine
  const { local } = state.trees
  const whole = folders === 'whole'
  const queue: LocalId[] = whole ? [TOP_LOCAL] : [...folders]
  const looked = new Set<LocalId>()
  const found = new Set<LocalId>()
  const missed = new Map<LocalId, LocalId>()
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    if (looked.has(folder)) continue
    looked.add(folder)
    state.toScan.delete(folder)
    const way = local.wayTo(folder)
    if (!way) continue
    const listed = await disk.list(way)
    if (listed === 'changed') {
      state.toScan.add(local.get(folder)?.parentId ?? TOP_LOCAL)
      continue
    }
    const here = new Set(listed.map(({ id }) => id))
    for (const { id } of local.children(folder)) if (!here.has(id)) missed.set(id, folder)
    for (const entry of listed) {
      const before = local.get(entry.id)
      found.add(entry.id)
      await note(engine, folder, way, entry)
      if (entry.kind === 'folder' && (whole || !before)) queue.push(entry.id)
    }
  }
  await disk.check()
  for (const [id, folder] of missed)
    if (!found.has(id) && local.get(id)?.parentId === folder)
      for (const removed of local.remove(id)) {
        state.knowFile(removed, undefined)
        if (!state.trees.missing.has(removed)) state.trees.missing.set(removed, 0)
      }
  countLooks(state, looked)
}

/** A file whose stamp is known is not read again. */
async function note(
  { state, disk }: Engine,
  folder: LocalId,
  way: Way,
  { id, kind, rawName, stamp, size }: DiskEntry,
): Promise<void> {
  const { local } = state.trees
  const entry = { id, parentId: folder, kind, name: storedName(rawName), rawName, stamp, size }
  if (kind === 'folder') return local.put({ ...entry, content: null })
  const known = state.knownFile(id)
  if (known?.stamp === stamp) return local.put({ ...entry, content: known.content })
  const read = await disk.read({ id, rawName, stamp, folder: way })
  if (read === 'changed') state.toScan.add(folder)
  else {
    state.knowFile(id, { stamp, content: read.content })
    local.put({ ...entry, content: read.content })
  }
}

/** One look more that has not found them, where someone has looked. */
function countLooks({ trees: { missing, local, links } }: State, looked: ReadonlySet<LocalId>): void {
  for (const [id, looks] of missing) {
    const link = links.ofLocal(id)
    if (!link || local.get(id)) missing.delete(id)
    else if (looked.has(link.localParent) || !local.get(link.localParent)) missing.set(id, looks + 1)
  }
}
