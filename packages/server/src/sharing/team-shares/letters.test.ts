import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deletePerson } from '@holdfast/api/accounts/people'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sharing/shares'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`letters of invitation on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let other: OrganizationId
    let boss: Someone

    before(async () => {
      home = await world.organization()
      other = await world.organization()
      boss = await world.person({ organizationId: home, siteAdmin: true })
    })

    const create = (given: object) =>
      boss.call(api.createShare, { organization_id: home, name: 'Plans', ...given })
    const update = (root_id: RootId, lists: object) =>
      boss.call(api.updateShareSubscribers, { organization_id: home, root_id, ...lists })

    it('are sent once an hour for each share, however often someone is taken off and invited', async () => {
      const [ida, joe] = [
        await world.person({ organizationId: other }),
        await world.person({ organizationId: other }),
      ]
      const letters = async () => [(await world.sent(ida.email)).length, (await world.sent(joe.email)).length]
      const { id } = await create({ external_subscribers: [ida.email] })
      for (let n = 0; n < 3; n++) {
        await update(id, { external_subscribers: [] })
        await update(id, { external_subscribers: [ida.email] })
      }
      await ida.call(api.declineInvitation, { person_id: ida.id, root_id: id })
      await update(id, { external_subscribers: [ida.email, joe.email] })
      assert.deepEqual(await letters(), [1, 1])
      const [letter] = await world.sent(joe.email)
      assert.match(
        letter?.text ?? '',
        /:\/\/[^/]+\/invitations\b/,
        'it leads to where invitations are answered',
      )
      const { results } = await ida.call(api.listInvitations, { person_id: ida.id })
      assert.equal(results[0]?.status, 'invited')
      // Another share is another matter.
      await create({ external_subscribers: [ida.email] })
      assert.deepEqual(await letters(), [2, 1])
      world.clock.advance({ minutes: 59 })
      await update(id, { external_subscribers: [] })
      await update(id, { external_subscribers: [ida.email] })
      assert.deepEqual(await letters(), [2, 1])
      world.clock.advance({ minutes: 1 })
      await update(id, { external_subscribers: [] })
      await update(id, { external_subscribers: [ida.email] })
      assert.deepEqual(await letters(), [3, 1])
    })

    it('leave nothing behind with an account that is deleted', async () => {
      const eve = await world.person({ organizationId: other })
      const { id } = await create({ external_subscribers: [eve.email] })
      await update(id, { external_subscribers: [] })
      await (await world.admin()).call(deletePerson, { person_id: eve.id })
      await checkInvariants(world.service.ctx.db.read)
    })
  })
