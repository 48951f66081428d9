import type { NamedOrganization } from '@holdfast/api/accounts/organization-may'
import type { OrganizationId } from '@holdfast/api/ids'
import { obstacleTo } from '../../access/administration.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Principal } from '../../platform/principal.ts'
import { listUpwardOf, listWithin } from '../../records/organization-tree.ts'
import type { OrganizationRow } from '../../records/organizations.ts'

/** The organizations whose files go into an export, and those below it whose files are not for the caller. */
export async function chooseOrganizations(
  db: Db,
  who: Principal,
  { id, path }: Pick<OrganizationRow, 'id' | 'path'>,
  below: boolean,
): Promise<{ organizations: OrganizationId[]; leftOut: NamedOrganization[] }> {
  if (!below) return { organizations: [id], leftOut: [] }
  const all = await listWithin(db, path)
  const upward = await listUpwardOf(
    db,
    all.map((each) => each.id),
  )
  const isOpen = (each: OrganizationId) =>
    obstacleTo(who, upward.get(each) ?? [], 'browse_files') === undefined
  return {
    organizations: all.filter((each) => isOpen(each.id)).map((each) => each.id),
    leftOut: all.filter((each) => !isOpen(each.id)).map((each) => ({ id: each.id, name: each.name })),
  }
}
