import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { getRoot } from '@holdfast/api/files/files'
import type { OrganizationId } from '@holdfast/api/ids'
import { listPersonShares } from '@holdfast/api/sharing/reach'
import { acceptInvitation, createShare, declineInvitation, deleteShare } from '@holdfast/api/sharing/shares'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const FORBIDDEN = { status: 403, code: 'forbidden' }

for (const stack of STACKS)
  describe(`the team shares of a person on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let boss: Someone
    let ann: Someone
    let foreign: Someone
    let elsewhere: OrganizationId

    before(async () => {
      home = await world.organization()
      boss = await world.person({ organizationId: home, siteAdmin: true })
      ann = await world.person({ organizationId: home })
      elsewhere = await world.organization()
      foreign = await world.person({ organizationId: elsewhere, siteAdmin: true })
    })

    const make = (name: string, lists: object = {}) =>
      boss.call(createShare, { organization_id: home, name, ...lists })
    const sharesOf = (someone: Someone, given: object = {}, by = someone) =>
      by.call(listPersonShares, { person_id: someone.id, ...given })

    it('are listed by name with all roles and ways, and with what they allow together', async () => {
      const inner = await boss.call(createGroup, { company_id: home, name: 'Inner', members: [ann.id] })
      const outer = await boss.call(createGroup, {
        company_id: home,
        name: 'Outer',
        member_groups: [inner.id],
      })
      const plans = await make('plans', {
        subscribers: [[ann.id, 'all', 'UPLOADER']],
        group_subscribers: [[outer.id, 'webdav', 'VIEWER']],
      })
      const drop = await make('Drop box', { subscribers: [[ann.id, 'web', 'UPLOADER']] })
      await make('Not hers')
      const gone = await make('Gone', { subscribers: [[ann.id, 'web', 'EDITOR']] })
      await boss.call(deleteShare, { organization_id: home, root_id: gone.id })
      const { total, results } = await sharesOf(ann)
      assert.equal(total, 2)
      assert.deepEqual(
        results.map(({ root, roles }) => [root.id, roles.toSorted()]),
        [
          [drop.id, ['UPLOADER']],
          [plans.id, ['UPLOADER', 'VIEWER']],
        ],
      )
      const [, both] = results
      assert.deepEqual(
        both?.ways.map(({ way, target, groups }) => [way, target, groups?.map(({ name }) => name)]),
        [
          ['subscription', 'all', undefined],
          ['group', 'webdav', ['Inner', 'Outer']],
        ],
      )
      for (const { root, permissions } of results) {
        const real = await ann.call(getRoot, { root_id: root.id, include_permissions: true })
        assert.deepEqual(permissions.toSorted(), real.permissions?.toSorted())
      }
    })

    it('tell who may manage and delete them, as the policy says', async () => {
      const lead = await world.person({ organizationId: home })
      const { id: root_id } = await make('Site plans', {
        subscribers: [
          [lead.id, 'web', 'CO_OWNER'],
          [ann.id, 'web', 'COLLABORATOR'],
        ],
      })
      const rights = async (someone: Someone, by?: Someone) => {
        const { results } = await sharesOf(someone, {}, by)
        const { may_manage, may_delete } = results.find(({ root }) => root.id === root_id) ?? assert.fail()
        return [may_manage, may_delete]
      }
      assert.deepEqual(await rights(ann), [false, false])
      assert.deepEqual(await rights(ann, boss), [true, true], 'of the one who asks')
      assert.deepEqual(await rights(lead), [true, true])
      await boss.call(updateOrganizationPolicy, { organization_id: home, user_create_shares: false })
      assert.deepEqual(await rights(lead), [true, false])
      await assert.rejects(lead.call(deleteShare, { organization_id: home, root_id }), FORBIDDEN)
      await boss.call(updateOrganizationPolicy, { organization_id: home, user_create_shares: true })
      await lead.call(deleteShare, { organization_id: home, root_id })
    })

    it('include those of other organizations once they are accepted', async () => {
      const carl = await world.person({ organizationId: home })
      const { id } = await foreign.call(createShare, {
        organization_id: elsewhere,
        name: 'Joint',
        external_subscribers: [[carl.email, 'EDITOR']],
      })
      assert.equal((await sharesOf(carl)).total, 0)
      await carl.call(acceptInvitation, { person_id: carl.id, root_id: id })
      const [joint] = (await sharesOf(carl)).results
      assert.deepEqual([joint?.roles, joint?.ways.map(({ way }) => way)], [['EDITOR'], ['external']])
      assert.match(joint?.company_name ?? '', /^Organization/)
      await carl.call(declineInvitation, { person_id: carl.id, root_id: id })
      assert.equal((await sharesOf(carl)).total, 0)
    })

    it('come in pages, for the person and its administrators only', async () => {
      const dora = await world.person({ organizationId: home })
      for (let n = 0; n < 5; n++) await make(`Share ${n}`, { subscribers: [[dora.id, 'web', 'EDITOR']] })
      const names = []
      for (let page = 1; page <= 3; page++)
        for (const { root } of (await sharesOf(dora, { page, page_size: 2 }, boss)).results)
          names.push(root.name)
      assert.deepEqual(
        names,
        [0, 1, 2, 3, 4].map((n) => `Share ${n}`),
      )
      await assert.rejects(sharesOf(dora, { page: 4, page_size: 2 }), { status: 400 })
      for (const by of [ann, foreign])
        await assert.rejects(sharesOf(dora, {}, by), { status: 403, code: 'forbidden' })
    })
  })
