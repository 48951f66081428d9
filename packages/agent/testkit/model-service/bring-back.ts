import { isTooLong, listedExtension } from '@holdfast/api/files/names'
import type { EntryId } from '@holdfast/api/ids'
import { depthBelow, type Edit, heightOf, makeFolder, type Outcome, whyTooDeep } from './changes.ts'
import { type Entry, TOP } from './entry.ts'
import type { ModelRoot } from './model-root.ts'

/**
 * Brings a deleted item back, with all that has no mark of its own: one change says so of all. Where folders above it are
 * deleted too, live ones of their names take their places: those that are there, or new ones.
 */
export function bringBack(edit: Edit, id: EntryId, onTaken: 'error' | 'rename'): Outcome {
  const { root } = edit
  const entry = root.entries.get(id)
  if (!entry) return 'not_found'
  if (root.isLive(entry)) return id
  if (entry.kind === 'file' && listedExtension(entry.name, edit.excluded) !== undefined)
    return 'invalid_extension'
  const way = wayBack(edit, entry)
  if (typeof way === 'string') return way
  // On the way back it is as deep as it was; the folders above it may have been moved since.
  const depth = depthBelow(root, way.folder?.id ?? TOP) + way.missing.length
  const deep = whyTooDeep(entry.kind === 'folder' ? depth + heightOf(root, entry) - 1 : depth - 1)
  if (deep && (entry.kind === 'folder' || way.missing.length > 0)) return deep
  const taken = way.missing.length === 0 && root.named(way.folder?.id ?? TOP, entry.name) !== undefined
  if (taken && onTaken === 'error') return 'name_conflict'
  const together: Edit = { ...edit, firstSeq: root.seq + 1 }
  let parentId = way.folder?.id ?? TOP
  for (const name of way.missing) parentId = makeFolder(together, parentId, name).id
  const name = freeName(root, parentId, entry.name)
  root.change('restore', { ...entry, parentId, name, deleted: false, lock: null }, together)
  return id
}

/** The innermost folder of the way that is there, and the names of those to be made below it. */
function wayBack({ root, by, at }: Edit, entry: Entry) {
  const above = root.above(entry).reverse()
  const cut = above.findIndex(({ deleted }) => deleted)
  const missing = (cut === -1 ? [] : above.slice(cut)).map(({ name }) => name)
  let folder = cut === -1 ? above.at(-1) : above[cut - 1]
  if (root.isLockedFor(by, folder, at)) return 'resource_locked'
  for (let [name] = missing; name !== undefined; [name] = missing) {
    const taken = root.named(folder?.id ?? TOP, name)
    if (!taken) break
    if (taken.kind === 'file') return 'name_conflict'
    folder = taken
    if (root.isLockedFor(by, folder, at)) return 'resource_locked'
    missing.shift()
  }
  return { folder, missing }
}

/** A name like the one given that no live item of the folder has: `plan (2).txt`. */
function freeName(root: ModelRoot, parentId: EntryId, name: string): string {
  let candidate = name
  for (let number = 2; root.named(parentId, candidate); number++) candidate = withNumber(name, number)
  return candidate
}

function withNumber(name: string, number: number): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  const stem = [...name.slice(0, name.length - extension.length)]
  const numbered = () => `${stem.join('').trimEnd()} (${number})${extension}`.normalize('NFC')
  while (isTooLong(numbered()) && stem.length > 1) stem.pop()
  return numbered()
}
