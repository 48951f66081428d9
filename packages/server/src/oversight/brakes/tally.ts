import { endingOf } from '@holdfast/api/files/file-kinds'
import type { EntryId } from '@holdfast/api/ids'
import type { BrakeReason } from '@holdfast/api/oversight/brakes'
import type { Instant } from '@holdfast/api/time'
import type { EntryKind, ParentId } from '../../platform/db/tables/files.ts'
import type { ChangeOp } from '../../platform/db/tables/history.ts'

/** So many items deleted or rewritten, if they are such a part of the root; so many in any root; files with one new extension. */
const MANY_OF_ROOT = 200
const PART_OF_ROOT = 1 / 5
const MANY = 2000
const MANY_OF_EXTENSION = 50
const SHOWN_EXTENSIONS = 5

/** Fewer changes set nothing off, but for a folder that is deleted with all that is in it. */
export const FEWEST = MANY_OF_EXTENSION

/** Something that a device or a sign-in did to an item, once or several times. */
export interface Doing {
  seq: number
  last_seq: number
  op: ChangeOp
  kind: EntryKind
  entry_id: EntryId
  parent_id: ParentId
  name: string
  /** What it was called before, where that is known. */
  name_before: string | null
  at: Instant
  last_at: Instant
}

/** All that a device or a sign-in did, in numbers. */
export interface Measured {
  deleted: number
  rewritten: number
  renamed: number
  /** The most frequent first. */
  extensions: { extension: string; files: number }[]
  first_seq: number
  last_seq: number
  first_at: Instant
  last_at: Instant
}

/** The same as columns. */
export const factsOf = ({ extensions, ...counts }: Measured) => ({
  ...counts,
  extensions: JSON.stringify(extensions),
})

/** What it was done to, beside what the changes themselves tell. */
export interface Around {
  /** What is in the folders that were deleted. */
  below: { items: number; files: number }
  /** How many files the same one made. */
  made: number
  /** How many files the root has now. */
  files: number
}

/** What the limits are about: how many items, of how many that there were before, and how many files got each new extension. */
export interface Counted {
  items: number
  before: number
  given: ReadonlyMap<string, number>
}
export interface Tally {
  measured: Measured
  counted: Counted
}

/**
 * Counts what was done to items that were there before: `made` are files that the same one made, which can be what it
 * made of those that it deleted.
 */
export function tally(doings: readonly Doing[], made: readonly Doing[], around: Around): Tally | undefined {
  const [first] = doings
  if (!first) return undefined
  const deleted = idsOf(doings, ({ op }) => op === 'delete')
  const rewritten = idsOf(doings, ({ op }) => op === 'update')
  const given = extensionsGiven(doings, made)
  const measured: Measured = {
    deleted: deleted.size + around.below.items,
    rewritten: rewritten.size,
    renamed: sum(given.values()),
    extensions: frequent(doings, made),
    first_seq: first.seq,
    last_seq: doings.reduce((last, { last_seq }) => Math.max(last, last_seq), 0),
    first_at: first.at,
    last_at: doings.reduce((last, { last_at }) => Math.max(last, last_at), 0),
  }
  const items = new Set([...deleted, ...rewritten]).size + around.below.items
  const deletedFiles = idsOf(doings, ({ op, kind }) => op === 'delete' && kind === 'file').size
  const before = around.files + deletedFiles + around.below.files - around.made
  return { measured, counted: { items, before, given } }
}

/** Which limit is reached by what was done in a root, or in several together. */
export function reasonOf(counted: readonly Counted[]): BrakeReason | undefined {
  const items = sum(counted.map((one) => one.items))
  const before = sum(counted.map((one) => one.before))
  const extensions = new Set(counted.flatMap(({ given }) => [...given.keys()]))
  for (const extension of extensions)
    if (sum(counted.map(({ given }) => given.get(extension) ?? 0)) >= MANY_OF_EXTENSION) return 'extension'
  if (items >= MANY) return 'many'
  return items >= MANY_OF_ROOT && items >= before * PART_OF_ROOT ? 'share_of_root' : undefined
}

const idsOf = (doings: readonly Doing[], test: (doing: Doing) => boolean): Set<EntryId> =>
  new Set(doings.filter(test).map(({ entry_id }) => entry_id))

/** How many files got each extension that they did not have: by a new name, or because they went and others came. */
function extensionsGiven(doings: readonly Doing[], made: readonly Doing[]): Map<string, number> {
  const given = new Map<string, Set<EntryId>>()
  const give = ({ entry_id, name }: Doing) => {
    const extension = endingOf(name)
    const files = given.get(extension)
    if (files) files.add(entry_id)
    else given.set(extension, new Set([entry_id]))
  }
  const gone = new Map<string, string>()
  for (const doing of doings) {
    const { op, kind, name, name_before, parent_id } = doing
    if (kind !== 'file') continue
    if (op === 'delete') for (const stem of [name, stemOf(name)]) gone.set(`${parent_id}/${stem}`, name)
    else if (name_before !== null && endingOf(name) !== endingOf(name_before)) give(doing)
  }
  for (const doing of made) {
    const from = doing.kind === 'file' && gone.get(`${doing.parent_id}/${stemOf(doing.name)}`)
    if (from && endingOf(from) !== endingOf(doing.name)) give(doing)
  }
  // Names without any are what programs give files that they have not finished yet.
  given.delete('')
  return new Map([...given].map(([extension, files]) => [extension, files.size]))
}

function frequent(doings: readonly Doing[], made: readonly Doing[]): Measured['extensions'] {
  const counts = new Map<string, number>()
  for (const { op, kind, name } of [...doings, ...made]) {
    if (kind !== 'file' || op === 'delete') continue
    counts.set(endingOf(name), (counts.get(endingOf(name)) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN_EXTENSIONS)
    .map(([extension, files]) => ({ extension, files }))
}

const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '')
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0)
