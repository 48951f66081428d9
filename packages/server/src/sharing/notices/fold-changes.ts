import type { Instant } from '@holdfast/api/time'
import type { ToldChange } from './queries.ts'

const WORDS = {
  create: 'added',
  update: 'changed',
  rename: 'renamed',
  move: 'moved',
  delete: 'deleted',
  restore: 'restored',
} as const
type Told = keyof typeof WORDS
type Word = (typeof WORDS)[Told]

/** What someone did to an item, in one word for all the changes it stands for. */
export interface FoldedChange extends Pick<ToldChange, 'parent_id' | 'name' | 'person_id'> {
  did: Word
  changes: number
  at: Instant
}

const isTold = (op: string): op is Told => op in WORDS

/** One line for each item and author, in the order of the first change: where it is now, and the last that was done to it. */
export function foldChanges(changes: readonly ToldChange[]): FoldedChange[] {
  const folded = new Map<string, FoldedChange>()
  for (const { op, entry_id, parent_id, name, person_id, at } of changes) {
    if (!isTold(op)) continue
    const key = `${entry_id} ${person_id}`
    const before = folded.get(key)
    // What was added and then filled or renamed was added.
    const did = before?.did === 'added' && op !== 'delete' ? 'added' : WORDS[op]
    folded.set(key, { did, parent_id, name, person_id, at, changes: (before?.changes ?? 0) + 1 })
  }
  return [...folded.values()]
}

/** Shares a number of lines out to those who have some: the first get one each, then a second, until none is left. */
export function shareOut(lines: number, wanted: readonly number[]): number[] {
  const given = wanted.map(() => 0)
  let left = lines
  for (let round = 1; left > 0 && wanted.some((want) => want >= round); round++)
    for (const [n, want] of wanted.entries())
      if (want >= round && left > 0) {
        given[n] = round
        left--
      }
  return given
}
