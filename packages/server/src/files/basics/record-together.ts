import type { BatchOp } from '@holdfast/api/files/sync'
import type { Tx } from '../../platform/db/database.ts'
import { insertActivities, type NewActivity } from '../../records/activity/queries.ts'
import { gatherActivities } from '../../records/activity/record-activity.ts'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

/** Of more changes of one kind there is one record: each of them stands in the log of the root anyway. */
const MOST_ALONE = 20

interface Many {
  op: BatchOp['op']
  id: number
  what: string
}
const MANY: ReadonlyMap<number, Many> = new Map(
  (
    [
      ['put', 'file_uploaded', 'files_uploaded', 'files'],
      ['put', 'file_updated', 'files_updated', 'files'],
      ['delete', 'file_deleted', 'files_deleted', 'files'],
      ['mkdir', 'folder_created', 'folders_created', 'folders'],
      ['delete', 'folder_deleted', 'folders_deleted', 'folders'],
      ['place', 'file_moved', 'items_moved', 'files'],
      ['place', 'file_renamed', 'items_moved', 'files'],
      ['place', 'folder_moved', 'items_moved', 'folders'],
      ['place', 'folder_renamed', 'items_moved', 'folders'],
    ] as const
  ).map(([op, one, many, what]) => [ACTIVITY_TYPES[one].id, { op, id: ACTIVITY_TYPES[many].id, what }]),
)

/** How many changes were asked for of each kind. */
export type OpCounts = ReadonlyMap<BatchOp['op'], number>
export const countOps = (ops: readonly BatchOp[]): OpCounts =>
  new Map([...Map.groupBy(ops, ({ op }) => op)].map(([op, same]) => [op, same.length]))

/**
 * From now on, what this transaction of many changes does is put on record when it ends. Those of a kind of which many were
 * asked for have one record, and those of any kind that are one operation.
 */
export const recordTogether = (tx: Tx, asked: OpCounts | 'one operation'): void =>
  gatherActivities(tx, (settling, gathered) => insertActivities(settling, joined(gathered, asked)))

function joined(activities: readonly NewActivity[], asked: OpCounts | 'one operation'): NewActivity[] {
  const byKind = Map.groupBy(activities, ({ activity_type_id }) => activity_type_id)
  return [...byKind].flatMap(([kind, same]) => {
    const [first] = same
    if (!first || same.length === 1) return same
    const many = MANY.get(kind)
    if (asked === 'one operation') return [inOne(same, first, many ?? { id: kind, what: 'items' })]
    return many && (asked.get(many.op) ?? 0) > MOST_ALONE ? [inOne(same, first, many)] : same
  })
}

function inOne(
  same: readonly NewActivity[],
  first: NewActivity,
  { id, what }: Pick<Many, 'id' | 'what'>,
): NewActivity {
  const path = commonFolder(same.map(({ data_text }) => data_text))
  const about = `${same.length} ${what}`
  return {
    ...first,
    activity_type_id: id,
    data_text: `${about} in ${path}`,
    data_vars: JSON.stringify({ path, about }),
  }
}

/** The innermost folder that all of these paths are in. */
export function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(0, -1))
  let depth = first.length
  for (const folders of others) {
    let same = 0
    while (same < depth && folders[same] === first[same]) same++
    depth = same
  }
  return first.slice(0, depth).join('/') || '/'
}
