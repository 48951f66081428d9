import type { UndoReport } from '@holdfast/api/files/history-undo'
import type { EntryId, MachineId, PersonId, RootId, SessionId } from '@holdfast/api/ids'
import { fail, refuse } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { EntryKind, ParentId } from '../../../platform/db/tables/files.ts'
import type { Principal } from '../../../platform/principal.ts'
import { markUndone } from '../../../records/brakes.ts'
import type { RootRow } from '../../../records/roots.ts'
import { holderOf } from '../../basics/check-unlocked.ts'
import { authorOf } from '../../basics/record-change.ts'
import { findChange, listOperationEnds } from '../log-queries.ts'
import { logSteps } from '../log-steps.ts'
import { type Known, readKnown } from '../plan/known.ts'
import { planRestore } from '../plan/plan.ts'
import { listLocksOfOthers } from '../plan/queries.ts'
import { Tree } from '../plan/tree.ts'
import { carryOut, countsOf, MOST_CHANGED, type Prepared, settlePlan } from '../restore/carry-out.ts'
import { authorizeSettingBack, mayRollBack, refuseRollback } from '../restore/restore-state.ts'
import {
  listMeant,
  listNewerBelow,
  listStatesAt,
  listTouches,
  type Meant,
  type StateRow,
  type Touch,
} from './queries.ts'
import { type Run, type Snapshot, type Undone, undoRuns } from './undo-runs.ts'

/** After every change there is. */
const NOW = Number.MAX_SAFE_INTEGER

export interface UndoWish {
  root_id: RootId
  from_seq: number
  to_seq?: number
  person_id?: PersonId
  machine_id?: MachineId
  session_id?: SessionId
  folder_id?: ParentId
  dry_run: boolean
}

/** Undoes certain changes of a root, and leaves all that was done besides them and since. */
export async function undoChanges(ctx: Ctx, who: Principal, wish: UndoWish): Promise<UndoReport> {
  const { root_id: rootId, folder_id: folderId = 0, dry_run } = wish
  const { prepared, seqBefore, undoableUntil } = await carryOut(ctx, who, {
    rootId,
    dryRun: dry_run,
    authorize: (db) => authorizeSettingBack(db, who, { rootId, folderId }),
    prepare: (db, root) => preparePlan(ctx, db, who, wish, root),
    activity: 'changes_undone',
    about: `${wish.from_seq}–${wish.to_seq ?? ''}`,
    afterwards: async (tx, { meant: { from, to, personId, machineId, sessionId } }, at) => {
      if (folderId !== 0 || personId !== undefined) return
      await markUndone(tx, { rootId, from, to, machineId, sessionId }, { at, by: authorOf(who).person_id })
    },
  })
  const { meant, plan } = prepared
  return {
    status: 'ok',
    dry_run,
    from_seq: meant.from,
    to_seq: meant.to,
    seq_before: seqBefore,
    last_seq: dry_run ? seqBefore : seqBefore + plan.steps.size,
    undoable_until: undoableUntil,
    ...countsOf(prepared),
  }
}

async function preparePlan(
  ctx: Ctx,
  db: Db,
  who: Principal,
  wish: UndoWish,
  root: RootRow,
): Promise<Prepared & { meant: Meant }> {
  const at = ctx.now()
  const meant = await meantBy(db, root, wish)
  const items = byItem(await touchesOf(db, who, root, meant))
  const { undone, purged } = await takeBack(db, root.id, items)
  const scope = wish.folder_id ?? 0
  const locks = await listLocksOfOthers(db, root.id, { holder: holderOf(who) ?? 0, at })
  const { known, newer } = await readAround(db, root.id, undone, {
    from: meant.from,
    also: [...locks.map(({ id }) => id), ...(scope === 0 ? [] : [scope])],
  })
  const changed = [...undone].map(([id, { conflict }]) => ({
    ...{ id, by: 'them' as const, left: conflict ? ('changed_since' as const) : undefined },
  }))
  const plan = planRestore({ known, changed, scope, newer, intoSight: true })
  if (scope === 0) for (const id of purged.keys()) plan.skipped.set(id, 'purged')
  const numbered = await settlePlan(db, who, { root, plan, known }, { locks, at })
  return { plan, known, purged, numbered, meant }
}

/**
 * What was done to the items that are meant. What was done to one item can also be undone by hand; more at once is for the
 * policy to allow, which is asked before all of them are looked for.
 */
async function touchesOf(db: Db, who: Principal, root: RootRow, meant: Meant): Promise<Touch[]> {
  const most = (await mayRollBack(db, who, root)) ? MOST_CHANGED + 1 : 2
  const items = new Set<EntryId>()
  for (const part of logSteps(meant, 'asc')) {
    if (items.size >= most) break
    for (const id of await listMeant(db, root.id, meant, part, most)) items.add(id)
  }
  if (most === 2 && items.size > 1) refuseRollback()
  const touches =
    items.size > MOST_CHANGED ? [] : await listTouches(db, root.id, [...items], meant, MOST_CHANGED + 1)
  if (items.size > MOST_CHANGED || touches.length > MOST_CHANGED)
    fail('invalid_request', `These are more than ${MOST_CHANGED} changes. Undo fewer at a time.`)
  return touches
}

/** An operation is undone as a whole. One that took long may have others between its changes, which are not meant. */
async function meantBy(db: Db, root: RootRow, wish: UndoWish): Promise<Meant> {
  const { from_seq, to_seq = root.seq } = wish
  for (const [parameter, seq] of Object.entries({ from_seq, to_seq }))
    if (seq > root.seq) refuse(parameter, `the newest change is ${root.seq}`)
  if (from_seq > to_seq) refuse('from_seq', 'must not be greater than to_seq')
  const [first, last] = [await findChange(db, root.id, from_seq), await findChange(db, root.id, to_seq)]
  const [begin, end] = [first?.first_seq ?? undefined, last?.first_seq ?? undefined]
  const ends = await listOperationEnds(db, root.id, end === undefined ? [] : [end])
  return {
    from: begin ?? from_seq,
    to: ends.get(end ?? 0)?.last ?? to_seq,
    operation: begin === end ? begin : undefined,
    personId: wish.person_id,
    machineId: wish.machine_id,
    sessionId: wish.session_id,
  }
}

function byItem(touches: readonly Touch[]): Map<EntryId, Touch[]> {
  const items = new Map<EntryId, Touch[]>()
  for (const touch of touches) {
    const before = items.get(touch.id)
    if (before) before.push(touch)
    else items.set(touch.id, [touch])
  }
  return items
}

interface TakenBack extends Undone {
  now: Snapshot
  kind: EntryKind
  contentKept: boolean
}

/** What each item becomes by itself, whatever becomes of others. */
async function takeBack(db: Db, rootId: RootId, items: ReadonlyMap<EntryId, readonly Touch[]>) {
  const runs = new Map([...items].map(([id, touches]) => [id, runsOf(touches)]))
  const points = [...runs].flatMap(([id, ends]) => [
    { id, seq: NOW },
    ...ends.flatMap(({ first, last }) => [
      { id, seq: first - 1 },
      { id, seq: last },
    ]),
  ])
  const rows = await listStatesAt(db, rootId, points)
  const states = new Map(rows.map((row) => [`${row.id} ${row.seq}`, snapshotOf(row)]))
  const kept = new Set(rows.flatMap(({ revision_id, content }) => (content === null ? [] : [revision_id])))
  const undone = new Map<EntryId, TakenBack>()
  const purged = new Map<EntryId, Touch>()
  for (const [id, touches] of items) {
    const now = states.get(`${id} ${NOW}`)
    const last = touches.at(-1)
    if (!now) {
      if (last) purged.set(id, last)
      continue
    }
    const taken = undoRuns(
      now,
      (runs.get(id) ?? []).flatMap(({ first, last: end }): Run[] => {
        const after = states.get(`${id} ${end}`)
        return after ? [{ before: states.get(`${id} ${first - 1}`), after }] : []
      }),
    )
    const kind = touches[0]?.kind ?? 'file'
    const contentKept = kind === 'folder' || taken.target === undefined || kept.has(taken.target.revisionId)
    undone.set(id, { ...taken, now, kind, contentKept })
  }
  return { undone, purged }
}

/** Stretches of what is meant, the newest first. */
function runsOf(touches: readonly Touch[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = []
  let open = false
  for (const { seq, theirs } of touches) {
    const run = runs.at(-1)
    if (theirs && open && run) run.last = seq
    else if (theirs) runs.push({ first: seq, last: seq })
    open = theirs === 1
  }
  return runs.reverse()
}

const snapshotOf = (row: StateRow): Snapshot => ({
  parentId: row.parent_id,
  name: row.name,
  nameKey: row.name_key,
  revisionId: row.revision_id,
  size: row.size,
  modifiedAt: row.modified_at,
  deleted: row.deleted_at !== null,
  content: row.content?.toString('hex') ?? `revision ${row.revision_id}`,
})

/** The items with what becomes of them as their past, the folders around, and what is newer in folders that would vanish. */
async function readAround(
  db: Db,
  rootId: RootId,
  undone: ReadonlyMap<EntryId, TakenBack>,
  { from, also }: { from: number; also: readonly EntryId[] },
): Promise<{ known: Map<EntryId, Known>; newer: EntryId[] }> {
  const below = await listNewerBelow(db, rootId, vanishing(undone), { from, limit: MOST_CHANGED + 1 })
  if (below.length > MOST_CHANGED)
    fail(
      'invalid_request',
      `This would delete more than ${MOST_CHANGED} items. Undo fewer changes at a time.`,
    )
  const newer = below.filter((id) => !undone.get(id)?.alone)
  const folders = [...undone.values()].flatMap(({ target }) => (target?.parentId ? [target.parentId] : []))
  const known = await readKnown(db, rootId, new Set([...undone.keys(), ...folders, ...newer, ...also]), NOW)
  for (const [id, { target, now, contentKept }] of undone) {
    const item = known.get(id)
    const contentSame = target === undefined || target.content === now.content
    if (item) known.set(id, { ...item, past: target, contentKept, contentSame })
  }
  return { known, newer }
}

/** Folders that would be deleted, without those that are in others of them. */
function vanishing(undone: ReadonlyMap<EntryId, TakenBack>): EntryId[] {
  const going = [...undone].filter(
    ([, { kind, now, target }]) => kind === 'folder' && !now.deleted && (target?.deleted ?? true),
  )
  const ids = new Set(going.map(([id]) => id))
  const tree = new Tree((id) => undone.get(id)?.now)
  return [...ids].filter((id) => !tree.isWithin(id, ids))
}
