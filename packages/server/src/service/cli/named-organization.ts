import type { OrganizationId } from '@holdfast/api/ids'
import type { Ctx } from '../../platform/context.ts'
import {
  findOrganization,
  findOrganizationBySlug,
  type OrganizationRow,
} from '../../records/organizations.ts'
import { IMPORT } from '../words/upkeep.ts'
import { CommandError } from './command-error.ts'

/** The organization that somebody typed the id or the slug of. */
export async function getNamedOrganization(ctx: Ctx, name: string): Promise<OrganizationRow> {
  const byId = /^\d{1,15}$/.test(name)
    ? await findOrganization(ctx.db.read, Number(name) as OrganizationId)
    : undefined
  const found = byId ?? (await findOrganizationBySlug(ctx.db.read, name))
  if (!found || found.deleted_at !== null) throw new CommandError(IMPORT.noOrganization(name))
  return found
}
