import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { handOverFiles } from '@holdfast/api/sharing/hand-over'
import type { Someone, World } from '../servers/world.ts'

/** An organization with an administrator, someone who leaves, and a colleague who stays. */
export async function leaving(world: World, policy = {}) {
  const id: OrganizationId = await world.organization(policy)
  const boss = await world.person({ organizationId: id, siteAdmin: true })
  const ann = await world.person({ organizationId: id })
  const bob = await world.person({ organizationId: id })
  const handOver = (from: PersonId = ann.id, given: object = {}, by: Someone = boss) =>
    by.call(handOverFiles, { person_id: from, to_person_id: bob.id, ...given })
  return { id, boss, ann, bob, handOver }
}
