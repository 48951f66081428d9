import type { Command, Item, State, Status, Sums } from './machine-types.ts'
import { STATUSES } from './machine-types.ts'

const PAGE = 256

/** A state in the making: what it shares with the one before is copied when it is written to, and once only. */
export interface Draft extends State {
  commands: Command[]
  /** Pages that belong to this draft alone. */
  own: Set<number>
  /** Batches whose lists of folders do. */
  grown: Set<number>
}

export const noSums = (): Sums => ({
  counts: Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>,
  bytes: 0,
  sent: 0,
})

export const draftOf = (state: State): Draft => ({
  ...state,
  pages: [...state.pages],
  batches: new Map(state.batches),
  sums: { ...state.sums, counts: { ...state.sums.counts } },
  commands: [],
  own: new Set(),
  grown: new Set(),
})

export function itemOf(state: State, id: number): Item | undefined {
  const at = id - state.first
  return at < 0 ? undefined : state.pages[Math.floor(at / PAGE)]?.[at % PAGE]
}

export function* itemsOf(state: State, from = state.first): Generator<Item> {
  for (let id = Math.max(from, state.first); id < state.next; ) {
    const page = state.pages[Math.floor((id - state.first) / PAGE)] ?? []
    for (let at = (id - state.first) % PAGE; at < page.length; at++, id++) yield page[at] as Item
  }
}

/** Whether its bytes are part of what is being done. */
const counts = ({ status, dismissed }: Item): boolean =>
  !dismissed && status !== 'skipped' && status !== 'cancelled' && status !== 'failed'

function count(sums: Sums, item: Item, by: 1 | -1): void {
  const mutable = sums as { counts: Record<Status, number>; bytes: number; sent: number }
  if (!item.dismissed) mutable.counts[item.status] += by
  if (!counts(item)) return
  mutable.bytes += by * item.size
  mutable.sent += by * item.sent
}

function pageForWriting(draft: Draft, index: number): Item[] {
  const pages = draft.pages as (readonly Item[])[]
  if (!draft.own.has(index)) {
    pages[index] = [...(pages[index] ?? [])]
    draft.own.add(index)
  }
  return pages[index] as Item[]
}

export function put(draft: Draft, item: Item): void {
  const at = item.id - draft.first
  const before = itemOf(draft, item.id)
  if (before) count(draft.sums, before, -1)
  count(draft.sums, item, 1)
  pageForWriting(draft, Math.floor(at / PAGE))[at % PAGE] = item
  draft.next = Math.max(draft.next, item.id + 1)
  if (item.status === 'queued') draft.queuedFrom = Math.min(draft.queuedFrom, item.id)
}

/** What nobody can change by trying once more. */
const FINAL = new Set(['invalid_name', 'name_too_long', 'invalid_extension', 'too_large', 'forbidden'])
export const canRetry = ({ status, reason }: Item): boolean =>
  status === 'failed' && !FINAL.has(reason?.code ?? '')
