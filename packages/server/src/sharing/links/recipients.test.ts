import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { deletePerson } from '@holdfast/api/accounts/people'
import { createFolderInRoot } from '@holdfast/api/files/files'
import * as links from '@holdfast/api/sharing/links'
import { listRecentRecipients, MOST_RECIPIENTS } from '@holdfast/api/sharing/recipients'
import { refusal, sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`those whom someone shared with last on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('come newest first and each once, without closed accounts, and for nobody else', async () => {
      const { ann, at, organizationId } = await sharer(world)
      const boss = await world.admin()
      const bob = await world.person({ organizationId })
      const gone = await world.person({ organizationId })
      const elsewhere = await world.person({ organizationId: await world.organization() })
      const group = await boss.call(createGroup, { company_id: organizationId, name: 'Builders' })
      const list = async () =>
        (await ann.call(listRecentRecipients, { person_id: ann.id })).results.map(
          ({ recipient_type, id, name }) => [recipient_type, id, name],
        )
      assert.deepEqual(await list(), [])

      const first = await ann.call(links.shareFile, { ...at, login_required: true })
      const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
      const second = await ann.call(links.shareFolder, {
        ...{ root_id: ann.rootId, folder_id: folder.id, login_required: true },
      })
      const add = (sharelink_id: typeof first.id, given: object) =>
        ann.call(links.addSharelinkSubscriber, { sharelink_id, ...given } as never)
      await add(first.id, { email: bob.email })
      await add(second.id, { email: gone.email })
      await add(second.id, { email: elsewhere.email })
      await add(second.id, { subscriber_type: 'group', subscriber_id: group.id })
      // Of the older link, and again: the time counts, not the link.
      await add(second.id, { email: bob.email })
      await add(first.id, { subscriber_type: 'group', subscriber_id: group.id })
      await boss.call(deletePerson, { person_id: gone.id })
      const rows = await list()
      assert.deepEqual(
        rows.map(([type]) => type),
        ['group', 'person', 'email'],
      )
      assert.deepEqual(rows[0], ['group', group.id, 'Builders'])
      assert.equal(rows[1]?.[1], bob.id)
      // An account of another organization stays an address.
      assert.deepEqual(rows[2], ['email', null, elsewhere.email])

      for (const other of [bob, boss])
        assert.equal(await refusal(other.call(listRecentRecipients, { person_id: ann.id })), 'forbidden')
      assert.deepEqual((await bob.call(listRecentRecipients, { person_id: bob.id })).results, [])
    })

    it('are few', async () => {
      const { ann, at } = await sharer(world)
      const subscribers = Array.from({ length: MOST_RECIPIENTS + 2 }, (_, n) => `reader${n}@example.test`)
      await ann.call(links.shareFile, { ...at, login_required: true, subscribers })
      const { results } = await ann.call(listRecentRecipients, { person_id: ann.id })
      assert.equal(results.length, MOST_RECIPIENTS)
    })
  })
