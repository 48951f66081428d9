import { itemsOf } from '../../core/upload/machine-items.ts'
import type { Item, Target } from '../../core/upload/machine-types.ts'
import { t } from '../../messages/words.ts'
import { now } from '../../platform/clock.ts'
import { matchFiles, readHandles } from './found-again.ts'
import { keepFile, snapshots, stateNow, tell } from './runner.ts'
import { Store } from './store.ts'
import type { Taken } from './taken.ts'
import { type Found, namedPictures, readTree, slices } from './tree.ts'

let store: Store | undefined

/** What this account has left unfinished shows up again. */
export async function begin(account: number): Promise<void> {
  if (store) return
  const kept = new Store(account, stateNow)
  store = kept
  snapshots.subscribe(() => kept.save())
  addEventListener('beforeunload', (event) => {
    if (isBusy()) event.preventDefault()
  })
  try {
    const { batches, items } = await kept.takeLeft()
    if (items.length > 0) tell({ type: 'reloaded', batches, items })
  } catch {
    // A browser that keeps nothing still uploads.
  }
}

/** Whether leaving the page would stop something. */
export function isBusy(): boolean {
  const { checking, asking, queued, sending, waiting } = stateNow().sums.counts
  return checking + asking + queued + sending + waiting > 0
}

export async function addTaken(target: Target, taken: Taken): Promise<void> {
  const batch = newBatch(target)
  const handles = (await Promise.all(taken.handles)).filter((handle) => handle !== null)
  store?.keepHandles(batch, handles)
  await add(batch, readTree(taken))
}

export async function addFiles(
  target: Target,
  files: readonly File[],
  called = t.uploads.picture,
): Promise<void> {
  const named = namedPictures(files, now(), called)
  await add(newBatch(target), slices(named))
}

function newBatch(target: Target): number {
  // Of all tabs and pages before and after.
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  const batch = (high % 2 ** 20) * 2 ** 32 + low
  tell({ type: 'began', batch, target })
  return batch
}

async function add(batch: number, found: AsyncIterable<Found[]>): Promise<void> {
  for await (const slice of found) {
    const first = stateNow().next
    tell({ type: 'added', batch, items: slice.map(({ file: _file, ...item }) => item) })
    // Cancelled while it was being read.
    if (stateNow().next === first && slice.length > 0) return
    slice.forEach(({ file }, n) => {
      if (file) keepFile(first + n, file)
    })
  }
  tell({ type: 'read', batch })
}

const lostItems = (): Item[] => [...itemsOf(stateNow())].filter(({ status }) => status === 'lost')

/** Whether some of what was left can go on without being chosen again. */
export const canContinue = (): boolean =>
  lostItems().some(({ batch }) => (store?.handlesOf(batch).length ?? 0) > 0)

export async function continueLeft(): Promise<void> {
  const lost = lostItems()
  for (const batch of new Set(lost.map((item) => item.batch)))
    goOnWith(
      await readHandles(
        store?.handlesOf(batch) ?? [],
        lost.filter((item) => item.batch === batch),
      ),
    )
}

/** How many of them were what is missed. */
export function chooseAgain(files: readonly File[]): number {
  return goOnWith(matchFiles(lostItems(), files))
}

function goOnWith(found: ReadonlyMap<number, File>): number {
  for (const [id, file] of found) keepFile(id, file)
  if (found.size > 0) tell({ type: 'found', items: [...found.keys()] })
  return found.size
}
