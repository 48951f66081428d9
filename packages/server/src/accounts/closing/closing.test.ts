import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as closings from '@holdfast/api/accounts/organization-closing'
import { getOrganizationMay } from '@holdfast/api/accounts/organization-may'
import * as organizations from '@holdfast/api/accounts/organizations'
import * as fleet from '@holdfast/api/devices/fleet'
import type { MachineId, OrganizationId } from '@holdfast/api/ids'
import { tableOrganizations } from '@holdfast/api/oversight/organization-table'
import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import { DAY_MS, formatDate } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { Device } from '@holdfast/server/testkit/people/device'
import { recordedOn } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { deletePause, pauseAfterRestore } from '../../platform/installation/rest-queries.ts'
import { signOutDevices } from './sign-out-devices.ts'
import { watchClosings } from './watch-closings.ts'

for (const stack of STACKS)
  describe(`closing an organization on ${stack.name}`, () => {
    const world = useWorld(stack)
    // It comes when a test has it come.
    before(() => rawSql(world.service.ctx.db, `delete from schedule where kind = 'watch_closings'`))
    const watch = () => watchClosings(world.service.ctx)
    const inDays = (days: number) => formatDate(world.clock.now() + days * DAY_MS)

    /** Someone who looks after a customer, which has an organization below it, and people in both. */
    async function customer() {
      const above = await world.organization()
      const msp = await world.person({ organizationId: above, siteAdmin: true })
      const made = await msp.call(organizations.createOrganization, {
        organization_id: above,
        name: 'Linden Dental',
        email: 'office@linden.test',
        slug: `linden-${above}`,
      })
      const below = await world.organization({}, made.id)
      const boss = await world.person({ organizationId: made.id, siteAdmin: true })
      const ann = await world.person({ organizationId: below })
      const close = (given: object = {}) =>
        msp.call(closings.closeOrganization, {
          organization_id: made.id,
          delete_on: inDays(30),
          name: 'Linden Dental',
          ...given,
        })
      const get = (organization_id: OrganizationId = made.id, who = msp) =>
        who.call(closings.getClosing, { organization_id })
      const cancel = (who = msp) => who.call(closings.cancelClosing, { organization_id: made.id })
      return { above, msp, made, below, boss, ann, close, get, cancel }
    }

    /** A browser of someone, which tells whether it is signed in. */
    async function browserOf({ email }: Someone) {
      const { headers } = await world.post('/api/2/session/create', { email, password: PASSWORD })
      const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
      return async () => (await world.request('/api/2/person', { headers: { cookie } })).status
    }
    const signIn = ({ email: username }: Someone) =>
      world.token({ grant_type: 'password', username, password: PASSWORD })

    let agents = 0
    /** A device of someone whose agent is connected. */
    async function agentOf({ email: username }: Someone) {
      const given = { client_id: AGENT_CLIENT, dns_name: `desk ${++agents}` }
      const { body } = await world.token({ grant_type: 'password', username, password: PASSWORD, ...given })
      const headers = { authorization: `Bearer ${body.access_token}` }
      const device = await Device.open(world.url, headers)
      const machine_id = (await device.hello()).machine_id as MachineId
      const grant = { grant_type: 'refresh_token', client_id: AGENT_CLIENT, guid: String(body.guid) }
      const refresh = () => world.token({ ...grant, refresh_token: String(body.refresh_token) })
      return { machine_id, device, refresh }
    }

    it('keeps its people out, and those below it, until it is canceled', async () => {
      const { above, msp, made, below, boss, ann, close, get, cancel } = await customer()
      const browsers = [await browserOf(boss), await browserOf(ann)]
      const closing = await close({ delete_on: inDays(3) })
      assert.deepEqual(
        [closing.organization, closing.delete_on, closing.remove_files],
        [{ id: made.id, name: 'Linden Dental' }, inDays(3), false],
      )
      for (const browser of browsers) assert.equal(await browser(), 403)
      for (const someone of [boss, ann]) {
        const { status, error } = await signIn(someone)
        assert.deepEqual([status, error], [403, 'forbidden'])
      }
      const stateOf = async (organization_id: OrganizationId) =>
        (await msp.call(getOrganizationMay, { organization_id })).state
      assert.deepEqual([await stateOf(made.id), await stateOf(below)], ['closing', 'closing'])
      const list = async () =>
        (await msp.call(tableOrganizations, { organization_id: above, below: true, sort: 'name' })).results
          .filter(({ closes_on }) => closes_on !== null)
          .map(({ id, state, closes_on }) => [id, state, closes_on?.slice(0, 10)])
      assert.deepEqual(
        (await list()).sort(),
        [
          [made.id, 'closing', inDays(3)],
          [below, 'closing', inDays(3)],
        ].sort(),
      )
      assert.equal((await get(below)).organization.id, made.id)
      await cancel()
      for (const browser of browsers) assert.equal(await browser(), 200, 'as after a suspension')
      for (const someone of [boss, ann]) assert.equal((await signIn(someone)).status, 200)
      assert.deepEqual([await stateOf(made.id), await list()], ['ok', []])
      await assert.rejects(get(), { code: 'not_found' })
      await assert.rejects(cancel(), { code: 'not_found' })
      world.clock.advance({ days: 4 })
      await watch()
      assert.equal(
        (await msp.call(organizations.getOrganization, { organization_id: String(made.id) })).id,
        made.id,
      )
    })

    it('is done once, by administrators above, for a day and by its name', async () => {
      const { above, msp, made, boss, close, cancel } = await customer()
      for (const [given, reason] of [
        [{ name: 'Linden' }, 'name'],
        [{ delete_on: inDays(0) }, 'delete_on'],
        [{ delete_on: inDays(366) }, 'delete_on'],
      ] as const)
        await assert.rejects(close(given), {
          code: 'invalid_request',
          message: new RegExp(`parameter: ${reason} `),
        })
      await assert.rejects(
        boss.call(closings.closeOrganization, {
          organization_id: made.id,
          delete_on: inDays(3),
          name: 'Linden Dental',
        }),
        { code: 'forbidden' },
      )
      const admin = await world.admin()
      const root = { organization_id: 1 as OrganizationId, delete_on: inDays(3), name: 'any' }
      await assert.rejects(admin.call(closings.closeOrganization, root), { code: 'forbidden' })
      await close({ delete_on: inDays(1) })
      await assert.rejects(close(), { status: 409, code: 'policy_error' })
      // Whether it is active is decided by closing until it ends.
      const one = { organization_id: made.id }
      for (const op of [organizations.enableOrganization, organizations.disableOrganization])
        await assert.rejects(msp.call(op, one), { code: 'policy_error' })
      await assert.rejects(msp.call(organizations.updateOrganization, { ...one, active: true }), {
        code: 'policy_error',
      })
      const { may, not } = await msp.call(getOrganizationMay, one)
      assert.ok(may.includes('organization.close'))
      assert.deepEqual(
        not.filter(({ why }) => why === 'closed').map(({ action }) => action),
        ['organization.suspend'],
      )
      await cancel()
      await msp.call(organizations.disableOrganization, one)
      await close({ delete_on: inDays(365) })
      await cancel()
      assert.equal((await msp.call(getOrganizationMay, one)).state, 'suspended', 'as it was before')
      const { results } = await msp.call(organizations.listChildOrganizations, {
        organization_id: above,
        offset: 0,
      })
      assert.equal(results.length, 1)
    })

    it('deletes it on the day, with all below it, and its address is free', async () => {
      const { above, msp, made, below, close } = await customer()
      await close({ delete_on: inDays(2) })
      // One below it that has a later day goes with it.
      const name = (await msp.call(organizations.getOrganization, { organization_id: String(below) })).name
      await msp.call(closings.closeOrganization, { organization_id: below, name, delete_on: inDays(9) })
      assert.equal((await msp.call(closings.getClosing, { organization_id: below })).organization.id, made.id)
      world.clock.advance({ days: 1, hours: 11 })
      await watch()
      assert.equal((await msp.call(getOrganizationMay, { organization_id: made.id })).state, 'closing')
      world.clock.advance({ hours: 1 })
      await watch()
      for (const id of [made.id, below])
        await assert.rejects(msp.call(organizations.getOrganization, { organization_id: String(id) }), {
          code: 'not_found',
        })
      await assert.rejects(msp.call(closings.getClosing, { organization_id: made.id }), { code: 'not_found' })
      const deletion = await msp.call(organizations.getOrganizationDeletion, { organization_id: made.id })
      assert.deepEqual([deletion.name, deletion.roots_total], ['Linden Dental', 2])
      const again = { organization_id: above, name: 'New', email: 'office@linden.test', slug: made.slug }
      assert.notEqual((await msp.call(organizations.createOrganization, again)).id, made.id)
      world.clock.advance({ days: 20 })
      await watch()
      const { read } = world.service.ctx.db
      assert.deepEqual(
        await read
          .selectFrom('organization_closing')
          .selectAll()
          .where('organization_id', 'in', [made.id, below])
          .execute(),
        [],
      )
    })

    it('waits while retention is paused after a restore', async () => {
      const { made, close, get } = await customer()
      await close({ delete_on: inDays(1) })
      const { db } = world.service.ctx
      await db.write((tx) => pauseAfterRestore(tx, world.clock.now()))
      world.clock.advance({ days: 3 })
      await watch()
      assert.equal((await get()).organization.id, made.id)
      await db.write(deletePause)
      await watch()
      await assert.rejects(get(), { code: 'not_found' })
    })

    it('signs devices out step by step, which have them remove their copies if that is wished', async () => {
      const { msp, boss, ann, close, get, cancel } = await customer()
      const kept = await agentOf(boss)
      const away = await agentOf(ann)
      for (const { device } of [kept, away])
        await device.heard('config', ({ roots }) => (roots as unknown[]).length === 1)
      for (const { device } of [kept, away]) device.cut()
      const closing = await close({ remove_files: true })
      assert.equal(closing.remove_files, true)
      await world.runJobs()
      assert.deepEqual(await recordedOn(world, 'machine_signed_out', kept.machine_id), [
        { actor_person_id: null, data_text: 'remove_files' },
      ])
      assert.equal((await get()).devices_left, 2, 'they have files to remove')
      const { results } = await msp.call(fleet.listMachineJobs, { machine_id: kept.machine_id })
      assert.deepEqual(
        results.map(({ kind, root_id, state }) => [kind, root_id, state]),
        [['remove_files', boss.rootId, 'waiting']],
      )
      // It is let in for that and nothing else, though nobody else of the organization is.
      const { body, status } = await kept.refresh()
      assert.equal(status, 200)
      const headers = { authorization: `Bearer ${body.access_token}` }
      assert.equal((await world.request('/api/2/person', { headers })).status, 401)
      const back = await Device.open(world.url, headers)
      await back.hello()
      const told = await back.heard('config')
      const leaving = told.leaving as { root_id: number; remove_files: boolean }[]
      assert.deepEqual(
        leaving.map(({ root_id, remove_files }) => [root_id, remove_files]),
        [[boss.rootId, true]],
      )
      const [{ id: job_id } = { id: undefined }] = results
      await msp.call(fleet.cancelMachineJob, { machine_id: kept.machine_id, job_id: job_id as never })
      assert.equal((await back.closed).code, 4403, 'nothing is left to do')
      assert.equal((await get()).devices_left, 1)
      await cancel()
      assert.equal((await signIn(ann)).status, 200)
      assert.equal((await kept.refresh()).error, 'invalid_grant', 'devices stay signed out')
    })

    it('leaves devices alone where it was canceled', async () => {
      const { boss, made } = await customer()
      const { machine_id, device } = await agentOf(boss)
      await signOutDevices(world.service.ctx, made.id)
      assert.deepEqual(await recordedOn(world, 'machine_signed_out', machine_id), [])
      device.cut()
    })

    it('tells administrators there and above, and again three days before', async () => {
      const { msp, boss, ann, close } = await customer()
      await close({ delete_on: inDays(10) })
      const shown = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
      const day = shown.format(world.clock.now() + 10 * DAY_MS)
      const mailsTo = async ({ email }: Someone) =>
        (await world.sent(email)).filter(({ text }) => text.includes('Linden Dental'))
      assert.deepEqual(
        [(await mailsTo(msp)).length, (await mailsTo(boss)).length, (await mailsTo(ann)).length],
        [1, 1, 0],
      )
      const [first] = await mailsTo(msp)
      assert.match(first?.text ?? '', new RegExp(`On ${day}, Linden Dental is permanently deleted`))
      assert.match(first?.text ?? '', /\/admin\/\d+\/close/)
      assert.doesNotMatch((await mailsTo(boss))[0]?.text ?? '', /\/admin\//)
      await watch()
      world.clock.advance({ days: 6 })
      await watch()
      assert.equal((await mailsTo(msp)).length, 1)
      world.clock.advance({ days: 1 })
      for (const _ of [1, 2]) await watch()
      assert.deepEqual([(await mailsTo(msp)).length, (await mailsTo(boss)).length], [2, 2])
      assert.match((await mailsTo(boss)).at(-1)?.text ?? '', /will be deleted on|is deleted is near/)
    })

    it('tells them that it was canceled', async () => {
      const { msp, boss, close, cancel } = await customer()
      await close({ delete_on: inDays(10) })
      await cancel()
      for (const someone of [msp, boss]) {
        const mails = (await world.sent(someone.email)).filter(({ text }) => text.includes('Linden Dental'))
        assert.equal(mails.length, 2)
        assert.match(
          mails.at(-1)?.text ?? '',
          /canceled the closing of Linden Dental. It will not be deleted/,
        )
      }
    })

    it('tells them once if the day is near', async () => {
      const { msp, close } = await customer()
      await close({ delete_on: inDays(2) })
      await watch()
      assert.equal(
        (await world.sent(msp.email)).filter(({ text }) => text.includes('Linden Dental')).length,
        1,
      )
    })
  })
