import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganizationView } from '../../access/administration.ts'
import { ApiError, fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Principal } from '../../platform/principal.ts'
import { findOrganizationByLicense } from '../../records/organizations.ts'
import { organizationView } from './view.ts'

/** An organization by id, or by licence key: what is only digits is an id. */
export async function getOrganization(ctx: Ctx, who: Principal, ref: string) {
  const db = ctx.db.read
  if (/^\d{1,16}$/.test(ref))
    return organizationView(await authorizeOrganizationView(db, who, Number(ref) as OrganizationId))
  const found = (await findOrganizationByLicense(db, ref)) ?? fail('not_found')
  try {
    return organizationView(await authorizeOrganizationView(db, who, found.id))
  } catch (error) {
    // Keys can be guessed at: whether one exists is for those who may see it.
    throw error instanceof ApiError && error.code === 'forbidden' ? new ApiError('not_found') : error
  }
}
