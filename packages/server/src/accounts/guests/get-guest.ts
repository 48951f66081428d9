import type { GuestId } from '@holdfast/api/ids'
import { authorizeGuestView } from '../../access/administration.ts'
import { lookForGuessable } from '../../access/guessable.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { idIn } from '../../platform/parameters.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { findPersonByEmail } from '../../records/people.ts'
import { guestView } from './view.ts'

/** A guest by id, or by address: what is only digits is an id. */
export async function getGuest(ctx: Ctx, who: AccountPrincipal, ref: string) {
  const db = ctx.db.read
  const id = idIn(ref) as GuestId | undefined
  if (id !== undefined) return guestView(await authorizeGuestView(db, who, id))
  return lookForGuessable(ctx, who, 'guest with this email address', async () => {
    const found = (await findPersonByEmail(db, ref)) ?? fail('not_found')
    return guestView(await authorizeGuestView(db, who, found.id as number as GuestId))
  })
}
