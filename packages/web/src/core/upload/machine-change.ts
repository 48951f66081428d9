import { type Draft, itemOf, itemsOf, put } from './machine-items.ts'
import type { Batch, Item, Status } from './machine-types.ts'

export const ENDED: readonly Status[] = ['done', 'failed', 'skipped', 'cancelled']
export const UNFINISHED: readonly Status[] = [
  'checking',
  'asking',
  'queued',
  'sending',
  'waiting',
  'paused',
  'lost',
]
export const isEnded = (item: Item): boolean => ENDED.includes(item.status)

export const topOf = (path: string): string => path.split('/', 1)[0] ?? path
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const setBatch = (draft: Draft, batch: Batch): void => {
  ;(draft.batches as Map<number, Batch>).set(batch.id, batch)
}

export const queue = (item: Item): Item => ({ ...item, status: 'queued' })
export const queueOrPause = (draft: Draft, item: Item): Item => ({
  ...item,
  status: draft.paused ? 'paused' : 'queued',
})

/** Whatever leaves its slot gives it back, and whatever will not go on leaves nothing at the server. */
export function change(draft: Draft, id: number, from: readonly Status[], how: (item: Item) => Item): void {
  const before = itemOf(draft, id)
  if (!before || !from.includes(before.status)) return
  const after = how(before)
  if (after === before) return
  put(draft, after)
  if (before.status === 'sending' && after.status !== 'sending') {
    if (after.status === 'paused' || after.status === 'cancelled')
      draft.commands.push({ do: 'stop', item: id })
    draft.commands.push({ do: 'freeSlot' })
  }
  const over = after.dismissed || after.status === 'cancelled' || after.status === 'skipped'
  if (over && !(isEnded(before) && before.status !== 'failed')) discard(draft, after)
  if (after.status === 'queued') needFolder(draft, after)
}

/** Of one item, or of all. */
export function changeAll(
  draft: Draft,
  one: number | undefined,
  from: readonly Status[],
  how: (item: Item) => Item,
): void {
  const ids = one === undefined ? [...itemsOf(draft)].map(({ id }) => id) : [one]
  for (const id of ids) change(draft, id, from, how)
}

export const discard = (draft: Draft, { id, url }: Item): void => {
  if (url !== undefined) draft.commands.push({ do: 'discard', item: id, url })
}

/** The one that it is in; of a folder, itself. */
export const folderOf = ({ kind, path }: Item): string => (kind === 'folder' ? path : parentOf(path))

function needFolder(draft: Draft, item: Item): void {
  const batch = draft.batches.get(item.batch)
  const path = folderOf(item)
  const made = batch?.folders.get(path)
  // A folder is done once it is there.
  if (item.kind === 'folder' && typeof made === 'number') put(draft, { ...item, status: 'done', entry: made })
  if (!batch || made !== undefined) return
  // Both belong to the draft as soon as something is added to them.
  const folders = draft.grown.has(batch.id) ? (batch.folders as Map<string, null>) : new Map(batch.folders)
  const toMake = draft.grown.has(batch.id) ? (batch.toMake as string[]) : [...batch.toMake]
  folders.set(path, null)
  toMake.push(path)
  draft.grown.add(batch.id)
  setBatch(draft, { ...batch, folders, toMake })
}
