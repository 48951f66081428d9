import type { OrganizationId } from '@holdfast/api/ids'
import { purgeRootsOf } from '../../files/retention/purge-roots.ts'
import { severalAtOnce } from '../../platform/basics/several-at-once.ts'
import type { Ctx } from '../../platform/context.ts'
import {
  closeAccounts,
  deleteRootsOf,
  finishDeletion,
  listAllDownward,
  listOpenDeletions,
  removeBelongings,
} from './queries.ts'

const AT_ONCE = 200
const DELETIONS_AT_ONCE = 3

/** Removes what deleted organizations left behind, bit by bit. Safe to run twice and to be killed. */
export async function finishDeletions(ctx: Ctx): Promise<void> {
  const open = await listOpenDeletions(ctx.db.read)
  await severalAtOnce(open, DELETIONS_AT_ONCE, async ({ organization_id }) => {
    const ids = await listAllDownward(ctx.db.read, organization_id)
    for (const id of ids) await closeOrganization(ctx, id)
    for (const id of ids) await purgeRootsOf(ctx, id)
    await ctx.db.write((tx) => finishDeletion(tx, organization_id, ctx.now()))
  })
}

async function closeOrganization(ctx: Ctx, id: OrganizationId): Promise<void> {
  while ((await ctx.db.write((tx) => closeAccounts(tx, id, AT_ONCE, ctx.now()))) > 0) {}
  await ctx.db.write(async (tx) => {
    await removeBelongings(tx, id, ctx.now())
    // One may have been made by someone who came in just before the door was shut.
    await deleteRootsOf(tx, [id], ctx.now())
  })
}
