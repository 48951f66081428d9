import { change, discard, isEnded, queueOrPause, setBatch, topOf } from './machine-change.ts'
import { type Draft, itemsOf } from './machine-items.ts'
import type { Batch, Choice, Conflict, Event, Item, Theirs } from './machine-types.ts'

export function checked(draft: Draft, event: Extract<Event, { type: 'checked' }>): void {
  const batch = draft.batches.get(event.batch)
  if (batch?.phase !== 'checking') return
  setBatch(draft, { ...batch, phase: 'ready', conflicts: event.conflicts })
  const reasons = new Map(event.refused.map(({ id, reason }) => [id, reason]))
  const isAsked = conflictsOf(event.conflicts)
  for (const { id } of itemsIn(draft, batch.id)) {
    const reason = reasons.get(id)
    change(draft, id, ['checking'], (item) => {
      if (reason) return { ...item, status: 'failed', reason }
      return isAsked(item).length > 0 ? { ...item, status: 'asking' } : queueOrPause(draft, item)
    })
  }
  forgetIdleConflicts(draft, batch.id)
}

export function decided(draft: Draft, { batch: id, choices }: Extract<Event, { type: 'decided' }>): void {
  const batch = draft.batches.get(id)
  if (!batch) return
  const decidedOnes = batch.conflicts.filter(({ path }) => choices.has(path))
  setBatch(draft, {
    ...batch,
    conflicts: batch.conflicts.filter(({ path }) => !choices.has(path)),
    fresh: new Set([...batch.fresh, ...decidedOnes.filter((one) => isFresh(one, choices)).map(pathOf)]),
  })
  const concerning = conflictsOf(batch.conflicts)
  for (const { id: item } of itemsIn(draft, id))
    change(draft, item, ['asking'], (before) => decide(draft, before, concerning(before), choices))
  forgetIdleConflicts(draft, id)
}

/** A folder comes before what is in it: where it is not merged, nothing within can be taken. */
function decide(
  draft: Draft,
  item: Item,
  conflicts: readonly Conflict[],
  choices: ReadonlyMap<string, Choice>,
): Item {
  for (const conflict of conflicts) {
    const choice = choices.get(conflict.path)
    if (choice === undefined) return item
    if (choice === 'skip') return { ...item, status: 'skipped' }
    if (conflict.kind === 'file') return queueOrPause(draft, remade(draft, item, conflict.theirs, choice))
    if (isFresh(conflict, choices)) break
  }
  return queueOrPause(draft, item)
}

/** What the server has of it was meant to become something else. */
function remade(draft: Draft, item: Item, theirs: Theirs, choice: Choice): Item {
  discard(draft, item)
  const { url: _url, ...rest } = item
  const { type, id, ver } = theirs
  const makes: Item['makes'] =
    choice === 'version' && type === 'file' ? { what: 'version', file: id, ver } : { what: 'copy' }
  return { ...rest, makes, sent: 0 }
}

/** Someone took the name, or changed the file, while this was on its way. */
export function taken(draft: Draft, item: Item, theirs: Theirs): Item {
  const batch = draft.batches.get(item.batch)
  if (!batch) return item
  const others = batch.conflicts.filter(({ path }) => path !== item.path)
  setBatch(draft, { ...batch, conflicts: [...others, { path: item.path, kind: 'file', theirs }] })
  return { ...item, status: 'asking' }
}

/** Files that had to be chosen again. */
export function found(draft: Draft, { items }: Extract<Event, { type: 'found' }>): void {
  const unchecked = new Set<number>()
  const concerning = new Map([...draft.batches].map(([id, { conflicts }]) => [id, conflictsOf(conflicts)]))
  for (const id of items)
    change(draft, id, ['lost'], (item) => {
      const batch = draft.batches.get(item.batch)
      if (!batch) return item
      if (batch.phase !== 'ready') {
        unchecked.add(batch.id)
        return { ...item, status: 'checking' }
      }
      return concerning.get(batch.id)?.(item).length
        ? { ...item, status: 'asking' }
        : queueOrPause(draft, item)
    })
  for (const id of unchecked) {
    // Folders have nothing to choose.
    for (const { id: item, kind } of itemsIn(draft, id))
      if (kind === 'folder') change(draft, item, ['lost'], (one) => ({ ...one, status: 'checking' }))
    beginCheck(draft, id)
  }
}

export function beginCheck(draft: Draft, id: number): void {
  const batch = draft.batches.get(id)
  if (!batch || batch.phase === 'ready') return
  setBatch(draft, { ...batch, phase: 'checking' })
  draft.commands.push({ do: 'check', batch: id })
}

const pathOf = ({ path }: Conflict): string => path
const isFresh = ({ path, kind, theirs }: Conflict, choices: ReadonlyMap<string, Choice>): boolean =>
  kind === 'folder' && (choices.get(path) === 'copy' || theirs.type === 'file')

function itemsIn(draft: Draft, batch: number): Item[] {
  return [...itemsOf(draft)].filter((item) => item.batch === batch)
}

/** Which of them concern an item: that of the folder at the top that it is in, then its own. */
function conflictsOf(conflicts: readonly Conflict[]): (item: Item) => Conflict[] {
  const byPath = new Map(conflicts.map((conflict) => [conflict.path, conflict]))
  return ({ path, kind }) => {
    const top = byPath.get(topOf(path))
    const own = topOf(path) === path || kind === 'folder' ? undefined : byPath.get(path)
    return [top, own].filter((one) => one !== undefined)
  }
}

/** A question whose answer would change nothing is not asked any more. */
export function forgetIdleConflicts(draft: Draft, id: number): void {
  const batch = draft.batches.get(id) as Batch
  if (batch.conflicts.length === 0) return
  const concerning = conflictsOf(batch.conflicts)
  const alive = new Set<Conflict>()
  for (const item of itemsIn(draft, id))
    if (!isEnded(item) && (item.status === 'asking' || item.status === 'lost'))
      for (const conflict of concerning(item)) alive.add(conflict)
  setBatch(draft, { ...batch, conflicts: batch.conflicts.filter((conflict) => alive.has(conflict)) })
}
