import type { Difference, DifferenceKind, ItemState } from '@holdfast/api/files/history'
import type { MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { authorizeContainer } from '../../access/authorize.ts'
import { refuse } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ParentId } from '../../platform/db/tables/files.ts'
import type { Principal } from '../../platform/principal.ts'
import { listChangedIn } from './log-queries.ts'
import { type WayThen, waysThen } from './paths.ts'
import { resolvePoint } from './point.ts'
import { type EntryThen, listContents, listEntriesThen } from './queries.ts'

/** What one request reads at most when few of the items that changed differ in the end, and when few are asked for. */
const MOST_READ = 5000
const MOST_PASSED = 50_000
/** Of the log. */
const PASSED_AT_ONCE = 500

interface Comparison {
  root_id: RootId
  from?: string
  to?: string
  folder_id?: ParentId
  person_id?: PersonId
  machine_id?: MachineId
  limit: number
  cursor?: number
}

/** What differs between two states of a root. Reads the changes between them, not the root. */
export async function compareStates(ctx: Ctx, who: Principal, params: Comparison) {
  const db = ctx.db.read
  const { root_id: rootId, folder_id: folderId = 0 } = params
  const { root } = await authorizeContainer(db, who, { rootId, folderId }, 'FILE_VIEW')
  const now = ctx.now()
  const resolve = (parameter: 'from' | 'to', otherwise: number) => {
    const text = params[parameter]
    return text === undefined ? otherwise : resolvePoint(db, root, text, { parameter, now })
  }
  const [from, to] = [await resolve('from', 0), await resolve('to', root.seq)]
  if (from > to) refuse('from', 'must not be later than to')
  const range = { from: from + 1, to, by: { personId: params.person_id, machineId: params.machine_id } }
  const results: Difference[] = []
  let after = Math.max(from, params.cursor ?? from)
  const end = Math.min(to, after + MOST_PASSED)
  for (let read = 0; after < end && read < MOST_READ; ) {
    const part = { from: after + 1, to: Math.min(end, after + PASSED_AT_ONCE) }
    const changed = await listChangedIn(db, rootId, part, range)
    read += changed.length
    const ids = changed.map(({ id }) => id)
    const [before, afterwards] = [await sideOf(db, rootId, ids, from), await sideOf(db, rootId, ids, to)]
    for (const { id, seq } of changed) {
      if (results.length === params.limit) return { from_seq: from, to_seq: to, results, cursor: after }
      after = seq
      const [one, other] = [before.get(id), afterwards.get(id)]
      if (folderId !== 0 && !liesIn(one, folderId) && !liesIn(other, folderId)) continue
      const difference = differenceOf(one, other)
      if (difference) results.push(difference)
    }
    after = part.to
  }
  return { from_seq: from, to_seq: to, results, cursor: after < to ? after : null }
}

interface Side {
  entry: EntryThen
  way: WayThen
  /** Undefined of a folder, and where the revision is gone. */
  content: string | undefined
}

async function sideOf(db: Db, rootId: RootId, ids: readonly EntryThen['id'][], seq: number) {
  const entries = await listEntriesThen(db, rootId, ids, seq)
  const placeOf = ({ parent_id: parentId }: EntryThen) => ({ parentId, seq })
  const wayOf = await waysThen(db, rootId, entries.map(placeOf))
  const revisions = entries.flatMap(({ revision_id }) => (revision_id === null ? [] : [revision_id]))
  const contents = await listContents(db, rootId, revisions)
  return new Map<EntryThen['id'], Side>(
    entries.map((entry) => [
      entry.id,
      { entry, way: wayOf(placeOf(entry)), content: contents.get(entry.revision_id ?? 0) },
    ]),
  )
}

const liesIn = (side: Side | undefined, folderId: ParentId): boolean =>
  side !== undefined && (side.entry.id === folderId || side.way.folders.some(({ id }) => id === folderId))

const isDeleted = ({ entry, way }: Side): boolean => way.deleted || entry.deleted_at !== null

/** Nothing for what ends as it began, and for what was made and deleted in between. */
function differenceOf(before: Side | undefined, after: Side | undefined): Difference | undefined {
  const kinds = kindsOf(before, after)
  const side = after ?? before
  if (kinds.length === 0 || !side) return undefined
  return {
    type: 'difference',
    item_type: side.entry.kind,
    item_id: side.entry.id,
    kinds,
    before: before ? stateView(before) : null,
    after: after ? stateView(after) : null,
  }
}

function kindsOf(before: Side | undefined, after: Side | undefined): DifferenceKind[] {
  const wasThere = before !== undefined && !isDeleted(before)
  const isThere = after !== undefined && !isDeleted(after)
  if (!isThere) return wasThere ? ['removed'] : []
  if (!before) return ['added']
  const [one, other] = [before.entry, after.entry]
  const sameContent = one.revision_id === other.revision_id || (before.content ?? 'gone') === after.content
  return [
    ...(wasThere ? [] : (['restored'] as const)),
    ...(sameContent && one.modified_at === other.modified_at ? [] : (['changed'] as const)),
    ...(one.parent_id === other.parent_id ? [] : (['moved'] as const)),
    ...(one.name === other.name ? [] : (['renamed'] as const)),
  ]
}

const stateView = (side: Side): ItemState => ({
  name: side.entry.name,
  path: side.way.path === undefined ? null : `${side.way.path}/${side.entry.name}`,
  size: side.entry.size,
  modified: formatUtc(side.entry.modified_at),
  revision_id: side.entry.revision_id,
  is_deleted: isDeleted(side),
})
