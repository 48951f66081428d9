import type { GuestId } from '@holdfast/api/ids'
import { authorizeGuest, authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { addCounts } from '../../records/organizations.ts'
import { updatePersonRow } from '../../records/people.ts'
import { checkRoomForPerson } from '../people/account-rules.ts'
import { giveSyncRoot } from '../people/create-person.ts'
import { getPersonView } from '../people/get-person.ts'

/** Makes a full account of a guest. It keeps its address, its password and its links. */
export async function convertGuest(ctx: Ctx, who: PersonPrincipal, id: GuestId) {
  const person = await ctx.db.write(async (tx) => {
    const at = ctx.now()
    const guest = await authorizeGuest(tx, who, id)
    await checkRoomForPerson(tx, guest.organization_id)
    await authorizeOrganization(tx, who, guest.organization_id, 'create_users')
    const converted = await updatePersonRow(tx, guest.id, { guest: 0 })
    await addCounts(tx, guest.organization_id, { guests: -1, persons: 1 })
    await giveSyncRoot(tx, converted, at)
    await recordActivity(tx, who, 'guest_converted', { person: converted }, at)
    return converted
  })
  return getPersonView(ctx, who, person.id)
}
