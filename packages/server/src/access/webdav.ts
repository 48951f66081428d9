import type { PolicySettings } from '@holdfast/api/policy'
import { fail } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Flag } from '../platform/db/tables/columns.ts'
import type { AccountPrincipal } from '../platform/principal.ts'
import { findPerson } from '../records/people.ts'
import { getPolicy } from '../records/policy.ts'

/** Throws `forbidden` where the policy or an administrator has shut the door to programs. */
export function checkWebdav({ webdav_enabled }: PolicySettings, webdav: Flag | null): void {
  if (!webdav_enabled)
    fail('forbidden', 'The policy of your organization does not allow WebDAV (webdav_enabled).')
  if (webdav === 0) fail('forbidden', 'WebDAV is turned off for your account. Ask your administrator.')
}

/** The same for someone who came by any sign-in. Guests have nothing to see there. */
export async function authorizeWebdav(db: Db, who: AccountPrincipal): Promise<void> {
  if (who.kind === 'guest') return failGuest()
  const person = (await findPerson(db, who.personId)) ?? fail('access_denied')
  checkWebdav(await getPolicy(db, who.organizationId), person.webdav)
}

export const failGuest = (): never =>
  fail('forbidden', 'Guests cannot use WebDAV. Open your links in the browser.')
