import type { Db } from '../../platform/db/database.ts'
import type { Culprit } from '../../records/brakes.ts'
import type { RootRow } from '../../records/roots.ts'
import { countBelow, listDoings, listMade } from './queries.ts'
import { type Tally, tally } from './tally.ts'

/** What is read at most to say how much it was: of changes, of files that were made, and of what is in folders. */
const MOST_READ = 50_000
const MOST_MADE = 10_000
const MOST_BELOW = 5000

/** What a device or a sign-in did in a root after some change. */
export async function measure(
  db: Db,
  root: Pick<RootRow, 'id' | 'live_files'>,
  culprit: Culprit,
  after: number,
): Promise<Tally | undefined> {
  const doings = await listDoings(db, root.id, culprit, { after, limit: MOST_READ })
  if (doings.length === 0) return undefined
  const { made, count } = await listMade(db, root.id, culprit, { after, limit: MOST_MADE })
  const folders = doings.filter(({ op, kind }) => op === 'delete' && kind === 'folder')
  const ids = [...new Set(folders.map(({ entry_id }) => entry_id))]
  const below = await countBelow(db, root.id, ids, MOST_BELOW)
  return tally(doings, made, { below, made: count, files: root.live_files })
}
