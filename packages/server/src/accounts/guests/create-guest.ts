import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import { writingAddress } from '../../access/guessable.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { welcome } from '../../sign-in/password-reset/invite.ts'
import { prepareAccount } from '../people/add-person.ts'
import { createPerson } from '../people/create-person.ts'
import { guestView } from './view.ts'

export interface GuestToAdd {
  organizationId: OrganizationId
  email: string
  firstName: string
  lastName: string
  password: string | undefined
  generatePassword: boolean
  pw_expires: number | null | undefined
  sendWelcomeEmail: boolean
}

/** Adds an account that reaches share links and nothing else. */
export async function createGuest(ctx: Ctx, who: PersonPrincipal, given: GuestToAdd) {
  await authorizeOrganization(ctx.db.read, who, given.organizationId, 'create_users')
  const { row, token } = await prepareAccount(ctx, given)
  return writingAddress(ctx, who, given.email, async (tx) => {
    const at = ctx.now()
    await authorizeOrganization(tx, who, given.organizationId, 'create_users')
    const guest = { ...row, guest: 1 as const, creator_id: who.personId }
    const created = await createPerson(tx, who, guest, at, { withRoot: false })
    if (token !== undefined || given.sendWelcomeEmail) await welcome(ctx, tx, created, token, at)
    return guestView(created)
  })
}
