import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { getPerson } from '@holdfast/api/accounts/people'
import type { OrganizationId } from '@holdfast/api/ids'
import {
  applyOrganizationsBulk,
  type OrganizationAction,
  planOrganizationsBulk,
} from '@holdfast/api/oversight/organization-bulk'
import { tableOrganizations } from '@holdfast/api/oversight/organization-table'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`many customers at once on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let first: OrganizationId
    let second: OrganizationId
    let under: OrganizationId
    let boss: Someone
    let worker: Someone

    before(async () => {
      home = await world.organization({ num_orgs_maximum: null })
      first = await world.organization({ num_orgs_maximum: null }, home)
      second = await world.organization({}, home)
      under = await world.organization({}, first)
      boss = await world.person({ organizationId: home, siteAdmin: true })
      worker = await world.person({ organizationId: under })
    })
    const plan = (action: OrganizationAction, wish: object = {}, who = boss, organization_id = home) =>
      who.call(planOrganizationsBulk, { organization_id, action, ...wish })
    const apply = async (action: OrganizationAction, ids: OrganizationId[], wish: object = {}, who = boss) =>
      (await who.call(applyOrganizationsBulk, { organization_id: home, action, ids, ...wish })).results
    const outcomes = async (...given: Parameters<typeof apply>) =>
      (await apply(...given)).map(({ outcome, reason }) => reason ?? outcome)

    it('are suspended, with all below, and resumed', async () => {
      const planned = await plan('suspend')
      assert.deepEqual(new Set(planned.ids), new Set([first, second]))
      assert.deepEqual(new Set((await plan('suspend', { below: true })).ids), new Set([first, second, under]))
      // One below is not meant without saying so.
      assert.deepEqual(await outcomes('suspend', [first, under]), ['done', 'gone'])
      assert.equal(await refusal(worker.call(getPerson, { person_id: String(worker.id) })), 'forbidden')
      const again = await plan('suspend')
      assert.deepEqual([again.ids, again.same], [[second], 1])
      assert.deepEqual(await outcomes('resume', [first, second]), ['done', 'same'])
      assert.deepEqual((await plan('resume')).ids, [])
      assert.equal((await worker.call(getPerson, { person_id: String(worker.id) })).id, worker.id)
    })

    it('get a storage limit, and what they had back', async () => {
      const quota = async (organization_id: OrganizationId) =>
        (await boss.call(tableOrganizations, { organization_id: home })).results.find(
          ({ id }) => id === organization_id,
        )?.quota
      const own = await quota(second)
      assert.ok(own)
      const set = await apply('set_quota', [first, second], { space_quota: 5_000 })
      assert.deepEqual(
        set.map(({ outcome, space_quota_before }) => [outcome, space_quota_before]),
        [
          ['done', own],
          ['done', own],
        ],
      )
      assert.equal(await quota(second), 5_000)
      const same = await plan('set_quota', { space_quota: 5_000 })
      assert.deepEqual([same.ids, same.same], [[], 2])
      const [back] = await apply('set_quota', [second], { space_quota: own })
      assert.deepEqual([back?.space_quota_before, await quota(second)], [5_000, own])
      assert.equal(await refusal(plan('set_quota')), 'invalid_request')
    })

    it('are for those above them alone', async () => {
      const theirs = await world.person({ organizationId: first, siteAdmin: true })
      assert.equal(await refusal(plan('suspend', {}, theirs)), 'forbidden')
      assert.equal(await refusal(apply('suspend', [second], {}, theirs)), 'forbidden')
      assert.deepEqual((await plan('suspend', {}, theirs, first)).ids, [under])
      assert.equal(await refusal(plan('suspend', {}, worker, under)), 'forbidden')
    })
  })
