import type { GuestId } from '@holdfast/api/ids'
import { authorizeGuest, authorizeGuestView } from '../../access/administration.ts'
import { writingAddress } from '../../access/guessable.ts'
import { differing } from '../../platform/basics/differing.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { endSignIns } from '../../records/end-sign-ins.ts'
import { setPassword, updatePersonRow } from '../../records/people.ts'
import { leaveAddress, unproveAddress } from '../../records/proof.ts'
import { newPasswordHash } from '../../sign-in/credentials/check-new-password.ts'
import { checkOwnPassword } from '../../sign-in/credentials/check-own-password.ts'
import { checkEmail, checkName } from '../organizations/settings.ts'
import { expiryOf } from '../people/account-rules.ts'
import { takeAddress } from '../people/take-address.ts'
import { guestView } from './view.ts'

export interface GuestChange {
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  password?: string | undefined
  /** Hours; null for ever. */
  pwExpires?: number | null | undefined
}

/** Changes a guest. Guests themselves change their names and their password. What is no different stays. */
export async function updateGuest(
  ctx: Ctx,
  who: AccountPrincipal,
  id: GuestId,
  asked: GuestChange,
  currentPassword?: string,
) {
  const known = await authorizeChange(ctx.db.read, who, id, asked)
  const { password } = asked
  if (password !== undefined && known.itself) await checkOwnPassword(ctx, who, known.guest, currentPassword)
  const hash = password === undefined ? undefined : await newPasswordHash(known.guest, password)
  return writingAddress(ctx, who, asked.email, async (tx) => {
    const at = ctx.now()
    const { guest, change, itself } = await authorizeChange(tx, who, id, asked)
    if (Object.keys(change).length === 0) return guestView(guest)
    const { email, firstName, lastName, pwExpires } = change
    const taken = email === undefined ? undefined : await takeAddress(tx, who, email, guest, at)
    if (hash !== undefined) {
      await setPassword(tx, guest.id, hash, at)
      if (!itself) await unproveAddress(tx, guest.id)
      await endSignIns(tx, { persons: [guest.id], but: who.sessionId }, { at })
      await recordActivity(tx, who, 'password_changed', { person: guest }, at)
    }
    const updated = await updatePersonRow(tx, guest.id, {
      ...(email !== undefined && { email: checkEmail(email) }),
      first_name: firstName === undefined ? guest.first_name : checkName(firstName, 'first_name'),
      last_name: lastName === undefined ? guest.last_name : checkName(lastName, 'last_name'),
      ...(pwExpires !== undefined && { pw_expires_at: expiryOf(pwExpires, at) }),
    })
    await taken?.thenRecord()
    if (updated.email_key !== guest.email_key) await leaveAddress(tx, guest.id, at)
    await recordActivity(tx, who, 'guest_updated', { person: updated }, at)
    return guestView(updated)
  })
}

async function authorizeChange(db: Db, who: AccountPrincipal, id: GuestId, asked: GuestChange) {
  const itself = who.kind === 'guest' && who.guestId === id
  const guest = await (itself ? authorizeGuestView(db, who, id) : authorizeGuest(db, who, id))
  const { email, first_name: firstName, last_name: lastName } = guest
  const change = differing(asked, { email, firstName, lastName })
  const own = itself && change.email === undefined && change.pwExpires === undefined
  const takesOver = change.password !== undefined || change.email !== undefined
  if (!own) await authorizeGuest(db, who, id, takesOver ? 'take_over' : undefined)
  return { guest, change, itself }
}
