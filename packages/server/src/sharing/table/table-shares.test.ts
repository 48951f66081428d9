import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { uploadToRoot } from '@holdfast/api/files/files'
import type { OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { tableShares } from '@holdfast/api/oversight/share-table'
import { handOverFiles, undoHandOver } from '@holdfast/api/sharing/hand-over'
import { createShare, deleteShare, updateShare } from '@holdfast/api/sharing/shares'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { countShares } from './count-shares.ts'

type Wish = Partial<Omit<ParamsOf<typeof tableShares>, 'organization_id'>>

for (const stack of STACKS)
  describe(`the list of team shares on ${stack.name}`, () => {
    const world = useWorld(stack)
    let home: OrganizationId
    let below: OrganizationId
    let boss: Someone

    before(async () => {
      home = await world.organization()
      below = await world.organization({}, home)
      boss = await world.person({ organizationId: home, siteAdmin: true })
    })

    const list = (wish: Wish = {}, organization_id = home, who = boss) =>
      who.call(tableShares, { organization_id, ...wish })
    const namesOf = async (wish: Wish = {}, organization_id = home) =>
      (await list(wish, organization_id)).results.map(({ name }) => name)
    const create = async (name: string, given: object = {}, organization_id = home) =>
      (await boss.call(createShare, { organization_id, name, ...given })).id

    it('has the same in pages as in all, there and back, by every sort', async () => {
      const organization_id = await world.organization()
      const child = await world.organization({}, organization_id)
      const chief = await world.person({ organizationId: organization_id, siteAdmin: true })
      const names = ['plans', 'Plans', 'Änderungen', '🦄', 'a', 'Z', '=1+1', 'plans', 'Projects']
      for (const organization of [organization_id, child]) {
        const ann = await world.person({ organizationId: organization })
        for (const [n, name] of names.entries()) {
          const { id: root_id } = await chief.call(createShare, {
            organization_id: organization,
            name,
            subscribers: [[ann.id, 'web', 'EDITOR']],
          })
          const file = { name: 'a.txt', bytes: new Blob(['x'.repeat((n * 7) % 4)]) }
          if (n % 3 > 0) await ann.call(uploadToRoot, { root_id, file })
          world.clock.advance({ minutes: 1 })
        }
      }
      await countShares(world.service.ctx)
      const of: Record<string, string> = {
        name: 'name_key',
        space: 'shown_space',
        changed: 'shown_change',
        created: 'id',
      }
      for (const [name, column] of Object.entries(of))
        for (const way of ['', '-'] as const)
          for (const wide of [false, true]) {
            const order = way === '-' ? 'desc' : 'asc'
            const rows = await world.service.ctx.db.read
              .selectFrom('root')
              .select('id')
              .where('organization_id', 'in', wide ? [organization_id, child] : [organization_id])
              .where('root_type', '=', 'share')
              .orderBy(column as 'id', order)
              .orderBy('id', order)
              .execute()
            const whole = rows.map(({ id }) => id)
            const wish = { sort: `${way}${name}` as NonNullable<Wish['sort']>, below: wide, limit: 4 }
            const there: number[] = []
            let at = await list(wish, organization_id, chief)
            assert.deepEqual([at.total, at.back], [whole.length, null])
            for (;;) {
              there.push(...at.results.map(({ id }) => id))
              if (at.cursor === null) break
              at = await list({ ...wish, cursor: at.cursor }, organization_id, chief)
            }
            assert.deepEqual(there, whole, `${way}${name} ${wide}`)
            const back = at.results.map(({ id }) => id)
            while (at.back !== null) {
              at = await list({ ...wish, cursor: at.back }, organization_id, chief)
              back.unshift(...at.results.map(({ id }) => id))
            }
            assert.deepEqual(back, whole, `${way}${name} ${wide} back`)
          }
    })

    it('tells who is in each, what it stores and when it last changed', async () => {
      const [ann, bob, ida, joe] = await Promise.all([
        world.person({ organizationId: home }),
        world.person({ organizationId: home }),
        world.person({ organizationId: await world.organization() }),
        world.person({ organizationId: await world.organization() }),
      ])
      const { id: group } = await boss.call(createGroup, { company_id: home, name: 'Crew' })
      const root_id = await create('Offers', {
        subscribers: [
          [ann.id, 'web', 'CO_OWNER'],
          [ann.id, 'future', 'CO_OWNER'],
          [bob.id, 'web', 'VIEWER'],
        ],
        group_subscribers: [[group, 'web', 'EDITOR']],
        external_subscribers: [ida.email, joe.email],
      })
      const row = async () => (await list({ q: 'offers' })).results[0]
      const empty = await row()
      assert.deepEqual([empty?.people, empty?.groups, empty?.external], [2, 1, 2])
      assert.deepEqual(
        empty?.owners.map(({ id }) => id),
        [ann.id],
      )
      assert.deepEqual([empty?.space, empty?.changed_at], [0, null])
      await ann.call(uploadToRoot, { root_id, file: { name: 'a.txt', bytes: new Blob(['12345']) } })
      const changed = new Date(world.clock.now()).toISOString().slice(0, 19)
      world.clock.advance({ days: 2 })
      await countShares(world.service.ctx)
      const full = await row()
      assert.deepEqual([full?.space, full?.changed_at], [5, changed])
      assert.notEqual((await list()).at, null)
      const q = 'offers'
      const today = new Date(world.clock.now()).toISOString().slice(0, 10)
      assert.deepEqual(await namesOf({ q, changed_before: today }), ['Offers'])
      assert.deepEqual(await namesOf({ q, changed_before: changed.slice(0, 10) }), [])
      await create('Orphan', {}, below)
      assert.deepEqual(await namesOf({ view: 'external' }), ['Offers'])
      assert.deepEqual(await namesOf({ view: 'no_co_owner', below: true }), ['Orphan'])
      assert.deepEqual(await namesOf({ group }), ['Offers'])
      // One alone, and only where it is asked for.
      assert.deepEqual(await namesOf({ root: root_id }), ['Offers'])
      assert.deepEqual(await namesOf({ root: root_id }, below), [])
    })

    it('is searched by its words: by the newest name, where it is now, as long as it is there', async () => {
      const root_id = await create('Harbour hall')
      const found = (q: string, organization_id = home) => namesOf({ q }, organization_id)
      assert.deepEqual([await found('hall harb'), await found('all')], [['Harbour hall'], []])
      await boss.call(updateShare, { organization_id: home, root_id, name: 'Market hall' })
      assert.deepEqual([await found('harb'), await found('mark')], [[], ['Market hall']])
      await boss.call(updateShare, { organization_id: home, root_id, company_id: below })
      assert.deepEqual([await found('mark'), await found('mark', below)], [[], ['Market hall']])
      await boss.call(deleteShare, { organization_id: below, root_id })
      assert.deepEqual([await found('mark', below), await namesOf({ q: 'mark', below: true })], [[], []])
    })

    it('has what was handed over, until that is undone', async () => {
      const [elif, tom] = [
        await world.person({ organizationId: home }),
        await world.person({ organizationId: home }),
      ]
      await elif.upload('a.txt', 'x')
      const { root_id } = await boss.call(handOverFiles, { person_id: elif.id, to_person_id: tom.id })
      const has = async () => (await list()).results.some(({ id }) => id === root_id)
      assert.equal(await has(), true)
      await boss.call(undoHandOver, { person_id: elif.id })
      assert.equal(await has(), false)
    })

    it('is for administrators', async () => {
      const ann = await world.person({ organizationId: home })
      assert.equal(await refusal(list({}, home, ann)), 'forbidden')
      assert.equal(await refusal(list({ sort: 'size' as never })), 'invalid_request')
      assert.equal(await refusal(list({ changed_before: 'soon' })), 'invalid_date_format')
      await checkInvariants(world.service.ctx.db.read)
    })
  })
