import type { LoggedOperation, Op } from '@holdfast/api/files/history'
import type { EntryId, MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { authorizeContainer, authorizeEntry, authorizeRoot } from '../../access/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { findActorNames } from '../../records/actor-names.ts'
import type { RootRow } from '../../records/roots.ts'
import { type LogSlice, listChanges } from './log-queries.ts'
import { isUnbroken, type Logged, liesIn, placeOf, withEnds } from './logged.ts'
import { type WayThen, waysThen } from './paths.ts'
import { resolvePoint, resolveStart } from './point.ts'

/** What one request reads at most when little is found of what is asked for. */
const MOST_READ = 5000
const READ_AT_ONCE = 500

interface HistoryFilter {
  root_id: RootId
  folder_id?: ParentId
  file_id?: EntryId
  person_id?: PersonId
  machine_id?: MachineId
  op?: Op
  from?: string
  to?: string
  order: 'asc' | 'desc'
  limit: number
  cursor?: number
  include_names?: boolean
}

/** What was done in a root. An operation that made several changes stands there once, with the first that is asked for. */
export async function listOperations(
  ctx: Ctx,
  who: Principal,
  filter: HistoryFilter,
): Promise<{ results: LoggedOperation[]; cursor: number | null }> {
  const db = ctx.db.read
  const root = await authorizeHistory(db, who, filter)
  const now = ctx.now()
  const { from, to, order, cursor, limit } = filter
  const slice: LogSlice = {
    from: from === undefined ? 1 : await resolveStart(db, root, from, { parameter: 'from', now }),
    to: to === undefined ? root.seq : await resolvePoint(db, root, to, { parameter: 'to', now }),
    order,
    personId: filter.person_id,
    machineId: filter.machine_id,
    entryId: filter.file_id,
    op: filter.op,
    firstOnly: filter.file_id === undefined && !filter.folder_id,
    limit: filter.folder_id || filter.op ? READ_AT_ONCE : limit + 1,
  }
  const read = await readOperations(db, root, filter, cursor === undefined ? slice : goOn(slice, cursor))
  const changes = read.found.map(({ change }) => change)
  const namesOf = filter.include_names ? await findActorNames(db, changes) : undefined
  return {
    results: read.found.map((found) => ({ ...operationView(found), ...namesOf?.(found.change) })),
    cursor: read.cursor,
  }
}

async function authorizeHistory(
  db: Db,
  who: Principal,
  { root_id: rootId, folder_id, file_id }: HistoryFilter,
): Promise<RootRow> {
  if (file_id !== undefined)
    return (await authorizeEntry(db, who, { rootId, entryId: file_id, kind: 'file' }, 'FILE_VIEW')).root
  if (folder_id) return (await authorizeContainer(db, who, { rootId, folderId: folder_id }, 'FILE_VIEW')).root
  return (await authorizeRoot(db, who, rootId, 'FILE_VIEW')).root
}

/** The cursor is the first number that was not looked at yet. */
const goOn = (slice: LogSlice, next: number): LogSlice =>
  slice.order === 'asc'
    ? { ...slice, from: Math.max(slice.from, next) }
    : { ...slice, to: Math.min(slice.to, next) }

interface Found {
  change: Logged
  way: WayThen
}

async function readOperations(
  db: Db,
  root: RootRow,
  { folder_id, op, limit }: Pick<HistoryFilter, 'folder_id' | 'op' | 'limit'>,
  slice: LogSlice,
): Promise<{ found: Found[]; cursor: number | null }> {
  const found: Found[] = []
  const listed = new Set<number>()
  const step = slice.order === 'asc' ? 1 : -1
  let rest = slice
  for (let read = 0; read < MOST_READ; ) {
    const changes = await withEnds(db, root.id, await listChanges(db, root.id, rest))
    read += changes.length
    const wayOf = await waysThen(db, root.id, changes.map(placeOf))
    for (const change of changes) {
      if (listed.has(change.first)) continue
      if (found.length === limit) return { found, cursor: change.seq }
      const way = wayOf(placeOf(change))
      if ((!folder_id || liesIn(change, way, folder_id)) && (!op || change.op === op)) {
        found.push({ change, way })
        listed.add(change.first)
      }
    }
    const last = changes.at(-1)
    if (!last || changes.length < rest.limit) return { found, cursor: null }
    // Whatever else an operation did that is on the list already need not be read, unless others did something meanwhile.
    const known = listed.has(last.first) && isUnbroken(last)
    rest = goOn(rest, (known ? (step > 0 ? last.last : last.first) : last.seq) + step)
  }
  return { found, cursor: step > 0 ? rest.from : rest.to }
}

function operationView({ change, way }: Found): LoggedOperation {
  const path = change.kind === 'root' ? '/' : way.path === undefined ? null : `${way.path}/${change.name}`
  return {
    type: 'operation',
    seq: change.first,
    op: change.op,
    item_type: change.kind,
    item_id: change.entry_id,
    name: change.name,
    path,
    revision_id: change.revision_id,
    person_id: change.person_id,
    machine_id: change.machine_id,
    at: formatUtc(change.at),
    changes: change.changes,
    last_seq: change.last,
  }
}
