import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createFolderInRoot } from '@holdfast/api/files/files'
import type { MachineId } from '@holdfast/api/ids'
import { Device, type Frame, signInDevice } from '@holdfast/server/testkit/people/device'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { type Service, startService } from '../../service/service.ts'

const BUSY = { code: 'temporarily_unavailable', status: 503 }

for (const stack of STACKS)
  describe(`the line to a device on ${stack.name}`, () => {
    const world = useWorld(stack)
    let other: Service
    before(async () => {
      const config = { ...world.config, baseUrl: world.service.ctx.publicUrl }
      other = await startService(config, { now: world.clock.now, log: pino({ level: 'silent' }) })
      // Two processes on SQLite pass news on through the one that started them.
      if (other.ctx.db.dialect === 'sqlite')
        for (const [from, to] of [
          [world.service, other],
          [other, world.service],
        ] as const)
          from.ctx.db.listen((topics) => to.ctx.live.hub.hear(topics))
    })
    after(() => other.close())

    async function connected(server: Service = world.service) {
      const ann = await world.person()
      const signedIn = await signInDevice(world, ann)
      const device = await Device.open(server.url, signedIn.headers)
      const { machine_id } = await device.hello()
      return { ann, device, ...signedIn, machineId: machine_id as MachineId }
    }
    const ask = (server: Service, machineId: MachineId, args: unknown = {}) =>
      server.ctx.devices.ask(machineId, { kind: 'ls', args })

    it('is for agents alone, by their token', async () => {
      const ann = await world.person()
      const { headers } = await signInDevice(world, ann)
      for (const [refused, status] of [
        [{}, 401],
        [ann.bearer, 403],
        [{ ...headers, origin: 'https://evil.test' }, 403],
        [{ authorization: 'Bearer made-up' }, 401],
      ] as const)
        await assert.rejects(Device.open(world.url, refused as Record<string, string>), { status })
      assert.equal((await world.request('/agent/1', { headers })).status, 404, 'it is no page')
    })

    it('begins with a hello, which is noted', async () => {
      const { device, machineId, headers } = await connected()
      const noted = await world.service.ctx.db.read
        .selectFrom('machine')
        .select(['agent_version', 'os_type', 'public_key'])
        .where('id', '=', machineId)
        .executeTakeFirstOrThrow()
      assert.deepEqual([noted.agent_version, noted.os_type, noted.public_key?.length], ['1.0.0', 'linux', 32])
      device.cut()
      for (const [frame, code] of [
        [{ t: 'result', id: 'x' }, 4400],
        [{ t: 'hello', protocol: 1 }, 4400],
        // An agent of an older, the next and a far later version: docs/compatibility.md.
        ...[0, 2, 9].map(
          (protocol) =>
            [
              {
                t: 'hello',
                protocol,
                agent_version: '9',
                os_type: 'linux',
                os_version: '1',
                key: Buffer.alloc(32).toString('base64url'),
              },
              4426,
            ] as const,
        ),
      ] as const) {
        const rude = await Device.open(world.url, headers)
        rude.say(frame)
        assert.equal((await rude.closed).code, code)
      }
    })

    it('ends where a device says what no agent would, and passes over kinds that are not known yet', async () => {
      const { device, headers, machineId } = await connected()
      for (const t of ['later', 'constructor', 'toString', '__proto__', 'other', ''])
        device.say({ t, id: 5, job: 'x' })
      device.say({ t: 'report', roots: [], later: 1 })
      device.say({ t: 'result', id: 'nobody-asked', ok: 'yes', data: { later: 1 } })
      device.answers = () => ({ ok: true, data: 'still here' })
      assert.equal(await ask(world.service, machineId), 'still here')
      device.cut()
      const key = Buffer.alloc(32).toString('base64url')
      const hello = { t: 'hello', protocol: 1, agent_version: '1', os_type: 'linux', os_version: '1', key }
      for (const wrong of [
        { ...hello, protocol: '1' },
        { ...hello, agent_version: { toString: 1 } },
        { ...hello, agent_version: '1\0' },
        { ...hello, os_type: 'constructor' },
        { ...hello, os_version: 'x'.repeat(101) },
        { ...hello, key: 'c2hvcnQ' },
      ]) {
        const rude = await Device.open(world.url, headers)
        rude.say(wrong)
        assert.equal((await rude.closed).code, 4400, JSON.stringify(wrong))
      }
      for (const wrong of [
        { t: 'token' },
        { t: 'token', access_token: ['x'] },
        { t: 'token', access_token: 'x'.repeat(501) },
        { t: 'result', ok: true },
        { t: 'result', id: { toString: 1 }, ok: true },
        { t: 'result', id: 'x'.repeat(65), ok: true },
        { t: 'progress' },
        { t: 'progress', job: 1, state: 'running', done: { valueOf: 1 } },
        { t: 'report', roots: 7 },
        { t: 'report', roots: [{ rsub_id: 1, state: 'gone', folder: '/' }] },
        { t: 'report', left: [{ rsub_id: 1, removed: -1, kept: 0 }] },
        { t: 'report', health: [] },
        { t: { toString: 1 } },
        [],
      ]) {
        const rude = await Device.open(world.url, headers)
        await rude.hello()
        rude.say(wrong as Frame)
        assert.equal((await rude.closed).code, 4400, JSON.stringify(wrong))
      }
    })

    it('carries commands from whichever server they are asked at', async () => {
      const { device, machineId } = await connected()
      device.answers = ({ kind, args }) => ({ ok: true, data: { kind, args, from: 'the device' } })
      for (const server of [world.service, other])
        assert.deepEqual(await ask(server, machineId, { path: '/home' }), {
          kind: 'ls',
          args: { path: '/home' },
          from: 'the device',
        })
      device.answers = () => ({ ok: false, error: 'There is no folder /nope.' })
      for (const server of [world.service, other])
        await assert.rejects(ask(server, machineId), { ...BUSY, message: /no folder/ })
      device.cut()
      const rest = await world.service.ctx.db.read.selectFrom('machine_command').selectAll().execute()
      assert.deepEqual(rest, [])
    })

    it('tells of changes that were made at whichever server', async () => {
      const { ann, device } = await connected(other)
      await device.heard('config')
      await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
      assert.deepEqual(await device.heard('news'), { t: 'news', root_id: ann.rootId, seq: 1 })
      device.cut()
    })

    it('is not there for a device that never came, or went', async () => {
      const { device, machineId } = await connected()
      device.cut()
      for (const server of [world.service, other])
        await until(async () => {
          const { message } = await ask(server, machineId).then(
            () => assert.fail('it is gone'),
            (error: Error) => error,
          )
          return /not connected/.test(message)
        })
      const { last_disconnect_at } = await world.service.ctx.db.read
        .selectFrom('machine')
        .select('last_disconnect_at')
        .where('id', '=', machineId)
        .executeTakeFirstOrThrow()
      assert.equal(last_disconnect_at, world.clock.now())
    })

    it('is one for each device: the newest, at whichever server', async () => {
      const { device, machineId, headers } = await connected()
      const second = await Device.open(world.url, headers)
      await second.hello()
      assert.equal((await device.closed).code, 4409)
      const third = await Device.open(other.url, headers)
      await third.hello()
      assert.equal((await second.closed).code, 4409)
      third.answers = () => ({ ok: true, data: 3 })
      for (const server of [world.service, other]) assert.equal(await ask(server, machineId), 3)
      third.cut()
    })

    it('ends with the account or the sign-in, and with a token of somebody else', async () => {
      const { ann, device, access_token } = await connected()
      device.say({ t: 'token', access_token })
      device.say({ t: 'token', access_token: ann.session?.accessToken ?? '' })
      assert.equal((await device.closed).code, 4401)
      const again = await connected()
      world.service.ctx.live.pace.checkMs = 100
      world.service.ctx.live.hub.hear('anything')
      await world.changePerson(again.ann.id, { active: 0 })
      assert.equal((await again.device.closed).code, 4401, 'it may come back when the account does')
    })

    it('is closed before a server stops, so that devices come back elsewhere', async () => {
      const config = { ...world.config, baseUrl: world.service.ctx.publicUrl }
      const third = await startService(config, { now: world.clock.now, log: pino({ level: 'silent' }) })
      const { device, machineId } = await connected(third)
      const cut = await third.close()
      assert.deepEqual(cut, [])
      assert.equal((await device.closed).code, 1012)
      await assert.rejects(ask(world.service, machineId), { ...BUSY, message: /not connected/ })
    })
  })
