import { change, folderOf, queueOrPause, setBatch, topOf } from './machine-change.ts'
import { type Draft, itemsOf, noSums, put } from './machine-items.ts'
import type { Batch, Event, Item } from './machine-types.ts'

/** Of all tabs of a browser together: a server of HTTP/1.1 is given six connections, and looking around needs some. */
export const SLOTS = 3
/** How many folders are made by one request. */
const MOST_FOLDERS = 500

/** Asks for what can be done next. */
export function goOn(draft: Draft): void {
  if (!mayStart(draft)) return
  for (const batch of draft.batches.values())
    if (batch.phase === 'ready' && !batch.making && batch.toMake.length > 0) makeNext(draft, batch)
  const room = SLOTS - draft.sums.counts.sending - draft.asked
  if (room <= 0) return
  const unserved = startable(draft, room + draft.asked).length - draft.asked
  for (let asks = 0; asks < unserved; asks++) {
    draft.asked++
    draft.commands.push({ do: 'askSlot' })
  }
}

const mayStart = ({ online, signedIn, paused }: Draft): boolean => online && signedIn && !paused

/** The first few that have a folder to go to. */
function startable(draft: Draft, most: number): Item[] {
  const ready: Item[] = []
  if (draft.sums.counts.queued === 0) return ready
  let isFirst = true
  for (const item of itemsOf(draft, draft.queuedFrom)) {
    if (item.status !== 'queued' || item.kind === 'folder') continue
    if (isFirst) draft.queuedFrom = item.id
    isFirst = false
    if (typeof draft.batches.get(item.batch)?.folders.get(folderOf(item)) === 'number') ready.push(item)
    if (ready.length >= most) break
  }
  return ready
}

/** A slot was given: the next one takes it, or it is given back. */
export function startNext(draft: Draft): void {
  draft.asked--
  const [item] = mayStart(draft) ? startable(draft, 1) : []
  if (item) put(draft, { ...item, status: 'sending' })
  draft.commands.push(item ? { do: 'send', item: item.id } : { do: 'freeSlot' })
}

function makeNext(draft: Draft, batch: Batch): void {
  const first = batch.toMake[0] ?? ''
  const top = topOf(first)
  const isFresh = batch.fresh.has(top)
  const at = isFresh ? batch.folders.get(top) : batch.target.folder
  if (typeof at !== 'number') {
    setBatch(draft, { ...batch, making: true })
    draft.commands.push({ do: 'makeFresh', batch: batch.id, path: top })
    return
  }
  // Those at the top that were made again are there already.
  const under = isFresh ? `${top}/` : ''
  const isLike = (path: string) => (isFresh ? path.startsWith(under) : !batch.fresh.has(topOf(path)))
  const paths = batch.toMake.filter((path) => isLike(path)).slice(0, MOST_FOLDERS)
  setBatch(draft, { ...batch, making: true })
  draft.commands.push({
    do: 'makeFolders',
    batch: batch.id,
    at,
    under,
    paths: paths.map((path) => path.slice(under.length)),
  })
}

export function foldersMade(draft: Draft, event: Extract<Event, { type: 'foldersMade' }>): void {
  const batch = draft.batches.get(event.batch)
  if (!batch) return
  const made = new Map(event.folders)
  // With a folder that cannot be made fails what was to be in it.
  const whyNot = (path: string) =>
    event.refused.find(([refused]) => path === refused || path.startsWith(`${refused}/`))?.[1]
  const isOpen = (path: string) => !made.has(path) && !whyNot(path)
  const before = [...batch.folders].filter(([path, id]) => id !== null || isOpen(path))
  setBatch(draft, {
    ...batch,
    making: false,
    folders: new Map([...before, ...made]),
    toMake: batch.toMake.filter(isOpen),
  })
  for (const item of [...itemsOf(draft)]) {
    if (item.batch !== batch.id || item.status !== 'queued') continue
    const reason = whyNot(folderOf(item))
    // One that is to be made itself ends by being queued where it is.
    if (reason) change(draft, item.id, ['queued'], (one) => ({ ...one, status: 'failed', reason }))
    else if (item.kind === 'folder') change(draft, item.id, ['queued'], (one) => ({ ...one }))
  }
}

/** What an earlier page left unfinished. Its files must be found first; folders need none. */
export function reloaded(draft: Draft, event: Extract<Event, { type: 'reloaded' }>): void {
  for (const batch of event.batches)
    if (!draft.batches.has(batch.id))
      setBatch(draft, { ...batch, making: false, phase: batch.phase === 'ready' ? 'ready' : 'left' })
  for (const item of event.items) {
    const { dismissed: _dismissed, ...rest } = item
    if (!draft.batches.has(item.batch)) continue
    const id = draft.next
    if (item.status === 'cancelled' || item.status === 'skipped') {
      put(draft, { ...item, id, dismissed: true })
      if (item.url !== undefined) draft.commands.push({ do: 'discard', item: id, url: item.url })
      continue
    }
    put(draft, { ...rest, id, status: 'lost', tries: 0 })
    const isReady = draft.batches.get(item.batch)?.phase === 'ready'
    if (item.kind === 'folder' && isReady) change(draft, id, ['lost'], (one) => queueOrPause(draft, one))
  }
}

/** With nothing left to tell or to do, all starts again. */
export function forgetIfOver(draft: Draft): void {
  for (const item of itemsOf(draft)) if (!item.dismissed || item.url !== undefined) return
  if ([...draft.batches.values()].some(({ phase }) => phase === 'reading' || phase === 'checking')) return
  draft.pages = []
  draft.first = draft.next
  draft.queuedFrom = draft.next
  draft.batches = new Map()
  draft.sums = noSums()
  draft.paused = false
}
