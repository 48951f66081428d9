import type { EntryId } from '@holdfast/api/ids'
import { drawEntry, drawFolder, drawName, pick, type Random } from './drawn-batch.ts'
import { type Entry, isHeld, TOP } from './entry.ts'
import type { ModelRoot } from './model-root.ts'

type Item = Pick<Entry, 'id' | 'kind'>

/** What someone does in a browser. */
export type Deed =
  | { deed: 'makeFolder'; folderId: EntryId; name: string }
  | { deed: 'upload'; folderId: EntryId; name: string; text: string }
  | { deed: 'uploadRevision'; item: Item; text: string }
  | { deed: 'rename'; item: Item; name: string }
  | { deed: 'move'; item: Item; folderId: EntryId }
  | { deed: 'delete'; item: Item }
  | { deed: 'restore'; item: Item; onTaken: 'error' | 'rename' }
  | { deed: 'purge'; item: Item }
  | { deed: 'lock'; item: Item | undefined; minutes: number | undefined }
  | { deed: 'unlock'; item: Item | undefined }
  | { deed: 'setBack'; seq: number }

const DEEDS = [
  'makeFolder',
  'makeFolder',
  'upload',
  'uploadRevision',
  'rename',
  'move',
  'delete',
  'delete',
  'restore',
  'restore',
  'purge',
  'purge',
  'lock',
  'unlock',
  'setBack',
  'setBack',
] as const

/** Undefined where there is nothing to do it to. */
export function drawDeed(
  random: Random,
  root: ModelRoot,
  texts: readonly string[],
  at: number,
): Deed | undefined {
  const deed = pick(random, DEEDS)
  const [folderId, name, text] = [drawFolder(random, root), drawName(random), pick(random, texts)]
  if (deed === 'makeFolder') return { deed, folderId, name }
  if (deed === 'upload') return { deed, folderId, name, text }
  if (deed === 'setBack') return drawSetBack(random, root, at)
  const item = drawItem(random, root, deed, at)
  if (deed === 'lock')
    return { deed, item: random(20) === 0 ? undefined : item, minutes: pick(random, [1, 1, 2, undefined]) }
  if (deed === 'unlock') return { deed, item: random(10) === 0 ? undefined : item }
  if (!item) return undefined
  if (deed === 'uploadRevision') return { deed, item, text }
  if (deed === 'rename') return { deed, item, name }
  if (deed === 'move') return { deed, item, folderId }
  if (deed === 'restore') return { deed, item, onTaken: pick(random, ['error', 'rename']) }
  return { deed, item }
}

function drawItem(random: Random, root: ModelRoot, deed: Deed['deed'], at: number): Item | undefined {
  const all = [...root.entries.values()]
  if (deed === 'uploadRevision') return drawEntry(random, root, 'file')
  const wanted =
    deed === 'restore' || deed === 'purge'
      ? all.filter((entry) => !root.isLive(entry))
      : deed === 'unlock'
        ? all.filter(({ lock }) => isHeld(lock, at))
        : []
  return wanted.length > 0 && random(10) > 0 ? pick(random, wanted) : drawEntry(random, root)
}

/** Not while locks could stand in the way: the model leaves those to the service. */
function drawSetBack(random: Random, root: ModelRoot, at: number): Deed | undefined {
  const isLocked = isHeld(root.lock, at) || [...root.entries.values()].some(({ lock }) => isHeld(lock, at))
  if (isLocked || root.seq === 0) return undefined
  const seq = Math.max(1, root.seq - random(Math.min(root.seq, 30)))
  return { deed: 'setBack', seq }
}

export const itemId = (item: Item | undefined): EntryId => item?.id ?? TOP
