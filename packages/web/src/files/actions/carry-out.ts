import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Named, Outcome, Target } from '../../data/files/changes.ts'
import * as change from '../../data/files/changes.ts'
import { problemOf } from '../../data/service/errors.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'

/** Changes of files as people make them: done at once, shown in a corner, with the way back. */
type Words = (count: number, name: string) => string

async function told(
  outcome: Outcome,
  words: Words,
  undo: ((outcome: Outcome) => Promise<unknown>) | undefined,
): Promise<Outcome> {
  const { done, failed } = outcome
  const [first] = failed
  if (first) toast(t.done.failed(failed.length, problemOf(first.error).words), { bad: true })
  if (done.length > 0)
    toast(words(done.length, done[0]?.name ?? ''), {
      ...(undo && {
        undo: async () => {
          await undo(outcome)
          toast(t.done.undone)
        },
      }),
    })
  return outcome
}

export const removeItems = async (root: RootId, items: readonly Named[]) =>
  told(await change.remove(root, items), t.done.deleted, ({ done }) => change.restore(root, done))

export const restoreItems = async (root: RootId, items: readonly Named[]) =>
  told(await change.restore(root, items), t.done.restored, ({ done }) => change.remove(root, done))

/** Back is where they came from; from another root they come back as they are there now. */
export async function moveItems(from: Target, items: readonly Named[], to: Target & { name: string }) {
  const outcome = await change.move(from.root, items, to)
  const words: Words = (count, name) => t.done.moved(count, name, to.name)
  return told(
    outcome,
    words,
    from.root === to.root ? ({ done }) => change.move(to.root, done, from) : undefined,
  )
}

export async function copyItems(from: RootId, items: readonly Named[], to: Target & { name: string }) {
  const outcome = await change.copy(from, items, to)
  const words: Words = (count, name) => t.done.copied(count, name, to.name)
  return told(outcome, words, ({ made }) => change.remove(to.root, made))
}

export const lockItems = async (root: RootId, items: readonly Named[]) =>
  told(await change.lock(root, items), t.done.locked, ({ done }) => change.unlock(root, done))

export const unlockItems = async (root: RootId, items: readonly Named[]) =>
  told(await change.unlock(root, items), t.done.unlocked, ({ done }) => change.lock(root, done))

export async function renameItem(root: RootId, item: Named, name: string): Promise<boolean> {
  return attempt(async () => {
    await change.rename(root, item, name)
    toast(t.done.renamed(name), {
      undo: async () => void (await change.rename(root, item, item.name ?? name)),
    })
  })
}

export async function makeFolder(root: RootId, folder: EntryId, name: string): Promise<EntryId | undefined> {
  let made: EntryId | undefined
  await attempt(async () => {
    const { id } = await change.createFolder(root, folder, name)
    made = id
    toast(t.done.created(name), {
      undo: async () => void (await change.remove(root, [{ type: 'folder', id, name }])),
    })
  })
  return made
}

async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toast(problemOf(error).words, { bad: true })
    return false
  }
}
