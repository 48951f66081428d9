import type { GuestId } from '@holdfast/api/ids'
import { HOUR_MS } from '@holdfast/api/time'
import { authorizeGuest, authorizeGuestView } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { type PersonRow, setPassword, updatePersonRow } from '../../records/people.ts'
import { revokeOtherSessions } from '../../records/sessions.ts'
import { newPasswordHash } from '../../sign-in/credentials/check-new-password.ts'
import { checkEmail, checkName } from '../organizations/settings.ts'
import { guestView } from './view.ts'

export interface GuestChange {
  email: string | undefined
  firstName: string | undefined
  lastName: string | undefined
  password: string | undefined
  pwExpires: number | undefined
}

/** Changes a guest. Guests themselves change their names and their password. */
export async function updateGuest(ctx: Ctx, who: AccountPrincipal, id: GuestId, change: GuestChange) {
  const guest = await authorizeChange(ctx.db.read, who, id, change)
  const hash = change.password === undefined ? undefined : await newPasswordHash(guest, change.password)
  return ctx.db.write(async (tx) => {
    const at = ctx.now()
    const { id: personId } = await authorizeChange(tx, who, id, change)
    if (hash !== undefined) {
      await setPassword(tx, personId, hash, at)
      await revokeOtherSessions(tx, personId, who.sessionId, at)
      await recordActivity(tx, who, 'password_changed', { person: guest }, at)
    }
    const { email, firstName, lastName, pwExpires } = change
    const updated = await updatePersonRow(tx, personId, {
      ...(email !== undefined && { email: checkEmail(email) }),
      first_name: firstName === undefined ? guest.first_name : checkName(firstName, 'first_name'),
      last_name: lastName === undefined ? guest.last_name : checkName(lastName, 'last_name'),
      ...(pwExpires !== undefined && { pw_expires_at: at + pwExpires * HOUR_MS }),
    })
    await recordActivity(tx, who, 'guest_updated', { person: updated }, at)
    return guestView(updated)
  })
}

function authorizeChange(
  db: Db,
  who: AccountPrincipal,
  id: GuestId,
  { email, password, pwExpires }: GuestChange,
): Promise<PersonRow> {
  const own = who.kind === 'guest' && who.guestId === id && email === undefined && pwExpires === undefined
  if (own) return authorizeGuestView(db, who, id)
  const takesOver = password !== undefined || email !== undefined
  return authorizeGuest(db, who, id, takesOver ? 'take_over' : undefined)
}
