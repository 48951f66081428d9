import type { ApplicationId, OrganizationId } from '@holdfast/api/ids'
import { type Administered, authorizeOrganization } from '../../access/administration.ts'
import { noSuch } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { type ApplicationRow, findApplication } from '../../records/applications.ts'
import type { OrganizationRow } from '../../records/organizations.ts'

export interface ApplicationPath {
  organizationId: OrganizationId
  applicationId: ApplicationId
}

/** Both ids of the path must be true, and the organization one of the caller's. */
export async function authorizeApplication(
  db: Db,
  who: Principal,
  { organizationId, applicationId }: ApplicationPath,
): Promise<{ organization: Administered<OrganizationRow>; application: ApplicationRow }> {
  const organization = await authorizeOrganization(db, who, organizationId)
  const application =
    (await findApplication(db, organizationId, applicationId)) ??
    noSuch(`application ${applicationId} in organization ${organizationId}`)
  return { organization, application }
}
