import type { GuestId } from '@holdfast/api/ids'
import { authorizeGuest } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { closePersons } from '../../records/close-persons.ts'

/** Closes a guest's account for good. */
export async function deleteGuest(ctx: Ctx, who: PersonPrincipal, id: GuestId): Promise<void> {
  await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const guest = await authorizeGuest(tx, who, id)
    await closePersons(tx, [guest.id], at)
    await recordActivity(tx, who, 'guest_deleted', { person: guest }, at)
  })
}
