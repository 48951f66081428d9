import type { LocalId } from '../../core/local-id.ts'
import type { Way } from '../../core/local-tree.ts'
import { DiskTrouble } from '../../ports/disk.ts'
import type { Engine } from './engine.ts'

/**
 * Makes the names in a folder durable, wherever we have moved it meanwhile; one that is not there any more needs none. If
 * someone else has moved it, nobody may say that they are: all is looked at again, and settled by that.
 */
export async function flushFolder(
  { state: { trees }, disk }: Pick<Engine, 'state' | 'disk'>,
  folder: LocalId,
): Promise<void> {
  let tried: Way | undefined
  for (;;) {
    const way = trees.local.wayTo(folder)
    if (!way) return
    if (tried && isSame(tried, way)) throw new DiskTrouble('busy')
    if ((await disk.flush(way)) === 'done') return
    tried = way
  }
}

const isSame = (one: Way, other: Way): boolean =>
  one.length === other.length && one.every((folder, n) => folder === other[n])
