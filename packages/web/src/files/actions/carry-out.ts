import type { EntryId, RootId } from '@holdfast/api/ids'
import type { Change, Which } from '../../data/files/bulk.ts'
import type { Named, Target } from '../../data/files/changes.ts'
import * as change from '../../data/files/changes.ts'
import { problemOf } from '../../data/service/errors.ts'
import { t } from '../../messages/words.ts'
import { toast } from '../../platform/toasts.ts'
import { type Deed, type Done, type Part, perform } from '../work/perform.ts'

/** Changes of files as people make them: done at once, shown in a corner, with the way back. */

const inRoot = (root: RootId, which: Which): readonly Part[] => [{ root, which }]

/** What was done, in the folder where it is now: by the items, or by the operation that did it. */
const backOf = (
  all: readonly Done[],
  change: Change,
  at?: EntryId,
): ReturnType<NonNullable<Deed['undo']>> => {
  const parts = all.flatMap(({ root, which, outcome }): Part[] => {
    if ('items' in which) return outcome.done.length > 0 ? [{ root, which: { items: outcome.done } }] : []
    const { count, firstSeq: onlyOf } = outcome
    if (onlyOf === undefined) return []
    return [{ root, which: { allIn: at ?? which.allIn, except: [], count, onlyOf } }]
  })
  return parts.length > 0 ? { parts, change } : undefined
}

export const remove = (parts: readonly Part[]) =>
  perform({
    parts,
    change: { action: 'delete' },
    done: t.done.deleted,
    undo: (all) => backOf(all, { action: 'restore', on_conflict: 'rename' }),
  })

export const removeItems = (root: RootId, which: Which) => remove(inRoot(root, which))

export const restoreItems = (root: RootId, which: Which) =>
  perform({
    parts: inRoot(root, which),
    change: { action: 'restore', on_conflict: 'rename' },
    done: t.done.restored,
    undo: (all) => backOf(all, { action: 'delete' }),
  })

export const placed = ({ root, folder }: Target) => ({ to_root_id: root, to_folder_id: folder })

/** Back is where they came from; from another root they come back as they are there now. */
export const moveItems = (from: Target, which: Which, to: Target & { name: string }) =>
  perform({
    parts: inRoot(from.root, which),
    change: { action: 'move', ...placed(to) },
    done: (count, name) => t.done.moved(count, name, to.name),
    undo: (all) =>
      from.root === to.root ? backOf(all, { action: 'move', ...placed(from) }, to.folder) : undefined,
  })

export const copyItems = (from: RootId, which: Which, to: Target & { name: string }) =>
  perform({
    parts: inRoot(from, which),
    change: { action: 'copy', ...placed(to), on_conflict: 'rename' },
    done: (count, name) => t.done.copied(count, name, to.name),
    undo: (all) => {
      const items = all.flatMap(({ outcome }) => outcome.made)
      return items.length > 0
        ? { parts: inRoot(to.root, { items }), change: { action: 'delete' } }
        : undefined
    },
  })

/** Items by themselves: nobody could tell later which of a folder were locked before. */
export const lockItems = (root: RootId, items: readonly Named[]) =>
  perform({
    parts: inRoot(root, { items }),
    change: { action: 'lock' },
    done: t.done.locked,
    undo: (all) => backOf(all, { action: 'unlock' }),
  })

export const unlockItems = (root: RootId, items: readonly Named[]) =>
  perform({
    parts: inRoot(root, { items }),
    change: { action: 'unlock' },
    done: t.done.unlocked,
    undo: (all) => backOf(all, { action: 'lock' }),
  })

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
    const items: Named[] = [{ type: 'folder', id, name }]
    toast(t.done.created(name), {
      undo: async () =>
        void (await perform({
          parts: inRoot(root, { items }),
          change: { action: 'delete' },
          done: () => t.done.undone,
        })),
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
