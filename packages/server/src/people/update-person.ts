import type { PersonId } from '@holdfast/api/ids'
import { authorizePerson } from '../access/administration.ts'
import type { PersonPrincipal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/database.ts'
import { fail } from '../errors.ts'
import { revokeOtherSessions } from '../oauth/queries.ts'
import { checkNewPassword } from './check-new-password.ts'
import { checkPasswordIsOurs } from './check-password-is-ours.ts'
import { getPersonView } from './get-own-person.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { findPerson, type PersonRow, setPassword } from './queries.ts'

export interface PersonChange {
  password: string | undefined
}

/** Changes an account: one's own, or as its administrator. A new password ends every other sign-in. */
export async function updatePerson(ctx: Ctx, who: PersonPrincipal, id: PersonId, { password }: PersonChange) {
  const person = await authorizeAccount(ctx.db.read, who, id)
  if (password !== undefined) {
    checkPasswordIsOurs(person)
    if (await verifyPassword(person.password_hash, password))
      fail('password_unchanged', 'The new password is the same as the current one.')
    await checkNewPassword(password, person)
    const hash = await hashPassword(password)
    await ctx.db.write(async (tx) => {
      await authorizeAccount(tx, who, id)
      const at = ctx.now()
      await setPassword(tx, id, hash, at)
      await revokeOtherSessions(tx, id, who.sessionId, at)
      await recordActivity(tx, who, 'password_changed', { person }, at)
    })
  }
  return getPersonView(ctx, id)
}

async function authorizeAccount(db: Db, who: PersonPrincipal, id: PersonId): Promise<PersonRow> {
  if (id !== who.personId) return authorizePerson(db, who, id)
  return (await findPerson(db, id)) ?? fail('not_found')
}
