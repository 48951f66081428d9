import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganizationView } from '../../access/administration.ts'
import { hiding, lookForGuessable } from '../../access/guessable.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { idIn } from '../../platform/parameters.ts'
import type { Principal } from '../../platform/principal.ts'
import { findOrganization, findOrganizationByLicense } from '../../records/organizations.ts'
import { organizationView } from './view.ts'

/** An organization by id, or by licence key, which may be of digits too: ids come first. */
export async function getOrganization(ctx: Ctx, who: Principal, ref: string) {
  const db = ctx.db.read
  const id = idIn(ref) as OrganizationId | undefined
  if (id !== undefined && (await findOrganization(db, id)))
    return organizationView(await authorizeOrganizationView(db, who, id))
  const byLicense = async () => {
    const found = (await findOrganizationByLicense(db, ref)) ?? fail('not_found')
    return organizationView(await authorizeOrganizationView(db, who, found.id))
  }
  // A number may be meant as an id: that there is none such is no guess at a key.
  return id === undefined
    ? lookForGuessable(ctx, who, 'organization with this license key', byLicense)
    : hiding(`organization ${id}`, byLicense)
}
