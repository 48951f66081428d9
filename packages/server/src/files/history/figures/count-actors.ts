import { endingOf } from '@holdfast/api/files/file-kinds'
import { type Actor, COUNTED, type Counted } from '@holdfast/api/files/history-figures'
import { formatUtc } from '@holdfast/api/time'
import type { Db } from '../../../platform/db/database.ts'
import type { ChangeOp } from '../../../platform/db/tables/history.ts'
import type { RootRow } from '../../../records/roots.ts'
import { type Done, listDone } from './queries.ts'

const SHOWN_EXTENSIONS = 5
/** The rest tells nothing of what became of files. */
const COUNTED_AS: Partial<Record<ChangeOp, Counted>> = {
  create: 'created',
  update: 'updated',
  rename: 'renamed',
  move: 'moved',
  delete: 'deleted',
  restore: 'restored',
}

interface Tally {
  newest: Done
  oldest: Done
  counts: Record<Counted, number>
  extensions: Map<string, number>
}

export interface Count {
  actors: Actor[]
  /** How many changes were looked at, and the number of the next one that was not; null at the end. */
  read: number
  cursor: number | null
}

/** Who did how much in a root, by the newest changes between two numbers; the busiest last come first. */
export async function countActors(
  db: Db,
  root: Pick<RootRow, 'id' | 'name'>,
  slice: { from: number; to: number; limit: number },
): Promise<Count> {
  const rows = await listDone(db, root.id, slice)
  const tallies = new Map<string, Tally>()
  for (const row of rows) {
    const counted = COUNTED_AS[row.op]
    if (!counted) continue
    const key = `${row.person_id} ${row.machine_id}`
    const tally = tallies.get(key) ?? begin(row)
    tallies.set(key, tally)
    tally.oldest = row
    tally.counts[counted]++
    if (row.kind !== 'file' || counted === 'deleted' || counted === 'moved') continue
    const extension = endingOf(row.name)
    tally.extensions.set(extension, (tally.extensions.get(extension) ?? 0) + 1)
  }
  const last = rows.at(-1)
  return {
    actors: [...tallies.values()].map((tally) => actorOf(root, tally)),
    read: rows.length,
    cursor: last && rows.length === slice.limit && last.seq > slice.from ? last.seq - 1 : null,
  }
}

const begin = (row: Done): Tally => ({
  newest: row,
  oldest: row,
  counts: Object.fromEntries(COUNTED.map((name) => [name, 0])) as Record<Counted, number>,
  extensions: new Map(),
})

const actorOf = (
  { id, name }: Pick<RootRow, 'id' | 'name'>,
  { newest, oldest, counts, extensions }: Tally,
): Actor => ({
  type: 'actor',
  root_id: id,
  root_name: name,
  person_id: newest.person_id,
  machine_id: newest.machine_id,
  ...counts,
  extensions: [...extensions]
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN_EXTENSIONS)
    .map(([extension, files]) => ({ extension, files })),
  first_seq: oldest.seq,
  last_seq: newest.seq,
  first_at: formatUtc(oldest.at),
  last_at: formatUtc(newest.at),
})
