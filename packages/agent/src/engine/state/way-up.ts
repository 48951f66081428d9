import type { Link } from '../../core/links.ts'
import type { LocalId } from '../../core/local-id.ts'
import type { State } from './state.ts'

/**
 * What is missing, with the folders in which it was agreed to be, up to the one that is there or of which nothing is known.
 * Of two folders that change places, one in the other, each is agreed to be in the other until that is done: where both are
 * gone meanwhile, the way comes round, and there is no such folder.
 */
export function wayUp(
  { local, links }: Pick<State['trees'], 'local' | 'links'>,
  missing: Link,
): { way: Link[]; folder: LocalId | undefined } {
  const way = new Map<LocalId, Link>()
  for (let link = missing; !way.has(link.localId); ) {
    way.set(link.localId, link)
    const above = local.get(link.localParent) ? undefined : links.ofLocal(link.localParent)
    if (!above) return { way: [...way.values()], folder: link.localParent }
    link = above
  }
  return { way: [...way.values()], folder: undefined }
}
