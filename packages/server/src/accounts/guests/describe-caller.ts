import type { CurrentSession } from '@holdfast/api/sign-in/sessions'
import type { Ctx } from '../../platform/context.ts'
import { VERSION } from '../../platform/installation/version.ts'
import type { AccountPrincipal } from '../../platform/principal.ts'
import { brandView } from '../../records/brand.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { isSetupOpen } from '../../records/setup-steps.ts'
import { getOwnPerson } from '../people/get-person.ts'
import { getGuest } from './get-guest.ts'

/** Who asks, and what a program that shows itself to them needs to know first. */
export async function describeCaller(
  ctx: Ctx,
  who: AccountPrincipal,
): Promise<Omit<CurrentSession, 'csrf_token'>> {
  const brand = await brandView(ctx.db.read, who.organizationId)
  return {
    ...(who.kind === 'person'
      ? { person_id: who.personId, who_type: 'person', person: await getOwnPerson(ctx, who) }
      : { person_id: null, who_type: 'guest', guest: await getGuest(ctx, who, String(who.guestId)) }),
    organization: { id: who.organizationId, name: brand.name },
    brand,
    duty: who.mustFirst ?? null,
    build: VERSION,
    thumbnails: ctx.thumbnails.isOn,
    setup_open: runsTheService(who) && (await isSetupOpen(ctx.db.read)),
  }
}

const runsTheService = (who: AccountPrincipal): boolean =>
  who.kind === 'person' && who.systemAdmin && who.organizationId === ROOT_ORGANIZATION
