import { isTooLong, listedExtension, whyInvalidName } from '@holdfast/api/files/names'
import type { LocalEntry } from './local-tree.ts'
import type { Stuck } from './ops.ts'
import type { Trees } from './trees.ts'

/** What the service cannot hold, or is not to, stays as it is, here and there. */
export function whyRefused(
  { excludedExtensions, maxFileSize }: Trees,
  { name, kind, size }: Pick<LocalEntry, 'name' | 'kind' | 'size'>,
): Stuck['reason'] | undefined {
  if (whyInvalidName(name) !== undefined || isTooLong(name)) return 'name_refused'
  if (kind === 'folder') return undefined
  if (listedExtension(name, excludedExtensions) !== undefined) return 'extension_excluded'
  return size > maxFileSize ? 'too_large' : undefined
}

/** Whether the service can follow an item to where it was moved on the disk: not to a name that it cannot hold. */
export function hasPlaceRemotely(trees: Trees, moved: LocalEntry): boolean {
  for (let at: LocalEntry | undefined = moved; at; at = trees.local.get(at.parentId)) {
    if (whyRefused(trees, { ...at, size: 0 })) return false
    if (trees.links.ofLocal(at.parentId)) return true
  }
  return false
}
