import type { Tx } from '../../platform/db/database.ts'
import { insertActivities, type NewActivity } from '../../records/activity/queries.ts'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

/** Of more changes of one kind there is one record: each of them stands in the log of the root anyway. */
const MOST_ALONE = 20

const MANY: ReadonlyMap<number, { id: number; what: string }> = new Map(
  (
    [
      ['file_uploaded', 'files_uploaded', 'files'],
      ['file_updated', 'files_updated', 'files'],
      ['file_deleted', 'files_deleted', 'files'],
      ['folder_created', 'folders_created', 'folders'],
      ['folder_deleted', 'folders_deleted', 'folders'],
      ['file_moved', 'items_moved', 'files'],
      ['file_renamed', 'items_moved', 'files'],
      ['folder_moved', 'items_moved', 'folders'],
      ['folder_renamed', 'items_moved', 'folders'],
    ] as const
  ).map(([one, many, what]) => [ACTIVITY_TYPES[one].id, { id: ACTIVITY_TYPES[many].id, what }]),
)

/**
 * Puts on record what a transaction of many changes did; `alone` is how many of one kind have records of their own. Of
 * changes that are one operation each kind has one.
 */
export async function recordTogether(
  tx: Tx,
  activities: readonly NewActivity[],
  alone = MOST_ALONE,
): Promise<void> {
  const byKind = Map.groupBy(activities, ({ activity_type_id }) => activity_type_id)
  const records = [...byKind].flatMap(([kind, same]) => {
    const many = MANY.get(kind) ?? (alone === 1 ? { id: kind, what: 'items' } : undefined)
    const [first] = same
    return many && first && same.length > alone ? [inOne(same, first, many)] : same
  })
  await insertActivities(tx, records)
}

function inOne(
  same: readonly NewActivity[],
  first: NewActivity,
  { id, what }: { id: number; what: string },
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

/** The innermost folder that all of these paths lie in. */
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
