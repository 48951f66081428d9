import type { OrganizationId } from '@holdfast/api/ids'
import { authorizeOrganizationView } from '../../access/administration.ts'
import { lookForGuessable } from '../../access/guessable.ts'
import { fail } from '../../errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { idIn } from '../../platform/parameters.ts'
import type { Principal } from '../../platform/principal.ts'
import { findOrganizationByLicense } from '../../records/organizations.ts'
import { organizationView } from './view.ts'

/** An organization by id, or by licence key: what is only digits is an id. */
export async function getOrganization(ctx: Ctx, who: Principal, ref: string) {
  const db = ctx.db.read
  const id = idIn(ref) as OrganizationId | undefined
  if (id !== undefined) return organizationView(await authorizeOrganizationView(db, who, id))
  return lookForGuessable('organization with this licence key', async () => {
    const found = (await findOrganizationByLicense(db, ref)) ?? fail('not_found')
    return organizationView(await authorizeOrganizationView(db, who, found.id))
  })
}
