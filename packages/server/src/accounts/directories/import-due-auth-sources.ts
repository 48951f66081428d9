import { ApiError } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { THE_SERVICE } from '../../platform/principal.ts'
import {
  type AuthSourceRow,
  directorySettings,
  listDueAuthSources,
  updateAuthSourceRow,
} from '../../records/auth-sources.ts'
import { findOrganizationStatus } from '../../records/organization-tree.ts'
import { findOrganization } from '../../records/organizations.ts'
import { parsePolicy } from '../../records/policy.ts'
import { importAndRecord } from './import-auth-source.ts'
import { nextImport } from './schedule.ts'

/**
 * Imports from the directories that are due. One that fails is tried again when it is due the next time, and keeps
 * none of the others from their turn. A server that dies on the way leaves the rest due.
 */
export async function importDueAuthSources(ctx: Ctx): Promise<void> {
  for (const source of await listDueAuthSources(ctx.db.read, ctx.now())) {
    if (!(await isAllowed(ctx, source))) {
      await postpone(ctx, source)
      continue
    }
    try {
      await importAndRecord(ctx, THE_SERVICE, source, { preview: false, force: false })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      ctx.log.warn({ authSource: source.id, code: error.code }, 'a directory was not imported')
    }
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

const postpone = (ctx: Ctx, source: AuthSourceRow) =>
  ctx.db.write((tx) =>
    updateAuthSourceRow(tx, source.id, { next_import_at: nextImport(directorySettings(source), ctx.now()) }),
  )
