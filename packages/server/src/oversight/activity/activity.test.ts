import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { createGuest } from '@holdfast/api/accounts/guests'
import { deleteOrganization } from '@holdfast/api/accounts/organizations'
import type { CallParams } from '@holdfast/api/client'
import { deleteFile, getRoot } from '@holdfast/api/files/files'
import type { ActivityId, OrganizationId, PersonId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/oversight/activity'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { THE_SERVICE } from '../../platform/principal.ts'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

const FORBIDDEN = { status: 403, code: 'forbidden' }
const NOT_FOUND = { status: 404, code: 'not_found' }
const INVALID = { status: 400, code: 'invalid_request' }
const NOTED = ACTIVITY_TYPES.noted.id
const sentence = (one: api.Activity) => `${one.actor_text} ${one.action_text} ${one.acted_on_text}`

for (const stack of STACKS) {
  describe(`activity on ${stack.name}`, () => {
    const world = useWorld(stack)
    let here: OrganizationId
    let below: OrganizationId
    let admin: Someone
    let pat: Someone
    let stranger: Someone
    before(async () => {
      here = await world.organization()
      below = await world.organization({}, here)
      admin = await world.person({ organizationId: here, siteAdmin: true })
      pat = await world.person({ organizationId: here })
      stranger = await world.person({ organizationId: await world.organization(), siteAdmin: true })
    })
    const ofOrganization = (who: Someone, organization_id: OrganizationId, offset?: number) =>
      who.call(api.listOrganizationActivity, {
        organization_id,
        ...(offset !== undefined && { offset }),
      })
    const ofPerson = (who: Someone, person_id: PersonId, offset?: number) =>
      who.call(api.listPersonActivity, { person_id, ...(offset !== undefined && { offset }) })
    /** Loosely typed, to send what a typed client would not. */
    const note = (who: Someone, params: Record<string, unknown> = {}) =>
      who.call(api.createActivity, { activity_type_id: NOTED, ...params } as CallParams<
        typeof api.createActivity
      >)

    it('lists its types, ids and scopes included', async () => {
      const { results } = await pat.call(api.listActivityTypes, {})
      assert.equal(results.length, Object.keys(ACTIVITY_TYPES).length)
      assert.deepEqual(results[6], {
        type: 'activity_type',
        id: 7,
        activity: 'uploaded a file to the root',
        machine_scope: true,
        user_scope: true,
        system_scope: false,
      })
    })

    it('tells what happened, newest first, in words', async () => {
      const file = await pat.upload('plan.txt', 'one')
      await pat.call(deleteFile, { root_id: pat.rootId, file_id: file.id })
      const { total, results } = await ofOrganization(admin, here)
      assert.equal(total, results.length)
      const [deleted, uploaded] = results
      assert.ok(deleted && uploaded)
      assert.match(sentence(uploaded), /^Pat Doe \d+ uploaded a file to the root \S/)
      assert.deepEqual([deleted.activity_type_id, uploaded.activity_type_id], [9, 7])
      assert.deepEqual(deleted, {
        ...uploaded,
        id: deleted.id,
        activity_type_id: 9,
        action_text: 'deleted a file from the root',
      })
      assert.deepEqual(
        [uploaded.data_text, uploaded.data_text_vars, uploaded.processed, uploaded.acted_on_root_id],
        ['/plan.txt', { path: '/plan.txt' }, true, pat.rootId],
      )
      assert.deepEqual(await pat.call(api.getActivity, { activity_id: deleted.id }), deleted)
    })

    it('is for administrators, and for whoever it is about or from', async () => {
      const { results } = await ofPerson(pat, pat.id)
      const activity_id = results[0]?.id as ActivityId
      const root = await world.admin()
      for (const someone of [pat, admin, root]) {
        assert.equal((await someone.call(api.getActivity, { activity_id })).id, activity_id)
        assert.equal((await ofPerson(someone, pat.id)).total, results.length)
      }
      await assert.rejects(stranger.call(api.getActivity, { activity_id }), FORBIDDEN)
      await assert.rejects(ofPerson(stranger, pat.id), FORBIDDEN)
      for (const someone of [pat, stranger]) await assert.rejects(ofOrganization(someone, here), FORBIDDEN)
      const belowAdmin = await world.person({ organizationId: below, siteAdmin: true })
      await assert.rejects(ofOrganization(belowAdmin, here), FORBIDDEN)
      assert.ok((await ofOrganization(admin, below)).total > 0)
      await assert.rejects(ofPerson(pat, admin.id), FORBIDDEN)
      const none = 999_999 as ActivityId
      await assert.rejects(pat.call(api.getActivity, { activity_id: none }), NOT_FOUND)
      await assert.rejects(ofPerson(admin, 999_999 as PersonId), NOT_FOUND)
      await assert.rejects(ofOrganization(admin, 999_999 as OrganizationId), NOT_FOUND)
    })

    it('counts what someone did to the own account once', async () => {
      const one = await world.person({ organizationId: here })
      const { total, results } = await ofPerson(one, one.id)
      assert.deepEqual(
        results.map(({ action_text }) => action_text),
        ['signed in to the account', 'created the account'],
      )
      assert.equal(total, 2)
    })

    it('has pages of equal right, forwards and backwards', async () => {
      const organizationId = await world.organization()
      const boss = await world.person({ organizationId, siteAdmin: true })
      for (let n = 0; n < 230; n++) await note(boss, { data_text: `note ${n}` })
      for (const list of [
        (offset?: number) => ofOrganization(boss, organizationId, offset),
        (offset?: number) => ofPerson(boss, boss.id, offset),
      ]) {
        const { total } = await list()
        assert.ok(total > 230 && total < 300)
        const all = []
        for (const offset of [0, 100, 200]) all.push(...(await list(offset)).results)
        assert.equal(all.length, total)
        assert.deepEqual(
          all.slice(0, 230).map(({ data_text }) => data_text),
          Array.from({ length: 230 }, (_, n) => `note ${229 - n}`),
        )
        assert.deepEqual((await list(131)).results, all.slice(131, 231))
        const last = total - 1
        assert.deepEqual(await list(last), { offset: last, total, results: all.slice(last) })
        assert.deepEqual(await list(500), { offset: 500, total, results: [] })
      }
    })

    it('takes notes of clients, from the caller unless told otherwise', async () => {
      const vars = { mood: 'good', lines: [1, { deep: [true, null, '\0'] }], __proto__: null, '': 0.5 }
      const own = await note(pat, { data_text: 'a <b>note</b>', data_text_vars: vars })
      assert.match(sentence(own), /^Pat Doe \d+ added a note on person\d+@example\.test$/)
      assert.deepEqual(
        [own.actor_person_id, own.acted_on_person_id, own.data_text, own.data_text_vars],
        [pat.id, pat.id, 'a <b>note</b>', { ...vars }],
      )
      assert.deepEqual(await pat.call(api.getActivity, { activity_id: own.id }), own)
      const about = { acted_on_type: 'organization', acted_on_id: here }
      assert.equal((await note(pat, about)).acted_on_company_id, here)
      const onRoot = await note(admin, { acted_on_type: 'root', acted_on_id: pat.rootId })
      assert.deepEqual([onRoot.acted_on_root_id, onRoot.acted_on_type], [pat.rootId, 'root'])
      const device = await note(pat, { actor_type: 'machine' })
      assert.deepEqual([device.actor_type, device.actor_person_id], ['machine', pat.id])
      const onDevice = { acted_on_type: 'machine', acted_on_id: device.actor_machine_id }
      assert.equal((await note(pat, onDevice)).acted_on_machine_id, device.actor_machine_id)
      const site = await note(await world.admin(), { acted_on_type: 'site' })
      assert.deepEqual([site.acted_on_type, site.acted_on_text], ['site', 'Holdfast'])
    })

    it('lets administrators speak for others, and says so', async () => {
      const forPat = await note(admin, { actor_type: 'person', actor_id: pat.id })
      assert.deepEqual([forPat.actor_person_id, forPat.acted_on_person_id], [pat.id, admin.id])
      assert.match(String(forPat.data_text_vars.recorded_by), /^Pat Doe/)
      const hidden = { data_text_vars: { recorded_by: 'someone else' } }
      await assert.rejects(note(pat, hidden), INVALID)
      const machine = (await note(pat, { actor_type: 'machine' })).actor_machine_id
      const forDevice = await note(admin, { actor_type: 'machine', actor_id: machine })
      assert.equal(forDevice.actor_machine_id, machine)
      for (const actor of [
        { actor_type: 'person', actor_id: admin.id },
        { actor_type: 'site' },
        {
          actor_type: 'machine',
          actor_id: (await note(admin, { actor_type: 'machine' })).actor_machine_id,
        },
      ])
        await assert.rejects(note(pat, actor), FORBIDDEN)
      await assert.rejects(note(stranger, { actor_type: 'machine', actor_id: machine }), FORBIDDEN)
      await assert.rejects(note(admin, { actor_type: 'site' }), FORBIDDEN)
    })

    it('lets nobody write what the service writes, nor about what is out of reach', async () => {
      for (const { id } of Object.values(ACTIVITY_TYPES))
        if (id !== NOTED)
          await assert.rejects(note(admin, { activity_type_id: id }), {
            ...FORBIDDEN,
            message: /Only the service can record activity of this type/,
          })
      for (const [acted_on_type, acted_on_id] of [
        ['person', pat.id],
        ['organization', here],
        ['root', pat.rootId],
      ])
        await assert.rejects(note(stranger, { acted_on_type, acted_on_id }), FORBIDDEN)
      await assert.rejects(note(admin, { acted_on_type: 'site' }), FORBIDDEN)
      for (const acted_on_type of ['person', 'guest', 'group', 'machine', 'organization', 'root'])
        await assert.rejects(note(admin, { acted_on_type, acted_on_id: 999_999 }), NOT_FOUND)
    })

    it('knows nothing in an organization that was deleted, though it is closed a little later', async () => {
      const gone = await world.organization({}, here)
      const member = await world.person({ organizationId: gone })
      const device = (await note(member, { actor_type: 'machine' })).actor_machine_id
      const guest = await admin.call(createGuest, {
        company_id: gone,
        email: 'gone@example.test',
        first_name: 'Gone',
        last_name: 'Guest',
        generate_password: true,
      })
      const group = await admin.call(createGroup, { company_id: gone, name: 'Gone' })
      const named = [
        ['guest', guest.id],
        ['group', group.id],
        ['machine', device],
        ['person', member.id],
      ] as const
      for (const [acted_on_type, acted_on_id] of named) await note(admin, { acted_on_type, acted_on_id })
      await note(admin, { actor_type: 'guest', actor_id: guest.id })
      await admin.call(deleteOrganization, { organization_id: gone })
      for (const [acted_on_type, acted_on_id] of named)
        await assert.rejects(note(admin, { acted_on_type, acted_on_id }), NOT_FOUND, acted_on_type)
      for (const [actor_type, actor_id] of named)
        if (actor_type !== 'group')
          await assert.rejects(note(admin, { actor_type, actor_id }), NOT_FOUND, actor_type)
    })

    it('refuses what does not make sense', async () => {
      for (const wrong of [
        { activity_type_id: 9999 },
        { actor_type: 'robot' },
        { acted_on_type: 'root' },
        { acted_on_id: 1 },
        { data_text: 'x'.repeat(1001) },
        { data_text_vars: ['a'] },
        { data_text_vars: { long: 'ü'.repeat(2048) } },
        { data_text_vars: '{' },
      ])
        await assert.rejects(note(pat, wrong), INVALID, JSON.stringify(wrong).slice(0, 80))
      await note(pat, { data_text: 'x'.repeat(1000), data_text_vars: { long: 'x'.repeat(4000) } })
    })

    it('has what someone was refused, gathered, and tells neither side more than it may know', async () => {
      const { denials } = world.service.ctx
      await denials.flush()
      const outsider = await world.person({ organizationId: await world.organization() })
      const kept = async (times: number) => {
        for (let n = 0; n < times; n++)
          await assert.rejects(outsider.call(getRoot, { root_id: pat.rootId }), FORBIDDEN)
        await denials.flush()
      }
      await kept(3)
      await kept(2)
      const [there] = (await ofOrganization(admin, here)).results
      const name = `${there?.actor_text}`.replace(/ \(.*/, '')
      assert.ok(there)
      assert.match(
        sentence(there),
        /^Pat Doe \d+ \(person \d+ of another organization\) was refused access to Org/,
      )
      assert.equal(there.data_text, `get root (root ${pat.rootId}): 3 times`)
      assert.deepEqual(
        [there.activity_type_id, there.actor_person_id, there.actor_company_id],
        [20, null, null],
      )
      const [own] = (await ofPerson(outsider, outsider.id)).results
      assert.ok(own)
      assert.equal(sentence(own), `${name} was refused access to something of another organization`)
      assert.deepEqual([own.data_text, own.acted_on_root_id], [there.data_text, null])
      assert.notEqual(own.acted_on_company_id, here)
      world.clock.advance({ minutes: 61 })
      await denials.flush()
      for (const who of [admin, pat, stranger]) await who.signIn(who.email, PASSWORD)
      const [, again] = (await ofOrganization(admin, here)).results.filter(
        (one) => one.activity_type_id === 20,
      )
      assert.equal(again?.id, there.id)
      const [rest] = (await ofOrganization(admin, here)).results.filter((one) => one.activity_type_id === 20)
      assert.equal(rest?.data_text, `get root (root ${pat.rootId}): 2 times`)
    })

    it('knows who was acted on by the service', async () => {
      const { results } = await ofPerson(pat, pat.id, 0)
      const created = results.at(-1)
      assert.deepEqual([created?.actor_type, created?.actor_text], [THE_SERVICE, 'Holdfast'])
    })
  })
}
