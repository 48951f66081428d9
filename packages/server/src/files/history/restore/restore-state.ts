import type { RestoreReport } from '@holdfast/api/history'
import type { EntryId, MachineId, PersonId, RootId } from '@holdfast/api/ids'
import { authorizeContainer, authorizeEntry, type RootAccess } from '../../../access/authorize.ts'
import { isAllowed } from '../../../access/root-rules.ts'
import { fail, refuse } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { allowLong } from '../../../platform/db/locking.ts'
import type { ParentId } from '../../../platform/db/tables/files.ts'
import type { Principal } from '../../../platform/principal.ts'
import { recordActivity } from '../../../records/activity/record-activity.ts'
import { type RootRow, returnSeq, takeSeq } from '../../../records/roots.ts'
import { containerPath } from '../../basics/authorize-change.ts'
import { checkUnlocked, holderOf } from '../../basics/check-unlocked.ts'
import { pathOf } from '../../basics/view.ts'
import { type Known, readKnown } from '../plan/known.ts'
import { lockInTheWay, moves, type Plan, planRestore } from '../plan/plan.ts'
import { listCandidates, listLocksOfOthers } from '../plan/queries.ts'
import { settleNames } from '../plan/settle-names.ts'
import { resolvePoint } from '../point.ts'
import { applyPlan } from './apply-plan.ts'

/** What is set back at once at most: it happens in one transaction, which others wait for. */
const MOST_CHANGED = 250_000
const SHOWN_SKIPPED = 100

export interface RestoreWish {
  root_id: RootId
  as_of: string
  folder_id?: ParentId
  file_id?: EntryId
  person_id?: PersonId
  machine_id?: MachineId
  dry_run: boolean
}

/** Sets a root, a folder or a file back to what it was, as one operation: all of it or nothing. */
export async function restoreState(ctx: Ctx, who: Principal, wish: RestoreWish): Promise<RestoreReport> {
  const { root } = await authorizeRestore(ctx.db.read, who, wish)
  if (wish.dry_run) return reportOf(wish, await preparePlan(ctx, ctx.db.read, who, wish, root))
  return ctx.db.write(async (tx) => {
    const first = await takeSeq(tx, wish.root_id)
    await allowLong(tx)
    const { root: raised, path } = await authorizeRestore(tx, who, wish)
    const prepared = await preparePlan(ctx, tx, who, wish, { ...raised, seq: first - 1 })
    const report = reportOf(wish, prepared)
    if (prepared.plan.steps.size === 0) {
      await returnSeq(tx, wish.root_id)
      return report
    }
    const at = ctx.now()
    await applyPlan(tx, who, { ...prepared, root: raised, first, at })
    await recordActivity(tx, who, 'rolled_back', { root: raised, path, about: wish.as_of }, at)
    return report
  })
}

/** Of a single file this is what restoring one of its revisions is; more at once is for the policy to allow. */
async function authorizeRestore(
  db: Db,
  who: Principal,
  { root_id: rootId, folder_id: folderId = 0, file_id }: RestoreWish,
): Promise<RootAccess & { path: string }> {
  if (file_id !== undefined) {
    if (folderId !== 0) refuse('file_id', 'give either folder_id or file_id')
    const path = { rootId, entryId: file_id, kind: 'file' as const }
    await authorizeEntry(db, who, path, 'FILE_DELETE')
    const file = await authorizeEntry(db, who, path, 'FILE_WRITE')
    return { ...file, path: `${pathOf(file.ancestors)}/${file.entry.name}` }
  }
  await authorizeContainer(db, who, { rootId, folderId }, 'FILE_DELETE')
  const container = await authorizeContainer(db, who, { rootId, folderId }, 'FILE_WRITE')
  if (!(await isAllowed(db, who, container.root.organization_id, 'user_rollback')))
    fail('forbidden', 'The policy of the organization does not let you do this (user_rollback).')
  return { ...container, path: containerPath(container) || '/' }
}

interface Prepared {
  plan: Plan
  known: ReadonlyMap<EntryId, Known>
  seq: number
  seqBefore: number
  numbered: number
}

async function preparePlan(
  ctx: Ctx,
  db: Db,
  who: Principal,
  wish: RestoreWish,
  root: RootRow,
): Promise<Prepared> {
  const now = ctx.now()
  const seq = await resolvePoint(db, root, wish.as_of, { parameter: 'as_of', now })
  const by = { personId: wish.person_id, machineId: wish.machine_id }
  const candidates = await listCandidates(db, root.id, {
    since: seq,
    entryId: wish.file_id,
    limit: MOST_CHANGED + 1,
    by,
  })
  if (candidates.length > MOST_CHANGED)
    fail('invalid_request', `More than ${MOST_CHANGED} items have changed since: restore folders one by one.`)
  const locks = await listLocksOfOthers(db, root.id, { holder: holderOf(who) ?? 0, at: now })
  const scope = wish.file_id ?? wish.folder_id ?? 0
  const ids = new Set([...candidates, ...locks].map(({ id }) => id))
  if (scope !== 0) ids.add(scope)
  const known = await readKnown(db, root.id, ids, seq)
  if (scope !== 0 && !known.get(scope)?.past) refuse('as_of', 'it did not exist then')
  const changed = candidates.map(({ id, changes, theirs }) => ({ id, by: byWhom(changes, theirs) }))
  const plan = planRestore({ known, changed, scope })
  const numbered = await settleNames(db, root.id, plan.steps)
  if (plan.steps.size > 0) checkUnlocked(who, { root }, now)
  const lock = lockInTheWay(plan, known, locks)
  if (lock) fail('resource_locked', `${lock.name} is locked by ${lock.lock_holder}.`)
  return { plan, known, seq, seqBefore: root.seq, numbered }
}

const byWhom = (changes: number, theirs: number): 'them' | 'others' | 'both' =>
  theirs === 0 ? 'others' : theirs < changes ? 'both' : 'them'

function reportOf(
  { dry_run }: RestoreWish,
  { plan, known, seq, seqBefore, numbered }: Prepared,
): RestoreReport {
  const steps = [...plan.steps.values()]
  const count = (test: (step: (typeof steps)[number]) => boolean) => steps.filter(test).length
  return {
    status: 'ok',
    dry_run,
    as_of_seq: seq,
    seq_before: seqBefore,
    restored: steps.length,
    undeleted: count(({ item, to }) => item.now.deleted && !to.deleted),
    deleted: count(({ item, to }) => !item.now.deleted && to.deleted),
    placed: count((step) => moves(step) && step.item.now.deleted === step.to.deleted),
    contents: count(({ copy }) => copy !== undefined),
    numbered,
    skipped: plan.skipped.size,
    skipped_items: [...plan.skipped].slice(0, SHOWN_SKIPPED).flatMap(([id, reason]) => {
      const item = known.get(id)
      return item ? [{ item_type: item.kind, item_id: id, name: item.now.name, reason }] : []
    }),
  }
}
