import type { RevisionId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import type { EntryAccess } from '../../access/authorize.ts'
import type { EntryAddress } from '../../access/read-entry.ts'
import { authorizeRemoval } from '../../access/retention.ts'
import { fail, missing } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { getRevisionOf } from '../../records/revisions.ts'
import { holdRoot } from '../../records/roots.ts'
import { checkUnlocked } from '../basics/check-unlocked.ts'
import { pathOf } from '../basics/view.ts'
import { dropCounted, fitting, REVISIONS_AT_ONCE } from './drop-revisions.ts'
import { listEarlier, type OldRevision } from './queries.ts'

/** Removes earlier revisions of a file for ever, and gives how many. The newest one always stays. */
export async function trimRevisions(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  conditions: { keep: number | undefined; before: Instant | undefined },
): Promise<number> {
  await authorizeRemoval(ctx.db.read, who, path, 'trim')
  if (conditions.keep === undefined && conditions.before === undefined) missing('keep', 'or send before')
  for (let removed = 0; ; ) {
    const some = await ctx.db.write(async (tx) => {
      const { file, at } = await holdFile(ctx, tx, who, path)
      const earlier = await listEarlier(tx, file.entry, { ...conditions, limit: REVISIONS_AT_ONCE })
      return dropSome(tx, who, file, fitting(earlier), at)
    })
    if (some === 0) return removed
    removed += some
  }
}

/** Removes one revision of a file for ever; the newest cannot be. */
export async function deleteRevision(
  ctx: Ctx,
  who: Principal,
  path: EntryAddress,
  id: RevisionId,
): Promise<void> {
  await authorizeRemoval(ctx.db.read, who, path, 'trim')
  await ctx.db.write(async (tx) => {
    const { file, at } = await holdFile(ctx, tx, who, path)
    const revision = await getRevisionOf(tx, file.entry, id)
    if (revision.id === file.entry.revision_id)
      fail('invalid_request', 'This is the current revision. It cannot be removed.')
    await dropSome(tx, who, file, [revision], at)
  })
}

async function holdFile(
  ctx: Ctx,
  tx: Tx,
  who: Principal,
  path: EntryAddress,
): Promise<{ file: EntryAccess; at: Instant }> {
  const at = ctx.now()
  await holdRoot(tx, path.rootId)
  const file = await authorizeRemoval(tx, who, path, 'trim')
  checkUnlocked(who, file, at)
  return { file, at }
}

async function dropSome(
  tx: Tx,
  who: Principal,
  { root, entry, ancestors, deleted }: EntryAccess,
  revisions: readonly OldRevision[],
  at: Instant,
): Promise<number> {
  if (revisions.length === 0) return 0
  await dropCounted(tx, root, revisions, () => deleted, at)
  const on = { root, path: `${pathOf(ancestors)}/${entry.name}`, about: String(revisions.length) }
  await recordActivity(tx, who, 'revisions_trimmed', on, at)
  return revisions.length
}
