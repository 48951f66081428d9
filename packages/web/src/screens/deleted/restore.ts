import type { DeletedItem } from '@holdfast/api/files/deleted-items'
import type { RootId } from '@holdfast/api/ids'
import type { Named, Outcome, Target } from '../../data/files/changes.ts'
import * as change from '../../data/files/changes.ts'
import { forgetHistory } from '../../data/history/history.ts'
import { codeOf, problemOf } from '../../data/service/errors.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'

/** Root by root: items of several may be chosen. */
function byRoot(items: readonly DeletedItem[]): Map<RootId, DeletedItem[]> {
  const roots = new Map<RootId, DeletedItem[]>()
  for (const item of items) roots.set(item.root_id, [...(roots.get(item.root_id) ?? []), item])
  return roots
}

type Work = (root: RootId, items: readonly DeletedItem[]) => Promise<Outcome>

async function eachRoot(items: readonly DeletedItem[], work: Work) {
  const outcomes: { root: RootId; outcome: Outcome }[] = []
  for (const [root, some] of byRoot(items)) outcomes.push({ root, outcome: await work(root, some) })
  const done = outcomes.flatMap(({ outcome }) => outcome.done)
  const failed = outcomes.flatMap(({ outcome }) => outcome.failed)
  for (const { root } of outcomes) forgetHistory(root)
  return { outcomes, done, failed }
}

const tellFailed = (failed: Outcome['failed']): void => {
  const [first] = failed
  if (first) toast(t.done.failed(failed.length, problemOf(first.error).words), { bad: true })
}

/** Each goes back to where it was. Gives back those whose names are taken there: about them someone has to decide. */
export async function restoreItems(items: readonly DeletedItem[], keepBoth: boolean): Promise<DeletedItem[]> {
  const work = keepBoth ? change.restore : change.restoreExactly
  const { outcomes, done, failed } = await eachRoot(items, work)
  const isTaken = ({ error }: Outcome['failed'][number]) => !keepBoth && codeOf(error) === 'name_conflict'
  tellFailed(failed.filter((one) => !isTaken(one)))
  if (done.length > 0)
    toast(t.deleted.restored(done.length, done[0]?.name ?? ''), {
      undo: async () => {
        for (const { root, outcome } of outcomes) {
          await change.remove(root, outcome.done)
          forgetHistory(root)
        }
        toast(t.done.undone)
      },
    })
  const taken = new Set(failed.filter(isTaken).map(({ item }) => item.id))
  return items.filter(({ id }) => taken.has(id))
}

/** Back first, and on to the other place from there. */
export async function restoreTo(items: readonly DeletedItem[], to: Target & { name: string }): Promise<void> {
  const { done, failed } = await eachRoot(items, async (root, some) => {
    const back = await change.restore(root, some)
    const moved = await change.move(root, back.done, to, 'rename')
    return { ...moved, failed: [...back.failed, ...moved.failed] }
  })
  tellFailed(failed)
  if (done.length > 0) toast(t.deleted.restoredTo(done.length, nameOf(done), to.name))
}

export async function purgeItems(items: readonly DeletedItem[]): Promise<void> {
  const { done, failed } = await eachRoot(items, change.purge)
  tellFailed(failed)
  if (done.length > 0) toast(t.deleted.purged(done.length))
}

const nameOf = (items: readonly Named[]): string => items[0]?.name ?? ''
