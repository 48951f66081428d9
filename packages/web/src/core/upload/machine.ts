import { change, changeAll, discard, ENDED, queue, setBatch, UNFINISHED } from './machine-change.ts'
import { foldersMade, forgetIfOver, goOn, reloaded, startNext } from './machine-course.ts'
import { canRetry, type Draft, draftOf, itemOf, noSums, put } from './machine-items.ts'
import { beginCheck, checked, decided, forgetIdleConflicts, found, taken } from './machine-names.ts'
import type { Batch, Command, Event, Item, Outcome, State } from './machine-types.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

export const emptyState = (): State => ({
  pages: [],
  first: 1,
  next: 1,
  batches: new Map(),
  sums: noSums(),
  asked: 0,
  queuedFrom: 1,
  online: true,
  signedIn: true,
  paused: false,
})

type Of<Type extends Event['type']> = Extract<Event, { type: Type }>
type Handlers = { [Type in Event['type']]: (draft: Draft, event: Of<Type>) => void }

const HANDLERS: Handlers = {
  began: (draft, { batch, target }) => setBatch(draft, newBatch(batch, target)),
  added,
  read: (draft, { batch }) => beginCheck(draft, batch),
  checked,
  decided,
  foldersMade,
  slot: startNext,
  placed,
  progress: (draft, { item, sent }) =>
    change(draft, item, ['sending'], (one) => ({
      ...one,
      sent: Math.min(Math.max(0, sent), one.size),
      tries: 0,
    })),
  answered: (draft, { item, entry }) =>
    change(draft, item, ['sending'], ({ url: _url, ...one }) => ({
      ...one,
      status: 'done',
      sent: one.size,
      ...(entry && { entry }),
    })),
  refused: (draft, { item, outcome }) =>
    change(draft, item, ['sending'], (one) => refused(draft, one, outcome)),
  woken: (draft, { item }) => change(draft, item, ['waiting'], queue),
  discarded: (draft, { item }) => {
    change(draft, item, ['cancelled', 'skipped', 'failed'], ({ url: _url, ...one }) => one)
    forgetIfOver(draft)
  },
  offline: (draft) => {
    draft.online = false
  },
  online: (draft) => {
    draft.online = true
    changeAll(draft, undefined, ['waiting'], queue)
  },
  signedIn: (draft) => {
    draft.signedIn = true
  },
  reloaded,
  found,
  paused: (draft, { item }) => {
    if (item === undefined) draft.paused = true
    changeAll(draft, item, ['queued', 'sending', 'waiting'], (one) => ({ ...one, status: 'paused' }))
  },
  resumed: (draft, { item }) => {
    if (item === undefined) draft.paused = false
    changeAll(draft, item, ['paused'], queue)
  },
  cancelled: (draft, { item }) => {
    changeAll(draft, item, UNFINISHED, (one) => ({ ...one, status: 'cancelled' }))
    for (const batch of [...draft.batches.values()]) {
      if (item === undefined && batch.phase === 'reading') setBatch(draft, { ...batch, phase: 'ready' })
      forgetIdleConflicts(draft, batch.id)
    }
  },
  retried: (draft, { item }) =>
    changeAll(draft, item, ['failed'], (one) => {
      const { reason: _reason, ...rest } = one
      return one.dismissed || !canRetry(one) ? one : queue(rest)
    }),
  dismissed: (draft, { item, failed = true }) => {
    const which = failed ? ENDED : ENDED.filter((status) => status !== 'failed')
    changeAll(draft, item, which, (one) => (one.dismissed ? one : { ...one, dismissed: true }))
    forgetIfOver(draft)
  },
}

/** What follows from something that happened: the next state, and what is to be done about it. */
export function step(state: State, event: Event): { state: State; commands: readonly Command[] } {
  const draft = draftOf(state)
  const handle = HANDLERS[event.type] as (draft: Draft, event: Event) => void
  handle(draft, event)
  if (event.type !== 'progress') goOn(draft)
  const { commands, own: _own, grown: _grown, ...next } = draft
  return { state: next, commands }
}

const newBatch = (id: number, target: Batch['target']): Batch => ({
  id,
  target,
  phase: 'reading',
  folders: new Map([['', target.folder]]),
  toMake: [],
  making: false,
  fresh: new Set(),
  conflicts: [],
})

function added(draft: Draft, { batch, items }: Of<'added'>): void {
  if (draft.batches.get(batch)?.phase !== 'reading') return
  for (const item of items)
    put(draft, {
      ...item,
      id: draft.next,
      batch,
      status: 'checking',
      sent: 0,
      makes: { what: 'new' },
      tries: 0,
    })
}

/** The address on the server may arrive after someone has changed their mind. */
function placed(draft: Draft, { item: id, url }: Of<'placed'>): void {
  const item = itemOf(draft, id)
  if (!item) return
  const after = { ...item, url }
  put(draft, after)
  if (item.status === 'cancelled' || item.status === 'skipped') discard(draft, after)
}

function refused(draft: Draft, item: Item, outcome: Outcome): Item {
  switch (outcome.kind) {
    case 'offline':
      return wait(draft, item, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** item.tries))
    case 'busy':
      return wait(draft, item, outcome.afterMs)
    case 'signedOut':
      if (draft.signedIn) draft.commands.push({ do: 'signIn' })
      draft.signedIn = false
      return queue(item)
    case 'taken':
      return taken(draft, item, outcome.theirs)
    case 'gone': {
      const { url: _url, ...rest } = item
      return wait(draft, { ...rest, sent: 0 }, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** item.tries))
    }
    case 'failed':
      return { ...item, status: 'failed', reason: outcome.reason }
  }
}

function wait(draft: Draft, item: Item, afterMs: number): Item {
  draft.commands.push({ do: 'wake', item: item.id, afterMs })
  return { ...item, status: 'waiting', tries: item.tries + 1 }
}
