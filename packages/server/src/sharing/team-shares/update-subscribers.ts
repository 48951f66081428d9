import { countingMisses } from '../../access/guessable.ts'
import { removalWish, removingCopies } from '../../access/machine-roots.ts'
import { authorizeShareAdmission, type SharePath } from '../../access/shares.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { holdOrganization } from '../../records/organizations.ts'
import { recordSubscribers } from '../../records/record-subscribers.ts'
import { holdRoot } from '../../records/roots.ts'
import { type GivenLists, readLists } from './read-lists.ts'
import { isUninvitable } from './set-externals.ts'
import { setSubscribers } from './set-subscribers.ts'

/** Replaces the lists that are given. Who takes part no longer is out with the next request. */
export async function updateSubscribers(
  ctx: Ctx,
  who: PersonPrincipal,
  path: SharePath,
  { removeFiles, lists: given }: { removeFiles: boolean; lists: GivenLists },
): Promise<void> {
  await authorizeShareAdmission(ctx.db.read, who, path)
  const lists = readLists(given)
  const wish = await removalWish(ctx, who, removeFiles)
  const update = async (tx: Tx) => {
    await holdRoot(tx, path.rootId)
    await holdOrganization(tx, path.organizationId)
    const share = await authorizeShareAdmission(tx, who, path)
    const at = ctx.now()
    const changed = await removingCopies(tx, [share.id], wish, at, () =>
      setSubscribers(ctx, tx, who, share, lists, at),
    )
    await recordSubscribers(tx, who, share, changed, at, { removeFiles })
  }
  await countingMisses(ctx, who, isUninvitable, () => ctx.db.write(update))
}
