import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deleteOrganization } from '@holdfast/api/accounts/organizations'
import { deletePerson, updatePerson } from '@holdfast/api/accounts/people'
import { signOutMachine } from '@holdfast/api/devices/fleet'
import { getMachine } from '@holdfast/api/devices/machines'
import type { MachineId, SessionId } from '@holdfast/api/ids'
import { createShare, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import { endOtherSessions, endSession, listSessions } from '@holdfast/api/sign-in/sessions'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { Device } from '@holdfast/server/testkit/people/device'
import { enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { resetPassword } from '../sign-in/password-reset/reset-password.ts'
import { ACTIVITY_TYPES } from './activity/types.ts'

const NEW = 'quite another phrase'
const SIGNED_OUT = 4403

for (const stack of STACKS)
  describe(`the end of sign-ins on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    before(() => {
      world.service.ctx.live.pace.checkMs = 50
    })

    async function deviceOf({ email }: Someone, dns_name: string) {
      const { body } = await world.token({
        grant_type: 'password',
        client_id: AGENT_CLIENT,
        username: email,
        password: PASSWORD,
        dns_name,
      })
      const { access_token, refresh_token, guid } = body as Record<string, string>
      const headers = { authorization: `Bearer ${access_token}` }
      const line = await Device.open(world.url, headers)
      const machine_id = (await line.hello()).machine_id as MachineId
      return { line, machine_id, headers, guid: guid ?? '', refresh_token: refresh_token ?? '' }
    }
    type OnDevice = Awaited<ReturnType<typeof deviceOf>>

    const refresh = ({ refresh_token, guid }: OnDevice) =>
      world.token({ grant_type: 'refresh_token', client_id: AGENT_CLIENT, refresh_token, guid })
    const status = async ({ headers }: Pick<OnDevice, 'headers'>) =>
      (await world.request('/api/2/person', { headers })).status
    const sessionOn = async (owner: Someone, { machine_id }: OnDevice): Promise<SessionId> => {
      const { results } = await owner.call(listSessions, {})
      return results.find((one) => one.machine_id === machine_id)?.id ?? assert.fail('is not signed in')
    }

    /** Ann's devices: one is to remove a team share, one was signed out and removes all, one has nothing to remove. */
    async function setting() {
      const { id: organization_id, boss } = await company()
      const ann = await world.person({ organizationId: organization_id })
      const { id: root_id } = await boss.call(createShare, {
        organization_id,
        name: 'Team',
        subscribers: [[ann.id, 'all', 'EDITOR']],
      })
      const losing = await deviceOf(ann, 'losing')
      const leaving = await deviceOf(ann, 'leaving')
      const leavingSession = await sessionOn(ann, leaving)
      for (const { line } of [losing, leaving])
        await line.latest('config', ({ roots }) => (roots as unknown[]).length === 2)
      await boss.call(signOutMachine, { machine_id: leaving.machine_id, remove_files: true })
      const change = { organization_id, root_id, subscribers: [], remove_files: true }
      await boss.call(updateShareSubscribers, change)
      const plain = await deviceOf(ann, 'plain')
      for (const { headers } of [losing, plain]) assert.equal(await status({ headers }), 200)
      return { organization_id, boss, ann, losing, leaving, leavingSession, plain }
    }
    type Setting = Awaited<ReturnType<typeof setting>>

    /** Its line tells it what to remove, and nothing else; when it has, the line is gone, too. */
    async function keepsLineOnly({ line, headers, ...device }: OnDevice, removals: number): Promise<void> {
      assert.equal(await status({ headers }), 401)
      const { body } = await refresh({ line, headers, ...device })
      const renewed = { authorization: `Bearer ${body.access_token}` }
      assert.equal(await status({ headers: renewed }), 401)
      line.cut()
      const back = await Device.open(world.url, renewed)
      await back.hello()
      const config = await back.latest('config', ({ roots }) => (roots as unknown[]).length === 0)
      const leaving = (config.leaving as { rsub_id: number; remove_files: boolean }[]).filter(
        ({ remove_files }) => remove_files,
      )
      assert.equal(leaving.length, removals)
      for (const { rsub_id } of leaving) back.say({ t: 'report', left: [{ rsub_id, removed: 1, kept: 0 }] })
      assert.equal((await back.closed).code, SIGNED_OUT)
      await assert.rejects(Device.open(world.url, renewed), { status: 401 })
    }

    async function isGone({ line, headers, ...device }: OnDevice): Promise<void> {
      assert.equal((await line.closed).code, SIGNED_OUT)
      assert.equal(await status({ headers }), 401)
      assert.equal((await refresh({ line, headers, ...device })).error, 'invalid_grant')
      await assert.rejects(Device.open(world.url, headers), { status: 401 })
    }

    const WAYS: Record<string, (at: Setting) => Promise<unknown>> = {
      'a password of one’s own': ({ ann }) => ann.call(updatePerson, { person_id: ann.id, password: NEW }),
      'a password that an administrator sets': ({ boss, ann }) =>
        boss.call(updatePerson, { person_id: ann.id, password: NEW }),
      'a password that the command line resets': ({ ann }) => resetPassword(world.service.ctx, ann.email),
      'a closed account': ({ boss, ann }) => boss.call(deletePerson, { person_id: ann.id }),
      'signing out everywhere else': async ({ ann }) =>
        assert.equal((await ann.call(endOtherSessions, {})).count, 2, 'one was signed out before'),
      'signing out each': async ({ ann, losing, leavingSession, plain }) => {
        for (const device of [losing, plain])
          await ann.call(endSession, { session_id: await sessionOn(ann, device) })
        const end = ann.call(endSession, { session_id: leavingSession })
        await assert.rejects(end, { code: 'not_found' }, 'it is signed out already')
      },
      'signing out the machines': async ({ boss, losing, leaving, plain }) => {
        for (const { machine_id } of [losing, leaving, plain]) await boss.call(signOutMachine, { machine_id })
      },
    }
    it('by disabling an account shuts devices out until it is enabled, and ends all else', async () => {
      const at = await setting()
      const { boss, ann, plain, losing, leaving } = at
      await boss.call(updatePerson, { person_id: ann.id, active: false })
      assert.equal((await plain.line.closed).code, 4401)
      assert.equal(await status(plain), 401)
      const { body } = await refresh(plain)
      assert.deepEqual([body.error, body.error_description], ['forbidden', 'The account is disabled.'])
      await assert.rejects(Device.open(world.url, plain.headers), { status: 401 })
      await keepsLineOnly(losing, 1)
      await keepsLineOnly(leaving, 2)
      await assert.rejects(ann.call(listSessions, {}), { code: 'invalid_grant' })
      await boss.call(updatePerson, { person_id: ann.id, active: true })
      assert.equal(await status(plain), 200)
      assert.ok((await refresh(plain)).body.access_token, 'nothing was used up meanwhile')
      await assert.rejects(ann.call(listSessions, {}), { code: 'invalid_grant' })
    })

    for (const [way, end] of Object.entries(WAYS))
      it(`by ${way} leaves devices with files to remove their lines, and others nothing`, async () => {
        const at = await setting()
        const topics = [`m${at.losing.machine_id}`, `m${at.plain.machine_id}`] as const
        using watch = world.service.ctx.live.hub.watch(topics)
        await end(at)
        const heard = new Set<string>()
        while (!topics.every((topic) => heard.has(topic))) {
          await watch.wait(60_000)
          const news = watch.take()
          assert.ok(news.size > 0, 'their lines hear of it')
          for (const topic of news) heard.add(topic)
        }
        await isGone(at.plain)
        await keepsLineOnly(at.losing, 1)
        await keepsLineOnly(at.leaving, 2)
      })

    it('by a token that is given back or used twice leaves a device nothing', async () => {
      const { ann, losing } = await setting()
      const { token, client_id } = { token: losing.refresh_token, client_id: AGENT_CLIENT }
      assert.equal((await world.post('/oauth/revoke', { token, client_id })).status, 200)
      await isGone(losing)

      const { ann: bob, leaving } = await setting()
      const { body } = await refresh(leaving)
      const second = { ...leaving, refresh_token: String(body.refresh_token) }
      const used = { authorization: `Bearer ${body.access_token}` }
      leaving.line.cut()
      const line = await Device.open(world.url, used)
      await line.hello()
      assert.equal((await refresh(leaving)).error, 'invalid_grant')
      await isGone({ ...second, line, headers: used })

      const recorded = await world.service.ctx.db.read
        .selectFrom('activity')
        .select(['acted_on_person_id', 'actor_type', 'data_text'])
        .where('activity_type_id', '=', ACTIVITY_TYPES.signed_out.id)
        .where('acted_on_person_id', 'in', [ann.id, bob.id])
        .orderBy('id')
        .execute()
      assert.deepEqual(recorded, [
        { acted_on_person_id: ann.id, actor_type: 'person', data_text: '' },
        { acted_on_person_id: bob.id, actor_type: 'site', data_text: 'reused token' },
      ])
    })

    it('by the end of the organization leaves a device nothing', async () => {
      const { organization_id, losing, leaving } = await setting()
      await (await world.admin()).call(deleteOrganization, { organization_id })
      for (const device of [losing, leaving]) {
        assert.equal((await device.line.closed).code, SIGNED_OUT)
        await assert.rejects(Device.open(world.url, device.headers), { status: 401 })
      }
    })

    it('does not come by what changes how one signs in the next time', async () => {
      const { ann, losing, plain, leaving } = await setting()
      await enableTwoStep(world, ann, 'authenticator')
      for (const device of [losing, plain]) assert.equal(await status(device), 200)
      await keepsLineOnly(leaving, 2)
    })

    it('leaves a device that is still signed in otherwise as it is', async () => {
      const { ann, losing } = await setting()
      const session_id = await sessionOn(ann, losing)
      const { body } = await world.token({
        grant_type: 'password',
        client_id: AGENT_CLIENT,
        username: ann.email,
        password: PASSWORD,
        guid: losing.guid,
      })
      await ann.call(endSession, { session_id })
      assert.equal(await status(losing), 401)
      await assert.rejects(Device.open(world.url, losing.headers), { status: 401 })
      assert.equal(await status({ headers: { authorization: `Bearer ${body.access_token}` } }), 200)
      const { machine_id } = losing
      assert.equal((await ann.call(getMachine, { machine_id })).id, machine_id)
    })
  })
