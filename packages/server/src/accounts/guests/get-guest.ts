import type { GuestId } from '@holdfast/api/ids'
import { authorizeGuestView } from '../../access/administration.ts'
import { ApiError, fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { findPersonByEmail } from '../../records/people.ts'
import { guestView } from './view.ts'

/** A guest by id, or by address: what is only digits is an id. */
export async function getGuest(ctx: Ctx, who: AccountPrincipal, ref: string) {
  const db = ctx.db.read
  if (/^\d{1,16}$/.test(ref)) return guestView(await authorizeGuestView(db, who, Number(ref) as GuestId))
  const found = (await findPersonByEmail(db, ref)) ?? fail('not_found')
  try {
    return guestView(await authorizeGuestView(db, who, found.id as number as GuestId))
  } catch (error) {
    throw error instanceof ApiError && error.code === 'forbidden' ? new ApiError('not_found') : error
  }
}
