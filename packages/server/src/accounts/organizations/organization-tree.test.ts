import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { getOrganizationMay } from '@holdfast/api/accounts/organization-may'
import { getOrganizationTree } from '@holdfast/api/accounts/organization-tree'
import { deleteOrganization } from '@holdfast/api/accounts/organizations'
import type { OrganizationId } from '@holdfast/api/ids'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`the tree of organizations on ${stack.name}`, () => {
    const world = useWorld(stack)
    let top: OrganizationId
    let boss: Someone
    const ids: Record<string, OrganizationId> = {}
    const named = async (name: string, parent = top) => {
      const id = await world.organization({ num_orgs_maximum: null }, parent)
      await world.service.ctx.db.write((tx) =>
        tx.updateTable('organization').set({ name }).where('id', '=', id).execute(),
      )
      ids[name] = id
      return id
    }
    before(async () => {
      top = await named('Harbor IT', 1 as OrganizationId)
      boss = await world.person({ organizationId: top, siteAdmin: true })
      const architects = await named('Brightwater Architects')
      await named('Ärchiv Berlin', architects)
      await named('Orchard & Vale')
      await world.changeOrganization(await named('linden', architects), { active: 0 })
      const gone = await named('Gone', architects)
      await (await world.admin()).call(deleteOrganization, { organization_id: gone })
      await named('Beside', 1 as OrganizationId)
    })
    const tree = async (given: { q?: string; parent_id?: OrganizationId } = {}, who = boss) =>
      (await who.call(getOrganizationTree, { organization_id: top, ...given })).results
    const names = async (...given: Parameters<typeof tree>) => (await tree(...given)).map(({ name }) => name)

    it('lists those directly below one, by their names', async () => {
      assert.deepEqual(await tree(), [
        {
          id: ids['Brightwater Architects'],
          parent_id: top,
          name: 'Brightwater Architects',
          names_above: ['Harbor IT'],
          state: 'ok',
          children: 2,
        },
        {
          id: ids['Orchard & Vale'],
          parent_id: top,
          name: 'Orchard & Vale',
          names_above: ['Harbor IT'],
          state: 'ok',
          children: 0,
        },
      ])
      const parent_id = ids['Brightwater Architects'] as OrganizationId
      assert.deepEqual(
        (await tree({ parent_id })).map((row) => [row.name, row.names_above.join(' › '), row.state]),
        [
          ['Ärchiv Berlin', 'Harbor IT › Brightwater Architects', 'ok'],
          ['linden', 'Harbor IT › Brightwater Architects', 'suspended'],
        ],
      )
    })

    it('is searched by the beginnings of words, at any depth', async () => {
      assert.deepEqual(await names({ q: 'arch' }), ['Ärchiv Berlin', 'Brightwater Architects'])
      assert.deepEqual(await names({ q: 'VALE orch' }), ['Orchard & Vale'])
      assert.deepEqual(await names({ q: 'harb' }), ['Harbor IT'])
      for (const q of ['gone', 'beside', 'right', '&&', '%']) assert.deepEqual(await names({ q }), [], q)
      const [berlin] = await tree({ q: 'berlin' })
      assert.deepEqual(berlin?.names_above, ['Harbor IT', 'Brightwater Architects'])
    })

    it('comes in pages', async () => {
      const parent = await named('Many')
      const made = Array.from({ length: 205 }, (_, n) => `Child ${String(n).padStart(3, '0')} 🦄`)
      for (const name of made.toReversed()) await named(name, parent)
      const found: string[] = []
      const given = { organization_id: top, parent_id: parent }
      let page = await boss.call(getOrganizationTree, given)
      for (;;) {
        found.push(...page.results.map(({ name }) => name))
        if (page.cursor === null) break
        assert.equal(page.results.length, 100)
        page = await boss.call(getOrganizationTree, { ...given, cursor: page.cursor })
      }
      assert.deepEqual(found, made)
      const { cursor } = await boss.call(getOrganizationTree, given)
      for (const other of [{ ...given, q: 'child' }, { organization_id: top }])
        assert.equal(
          await refusal(boss.call(getOrganizationTree, { ...other, cursor: cursor ?? '' })),
          'invalid_request',
        )
      assert.equal((await boss.call(getOrganizationMay, { organization_id: parent })).below, 205)
    })

    it('shows nothing of what is above or beside', async () => {
      const beside = ids.Beside as OrganizationId
      for (const parent_id of [1 as OrganizationId, beside])
        assert.equal(await refusal(tree({ parent_id })), 'not_found')
      assert.equal(await refusal(boss.call(getOrganizationTree, { organization_id: beside })), 'forbidden')
    })

    it('says where an organization stands for its administrators', async () => {
      const { above, below, state, parent_id } = await boss.call(getOrganizationMay, {
        organization_id: ids['Ärchiv Berlin'] as OrganizationId,
      })
      assert.deepEqual(
        above.map(({ name }) => name),
        ['Harbor IT', 'Brightwater Architects'],
      )
      assert.deepEqual([below, state, parent_id], [0, 'ok', ids['Brightwater Architects']])
      const own = await boss.call(getOrganizationMay, { organization_id: top })
      assert.deepEqual(own.above, [])
      await world.changeOrganization(top, { trial_until: world.clock.now() + 1000 })
      const trial = await boss.call(getOrganizationMay, { organization_id: top })
      assert.equal(trial.state, 'trial')
      world.clock.advance({ minutes: 1 })
      const admin = await world.admin()
      const over = await admin.call(getOrganizationMay, { organization_id: ids.linden as OrganizationId })
      assert.equal(over.state, 'suspended')
      const expired = await admin.call(getOrganizationMay, { organization_id: top })
      assert.equal(expired.state, 'expired')
    })
  })
