import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { severalAtOnce } from '../../platform/basics/several-at-once.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findPause } from '../../platform/installation/rest.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import type { EntryRow } from '../../records/entries.ts'
import { listOrganizationsAfter } from '../../records/organizations.ts'
import { getPolicy, parsePolicy } from '../../records/policy.ts'
import { holdRoot, type RootRow } from '../../records/roots.ts'
import { cutoffsOf, ROOT_TYPES } from './cutoffs.ts'
import { dropCounted, fitting, REVISIONS_AT_ONCE } from './drop-revisions.ts'
import { purgeItems } from './purge-items.ts'
import { type Held, ITEMS_AT_ONCE, isLeaf, purgeTree } from './purge-tree.ts'
import {
  type Cutoffs,
  listDeletedAmong,
  listDeletedBy,
  listReplacedBy,
  listRootsWithRemains,
} from './queries.ts'

const ORGANIZATIONS_AT_ONCE = 100
const CLEANED_AT_ONCE = 3
const ROOTS_AT_ONCE = 100

/**
 * Removes what the policies of organizations keep no longer: items some days after they were deleted, revisions some
 * days after they were replaced. In small transactions, each on record; safe to run twice and to be killed. Nothing while it
 * is paused after a restore.
 */
export async function applyRetention(ctx: Ctx): Promise<void> {
  if (await findPause(ctx.db.read, ctx.now())) return
  const failures: unknown[] = []
  let last: OrganizationId | 0 = 0
  for (;;) {
    const organizations = await listOrganizationsAfter(ctx.db.read, last, ORGANIZATIONS_AT_ONCE)
    await severalAtOnce(organizations, CLEANED_AT_ONCE, async ({ id, policy }) => {
      for (const types of ROOT_TYPES) {
        const cutoffs = cutoffsOf(parsePolicy(policy), types[0], ctx.now())
        if (cutoffs.deleted === undefined && cutoffs.replaced === undefined) continue
        failures.push(...(await cleanRoots(ctx, id, types, cutoffs)))
      }
    })
    last = organizations.at(-1)?.id ?? last
    if (organizations.length < ORGANIZATIONS_AT_ONCE) break
  }
  if (failures.length > 0) throw failures[0]
}

/** One root that cannot be cleaned must not keep the others from it. */
async function cleanRoots(
  ctx: Ctx,
  organizationId: OrganizationId,
  types: readonly RootRow['root_type'][],
  cutoffs: Cutoffs,
): Promise<unknown[]> {
  const failures: unknown[] = []
  let after: RootId | 0 = 0
  for (;;) {
    const page = { after, limit: ROOTS_AT_ONCE }
    const roots = await listRootsWithRemains(ctx.db.read, organizationId, types, cutoffs, page)
    for (const id of roots)
      try {
        await purgeDeleted(ctx, id)
        while ((await trimSome(ctx, id)) > 0) {}
      } catch (error) {
        ctx.log.warn({ err: error, root: id }, 'a root could not be cleaned as its policy says')
        failures.push(error)
      }
    after = roots.at(-1) ?? after
    if (roots.length < ROOTS_AT_ONCE) return failures
  }
}

/** Holds a root and asks the policy again: a change of that counts from the next transaction on. */
async function holdWithCutoffs(ctx: Ctx, tx: Tx, id: RootId): Promise<{ root: RootRow; cutoffs: Cutoffs }> {
  const root = await holdRoot(tx, id)
  if (root.deleted_at !== null || (await findPause(tx, ctx.now())))
    return { root, cutoffs: { deleted: undefined, replaced: undefined } }
  const policy = await getPolicy(tx, root.organization_id)
  return { root, cutoffs: cutoffsOf(policy, root.root_type, ctx.now()) }
}

async function purgeDeleted(ctx: Ctx, id: RootId): Promise<void> {
  for (;;) {
    const folder = await ctx.db.write(async (tx) => {
      const { root, cutoffs } = await holdWithCutoffs(ctx, tx, id)
      if (cutoffs.deleted === undefined) return undefined
      const due = await listDeletedBy(tx, id, cutoffs.deleted, ITEMS_AT_ONCE)
      const leaves = due.filter(isLeaf)
      if (leaves.length === 0) return due[0]
      await purgeItems(tx, root, leaves, byPolicy(ctx))
      return MORE
    })
    if (folder === undefined) return
    if (folder !== MORE) await purgeFolder(ctx, folder)
  }
}
const MORE = 'more'

const byPolicy = (ctx: Ctx): Held['record'] => ({
  who: THE_SERVICE,
  at: ctx.now(),
  about: (items: number) => ({ about: `${items}` }),
})

const purgeFolder = (ctx: Ctx, { id, root_id }: EntryRow): Promise<void> =>
  purgeTree(
    ctx,
    id,
    async (tx) => {
      const { root, cutoffs } = await holdWithCutoffs(ctx, tx, root_id)
      if (cutoffs.deleted === undefined) return undefined
      // Gone or restored since: it may be deleted still, but not for so long.
      const [top] = await listDeletedBy(tx, root_id, cutoffs.deleted, 1, [id])
      return top && { root, top, record: byPolicy(ctx) }
    },
    false,
  )

/** Removes some revisions that are kept no longer, and gives how many. */
const trimSome = (ctx: Ctx, id: RootId): Promise<number> =>
  ctx.db.write(async (tx) => {
    const { root, cutoffs } = await holdWithCutoffs(ctx, tx, id)
    if (cutoffs.replaced === undefined) return 0
    const due = fitting(await listReplacedBy(tx, id, cutoffs.replaced, REVISIONS_AT_ONCE))
    if (due.length === 0) return 0
    const files = [...new Set(due.map(({ entry_id }) => entry_id))]
    const deleted = await listDeletedAmong(tx, id, files)
    const at = ctx.now()
    await dropCounted(tx, root, due, (file) => deleted.has(file), at)
    await recordActivity(tx, THE_SERVICE, 'revisions_trimmed', { root, about: `${due.length}` }, at)
    return due.length
  })
