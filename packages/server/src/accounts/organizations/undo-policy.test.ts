import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  deleteOrganization,
  getOrganization,
  updateOrganizationPolicy,
} from '@holdfast/api/accounts/organizations'
import { listPolicyChanges, type PolicyField, undoPolicy } from '@holdfast/api/accounts/policies'
import type { ActivityId, OrganizationId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import type { PolicySettings } from '@holdfast/api/policy'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`a change of a policy undone on ${stack.name}`, () => {
    const world = useWorld(stack)
    type Change = Partial<PolicySettings>
    const set = async (who: Someone, organization_id: OrganizationId, change: Change) =>
      (await who.call(updateOrganizationPolicy, { organization_id, ...change })).activity_id as ActivityId
    const undo = (who: Someone, organization_id: OrganizationId, activity_id: ActivityId) =>
      who.call(undoPolicy, { organization_id, activity_id })
    const list = async (who: Someone, organization_id: OrganizationId, before?: ActivityId) =>
      who.call(listPolicyChanges, { organization_id, ...(before && { before }) })
    const read = async (id: OrganizationId, ...fields: PolicyField[]) => {
      const admin = await world.admin()
      const { policy } = await admin.call(getOrganization, { organization_id: String(id) })
      return fields.map((field) => policy[field])
    }
    const bossOf = (organizationId: OrganizationId) => world.person({ organizationId, siteAdmin: true })

    it('brings back the values here and below', async () => {
      const admin = await world.admin()
      const top = await world.organization({ user_rollback: true })
      const middle = await world.organization({ user_rollback: true }, top)
      const low = await world.organization({ user_rollback: true }, middle)
      const never = await world.organization({}, top)
      const all = [top, middle, low, never]
      const both = () => Promise.all(all.map((id) => read(id, 'user_rollback', 'secure_shares')))
      const before = await both()
      const change = await set(admin, top, { user_rollback: false, secure_shares: true })
      assert.deepEqual(await both(), Array(4).fill([false, true]))
      const undone = await undo(admin, top, change)
      assert.ok(undone.activity_id !== null && undone.activity_id > change)
      assert.deepEqual(
        { ...undone, activity_id: 0 },
        {
          type: 'policy_undone',
          activity_id: 0,
          fields: ['secure_shares', 'user_rollback'],
          kept: [],
          organizations_below: 3,
          kept_below: 0,
        },
      )
      assert.deepEqual(await both(), before)
      const { results } = await admin.call(listOrganizationActivity, { organization_id: top })
      const [record] = results
      assert.deepEqual(
        [record?.id, record?.activity_type_id, record?.data_text],
        [undone.activity_id, 22, 'secure_shares, user_rollback'],
      )
      // It is a change like any other.
      await undo(admin, top, undone.activity_id as ActivityId)
      assert.deepEqual(await both(), Array(4).fill([false, true]))
      await checkInvariants(world.service.ctx.db.read)
    })

    it('leaves what someone changed since, and goes on below it', async () => {
      const admin = await world.admin()
      const top = await world.organization()
      const middle = await world.organization({}, top)
      const low = await world.organization({}, middle)
      const other = await world.organization({}, top)
      const change = await set(admin, top, { secure_shares: true, purge_deleted: true })
      await set(admin, top, { secure_shares: false })
      await set(await bossOf(middle), middle, { secure_shares: false })
      const undone = await undo(admin, top, change)
      assert.deepEqual([undone.fields, undone.kept], [['purge_deleted'], ['secure_shares']])
      assert.deepEqual([undone.organizations_below, undone.kept_below], [2, 1])
      const now = [top, middle, low, other].map((id) => read(id, 'secure_shares', 'purge_deleted'))
      assert.deepEqual((await Promise.all(now)).flat(), Array(8).fill(false))
      const again = await undo(admin, top, change)
      assert.deepEqual([again.activity_id, again.fields, again.organizations_below], [null, [], 0])
    })

    it('leaves a value that was changed away and back', async () => {
      const id = await world.organization()
      const boss = await bossOf(id)
      const change = await set(boss, id, { device_brake: 'pause' })
      await set(boss, id, { device_brake: 'off' })
      await set(boss, id, { device_brake: 'pause' })
      assert.deepEqual((await undo(boss, id, change)).kept, ['device_brake'])
      assert.deepEqual(await read(id, 'device_brake'), ['pause'])
    })

    it('gives nothing that the one above has taken since, nor lets go what it demands', async () => {
      const admin = await world.admin()
      const top = await world.organization({ user_rollback: true })
      const id = await world.organization({ user_rollback: true }, top)
      const boss = await bossOf(id)
      const change = await set(boss, id, { user_rollback: false, secure_shares: true })
      await set(admin, top, { user_rollback: false, secure_shares: true })
      const undone = await undo(boss, id, change)
      assert.deepEqual([undone.activity_id, undone.kept], [null, ['secure_shares', 'user_rollback']])
      assert.deepEqual(await read(id, 'user_rollback', 'secure_shares'), [false, true])
    })

    it('takes from those below what was only given by it', async () => {
      const admin = await world.admin()
      const top = await world.organization({ user_rollback: false })
      const below = await world.organization({ user_rollback: false }, top)
      const gone = await world.organization({ user_rollback: false }, top)
      const change = await set(admin, top, { user_rollback: true })
      await set(await bossOf(below), below, { user_rollback: true })
      await set(admin, gone, { user_rollback: true })
      await admin.call(deleteOrganization, { organization_id: gone })
      const undone = await undo(admin, top, change)
      assert.deepEqual([undone.fields, undone.organizations_below], [['user_rollback'], 1])
      assert.deepEqual(await read(below, 'user_rollback'), [false])
    })

    it('is for those who could make the change, for 30 days, where it was made', async () => {
      const admin = await world.admin()
      const id = await world.organization()
      const below = await world.organization({}, id)
      const boss = await bossOf(id)
      const change = await set(admin, id, { max_file_size: 7, secure_shares: true })
      await assert.rejects(undo(boss, id, change), { code: 'forbidden', message: /max_file_size/ })
      const plain = await world.person({ organizationId: id })
      await assert.rejects(undo(plain, id, change), { code: 'forbidden' })
      for (const [where, which] of [
        [below, change],
        [id, 987_654_321 as ActivityId],
      ] as const)
        await assert.rejects(undo(admin, where, which), { code: 'not_found', message: /of this policy/ })
      const [seen] = (await list(boss, id)).results
      const [more] = (await list(admin, id)).results
      assert.deepEqual([seen?.may_undo, more?.may_undo], [false, true])
      world.clock.advance({ days: 30 })
      await admin.signIn(admin.email, PASSWORD)
      assert.equal((await list(admin, id)).results[0]?.may_undo, false)
      await assert.rejects(undo(admin, id, change), { code: 'policy_error', message: /30 days/ })
    })

    it('is listed, newest first, with what others above brought about', async () => {
      const admin = await world.admin()
      const top = await world.organization()
      const id = await world.organization({}, top)
      const boss = await bossOf(id)
      const { name } = await boss.call(getOrganization, { organization_id: String(id) })
      assert.ok(name)
      const first = await set(boss, id, { browser_sign_in_days: 7, purge_deleted: true })
      const forced = await set(admin, top, { secure_shares: true })
      await undo(boss, id, first)
      const { results, next } = await list(boss, id)
      assert.equal(next, null)
      const [undone, above, own] = results
      const { name: nameAbove } = await admin.call(getOrganization, { organization_id: String(top) })
      assert.partialDeepStrictEqual(undone, { is_undo: true, may_undo: true, organizations_below: 0 })
      assert.deepEqual(above, {
        activity_id: forced,
        at: own?.at,
        by: null,
        above: { id: top, name: nameAbove },
        is_undo: false,
        changes: [{ field: 'secure_shares', from: false, to: true }],
        organizations_below: 0,
        may_undo: false,
      })
      assert.match(String(own?.by), /^Pat Doe/)
      assert.deepEqual(own?.changes, [
        { field: 'browser_sign_in_days', from: 90, to: 7 },
        { field: 'purge_deleted', from: false, to: true },
      ])
      assert.equal((await list(admin, top)).results[0]?.organizations_below, 1)
      const plain = await world.person({ organizationId: id })
      await assert.rejects(list(plain, id), { code: 'forbidden' })
    })

    it('is found on the pages of the list', async () => {
      const id = await world.organization()
      const boss = await bossOf(id)
      const made: ActivityId[] = []
      for (let n = 1; n <= 53; n++) made.unshift(await set(boss, id, { browser_sign_in_days: n }))
      const first = await list(boss, id)
      const second = await list(boss, id, first.next as ActivityId)
      assert.deepEqual([first.results.length, second.results.length, second.next], [50, 3, null])
      const listed = [...first.results, ...second.results].map(({ activity_id }) => activity_id)
      assert.deepEqual(listed, made)
    })

    it('may be asked for while others change policies above and below', async () => {
      const admin = await world.admin()
      const top = await world.organization()
      const middle = await world.organization({}, top)
      const low = await world.organization({}, middle)
      const turn = async (on: OrganizationId) => {
        const change = await set(admin, on, { secure_shares: true, user_find_people: false })
        if (change) await undo(admin, on, change)
      }
      await Promise.all([top, middle, low, top, middle, low].map(turn))
      const { results } = await list(admin, top)
      assert.ok(results.length >= 2)
      await checkInvariants(world.service.ctx.db.read)
    })
  })
