import type { EntryId, RootId } from '@holdfast/api/ids'
import { exactly, has, NOTHING, type Selection, toggled } from '../../core/list/selection.ts'
import type { Change, Which } from '../../data/files/bulk.ts'
import { Watched } from '../../platform/watched.ts'

/** Something that takes its time. It goes on wherever one is in the app. */
export interface Work {
  id: number
  /** What is being done, with how many. */
  words: string
  done: number
  total: number
  phase: 'active' | 'stopping' | 'over'
  /** Between its steps; what is one step cannot be stopped. */
  canStop: boolean
  /** It waits for the server. */
  isWaiting?: boolean
  /** It is long, or has more to tell than that it is done. */
  isShown: boolean
  takes?: Takes
  result?: Result
}

/** Rows that are about to go. */
export interface Takes {
  root: RootId
  /** Undefined where the items are known by themselves. */
  folder?: EntryId
  selection: Selection
  /** Of those that are deleted already. */
  ofDeleted: boolean
}

/** Something that it was not done with, and why: in words, or as an error. */
export interface NotDone {
  item: { type: string; id: number; name?: string }
  error?: unknown
  why?: string
}

export interface Result {
  words: string
  /** Why it is not all done. */
  why?: string
  isBad: boolean
  failed: readonly NotDone[]
  /** What became of each, as a file. */
  download?: () => void
  undo?: () => unknown
  retry?: () => unknown
}

let count = 0
/** All that is under way, and what is over and was not looked at yet; the newest last. */
export const works = new Watched<readonly Work[]>([])

/** So many that are over stay. */
const MOST_OVER = 5
/** What takes longer is shown, whatever it is. */
const LONG_MS = 1000

export function beginWork(work: Pick<Work, 'words' | 'total' | 'canStop' | 'isShown' | 'takes'>): number {
  const id = ++count
  works.set([...works.get(), { ...work, id, done: 0, phase: 'active' }])
  setTimeout(() => getWork(id)?.phase === 'active' && changeWork(id, { isShown: true }), LONG_MS)
  return id
}

export const getWork = (id: number): Work | undefined => works.get().find((work) => work.id === id)

export const changeWork = (id: number, part: Partial<Work>): void =>
  works.set(works.get().map((work) => (work.id === id ? { ...work, ...part } : work)))

export const dropWork = (id: number): void => works.set(works.get().filter((work) => work.id !== id))

/** It stays until someone has seen it. */
export function endWork(id: number, result: Result): void {
  changeWork(id, { phase: 'over', isShown: true, isWaiting: false, result })
  const over = works.get().filter(({ phase }) => phase === 'over')
  for (const old of over.slice(0, -MOST_OVER)) dropWork(old.id)
}

export const isAtWork = (): boolean => works.get().some(({ phase, canStop }) => phase !== 'over' && canStop)

// The rest of it would not be done.
addEventListener('beforeunload', (event) => {
  if (isAtWork()) event.preventDefault()
})

const TAKING = new Set<Change['action']>(['delete', 'restore', 'move', 'purge'])

/** Undefined where every row stays where it is. */
export function takesOf(root: RootId, which: Which, { action }: Change): Takes | undefined {
  if (!TAKING.has(action)) return undefined
  const ofDeleted = action === 'restore' || action === 'purge'
  if ('items' in which) {
    const ids = which.items.map(({ id }) => id)
    return { root, selection: exactly(ids, 0), ofDeleted }
  }
  if (which.onlyOf !== undefined) return undefined
  const selection = which.except.reduce<Selection>((all, id) => toggled(all, id, 0), {
    ...NOTHING,
    kind: 'allBut',
  })
  return { root, folder: which.allIn, selection, ofDeleted }
}

/** What of a folder is about to go. */
export const takenIn = (all: readonly Work[], root: RootId, folder: number): Takes[] =>
  all.flatMap(({ takes, phase }) =>
    takes && phase !== 'over' && takes.root === root && (takes.folder ?? folder) === folder ? [takes] : [],
  )

export const isTaken = (taken: readonly Takes[], item: { id: number; is_deleted?: boolean }): boolean =>
  taken.some(
    ({ selection, ofDeleted }) => has(selection, item.id) && ofDeleted === (item.is_deleted ?? ofDeleted),
  )
