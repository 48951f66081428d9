import type { DeletedItem } from '@holdfast/api/files/deleted-items'
import type { Change, Failure } from '../../data/files/bulk.ts'
import type { Target } from '../../data/files/changes.ts'
import { forgetHistory } from '../../data/history/history.ts'
import { codeOf } from '../../data/service/errors.ts'
import { placed } from '../../files/actions/carry-out.ts'
import { type Deed, type Done, type Part, perform } from '../../files/work/perform.ts'
import { t } from '../../messages/words.ts'
import { Watched } from '../../platform/watched.ts'

/** Root by root: items of several may be chosen. */
const byRoot = (items: readonly DeletedItem[]): Part[] =>
  [...Map.groupBy(items, ({ root_id }) => root_id)].map(([root, some]) => ({ root, which: { items: some } }))

/** Those that are gone from here, until the list has been read again. */
export const leaving = new Watched<ReadonlySet<number>>(new Set())

async function performAndTell(deed: Deed): Promise<Done[]> {
  const tell = () => deed.parts.map(({ root }) => forgetHistory(root))
  const undone = () => {
    leaving.set(new Set())
    tell()
  }
  try {
    const all = await perform({ ...deed, ...(deed.undo && { undone }) })
    leaving.set(new Set(all.flatMap(({ outcome }) => outcome.done.map(({ id }) => id))))
    return all
  } finally {
    tell()
  }
}

const doneOf = (all: readonly Done[]): Part[] =>
  all.flatMap(({ root, outcome }) =>
    outcome.done.length > 0 ? [{ root, which: { items: outcome.done } }] : [],
  )

/** Each goes back to where it was. Gives back those whose names are taken there: about them someone has to decide. */
export async function restoreItems(items: readonly DeletedItem[], keepBoth: boolean): Promise<DeletedItem[]> {
  const isTaken = ({ error }: Failure) => !keepBoth && codeOf(error) === 'name_conflict'
  const all = await performAndTell({
    parts: byRoot(items),
    change: { action: 'restore', ...(keepBoth && { on_conflict: 'rename' }) },
    done: t.deleted.restored,
    without: isTaken,
    undo: (done) => ({ parts: doneOf(done), change: { action: 'delete' } }),
  })
  const failed = all.flatMap(({ outcome }) => outcome.failed)
  const taken = new Set(failed.filter(isTaken).map(({ item }) => item.id))
  return items.filter(({ id }) => taken.has(id))
}

/** Back first, and on to the other place from there. */
export async function restoreTo(items: readonly DeletedItem[], to: Target & { name: string }): Promise<void> {
  const back = await perform({
    parts: byRoot(items),
    change: { action: 'restore', on_conflict: 'rename' },
    isHalf: true,
    done: (count, name) => t.deleted.restored(count, name),
  })
  const change: Change = { action: 'move', ...placed(to), on_conflict: 'rename' }
  await performAndTell({
    parts: doneOf(back),
    change,
    done: (count, name) => t.deleted.restoredTo(count, name, to.name),
  })
}

export const purgeItems = (items: readonly DeletedItem[]): Promise<unknown> =>
  performAndTell({
    parts: byRoot(items),
    change: { action: 'purge' },
    done: (count) => t.deleted.purged(count),
  })
