import type { AuthSourceId, OrganizationId } from '@holdfast/api/ids'
import { type Administered, authorizeOrganization, type Purpose } from '../../access/administration.ts'
import { fail, noSuch } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { type AuthSourceRow, findAuthSource, hasSystemAdmins } from '../../records/auth-sources.ts'
import type { OrganizationRow } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'

export interface AuthSourcePath {
  organizationId: OrganizationId
  authSourceId: AuthSourceId
}

/** An organization of the caller's whose policy lets it have directories. */
export async function authorizeDirectories(
  db: Db,
  who: Principal,
  organizationId: OrganizationId,
  purpose?: Purpose,
): Promise<Administered<OrganizationRow>> {
  const organization = await authorizeOrganization(db, who, organizationId, purpose)
  checkPolicy(organization)
  return organization
}

export function checkPolicy(organization: OrganizationRow): void {
  if (!parsePolicy(organization.policy).ad_enabled)
    fail('policy_error', 'The policy of the organization does not allow directory servers (ad_enabled).')
}

/** Both ids of the path must be true. */
export async function authorizeAuthSource(
  db: Db,
  who: Principal,
  { organizationId, authSourceId }: AuthSourcePath,
  purpose?: Purpose,
): Promise<{ organization: Administered<OrganizationRow>; source: AuthSourceRow }> {
  const organization = await authorizeDirectories(db, who, organizationId, purpose)
  const source =
    (await findAuthSource(db, organizationId, authSourceId)) ??
    noSuch(`auth source ${authSourceId} in organization ${organizationId}`)
  return { organization, source }
}

/**
 * Anyone who says where a directory is decides which passwords count for its accounts. So this takes what setting
 * their passwords would take, and for those of system administrators, one.
 */
export async function authorizeControl(db: Db, who: Principal, path: AuthSourcePath) {
  const found = await authorizeAuthSource(db, who, path, 'take_over')
  const isSystemAdmin = who.kind === 'person' && who.systemAdmin
  if (!isSystemAdmin && (await hasSystemAdmins(db, found.source.id))) fail('forbidden')
  return found
}
