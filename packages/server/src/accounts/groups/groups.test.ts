import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/groups'
import type { GroupId, OrganizationId } from '@holdfast/api/ids'
import { bearer, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { addAccounts } from '@holdfast/server/testkit/people/accounts'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

const NOBODY = 999_999 as GroupId

for (const stack of STACKS)
  describe(`groups on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function company() {
      const company_id = await world.organization()
      const boss = await world.person({ organizationId: company_id, siteAdmin: true })
      const make = (name: string, lists = {}) => boss.call(api.createGroup, { company_id, name, ...lists })
      return { company_id, boss, make }
    }
    const groupsOf = (boss: Someone, organization_id: OrganizationId, offset = 0) =>
      boss.call(api.listOrganizationGroups, { organization_id, offset })

    async function recordOf(group: GroupId): Promise<{ what: string | undefined; about: string }[]> {
      const rows = await world.service.ctx.db.read
        .selectFrom('activity')
        .select(['activity_type_id', 'data_text'])
        .where('acted_on_group_id', '=', group)
        .orderBy('id')
        .execute()
      const names = new Map(Object.entries(ACTIVITY_TYPES).map(([name, { id }]) => [id as number, name]))
      return rows.map((row) => ({ what: names.get(row.activity_type_id), about: row.data_text }))
    }

    it('have the fields that clients know and no others', async () => {
      const { company_id, boss } = await company()
      const made = await boss.call(api.createGroup, { company_id, name: '  Accounting ' })
      assert.match(made.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      const { id, created } = made
      assert.deepEqual(made, { type: 'group', id, company_id, name: 'Accounting', created, active: true })
      assert.deepEqual(await boss.call(api.getGroup, { group_id: id }), made)
      assert.deepEqual(await groupsOf(boss, company_id), { offset: 0, total: 1, results: [made] })
    })

    it('are renamed, and an update without a name changes nothing', async () => {
      const { boss, make } = await company()
      const made = await make('Sales')
      const update = { group_id: made.id }
      const renamed = { ...made, name: 'Selling' }
      assert.deepEqual(await boss.call(api.updateGroup, { ...update, name: ' Selling ' }), renamed)
      assert.deepEqual(await boss.call(api.updateGroup, update), renamed)
      assert.deepEqual(await boss.call(api.updateGroup, { ...update, name: 'Selling' }), renamed)
      assert.equal((await boss.call(api.updateGroup, { ...update, name: 'SELLING' })).name, 'SELLING')
    })

    it('need a name of a length that can be shown', async () => {
      const { company_id, boss, make } = await company()
      for (const name of ['', '   ', 'x'.repeat(256)])
        await assert.rejects(make(name), { status: 400, code: 'invalid_request', message: /: name\b/ })
      await assert.rejects(boss.call(api.createGroup, { name: 'Homeless' }), {
        code: 'invalid_request',
        message: /company_id/,
      })
      const longest = await make('ﷺ'.repeat(255))
      for (const name of ['   ', 'x'.repeat(256)])
        await assert.rejects(boss.call(api.updateGroup, { group_id: longest.id, name }), {
          code: 'invalid_request',
        })
      assert.equal((await groupsOf(boss, company_id)).total, 1)
    })

    it('share no name with another live group of the organization', async () => {
      const { company_id, boss, make } = await company()
      const other = await company()
      const first = await make('Büro')
      const second = await make('Office')
      await other.make('Büro')
      const conflict = { status: 409, code: 'name_conflict' }
      await assert.rejects(make('BÜRO'), conflict)
      await assert.rejects(make('Bu\u0308ro'), conflict)
      await assert.rejects(boss.call(api.updateGroup, { group_id: second.id, name: 'büro' }), conflict)
      await boss.call(api.deleteGroup, { group_id: first.id })
      await make('BÜRO')
      assert.equal((await groupsOf(boss, company_id)).total, 2)
      const raced = await Promise.allSettled(Array.from({ length: 8 }, () => make('Race')))
      assert.equal(raced.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal((await groupsOf(boss, company_id)).total, 3)
    })

    it('are deleted without a body and can still be looked at, but not changed', async () => {
      const { company_id, boss, make } = await company()
      const [person] = await addAccounts(world, company_id, 1)
      const inner = await make('Inner')
      const group = await make('Java', { members: [person], member_groups: [inner.id] })
      const outer = await make('Outer', { member_groups: [group.id] })
      const path = `/api/2/group/${group.id}`
      const headers = bearer(boss)
      const deleted = await rawCall(world.url, { method: 'POST', path: `${path}/delete`, headers })
      assert.deepEqual([deleted.status, deleted.json()], [200, { status: 'ok' }])
      const read = await rawCall(world.url, { path, headers })
      assert.deepEqual([read.status, read.json()], [200, { ...group, active: false }])
      const nobody = { members: [], member_groups: [], members_from_group: [], member_groups_from_group: [] }
      for (const group_id of [group.id, outer.id])
        assert.deepEqual(await boss.call(api.getGroupMembers, { group_id, include_from_group: true }), nobody)
      const { total, results } = await groupsOf(boss, company_id)
      assert.deepEqual([total, results.map(({ name }) => name)], [2, ['Inner', 'Outer']])

      const gone = { status: 404, code: 'not_found' }
      const group_id = group.id
      await assert.rejects(boss.call(api.updateGroup, { group_id, name: 'Again' }), gone)
      await assert.rejects(boss.call(api.updateGroupMembers, { group_id, members: [] }), gone)
      await assert.rejects(boss.call(api.deleteGroup, { group_id }), gone)
      assert.equal((await groupsOf(boss, company_id)).total, 2)
    })

    it('are deleted once, however many try at the same time', async () => {
      const { company_id, boss, make } = await company()
      await make('Staying')
      const { id: group_id } = await make('Going')
      const tries = await Promise.allSettled(
        Array.from({ length: 6 }, () => boss.call(api.deleteGroup, { group_id })),
      )
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal((await groupsOf(boss, company_id)).total, 1)
    })

    it('are listed a hundred at a time, without those that were deleted', async () => {
      const { company_id, boss, make } = await company()
      const other = await company()
      await other.make('Elsewhere')
      // All at once would wait for each other longer than the service lets anybody wait.
      const made: { id: GroupId }[] = []
      for (let n = 0; n <= 250; n++) made.push(await make(`Group ${n}`))
      const ids = made.map(({ id }) => id).sort((a, b) => a - b)
      const isDeleted = (_: GroupId, n: number) => [0, 120, 250].includes(n)
      for (const group_id of ids.filter(isDeleted)) await boss.call(api.deleteGroup, { group_id })
      const live = ids.filter((id, n) => !isDeleted(id, n))
      for (const offset of [0, 1, 99, 100, 124, 125, 150, 200, 247, 248, 5000]) {
        const page = await groupsOf(boss, company_id, offset)
        assert.deepEqual([page.offset, page.total], [offset, 248])
        assert.deepEqual(
          page.results.map(({ id }) => id),
          live.slice(offset, offset + 100),
          `from ${offset}`,
        )
      }
      for (const offset of ['-1', 'x']) assert.equal((await readGroups(boss, company_id, offset)).status, 400)
    })
    const readGroups = (boss: Someone, id: OrganizationId, offset: string) =>
      world.request(`/api/2/organization/${id}/groups?offset=${offset}`, { headers: boss.bearer })

    it('are for administrators of their organization and of those above it', async () => {
      const { company_id, boss, make } = await company()
      const sibling = await company()
      const group_id = (await make('Guarded')).id
      const below = await world.organization({}, company_id)
      const chief = await world.person({ organizationId: below, siteAdmin: true })
      const plain = await world.person({ organizationId: company_id })
      const calls = (who: Someone, id: GroupId, organization: OrganizationId) => [
        () => who.call(api.createGroup, { company_id: organization, name: 'Intruder' }),
        () => who.call(api.listOrganizationGroups, { organization_id: organization }),
        () => who.call(api.getGroup, { group_id: id }),
        () => who.call(api.getGroupMembers, { group_id: id }),
        () => who.call(api.updateGroup, { group_id: id, name: 'Taken' }),
        () => who.call(api.updateGroupMembers, { group_id: id, members: [who.id] }),
        () => who.call(api.deleteGroup, { group_id: id }),
      ]
      for (const who of [plain, sibling.boss, chief])
        for (const call of calls(who, group_id, company_id))
          await assert.rejects(call, { status: 403, code: 'forbidden' }, String(call))
      for (const who of [plain, boss, await world.admin()])
        for (const call of calls(who, NOBODY, NOBODY as number as OrganizationId))
          await assert.rejects(call, { status: 404, code: 'not_found' }, String(call))

      const inner = await boss.call(api.createGroup, { company_id: below, name: 'Below' })
      const admin = await world.admin()
      for (const who of [boss, chief, admin])
        assert.equal((await who.call(api.getGroup, { group_id: inner.id })).name, 'Below')
      const untouched = { name: 'Guarded', members: [] as number[] }
      const { name } = await admin.call(api.getGroup, { group_id })
      const { members } = await admin.call(api.getGroupMembers, { group_id })
      assert.deepEqual({ name, members }, untouched)
    })

    it('leave a record of every change', async () => {
      const { boss, make, company_id } = await company()
      const [person] = await addAccounts(world, company_id, 1)
      const { id: group_id } = await make('Noted')
      const members = [person].flatMap((id) => id ?? [])
      await boss.call(api.updateGroup, { group_id })
      await boss.call(api.updateGroup, { group_id, name: 'Written down' })
      await boss.call(api.updateGroupMembers, { group_id })
      await boss.call(api.updateGroupMembers, { group_id, members })
      await boss.call(api.updateGroupMembers, { group_id, members: [], remove_files: true })
      await boss.call(api.deleteGroup, { group_id, remove_files: true })
      assert.deepEqual(await recordOf(group_id), [
        { what: 'group_created', about: '' },
        { what: 'group_updated', about: 'Noted' },
        { what: 'group_members_updated', about: '' },
        { what: 'group_members_updated', about: 'remove_files' },
        { what: 'group_deleted', about: 'remove_files' },
      ])
    })

    it('contradict nothing else afterwards', () => checkInvariants(world.service.ctx.db.read))
  })
