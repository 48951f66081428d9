import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/groups'
import type { GroupId, PersonId } from '@holdfast/api/ids'
import type { Instant } from '@holdfast/api/time'
import { bearer, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { addAccounts } from '@holdfast/server/testkit/people/accounts'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'Content-Type': 'application/json' }

for (const stack of STACKS)
  describe(`members of groups on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function company(persons = 0) {
      const company_id = await world.organization()
      const boss = await world.person({ organizationId: company_id, siteAdmin: true })
      let named = 0
      const make = async (lists: { members?: PersonId[]; member_groups?: GroupId[] } = {}) =>
        (await boss.call(api.createGroup, { company_id, name: `Group ${++named}`, ...lists })).id
      const set = (group_id: GroupId, lists: { members?: PersonId[]; member_groups?: GroupId[] }) =>
        boss.call(api.updateGroupMembers, { group_id, ...lists })
      return { company_id, boss, make, set, persons: await addAccounts(world, company_id, persons) }
    }
    const membersOf = (boss: Someone, group_id: GroupId) => boss.call(api.getGroupMembers, { group_id })
    const allOf = (boss: Someone, group_id: GroupId) =>
      boss.call(api.getGroupMembers, { group_id, include_from_group: true })
    const setDeleted = (id: PersonId, deleted_at: Instant | null) =>
      world.service.ctx.db.write((tx) =>
        tx.updateTable('person').set({ deleted_at }).where('id', '=', id).execute(),
      )

    it('are given with the group, each counted once, and listed by id', async () => {
      const { boss, make, persons } = await company(3)
      const inner = await make()
      const group = await make({
        members: [...persons.toReversed(), ...persons],
        member_groups: [inner, inner],
      })
      assert.deepEqual(await membersOf(boss, group), { members: persons, member_groups: [inner] })
      assert.deepEqual(await membersOf(boss, inner), { members: [], member_groups: [] })
    })

    it('are replaced list by list: what is not given stays, an empty list empties', async () => {
      const { boss, make, set, persons } = await company(4)
      const [a, b] = [await make(), await make()]
      const group = await make({ members: persons.slice(0, 2), member_groups: [a] })
      await set(group, {})
      await set(group, { members: persons.slice(1) })
      assert.deepEqual(await membersOf(boss, group), { members: persons.slice(1), member_groups: [a] })
      await set(group, { member_groups: [b] })
      assert.deepEqual(await membersOf(boss, group), { members: persons.slice(1), member_groups: [b] })
      await set(group, { members: [] })
      assert.deepEqual(await membersOf(boss, group), { members: [], member_groups: [b] })
      await set(group, { members: persons, member_groups: [] })
      assert.deepEqual(await membersOf(boss, group), { members: persons, member_groups: [] })
    })

    it('come in every way that clients write lists', async () => {
      const { company_id, boss, make, persons } = await company(2)
      const [p, q] = persons
      const [g, h] = [await make(), await make()]
      const post = async (path: string, type: Record<string, string>, body: string) => {
        const headers = { ...bearer(boss), ...type }
        const response = await rawCall(world.url, { method: 'POST', path, headers, body })
        assert.equal(response.status, 200, response.body.toString())
        return response.json()
      }
      const both = { members: [p, q], member_groups: [g, h] }
      const none = { members: [], member_groups: [] }
      const lists = `[${p}, ${q}]`
      const nested = JSON.stringify([g, h])
      const ways: [type: Record<string, string>, body: string, result: object][] = [
        [FORM, `members=${encodeURIComponent(lists)}&member_groups=${encodeURIComponent(nested)}`, both],
        [FORM, `members=&member_groups=`, both],
        [FORM, 'members=[]&member_groups=%5B%5D', none],
        [FORM, `members=[${p},${q}]&member_groups=[${g},${h}]`, both],
        [FORM, 'members=%5B+%5D&member_groups=[]&remove_files=True', none],
        [FORM, `members=${p}&members=${q}&member_groups=${g}&member_groups=${h}`, both],
        [FORM, `members=${p}&member_groups=["${g}"]`, { members: [p], member_groups: [g] }],
        [JSON_TYPE, JSON.stringify(both), both],
        [JSON_TYPE, '{"members": null}', both],
        [JSON_TYPE, '{"members": [], "member_groups": [], "remove_files": false}', none],
        [JSON_TYPE, JSON.stringify({ members: lists, member_groups: nested }), both],
      ]
      const group = await make()
      for (const [type, body, result] of ways) {
        assert.deepEqual(await post(`/api/2/group/${group}/members/update`, type, body), { status: 'ok' })
        assert.deepEqual(await membersOf(boss, group), result, body)
      }
      const form = `name=Hand+made&company_id=${company_id}&members=${encodeURIComponent(lists)}`
      const made = await post('/api/2/group/create', FORM, `${form}&member_groups=${g}&member_groups=${h}`)
      assert.deepEqual(await membersOf(boss, made.id as GroupId), both)
    })

    it('are refused by parameter and id when they are not of the organization', async () => {
      const { company_id, boss, make, set, persons } = await company(2)
      const other = await company(1)
      const [person, gone] = persons as [PersonId, PersonId]
      const [guest] = (await addAccounts(world, company_id, 1, { guest: true })) as [PersonId]
      const [stranger] = other.persons as [PersonId]
      const foreign = await other.make()
      const deleted = await make()
      await boss.call(api.deleteGroup, { group_id: deleted })
      await setDeleted(gone, world.clock.now())
      const inner = await make()
      const group = await make({ members: [person], member_groups: [inner] })
      const before = await membersOf(boss, group)
      for (const id of [guest, stranger, gone, 999_999 as PersonId])
        for (const refused of [
          () => set(group, { members: [person, id], member_groups: [] }),
          () => make({ members: [id] }),
        ])
          await assert.rejects(refused, refusal('members', id))
      for (const id of [foreign, deleted, 999_999 as GroupId])
        for (const refused of [
          () => set(group, { members: [], member_groups: [inner, id] }),
          () => make({ member_groups: [id] }),
        ])
          await assert.rejects(refused, refusal('member_groups', id))
      for (const members of [[0], [-1], ['x'], [1.5], { 1: 2 }])
        await assert.rejects(set(group, { members } as never), {
          code: 'invalid_request',
          message: /members/,
        })
      assert.deepEqual(await membersOf(boss, group), before)
      assert.equal((await boss.call(api.listOrganizationGroups, { organization_id: company_id })).total, 2)
      await setDeleted(gone, null)
    })
    const refusal = (parameter: string, id: number) => ({
      status: 400,
      code: 'invalid_request',
      message: new RegExp(`parameter: ${parameter} \\((there is no person|there is no group|group) ${id} `),
    })

    it('never make a group part of itself', async () => {
      const { boss, make, set } = await company()
      const leaf = await make()
      const middle = await make({ member_groups: [leaf] })
      const top = await make({ member_groups: [middle] })
      for (const [group, member] of [
        [leaf, leaf],
        [leaf, middle],
        [leaf, top],
        [middle, top],
        [top, top],
      ] as const)
        await assert.rejects(set(group, { member_groups: [member] }), refusal('member_groups', member))
      assert.deepEqual((await membersOf(boss, leaf)).member_groups, [])
      await set(top, { member_groups: [middle, leaf] })
      await set(middle, { member_groups: [] })
      await set(leaf, { member_groups: [middle] })
    })

    it('never make a group part of itself by changes at the same time', async () => {
      const { boss, make, set } = await company()
      for (let round = 0; round < rounds(4, 10); round++) {
        const ring = [await make(), await make(), await make()]
        const changes = ring.map((group, n) => set(group, { member_groups: [ring[(n + 1) % 3] as GroupId] }))
        const done = await Promise.allSettled(changes)
        assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 2)
        const counts = await Promise.all(ring.map((group) => membersOf(boss, group)))
        assert.equal(counts.flatMap(({ member_groups }) => member_groups).length, 2)
      }
    })

    it('are inherited through any depth, besides those who are there directly', async () => {
      const { boss, make, persons } = await company(3)
      const [a, b, c] = persons as [PersonId, PersonId, PersonId]
      const deepest = await make({ members: [a, b] })
      const deep = await make({ members: [b], member_groups: [deepest] })
      const group = await make({ members: [a, c], member_groups: [deep, deepest] })
      const all = {
        members: [a, c],
        member_groups: [deepest, deep],
        members_from_group: [a, b],
        member_groups_from_group: [deepest],
      }
      assert.deepEqual(await allOf(boss, group), all)
      await setDeleted(a, world.clock.now())
      assert.deepEqual(await allOf(boss, group), { ...all, members: [c], members_from_group: [b] })
      await setDeleted(a, null)
      await boss.call(api.deleteGroup, { group_id: deep })
      assert.deepEqual(await allOf(boss, group), {
        ...all,
        member_groups: [deepest],
        member_groups_from_group: [],
      })
    })

    it('are inherited as a simple walk over the same groups finds them', async () => {
      const { boss, make, set, persons } = await company(12)
      const random = dice(`groups ${stack.name}`)
      const some = <T>(from: readonly T[], chance: number) => from.filter(() => random() < chance)
      const groups: GroupId[] = []
      const direct = new Map<GroupId, { members: PersonId[]; member_groups: GroupId[] }>()
      for (let n = 0; n < 14; n++) {
        const lists = { members: some(persons, 0.15), member_groups: some(groups, 0.25) }
        const group = await make(lists)
        direct.set(group, lists)
        groups.push(group)
      }
      const below = (group: GroupId): GroupId[] =>
        (direct.get(group)?.member_groups ?? []).flatMap((inner) => [inner, ...below(inner)])
      for (let round = 0; round < rounds(3, 6); round++) {
        for (const group of some(groups, 0.3)) {
          const lists = { members: some(persons, 0.2), member_groups: some(groups, 0.15) }
          const circular = lists.member_groups.some(
            (inner) => inner === group || below(inner).includes(group),
          )
          if (circular) await assert.rejects(set(group, lists), { code: 'invalid_request' })
          else {
            await set(group, lists)
            direct.set(group, lists)
          }
        }
        for (const group of groups) {
          const inherited = [...new Set(below(group))].map((inner) => direct.get(inner))
          const sorted = <T extends number>(ids: T[]) => [...new Set(ids)].sort((a, b) => a - b)
          assert.deepEqual(await allOf(boss, group), {
            members: direct.get(group)?.members,
            member_groups: direct.get(group)?.member_groups,
            members_from_group: sorted(inherited.flatMap((inner) => inner?.members ?? [])),
            member_groups_from_group: sorted(inherited.flatMap((inner) => inner?.member_groups ?? [])),
          })
        }
      }
    })

    it('can be more than one statement takes', async () => {
      const { boss, make, set, persons } = await company(1300)
      const group = await make({ members: persons })
      assert.deepEqual((await membersOf(boss, group)).members, persons)
      await set(group, { members: persons.slice(700) })
      assert.deepEqual((await membersOf(boss, group)).members, persons.slice(700))
    })

    it('contradict nothing else afterwards', () => checkInvariants(world.service.ctx.db.read))
  })

/** Numbers from 0 up to 1 that are the same at every run. */
function dice(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 12)) >>> 0) / 2 ** 32
  }
}
