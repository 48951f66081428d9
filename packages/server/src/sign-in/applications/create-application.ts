import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../../access/administration.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { recordActivity } from '../../records/activity/record-activity.ts'
import { insertApplication } from '../../records/applications.ts'
import { hashSecret } from '../oauth/client.ts'
import { type ApplicationSettings, applicationColumns, checkApplicationSettings } from './settings.ts'
import { applicationView } from './view.ts'

/** The secret leaves the service in this answer only; what is kept cannot be turned back into it. */
export async function createApplication(
  ctx: Ctx,
  who: Principal,
  organizationId: OrganizationId,
  settings: ApplicationSettings,
) {
  const clientId = ctx.random(16).toString('hex')
  const secret = ctx.random(32).toString('base64url')
  return ctx.db.write(async (tx) => {
    const organization = await authorizeOrganization(tx, who, organizationId)
    checkApplicationSettings(settings)
    const at = ctx.now()
    const application = await insertApplication(tx, {
      organization_id: organizationId,
      ...applicationColumns(settings),
      client_id: clientId,
      secret_hash: hashSecret(secret),
      created_at: at,
    })
    await recordActivity(tx, who, 'application_created', { organization, about: application.name }, at)
    return { ...applicationView(application), client_secret: secret }
  })
}
