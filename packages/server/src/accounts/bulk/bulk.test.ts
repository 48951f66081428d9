import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  applyGuestsBulk,
  applyPersonsBulk,
  MAX_PLANNED,
  planGuestsBulk,
  planPersonsBulk,
} from '@holdfast/api/accounts/account-bulk'
import { tablePersons } from '@holdfast/api/accounts/account-tables'
import { createGroup, getGroupMembers } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import { getPerson, updatePerson } from '@holdfast/api/accounts/people'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { hire } from '@holdfast/server/testkit/people/staff'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

type Wish = Omit<ParamsOf<typeof planPersonsBulk>, 'organization_id'>

for (const stack of STACKS)
  describe(`one thing with many accounts on ${stack.name}`, () => {
    const world = useWorld(stack)
    let top: OrganizationId
    let customer: OrganizationId
    let boss: Someone
    let own: PersonId[]
    let theirs: PersonId[]

    before(async () => {
      top = await world.organization({ num_orgs_maximum: null })
      customer = await world.organization({}, top)
      boss = await world.person({ organizationId: top, siteAdmin: true })
      const of = async (organizationId: OrganizationId, place: string) => {
        const names = ['Ann', 'Bob', 'Cem']
        const hired = await hire(
          world.service.ctx.db,
          names.map((first) => ({
            organizationId,
            first,
            last: 'Many',
            email: `${first}.${place}@many.test`,
          })),
        )
        return [...hired]
      }
      own = await of(top, 'top')
      theirs = await of(customer, 'below')
    })

    const plan = (wish: Partial<Wish> & Pick<Wish, 'action'>, who = boss) =>
      who.call(planPersonsBulk, { organization_id: top, q: 'many', ...wish } as never)
    const apply = (wish: Partial<Wish> & Pick<Wish, 'action'>, who = boss) =>
      who.call(applyPersonsBulk, { organization_id: top, ...wish } as never)
    const activeOf = async (id: PersonId) => (await boss.call(getPerson, { person_id: String(id) })).active

    it('is planned for all that a list shows, and changes nothing yet', async () => {
      const { ids, same, left_out } = await plan({ action: 'disable' })
      assert.deepEqual([ids, same, left_out], [own, 0, []])
      const wide = await plan({ action: 'disable', below: true })
      assert.deepEqual(new Set(wide.ids), new Set([...own, ...theirs]))
      const but = await plan({ action: 'disable', below: true, except_ids: [own[0] as PersonId] })
      assert.equal(but.ids.includes(own[0] as PersonId), false)
      assert.equal(await activeOf(own[0] as PersonId), true)
    })

    it('is done by the rules of each, and told by row', async () => {
      const [ann, bob] = own as [PersonId, PersonId]
      await boss.call(updatePerson, { person_id: bob, active: false })
      const planned = await plan({ action: 'disable', q: '', ids: [ann, bob, boss.id] })
      assert.deepEqual(
        [planned.ids, planned.same, planned.left_out.map(({ reason, count }) => [reason, count])],
        [[ann], 1, [['yourself', 1]]],
      )
      const { results } = await apply({ action: 'disable', ids: [ann, bob, boss.id, theirs[0] as PersonId] })
      assert.deepEqual(
        results.map(({ outcome, reason }) => reason ?? outcome),
        ['done', 'same', 'yourself', 'gone'],
      )
      assert.deepEqual([await activeOf(ann), await activeOf(theirs[0] as PersonId)], [false, true])
      const back = await apply({ action: 'enable', ids: [ann, bob] })
      assert.deepEqual(
        back.results.map(({ outcome }) => outcome),
        ['done', 'done'],
      )
    })

    it('sets quotas and memberships, and says which are so already', async () => {
      const { id: group_id } = await boss.call(createGroup, { company_id: top, name: 'Everybody' })
      const joined = await apply({ action: 'add_to_group', group_id, ids: own })
      assert.ok(joined.results.every(({ outcome }) => outcome === 'done'))
      const again = await plan({ action: 'add_to_group', group_id, below: true })
      assert.deepEqual(
        [again.ids, again.same, again.left_out.map(({ reason, count }) => [reason, count])],
        [[], 3, [['other_organization', 3]]],
      )
      await apply({ action: 'remove_from_group', group_id, ids: [own[1] as PersonId] })
      const { members } = await boss.call(getGroupMembers, { group_id })
      assert.deepEqual(
        [...members].sort((a, b) => Number(a) - Number(b)),
        [own[0], own[2]],
      )
      await apply({ action: 'set_quota', space_quota: 4_000_000, ids: [own[1] as PersonId] })
      const limited = await apply({ action: 'set_quota', space_quota: 5_000_000, ids: own })
      assert.deepEqual(
        limited.results.map(({ space_quota_before }) => space_quota_before),
        [null, 4_000_000, null],
      )
      const repeated = await apply({ action: 'set_quota', space_quota: 5_000_000, ids: own })
      assert.ok(repeated.results.every((one) => one.outcome === 'same' && !('space_quota_before' in one)))
      const quota = await plan({ action: 'set_quota', space_quota: 5_000_000 })
      assert.deepEqual([quota.ids, quota.same], [[], 3])
      await assert.equal(await refusal(plan({ action: 'set_quota' })), 'invalid_request')
      await assert.equal(await refusal(plan({ action: 'add_to_group' })), 'invalid_request')
    })

    it('emails everybody without two-step verification in all customers, but who is disabled', async () => {
      await boss.call(updatePerson, { person_id: theirs[2] as PersonId, active: false })
      const wish = {
        action: 'message',
        subject: 'Two steps\r\nBcc: x@y.test',
        text: 'By Friday, please.',
      } as const
      const { ids, left_out } = await plan({ ...wish, below: true, view: 'no_two_step' })
      assert.deepEqual(new Set(ids), new Set([...own, ...theirs.slice(0, 2)]))
      assert.deepEqual(
        left_out.map(({ reason, first }) => [reason, first]),
        [['disabled', ['Cem Many']]],
      )
      await apply({ ...wish, below: true, ids })
      await world.runJobs()
      const mails = (await world.mails()).filter((mail) => mail.includes('By Friday'))
      assert.equal(mails.length, ids.length)
      for (const mail of mails) {
        assert.match(mail, /^Subject: Two steps Bcc: x@y\.test\r$/m)
        assert.match(mail, new RegExp(`^Reply-To: .*${boss.email}`, 'm'))
      }
    })

    it('is for the administrators of the organization, and of nobody else’s', async () => {
      const member = await world.person({ organizationId: top })
      await assert.equal(await refusal(plan({ action: 'disable' }, member)), 'forbidden')
      const theirBoss = await world.person({ organizationId: customer, siteAdmin: true })
      await assert.equal(await refusal(apply({ action: 'disable', ids: own }, theirBoss)), 'forbidden')
      const outside = await theirBoss.call(applyPersonsBulk, {
        organization_id: customer,
        action: 'disable',
        ids: own,
      } as never)
      assert.deepEqual(new Set(outside.results.map(({ outcome }) => outcome)), new Set(['gone']))
      assert.equal(await activeOf(own[0] as PersonId), true)
    })

    it('deletes guests and people, and goes on behind one that fails', async () => {
      const guest = await boss.call(createGuest, {
        company_id: top,
        email: 'guest@many.test',
        first_name: 'Gus',
        last_name: 'Many',
        password: PASSWORD,
      })
      const planned = await boss.call(planGuestsBulk, { organization_id: top, action: 'delete' } as never)
      assert.deepEqual(planned.ids, [guest.id])
      const gone = await boss.call(applyGuestsBulk, {
        organization_id: top,
        action: 'delete',
        ids: [guest.id, guest.id],
      } as never)
      assert.deepEqual(
        gone.results.map(({ outcome }) => outcome),
        ['done'],
      )
      const [, bob] = own as [PersonId, PersonId]
      const { results } = await apply({ action: 'delete', ids: [boss.id, bob, 999_999_999 as PersonId] })
      assert.deepEqual(
        results.map(({ outcome, reason }) => reason ?? outcome),
        ['yourself', 'done', 'gone'],
      )
      const left = await boss.call(tablePersons, { organization_id: top, q: 'many' } as never)
      assert.deepEqual(
        left.results.map(({ id }) => id),
        [own[0], own[2]],
      )
    })

    it('is refused beyond what can be planned at once', async () => {
      const ids = Array.from({ length: MAX_PLANNED + 1 }, (_, n) => n + 1)
      await assert.equal(await refusal(plan({ action: 'enable', ids: ids as PersonId[] })), 'invalid_request')
      const crowd = await world.organization({}, top)
      await hire(
        world.service.ctx.db,
        ids.map((n) => ({ organizationId: crowd, first: 'x', last: `${n}`, email: `${n}@crowd.test` })),
      )
      await rawSql(
        world.service.ctx.db,
        `update organization set persons_count = ${ids.length} where id = ${crowd}`,
      )
      const all = { organization_id: crowd, action: 'disable' } as const
      await assert.equal(await refusal(boss.call(planPersonsBulk, all as never)), 'invalid_request')
    })
  })
