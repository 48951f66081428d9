import type { RootId } from '@holdfast/api/ids'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { ChangeRow } from '../../records/entries.ts'
import { listOperationEnds } from './log-queries.ts'
import type { WayThen } from './paths.ts'

/** A change with the numbers of the first and the last one of its operation, and how many that has. */
export type Logged = ChangeRow & { first: number; last: number; changes: number }

/** Nobody else changed something while it was done. */
export const isUnbroken = ({ first, last, changes }: Logged): boolean => last - first + 1 === changes

export async function withEnds(db: Db, rootId: RootId, changes: readonly ChangeRow[]): Promise<Logged[]> {
  const firsts = new Set(changes.flatMap(({ first_seq }) => (first_seq === null ? [] : [first_seq])))
  const ends = await listOperationEnds(db, rootId, [...firsts])
  return changes.map((change) => {
    const first = change.first_seq ?? change.seq
    return { ...change, first, ...(ends.get(first) ?? { last: change.seq, changes: 1 }) }
  })
}

/** In the midst of an operation there is no state to find a path in: all its changes were made at once. */
export const placeOf = ({ parent_id: parentId, last: seq }: Logged) => ({ parentId, seq })

export const liesIn = (change: ChangeRow, { folders }: WayThen, folderId: ParentId): boolean =>
  change.entry_id === folderId || folders.some(({ id }) => id === folderId)
