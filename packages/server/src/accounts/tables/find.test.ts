import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findAdministered } from '@holdfast/api/accounts/find'
import { createGroup, deleteGroup } from '@holdfast/api/accounts/groups'
import { deletePerson, updatePerson } from '@holdfast/api/accounts/people'
import { updateMachine } from '@holdfast/api/devices/fleet'
import type { OrganizationId } from '@holdfast/api/ids'
import { createShare, deleteShare, updateShare } from '@holdfast/api/sharing/shares'
import { refreshStatistics, rowsRead } from '@holdfast/server/testkit/database/rows-read'
import { StatementWatch } from '@holdfast/server/testkit/database/seen-statements'
import { machineOf } from '@holdfast/server/testkit/people/devices'
import { hire } from '@holdfast/server/testkit/people/staff'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`what one administers, found by name, on ${stack.name}`, () => {
    const world = useWorld(stack)
    const find = async (who: Someone, q: string) => (await who.call(findAdministered, { q })).results
    const named = async (who: Someone, q: string) =>
      (await find(who, q)).map(({ kind, name }) => `${kind} ${name}`)

    async function home() {
      const id = await world.organization()
      return { id, boss: await world.person({ organizationId: id, siteAdmin: true }) }
    }

    it('is everything with such words, here and below', async () => {
      const { id, boss } = await home()
      const below = await world.organization({}, id)
      const ann = await world.person({ organizationId: below })
      await boss.call(updatePerson, { person_id: ann.id, first_name: 'Quentin', last_name: 'Zubrowka' })
      const { id: group } = await boss.call(createGroup, { company_id: below, name: 'Zubrówka tasters' })
      const share = await boss.call(createShare, { organization_id: id, name: 'Bottles of Zubrowka' })
      const found = await find(boss, 'ZUBRO')
      assert.deepEqual(
        found.map(({ kind, id, name, detail, organization }) => [kind, id, name, detail, organization.id]),
        [
          ['person', ann.id, 'Quentin Zubrowka', ann.email, below],
          ['group', group, 'Zubrówka tasters', null, below],
          ['share', share.id, 'Bottles of Zubrowka', null, id],
        ],
      )
      assert.deepEqual(await named(boss, 'zub quen'), ['person Quentin Zubrowka'])
      assert.deepEqual(await named(boss, 'browka'), [])
      const company = (await find(boss, 'organization')).filter(({ kind }) => kind === 'organization')
      assert.deepEqual(company.map((one) => one.id).sort(), [id, below].sort())
    })

    it('follows what is renamed, moved and deleted', async () => {
      const { id, boss } = await home()
      const { id: group } = await boss.call(createGroup, { company_id: id, name: 'Kestrel' })
      const { id: share } = await boss.call(createShare, { organization_id: id, name: 'Kestrel nests' })
      assert.deepEqual(await named(boss, 'kestrel'), ['group Kestrel', 'share Kestrel nests'])
      await boss.call(updateShare, { organization_id: id, root_id: share, name: 'Merlin nests' })
      assert.deepEqual(await named(boss, 'kestrel'), ['group Kestrel'])
      assert.deepEqual(await named(boss, 'merlin'), ['share Merlin nests'])
      await boss.call(deleteShare, { organization_id: id, root_id: share })
      await boss.call(deleteGroup, { group_id: group })
      assert.deepEqual([await named(boss, 'merlin'), await named(boss, 'kestrel')], [[], []])
    })

    it('has devices by both of their names, with whose they are', async () => {
      const { id, boss } = await home()
      const ann = await world.person({ organizationId: id })
      const machine = await machineOf(world, ann, 'plover-laptop')
      const found = async (q: string) =>
        (await find(boss, q)).map(({ kind, id, name, owner_id }) => [kind, id, name, owner_id])
      assert.deepEqual(await found('plover'), [['machine', machine, 'plover-laptop', ann.id]])
      await boss.call(updateMachine, { machine_id: machine, nickname: 'Reception' })
      for (const q of ['plover', 'recept'])
        assert.deepEqual(await found(q), [['machine', machine, 'Reception', ann.id]], q)
      await boss.call(deletePerson, { person_id: ann.id })
      assert.deepEqual(await found('plover'), [])
    })

    it('is no more than six of each kind', async () => {
      const { id, boss } = await home()
      for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
        await boss.call(createGroup, { company_id: id, name: `Heron ${n}` })
      assert.deepEqual(
        await named(boss, 'heron'),
        [1, 2, 3, 4, 5, 6].map((n) => `group Heron ${n}`),
      )
    })

    it('is nothing of others, and refused to those who administer nothing', async () => {
      const { id, boss } = await home()
      const other = await home()
      await other.boss.call(createGroup, { company_id: other.id, name: 'Ospreys' })
      assert.deepEqual(await named(boss, 'osprey'), [])
      assert.deepEqual(await named(await world.admin(), 'osprey'), ['group Ospreys'])
      const plain = await world.person({ organizationId: id })
      await assert.rejects(find(plain, 'osprey'), { code: 'forbidden' })
      for (const q of ['', 'a', '- .']) await assert.rejects(find(boss, q), { code: 'invalid_request' })
    })

    it('is not to be written down by asking', async () => {
      const { boss } = await home()
      for (let n = 0; n < 60; n++) await find(boss, 'nobody')
      await assert.rejects(find(boss, 'nobody'), { code: 'temporarily_unavailable' })
    })

    // What SQLite reads is known from its plans, which every test looks at.
    if (stack === STACKS[1])
      it('reads little of much', async () => {
        const { db } = world.service.ctx
        const { id, boss } = await home()
        const below = [await world.organization({}, id), await world.organization({}, id)]
        await hire(
          db,
          Array.from({ length: 3000 }, (_, n) => ({
            organizationId: below[n % 2] as OrganizationId,
            first: 'Cormorant',
            last: n === 1234 ? 'Needle' : `Number ${n}`,
            email: `cormorant.${n}@find.test`,
          })),
        )
        await refreshStatistics(db.read)
        const watch = new StatementWatch(db)
        assert.deepEqual(await named(boss, 'needle'), ['person Cormorant Needle'])
        watch.stop()
        const listing = watch.statements.filter(({ from }) => /table/.test(from))
        assert.ok(listing.length > 2)
        for (const statement of listing) {
          const { read } = await db.write((tx) => rowsRead(tx, statement))
          assert.ok(read < 100, `${statement.from} reads ${read} rows: ${statement.sql}`)
        }
      })
  })
