import type { EntryAddress } from '../../access/read-entry.ts'
import { authorizeRemoval } from '../../access/retention.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { holdRoot } from '../../records/roots.ts'
import { checkUnlocked } from '../basics/check-unlocked.ts'
import { pathOf } from '../basics/view.ts'
import { purgeTree } from './purge-tree.ts'

/** Removes a deleted file or folder for ever, with all below it. What was begun and cut off is finished by asking again. */
export async function purgeEntry(ctx: Ctx, who: Principal, path: EntryAddress): Promise<void> {
  await authorizeRemoval(ctx.db.read, who, path, 'purge')
  await purgeTree(
    ctx,
    path.entryId,
    async (tx) => {
      const at = ctx.now()
      await holdRoot(tx, path.rootId)
      const access = await authorizeRemoval(tx, who, path, 'purge')
      const { root, entry, ancestors } = access
      if (!access.deleted) fail('invalid_request', `The ${path.kind} is not deleted. Delete it first.`)
      checkUnlocked(who, { root, ancestors }, at)
      const shown = `${pathOf(ancestors)}/${entry.name}`
      return { root, top: entry, record: { who, at, about: () => ({ path: shown }) } }
    },
    true,
  )
}
