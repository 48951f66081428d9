import type { AuthSourceId } from '@holdfast/api/ids'
import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import { type AuthSourceRow, findAuthSourceById } from '../../records/auth-sources.ts'
import { findOrganizationStatus } from '../../records/organization-tree.ts'
import { findOrganization } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import { importAndRecord } from './import-auth-source.ts'

/** Imports from a directory because it is time to. One that fails is tried again when it is due the next time. */
export async function importDirectory(ctx: Ctx, id: AuthSourceId): Promise<void> {
  const source = await findAuthSourceById(ctx.db.read, id)
  if (!source || !(await isAllowed(ctx, source))) return
  try {
    await importAndRecord(ctx, THE_SERVICE, source, { preview: false, force: false })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    ctx.log.warn({ authSource: id, code: error.code }, 'a directory was not imported')
  }
}

/** What an administrator could not do now, the clock does not do either. */
async function isAllowed(ctx: Ctx, { organization_id: id }: AuthSourceRow): Promise<boolean> {
  const organization = await findOrganization(ctx.db.read, id)
  const standing = await findOrganizationStatus(ctx.db.read, id)
  if (!organization || !standing?.active || standing.deleted_at !== null) return false
  const { ad_enabled, admin_create_users } = parsePolicy(organization.policy)
  return ad_enabled && admin_create_users
}
