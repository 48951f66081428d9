import type { EntryId, PersonId, RootId } from '@holdfast/api/ids'
import { checkIsSelf } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { deleteStar } from '../../records/preferences.ts'

export async function unstarItem(
  ctx: Ctx,
  who: PersonPrincipal,
  { person_id, root_id, item_id }: { person_id: PersonId; root_id: RootId; item_id: EntryId },
): Promise<void> {
  await ctx.db.write(async (tx) => {
    await checkIsSelf(tx, who, person_id)
    if (!(await deleteStar(tx, { person_id, root_id, entry_id: item_id })))
      noSuch(`star on item ${item_id} in root ${root_id}`)
  })
}
