import type { EntryId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { EntryRow } from '../../records/entries.ts'
import type { RootRow } from '../../records/roots.ts'
import { type Purged, type PurgeRecord, purgeItems } from './purge-items.ts'
import { listSomeChildren } from './queries.ts'

/** Items that one transaction removes at most. */
export const ITEMS_AT_ONCE = 200

export interface Held {
  root: RootRow
  top: EntryRow
  record: Omit<PurgeRecord, 'firstSeq'>
}

type Step = { look: 'into'; folders: EntryId[] } | { look: 'back' } | ({ look: 'on' | 'nowhere' } & Purged)

/** What goes without leaving anything behind that was in it. */
export const isLeaf = ({ kind, live_children, deleted_children }: EntryRow): boolean =>
  kind === 'file' || live_children + deleted_children === 0

/**
 * Removes a deleted item for ever with all below it, children before parents, in transactions of some hundred items.
 * `hold` begins each of them: it holds the row of the root and says whether the item may still go. A process that is killed
 * leaves a smaller tree, from which the next one goes on. `together` makes all of it one operation in the log.
 */
export async function purgeTree(
  ctx: Ctx,
  topId: EntryId,
  hold: (tx: Tx) => Promise<Held | undefined>,
  together: boolean,
): Promise<void> {
  // Where to look: the innermost folder last.
  const path: EntryId[] = [topId]
  let firstSeq: number | undefined
  for (let folder = path.at(-1); folder !== undefined; folder = path.at(-1)) {
    const step = await ctx.db.write(async (tx): Promise<Step> => {
      const held = await hold(tx)
      if (!held) return { look: 'nowhere', items: [], firstSeq }
      return stepBelow(tx, held, folder, firstSeq)
    })
    if (step.look === 'nowhere') return
    if (step.look === 'into') path.push(...step.folders)
    if (step.look === 'back') path.pop()
    if (step.look === 'on' && together) firstSeq = step.firstSeq
  }
}

async function stepBelow(
  tx: Tx,
  { root, top, record }: Held,
  folder: EntryId,
  firstSeq: number | undefined,
): Promise<Step> {
  const below = await listSomeChildren(tx, root.id, folder, ITEMS_AT_ONCE)
  // An emptied folder goes with others of the folder that it is in.
  if (below.length === 0 && folder !== top.id) return { look: 'back' }
  const leaves = below.length === 0 ? [top] : below.filter(isLeaf)
  if (leaves.length === 0) return { look: 'into', folders: below.map(({ id }) => id) }
  const purged = await purgeItems(tx, root, leaves, { ...record, firstSeq })
  const done = purged.items.some(({ id }) => id === top.id)
  return { look: done ? 'nowhere' : 'on', ...purged }
}
