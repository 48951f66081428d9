import type { RestoreReport } from '@holdfast/api/files/history'
import type { EntryId, RootId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { formatUtc, type Instant } from '@holdfast/api/time'
import type { RootAccess } from '../../../access/authorize.ts'
import { fail } from '../../../errors.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { allowLong } from '../../../platform/db/locking.ts'
import type { EntryKind } from '../../../platform/db/tables/files.ts'
import type { Principal } from '../../../platform/principal.ts'
import { recordActivity } from '../../../records/activity/record-activity.ts'
import { getPolicy } from '../../../records/policy.ts'
import { type RootRow, returnSeq, takeSeq } from '../../../records/roots.ts'
import { checkUnlocked } from '../../basics/check-unlocked.ts'
import { cutoffsOf } from '../../retention/cutoffs.ts'
import type { Known } from '../plan/known.ts'
import { lockInTheWay, moves, type Plan, type Step } from '../plan/plan.ts'
import type { HeldLock } from '../plan/queries.ts'
import { settleNames } from '../plan/settle-names.ts'
import { applyPlan } from './apply-plan.ts'
import { checkPlanDepth } from './check-plan-depth.ts'

/** What is set back at once at most: it happens in one transaction, which others wait for. */
export const MOST_CHANGED = 250_000
const SHOWN_SKIPPED = 100

/** A plan that can be carried out. */
export interface Prepared {
  plan: Plan
  known: ReadonlyMap<EntryId, Known>
  /** Those that are not known any more, as the log calls them. */
  purged?: ReadonlyMap<EntryId, { kind: EntryKind; name: string }>
  numbered: number
}

/** Gives names to what goes back, and refuses a plan that a lock of someone else or the depth is in the way of. Tells how many are numbered. */
export async function settlePlan(
  db: Db,
  who: Principal,
  { root, plan, known }: Pick<Prepared, 'plan' | 'known'> & { root: RootRow },
  { locks, at }: { locks: readonly HeldLock[]; at: number },
): Promise<number> {
  const numbered = await settleNames(db, root.id, plan.steps)
  if (plan.steps.size > 0) checkUnlocked(who, { root }, at)
  const lock = lockInTheWay(plan, known, locks)
  if (lock) fail('resource_locked', `${lock.name} is locked by ${lock.lock_holder}.`)
  await checkPlanDepth(db, root, plan, known)
  return numbered
}

interface Intent<P extends Prepared> {
  rootId: RootId
  dryRun: boolean
  authorize: (db: Db) => Promise<RootAccess & { path: string }>
  prepare: (db: Db, root: RootRow) => Promise<P>
  activity: 'rolled_back' | 'changes_undone'
  about: string
  /** What else is to be taken down with it. */
  afterwards?: (tx: Tx, prepared: P, at: Instant) => Promise<void>
}

/** What was done, or would be; `seqBefore` is the newest change before it. */
export interface Done<P extends Prepared> {
  prepared: P
  seqBefore: number
  /** Until when it can itself be undone; null: without end. */
  undoableUntil: string | null
}

/** Prepares a plan and carries it out as one operation: all of it or nothing. */
export async function carryOut<P extends Prepared>(
  ctx: Ctx,
  who: Principal,
  { rootId, dryRun, authorize, prepare, activity, about, afterwards }: Intent<P>,
): Promise<Done<P>> {
  const { root } = await authorize(ctx.db.read)
  const doneBy = async (db: Db, prepared: P, seqBefore: number): Promise<Done<P>> => ({
    prepared,
    seqBefore,
    undoableUntil: untilOf(prepared, await getPolicy(db, root.organization_id), root, ctx.now()),
  })
  if (dryRun) return doneBy(ctx.db.read, await prepare(ctx.db.read, root), root.seq)
  return ctx.db.write(async (tx) => {
    const first = await takeSeq(tx, rootId)
    await allowLong(tx)
    const { root: raised, path } = await authorize(tx)
    const prepared = await prepare(tx, { ...raised, seq: first - 1 })
    const done = await doneBy(tx, prepared, first - 1)
    const at = ctx.now()
    await afterwards?.(tx, prepared, at)
    if (prepared.plan.steps.size === 0) {
      await returnSeq(tx, rootId)
      return done
    }
    await applyPlan(tx, who, { ...prepared, root: raised, first, at })
    await recordActivity(tx, who, activity, { root: raised, path, about }, at)
    return done
  })
}

/** What it deletes and whose content it replaces is kept for as long as the policy says. */
function untilOf(prepared: Prepared, policy: PolicySettings, root: RootRow, now: Instant): string | null {
  const { deleted, contents } = countsOf(prepared)
  const cutoffs = cutoffsOf(policy, root.root_type, now)
  const kept = [deleted > 0 ? cutoffs.deleted : undefined, contents > 0 ? cutoffs.replaced : undefined]
  const latest = Math.max(...kept.map((cutoff) => cutoff ?? -Infinity))
  return latest === -Infinity ? null : formatUtc(now + (now - latest))
}

type Counts = Omit<RestoreReport, 'status' | 'dry_run' | 'as_of_seq' | 'seq_before' | 'undoable_until'>

export function countsOf({ plan, known, purged, numbered }: Prepared): Counts {
  const steps = [...plan.steps.values()]
  const count = (test: (step: Step) => boolean) => steps.filter(test).length
  const skipped = [...plan.skipped].slice(0, SHOWN_SKIPPED)
  return {
    restored: steps.length,
    undeleted: count(({ item, to }) => item.now.deleted && !to.deleted),
    deleted: count(({ item, to }) => !item.now.deleted && to.deleted),
    placed: count((step) => moves(step) && step.item.now.deleted === step.to.deleted),
    contents: count(({ copy }) => copy !== undefined),
    numbered,
    skipped: plan.skipped.size,
    skipped_items: skipped.flatMap(([id, reason]) => {
      const item = known.get(id)
      const { kind, name } = item ? { kind: item.kind, name: item.now.name } : (purged?.get(id) ?? {})
      return kind && name !== undefined ? [{ item_type: kind, item_id: id, name, reason }] : []
    }),
  }
}
