import type { EntryAddress } from '../../../access/read-entry.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PersonPrincipal } from '../../../platform/principal.ts'
import { restoreEntry } from '../../tree/restore-entry.ts'
import { deleteEntry } from '../../writing/delete-entry.ts'

/** What is in the way is deleted for what takes its place, and is there again if that cannot come. */
export async function makeRoom<T>(
  ctx: Ctx,
  who: PersonPrincipal,
  inTheWay: EntryAddress | undefined,
  come: () => Promise<T>,
): Promise<T> {
  if (!inTheWay) return come()
  await deleteEntry(ctx, who, inTheWay)
  try {
    return await come()
  } catch (error) {
    await restoreEntry(ctx, who, inTheWay, 'error')
    throw error
  }
}
