import type { TimelineBar, Unit } from '@holdfast/api/files/history-figures'
import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { DAY_MS, formatDate, formatUtc, HOUR_MS, type Instant, MINUTE_MS, parseUtc } from '@holdfast/api/time'
import { authorizeContainer } from '../../../access/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { Principal } from '../../../platform/principal.ts'
import { listChanges } from '../log-queries.ts'
import { logSteps } from '../log-steps.ts'
import { liesIn, placeOf, withEnds } from '../logged.ts'
import { waysThen } from '../paths.ts'
import { resolvePoint, resolveStart } from '../point.ts'
import { countByTime, type Stretch, type Sums, type TimeSlice } from './queries.ts'

/** What one request reads of the log at most, and where each change is looked at by itself. */
const MOST_COUNTED = 20_000
const MOST_READ = 5000
const READ_AT_ONCE = 500

interface TimelineWish {
  root_id: RootId
  folder_id?: ParentId
  person_id?: PersonId
  machine_id?: MachineId
  from?: string
  to?: string
  unit: Unit
  utc_offset: number
  cursor?: number
}

/** How much was done in a root by hours, days or months, newest first. */
export async function getTimeline(ctx: Ctx, who: Principal, wish: TimelineWish) {
  const db = ctx.db.read
  const { root_id: rootId, folder_id: folderId = 0, from, to, cursor, unit } = wish
  const { root } = await authorizeContainer(db, who, { rootId, folderId }, 'FILE_VIEW')
  const now = ctx.now()
  const last = to === undefined ? root.seq : await resolvePoint(db, root, to, { parameter: 'to', now })
  const slice: TimeSlice = {
    from: from === undefined ? 1 : await resolveStart(db, root, from, { parameter: 'from', now }),
    to: Math.min(last, cursor ?? last),
    personId: wish.person_id,
    machineId: wish.machine_id,
    // Months are counted by their days.
    length: unit === 'hour' ? HOUR_MS : DAY_MS,
    offset: wish.utc_offset * MINUTE_MS,
  }
  const read =
    folderId === 0 ? await countAll(db, rootId, slice) : await countInFolder(db, rootId, slice, folderId)
  return { results: barsOf(read.stretches, slice, unit), cursor: read.cursor }
}

interface Read {
  /** Newest first. */
  stretches: Stretch[]
  cursor: number | null
}

async function countAll(db: Db, rootId: RootId, slice: TimeSlice): Promise<Read> {
  const found = new Map<number, Stretch>()
  let read = 0
  let oldest = Number.POSITIVE_INFINITY
  for (const part of logSteps(slice, 'desc')) {
    if (read >= MOST_COUNTED) break
    for (const counted of await countByTime(db, rootId, { ...slice, ...part }, MOST_COUNTED - read)) {
      read += counted.changes
      oldest = Math.min(oldest, counted.from_seq)
      add(found, counted.stretch, counted)
    }
  }
  const cursor = read < MOST_COUNTED || oldest <= slice.from ? null : oldest - 1
  return { stretches: [...found.values()], cursor }
}

/** Where things were is known only by following the folders of that time, change by change. */
async function countInFolder(db: Db, rootId: RootId, slice: TimeSlice, folderId: ParentId): Promise<Read> {
  const found = new Map<number, Stretch>()
  let { to } = slice
  for (let read = 0; read < MOST_READ; ) {
    const rows = await listChanges(db, rootId, {
      ...{ ...slice, to, order: 'desc', entryId: undefined, op: undefined, firstOnly: false },
      limit: READ_AT_ONCE,
    })
    read += rows.length
    const changes = await withEnds(db, rootId, rows)
    const wayOf = await waysThen(db, rootId, changes.map(placeOf))
    for (const change of changes) {
      if (change.op === 'lock' || change.op === 'unlock') continue
      if (!liesIn(change, wayOf(placeOf(change)), folderId)) continue
      const stretch = Math.floor((change.at + slice.offset) / slice.length)
      const { seq, first } = change
      add(found, stretch, {
        ...{ stretch, from_seq: seq, to_seq: seq, changes: 1 },
        ...{ operations: first === seq ? 1 : 0, deleted: change.op === 'delete' ? 1 : 0 },
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return { stretches: [...found.values()], cursor: null }
    to = last.seq - 1
  }
  return { stretches: [...found.values()], cursor: to }
}

function add<Key, Counted extends Sums>(sums: Map<Key, Counted>, key: Key, more: Counted): void {
  const sum = sums.get(key)
  if (!sum) {
    sums.set(key, { ...more })
    return
  }
  sum.to_seq = Math.max(sum.to_seq, more.to_seq)
  for (const field of ['operations', 'changes', 'deleted'] as const) sum[field] += more[field]
}

function barsOf(stretches: readonly Stretch[], { length, offset }: TimeSlice, unit: Unit): TimelineBar[] {
  const bars = new Map<Instant, Sums>()
  for (const { stretch, to_seq, operations, changes, deleted } of stretches) {
    const begin = stretch * length
    const from = (unit === 'month' ? beginOfMonth(begin) : begin) - offset
    add(bars, from, { to_seq, operations, changes, deleted })
  }
  return [...bars].map(([from, sums]) => ({ type: 'timeline_bar', from: formatUtc(from), ...sums }))
}

const beginOfMonth = (at: Instant): Instant => parseUtc(`${formatDate(at).slice(0, 7)}-01T00:00:00`) ?? at
