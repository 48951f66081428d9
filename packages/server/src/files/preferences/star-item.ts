import { MOST_STARRED } from '@holdfast/api/files/preferences'
import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import { checkIsSelf } from '../../access/administration.ts'
import { authorizeItem } from '../../access/authorize.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { findPersonForUpdate } from '../../records/people.ts'
import { countStars, insertStar } from '../../records/preferences.ts'

/** Stars an item, for the one who does it alone. That is nobody's business, and so not on record. */
export async function starItem(
  ctx: Ctx,
  who: PersonPrincipal,
  { person_id, root_id, item_id }: { person_id: PersonId; root_id: RootId; item_id: EntryId },
): Promise<void> {
  await ctx.db.write(async (tx) => {
    await checkIsSelf(tx, who, person_id)
    await authorizeItem(tx, who, { rootId: root_id, entryId: item_id }, 'FILE_VIEW')
    // One after another, so that two of them cannot both be the last that fits.
    await findPersonForUpdate(tx, person_id)
    if ((await countStars(tx, person_id)) >= MOST_STARRED)
      fail('policy_error', `You can star up to ${MOST_STARRED} items. Remove some stars first.`)
    await insertStar(tx, { person_id, root_id, entry_id: item_id, created_at: ctx.now() })
  })
}
