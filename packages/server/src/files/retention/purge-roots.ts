import type { OrganizationId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { severalAtOnce } from '../../platform/basics/several-at-once.ts'
import type { Ctx } from '../../platform/context.ts'
import { findPause } from '../../platform/installation/rest.ts'
import {
  listOrganizationsToPurge,
  listRootsToPurge,
  purgeEntries,
  purgeLog,
  setPurged,
} from './purge-roots-queries.ts'

const AT_ONCE = 200
const ROOTS_AT_ONCE = 100
const ORGANIZATIONS_AT_ONCE = 3

/**
 * Removes what deleted roots held. However much that is in one organization, the others do not wait for it. Of those that a
 * restore brought back deleted, nothing goes before its pause is over.
 */
export async function purgeRoots(ctx: Ctx): Promise<void> {
  const organizations = await listOrganizationsToPurge(ctx.db.read, await deletedSince(ctx))
  await severalAtOnce(organizations, ORGANIZATIONS_AT_ONCE, (id) => purgeRootsOf(ctx, id))
}

/**
 * First the items, so that their bytes become idle and the sweep takes them, then the log. In small transactions, so that
 * nobody else waits; safe to run twice and to be killed.
 */
export async function purgeRootsOf(ctx: Ctx, organizationId: OrganizationId): Promise<void> {
  for (;;) {
    const roots = await listRootsToPurge(
      ctx.db.read,
      { organizationId, deletedSince: await deletedSince(ctx) },
      ROOTS_AT_ONCE,
    )
    for (const root of roots) {
      while ((await ctx.db.write((tx) => purgeEntries(tx, root, AT_ONCE, ctx.now()))) > 0) {}
      while ((await ctx.db.write((tx) => purgeLog(tx, root.id, AT_ONCE))) > 0) {}
      await ctx.db.write((tx) => setPurged(tx, root.id, ctx.now()))
    }
    if (roots.length < ROOTS_AT_ONCE) return
  }
}

const deletedSince = async ({ db, now }: Ctx): Promise<Instant> =>
  (await findPause(db.read, now()))?.since ?? 0
