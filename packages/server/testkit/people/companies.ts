import { createPerson } from '@holdfast/api/accounts/people'
import type { OrganizationId } from '@holdfast/api/ids'
import { PASSWORD, type Someone, type World } from '../servers/world.ts'

/** Organizations with an administrator, and accounts made through the front door. */
export function useCompanies(world: World) {
  let made = 0
  const fresh = () => `new${++made}@example.test`
  return {
    /** An address that nobody has. */
    fresh,
    async company(policy = {}, parent = 1 as OrganizationId) {
      const id = await world.organization(policy, parent)
      return { id, boss: await world.person({ organizationId: id, siteAdmin: true }) }
    },
    create: (boss: Someone, company_id: OrganizationId, given: object = {}) =>
      boss.call(createPerson, {
        company_id,
        email: fresh(),
        first_name: 'Ann',
        last_name: 'Lee',
        password: PASSWORD,
        ...given,
      }),
  }
}
