import { OFFSET_PAGE } from '@holdfast/api/envelopes'
import type { ApplicationId, OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganization } from '../access/administration.ts'
import type { Principal } from '../access/principal.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../db/database.ts'
import { fail } from '../errors.ts'
import { grantTypesOf, hashSecret } from '../oauth/client.ts'
import { revokeSessionsOfClient } from '../oauth/queries.ts'
import {
  type ApplicationRow,
  countApplications,
  deleteApplicationRow,
  findApplication,
  insertApplication,
  listApplicationRows,
  updateApplicationRow,
} from './queries.ts'
import { type ApplicationSettings, checkSettings } from './settings.ts'
import { applicationView, redirectUrisOf } from './view.ts'

interface Path {
  organizationId: OrganizationId
  applicationId: ApplicationId
}

/** Both ids of the path must be true, and the organization one of the caller's. */
async function authorizeApplication(db: Db, who: Principal, path: Path) {
  const organization = await authorizeOrganization(db, who, path.organizationId)
  const application =
    (await findApplication(db, path.organizationId, path.applicationId)) ?? fail('not_found')
  return { organization, application }
}

const columnsOf = (settings: ApplicationSettings) => ({
  name: settings.name.trim(),
  description: settings.description,
  grant_types: JSON.stringify(settings.grantTypes),
  redirect_uris: JSON.stringify(settings.redirectUris),
})

export async function listApplications(
  ctx: Ctx,
  who: Principal,
  organizationId: OrganizationId,
  offset: number,
) {
  await authorizeOrganization(ctx.db.read, who, organizationId)
  const total = await countApplications(ctx.db.read, organizationId)
  const rows = await listApplicationRows(ctx.db.read, organizationId, offset, OFFSET_PAGE)
  return { offset, total, results: rows.map(applicationView) }
}

export async function getApplication(ctx: Ctx, who: Principal, path: Path) {
  return applicationView((await authorizeApplication(ctx.db.read, who, path)).application)
}

/** The secret leaves the service in this answer only; what is kept cannot be turned back into it. */
export async function createApplication(
  ctx: Ctx,
  who: Principal,
  organizationId: OrganizationId,
  settings: ApplicationSettings,
) {
  await authorizeOrganization(ctx.db.read, who, organizationId)
  checkSettings(settings)
  const clientId = ctx.random(16).toString('hex')
  const secret = ctx.random(32).toString('base64url')
  return ctx.db.write(async (tx) => {
    const organization = await authorizeOrganization(tx, who, organizationId)
    const at = ctx.now()
    const application = await insertApplication(tx, {
      organization_id: organizationId,
      ...columnsOf(settings),
      client_id: clientId,
      secret_hash: hashSecret(secret),
      created_at: at,
    })
    await recordActivity(tx, who, 'application_created', { organization, about: application.name }, at)
    return { ...applicationView(application), client_secret: secret }
  })
}

export async function updateApplication(
  ctx: Ctx,
  who: Principal,
  path: Path,
  change: Partial<ApplicationSettings>,
) {
  return ctx.db.write(async (tx) => {
    const { organization, application } = await authorizeApplication(tx, who, path)
    const settings = { ...settingsOf(application), ...change }
    checkSettings(settings)
    const updated = await updateApplicationRow(tx, application.id, columnsOf(settings))
    await recordActivity(tx, who, 'application_updated', { organization, about: updated.name }, ctx.now())
    return applicationView(updated)
  })
}

const settingsOf = (application: ApplicationRow): ApplicationSettings => ({
  name: application.name,
  description: application.description,
  grantTypes: grantTypesOf(application),
  redirectUris: redirectUrisOf(application),
})

export async function rotateSecret(ctx: Ctx, who: Principal, path: Path) {
  const secret = ctx.random(32).toString('base64url')
  return ctx.db.write(async (tx) => {
    const { organization, application } = await authorizeApplication(tx, who, path)
    const updated = await updateApplicationRow(tx, application.id, { secret_hash: hashSecret(secret) })
    await recordActivity(tx, who, 'application_updated', { organization, about: updated.name }, ctx.now())
    return { ...applicationView(updated), client_secret: secret }
  })
}

export async function deleteApplication(ctx: Ctx, who: Principal, path: Path): Promise<void> {
  await ctx.db.write(async (tx) => {
    const { organization, application } = await authorizeApplication(tx, who, path)
    const at = ctx.now()
    await deleteApplicationRow(tx, application.id)
    await revokeSessionsOfClient(tx, application.client_id, at)
    await recordActivity(tx, who, 'application_deleted', { organization, about: application.name }, at)
  })
}
