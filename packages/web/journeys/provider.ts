import { updateOrganization } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import { until } from '@holdfast/server/testkit/servers/until'
import type { Someone, World } from '@holdfast/server/testkit/servers/world'

export async function named(someone: Someone, first_name: string, last_name: string): Promise<Someone> {
  await someone.call(updatePerson, { person_id: someone.id, first_name, last_name })
  return someone
}

/** A company that serves others: Ines administers it, Elif works for a customer of it. */
export async function provider(world: World) {
  const home = await world.organization()
  const customer = await world.organization({}, home)
  const boss = await world.admin()
  await boss.call(updateOrganization, { organization_id: home, name: 'Harbor IT' })
  await boss.call(updateOrganization, { organization_id: customer, name: 'Linden Dental' })
  const ines = await named(await world.person({ organizationId: home, siteAdmin: true }), 'Ines', 'Ito')
  const elif = await named(await world.person({ organizationId: customer }), 'Elif', 'Kaya')
  return { home, customer, ines, elif }
}

/** After so many wrong passwords that the account takes no more of them. */
export async function lockOut(world: World, { email }: Someone): Promise<void> {
  const body = new URLSearchParams({
    ...{ client_id: 'anchor', grant_type: 'password' },
    ...{ username: email, password: 'wrong' },
  })
  await until(
    async () => (await world.request('/oauth/token', { method: 'POST', body })).error === 'account_locked',
  )
}
