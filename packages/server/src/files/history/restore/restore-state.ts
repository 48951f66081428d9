import type { RestoreReport } from '@holdfast/api/files/history'
import type { EntryId, MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { authorizeContainer, authorizeEntry, type RootAccess } from '../../../access/authorize.ts'
import { isAllowed } from '../../../access/root-rules.ts'
import { fail, refuse } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { Principal } from '../../../platform/principal.ts'
import type { RootRow } from '../../../records/roots.ts'
import { containerPath } from '../../basics/authorize-change.ts'
import { holderOf } from '../../basics/check-unlocked.ts'
import { pathOf } from '../../basics/view.ts'
import { readKnown } from '../plan/known.ts'
import { planRestore } from '../plan/plan.ts'
import { listCandidates, listLocksOfOthers } from '../plan/queries.ts'
import { resolvePoint } from '../point.ts'
import { carryOut, countsOf, MOST_CHANGED, type Prepared, settlePlan } from './carry-out.ts'

export interface RestoreWish {
  root_id: RootId
  as_of: string
  folder_id?: ParentId
  file_id?: EntryId
  person_id?: PersonId
  machine_id?: MachineId
  dry_run: boolean
}

/** Sets a root, a folder or a file back to what it was. */
export async function restoreState(ctx: Ctx, who: Principal, wish: RestoreWish): Promise<RestoreReport> {
  const { prepared, seqBefore, undoableUntil } = await carryOut(ctx, who, {
    rootId: wish.root_id,
    dryRun: wish.dry_run,
    authorize: (db) => authorizeRestore(db, who, wish),
    prepare: (db, root) => preparePlan(ctx, db, who, wish, root),
    activity: 'rolled_back',
    about: wish.as_of,
  })
  return {
    status: 'ok',
    dry_run: wish.dry_run,
    as_of_seq: prepared.seq,
    seq_before: seqBefore,
    undoable_until: undoableUntil,
    ...countsOf(prepared),
  }
}

/** Of a single file this is what restoring one of its revisions is; more at once is for the policy to allow. */
async function authorizeRestore(
  db: Db,
  who: Principal,
  { root_id: rootId, folder_id: folderId = 0, file_id }: RestoreWish,
): Promise<RootAccess & { path: string }> {
  if (file_id !== undefined) {
    if (folderId !== 0) refuse('file_id', 'send either folder_id or file_id')
    const path = { rootId, entryId: file_id, kind: 'file' as const }
    await authorizeEntry(db, who, path, 'FILE_DELETE')
    const file = await authorizeEntry(db, who, path, 'FILE_WRITE')
    return { ...file, path: `${pathOf(file.ancestors)}/${file.entry.name}` }
  }
  const container = await authorizeSettingBack(db, who, { rootId, folderId })
  await checkRollback(db, who, container.root)
  return container
}

/** Setting back changes and deletes. */
export async function authorizeSettingBack(
  db: Db,
  who: Principal,
  place: { rootId: RootId; folderId: ParentId },
): Promise<RootAccess & { path: string }> {
  await authorizeContainer(db, who, place, 'FILE_DELETE')
  const container = await authorizeContainer(db, who, place, 'FILE_WRITE')
  return { ...container, path: containerPath(container) || '/' }
}

async function checkRollback(db: Db, who: Principal, root: RootRow): Promise<void> {
  if (!(await mayRollBack(db, who, root))) refuseRollback()
}

export const mayRollBack = (db: Db, who: Principal, root: RootRow): Promise<boolean> =>
  isAllowed(db, who, root.organization_id, 'user_rollback')

export const refuseRollback = (): never =>
  fail('forbidden', 'The policy of the organization does not allow this (user_rollback).')

async function preparePlan(
  ctx: Ctx,
  db: Db,
  who: Principal,
  wish: RestoreWish,
  root: RootRow,
): Promise<Prepared & { seq: number }> {
  const now = ctx.now()
  const seq = await resolvePoint(db, root, wish.as_of, { parameter: 'as_of', now })
  const by = { personId: wish.person_id, machineId: wish.machine_id }
  const since = { from: seq + 1, to: root.seq }
  const candidates = await listCandidates(db, root.id, since, {
    entryId: wish.file_id,
    limit: MOST_CHANGED + 1,
    by,
  })
  if (candidates.length > MOST_CHANGED)
    fail(
      'invalid_request',
      `More than ${MOST_CHANGED} items have changed since then. Restore the folders one by one.`,
    )
  const locks = await listLocksOfOthers(db, root.id, { holder: holderOf(who) ?? 0, at: now })
  const scope = wish.file_id ?? wish.folder_id ?? 0
  const ids = new Set([...candidates, ...locks].map(({ id }) => id))
  if (scope !== 0) ids.add(scope)
  const known = await readKnown(db, root.id, ids, seq)
  if (scope !== 0 && !known.get(scope)?.past) refuse('as_of', 'the item did not exist at that time')
  const changed = candidates.map(({ id, changes, theirs }) => ({ id, by: byWhom(changes, theirs) }))
  const plan = planRestore({ known, changed, scope })
  const numbered = await settlePlan(db, who, { root, plan, known }, { locks, at: now })
  return { plan, known, seq, numbered }
}

const byWhom = (changes: number, theirs: number): 'them' | 'others' | 'both' =>
  theirs === 0 ? 'others' : theirs < changes ? 'both' : 'them'
