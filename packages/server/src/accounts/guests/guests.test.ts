import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/guests'
import { getOrganization } from '@holdfast/api/accounts/organizations'
import { getOwnPerson, getPerson } from '@holdfast/api/accounts/people'
import { getRoot } from '@holdfast/api/files/files'
import type { GuestId, OrganizationId } from '@holdfast/api/ids'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`guests on ${stack.name}`, () => {
    const world = useWorld(stack)
    let made = 0

    async function company(policy = {}) {
      const id = await world.organization(policy)
      return { id, boss: await world.person({ organizationId: id, siteAdmin: true }) }
    }
    const create = (boss: Someone, company_id: OrganizationId, given: object = {}) =>
      boss.call(api.createGuest, {
        company_id,
        email: `guest${++made}@example.test`,
        first_name: 'Gus',
        last_name: 'Guest',
        password: PASSWORD,
        ...given,
      })
    const token = (email: string, password = PASSWORD) =>
      world.token({ grant_type: 'password', username: email, password })
    const as = async (email: string, password = PASSWORD) => {
      const { body } = await token(email, password)
      return { authorization: `Bearer ${body.access_token}` }
    }

    it('are created with the specified fields', async () => {
      const { id, boss } = await company()
      const guest = await create(boss, id, { email: 'Gus@example.test', send_welcome_email: true })
      const { id: guestId, created, ...rest } = guest
      assert.ok(guestId > 0 && created.length === 19)
      assert.deepEqual(rest, {
        type: 'guest',
        company_id: id,
        creator_id: boss.id,
        email: 'Gus@example.test',
        first_name: 'Gus',
        last_name: 'Guest',
        active: true,
      })
      assert.match((await world.sent('Gus@example.test'))[0]?.text ?? '', /You have a new account/)
      for (const [given, message] of [
        [{ password: undefined }, /Missing required parameter: password/],
        [{ pw_expires: 7 }, /pw_expires/],
        [{ email: boss.email }, /email/],
        [{ email: 'gus@EXAMPLE.test' }, /email/],
      ] as [object, RegExp][])
        await assert.rejects(create(boss, id, given), { message })
    })

    it('sign in and reach their own record and nothing else', async () => {
      const { id, boss } = await company({ require_two_step_auth: true })
      await world.service.ctx.db.write((tx) =>
        tx.updateTable('organization').set({ require_two_step: 0 }).where('id', '=', id).execute(),
      )
      const guest = await create(boss, id)
      const headers = await as(guest.email)
      const own = await world.request(`/api/2/guest/${guest.id}`, { headers })
      assert.deepEqual([own.status, own.body.email], [200, guest.email])
      for (const path of [
        '/api/2/person',
        `/api/2/person/${guest.id}`,
        `/api/2/organization/${id}`,
        `/api/2/organization/${id}/guests`,
        `/api/2/files/${boss.rootId}`,
        '/api/2/person/sessions',
      ])
        assert.equal((await world.request(path, { headers })).error, 'forbidden', path)
      const other = await create(boss, id)
      assert.equal((await world.request(`/api/2/guest/${other.id}`, { headers })).error, 'forbidden')
      assert.equal((await world.request(`/api/2/guest/${other.email}`, { headers })).error, 'not_found')
    })

    it('set their password, by a mailed link too', async () => {
      const { id, boss } = await company()
      const guest = await create(boss, id, { password: undefined, generate_password: true })
      const text = (await world.sent(guest.email)).at(-1)?.text ?? ''
      const [, mailed = ''] = /token=([\w-]+)/.exec(text) ?? []
      const { body } = await world.post('/api/2/reset_password/confirm', { token: mailed })
      const headers = { authorization: `Bearer ${body.access_token}` }
      const set = await world.post(`/api/2/guest/${guest.id}/update`, { password: PASSWORD }, headers)
      assert.equal(set.status, 200)
      assert.equal((await token(guest.email)).status, 200)
      const again = await world.post(`/api/2/guest/${guest.id}/update`, { password: PASSWORD }, headers)
      assert.equal(again.error, 'password_unchanged')
      const mail = await world.post(`/api/2/guest/${guest.id}/update`, { email: 'x@example.test' }, headers)
      assert.equal(mail.error, 'forbidden')
    })

    it('must set a new one when it expires', async () => {
      const { id, boss } = await company()
      const guest = await create(boss, id, { pw_expires: '6' })
      const headers = await as(guest.email)
      world.clock.advance({ minutes: 59 })
      assert.equal((await world.request(`/api/2/guest/${guest.id}`, { headers })).status, 200)
      world.clock.advance({ hours: 6 })
      const shares = async () =>
        world.request(`/api/2/guest/${guest.id}/shares`, { headers: await as(guest.email) })
      assert.match(String((await shares()).body.error_description), /new password/)
      const change = (given: object) => boss.call(api.updateGuest, { guest_id: guest.id, ...given })
      await change({ first_name: 'August' })
      assert.equal((await shares()).status, 403)
      await change({ pw_expires: '' })
      assert.equal((await shares()).status, 200, 'an empty one is never')
    })

    it('are changed, listed and deleted by administrators', async () => {
      const { id, boss } = await company()
      const guest = await create(boss, id)
      const changed = await boss.call(api.updateGuest, { guest_id: guest.id, first_name: 'August' })
      assert.deepEqual([changed.first_name, changed.last_name], ['August', 'Guest'])
      const list = await boss.call(api.listOrganizationGuests, { organization_id: id })
      assert.deepEqual([list.total, list.results], [1, [changed]])
      for (const ref of [String(guest.id), guest.email.toUpperCase()])
        assert.deepEqual(await boss.call(api.getGuest, { guest_id: ref }), changed)
      const stranger = (await company()).boss
      await assert.rejects(stranger.call(api.getGuest, { guest_id: String(guest.id) }), { code: 'forbidden' })
      await assert.rejects(stranger.call(api.getGuest, { guest_id: guest.email }), { code: 'not_found' })
      await assert.rejects(stranger.call(api.deleteGuest, { guest_id: guest.id }), { code: 'forbidden' })
      await assert.rejects(boss.call(getPerson, { person_id: String(guest.id) }), { code: 'not_found' })
      const plain = await world.person({ organizationId: id })
      for (const refused of [
        () => create(plain, id),
        () => plain.call(api.deleteGuest, { guest_id: guest.id }),
        () => plain.call(api.listOrganizationGuests, { organization_id: id }),
      ])
        await assert.rejects(refused(), { code: 'forbidden' })
      const headers = await as(guest.email)
      await boss.call(api.deleteGuest, { guest_id: guest.id })
      assert.equal((await world.request(`/api/2/guest/${guest.id}`, { headers })).error, 'access_denied')
      await assert.rejects(boss.call(api.getGuest, { guest_id: String(guest.id) }), { code: 'not_found' })
      assert.equal((await boss.call(api.listOrganizationGuests, { organization_id: id })).total, 0)
      assert.notEqual((await create(boss, id, { email: guest.email })).id, guest.id)
    })

    it('become persons with the same address and password, if there is room', async () => {
      const { id, boss } = await company({ num_users_maximum: 2 })
      const [first, second] = [await create(boss, id), await create(boss, id)]
      const person = await boss.call(api.convertGuest, { guest_id: first.id })
      assert.deepEqual([person.type, person.email, person.roots.length], ['person', first.email, 1])
      await assert.rejects(boss.call(api.getGuest, { guest_id: String(first.id) }), { code: 'not_found' })
      const herself = await world.signIn(first.email)
      assert.equal((await herself.call(getOwnPerson, {})).id, person.id)
      assert.equal((await herself.call(getRoot, { root_id: herself.rootId })).root_type, 'sync')
      await herself.call(getOrganization, { organization_id: String(id) })
      await assert.rejects(boss.call(api.convertGuest, { guest_id: second.id }), {
        code: 'user_limit_exceeded',
        message: /num_users_maximum/,
      })
      await assert.rejects(boss.call(api.convertGuest, { guest_id: 999_999 as GuestId }), {
        code: 'not_found',
      })
    })
  })
