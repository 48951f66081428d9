import assert from 'node:assert/strict'
import type { PolicySettings } from '@holdfast/api/policy'
import type { World } from '../servers/world.ts'

/** Someone with a file to share, in an organization of its own. */
export async function sharer(world: World, policy: Partial<PolicySettings> = {}) {
  const organizationId = await world.organization(policy)
  const ann = await world.person({ organizationId })
  const file = await ann.upload('plan.txt', 'the plan')
  return { organizationId, ann, file, at: { root_id: ann.rootId, file_id: file.id } }
}

/** The code that something was refused with. */
export async function refusal(calling: Promise<unknown>): Promise<string> {
  const error = await calling.then(
    () => assert.fail('It should have been refused'),
    (reason: { code?: string }) => reason,
  )
  return error.code ?? String(error)
}
