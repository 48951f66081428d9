import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { insertPerson } from '../../src/records/people.ts'
import type { World } from '../servers/world.ts'

let accounts = 0

/** Accounts that nobody signs in to, so that many of them cost little. */
export function addAccounts(
  world: World,
  organizationId: OrganizationId,
  count: number,
  { guest = false } = {},
): Promise<PersonId[]> {
  return world.service.ctx.db.write(async (tx) => {
    const ids: PersonId[] = []
    for (let n = 0; n < count; n++) {
      const { id } = await insertPerson(tx, {
        organization_id: organizationId,
        email: `account${++accounts}@example.test`,
        first_name: 'Pat',
        last_name: `Roe ${accounts}`,
        site_admin: 0,
        system_admin: 0,
        locale: 'en_US',
        timezone: 'UTC',
        active: 1,
        guest: guest ? 1 : 0,
        created_at: world.clock.now(),
      })
      ids.push(id)
    }
    return ids
  })
}
