import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import path from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type DeviceConfig, SERVICE_FEATURES } from '@holdfast/api/devices/agent-channel'
import { getMachineHealth, signOutMachine } from '@holdfast/api/devices/fleet'
import { getMachineStatus, listMachinePath } from '@holdfast/api/devices/machines'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { Device } from '@holdfast/server/testkit/people/device'
import { makeTempDir, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { untilFound } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { Channel, type Command, type Listener, type Welcome } from './channel.ts'
import { CLOSED, MAX_DELAY_MS, retryDelay } from './retry-delay.ts'
import { DeviceKey } from './sealed.ts'
import { fetchTrusting, ServiceLine } from './service-line.ts'
import { signInByPassword } from './sign-in.ts'

/** All that a listener heard, and a way to wait for it. */
class Heard implements Listener {
  readonly all: [string, unknown][] = []
  answer: (command: Command) => unknown = () => undefined
  #heard = () => {}

  welcome = (welcome: Welcome) => this.#note('welcome', welcome)
  config = (config: DeviceConfig) => this.#note('config', config)
  news = (rootId: number, seq: number) => this.#note('news', { rootId, seq })
  state = (state: string) => this.#note('state', state)
  refused = (words: string) => this.#note('refused', words)
  command = async (command: Command) => this.answer(command)

  async until<T>(what: string, matches: (value: T) => boolean = () => true): Promise<T> {
    for (;;) {
      const found = this.all.findLast(([name, value]) => name === what && matches(value as T))
      if (found) return found[1] as T
      await new Promise<void>((resolve) => {
        this.#heard = resolve
      })
    }
  }

  #note(what: string, value: unknown): void {
    this.all.push([what, value])
    this.#heard()
  }
}

describe('the line of an agent', { timeout: 600_000 }, () => {
  const world = useWorld(STACKS[0] as Stack)
  // A server that starts again has another port: this is where it always is.
  const front = createServer((from) => {
    const to = connect(Number(new URL(world.url).port), '127.0.0.1')
    from.pipe(to).pipe(from)
    for (const [one, other] of [[from, to] as const, [to, from] as const])
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  before(() => new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready)))
  after(() => front.close())

  async function agentOf({ email }: Someone, test: TestContext) {
    const home = path.join(await makeTempDir(), 'home')
    const trust = {}
    const url = `https://localhost:${(front.address() as AddressInfo).port}`
    const how = { home, url, trust, fetch: fetchTrusting(trust), now: world.clock.now }
    const signedIn = await signInByPassword(how, { email, password: PASSWORD })
    const line = new ServiceLine({ home, signedIn, now: world.clock.now, rate: () => undefined })
    const key = await DeviceKey.of(home)
    const start = () => {
      const heard = new Heard()
      const channel = new Channel({
        home,
        line,
        key,
        version: '1.2.3',
        random: { below: () => 0 },
        listener: heard,
      })
      const stopping = new AbortController()
      const running = channel.run(stopping.signal)
      const stop = async () => {
        stopping.abort()
        await running
      }
      test.after(stop)
      return { heard, channel, running, stop }
    }
    test.after(() => line.close())
    return { home, line, key, start }
  }

  it('carries configuration, news, commands and reports', async (test) => {
    world.service.ctx.live.pace.checkMs = 100
    const ann = await world.person()
    const { home, key, line, start } = await agentOf(ann, test)
    const { heard, channel, stop } = start()
    const { machineId: machine_id } = await heard.until<Welcome>('welcome')
    assert.ok(
      SERVICE_FEATURES.every((feature) => line.has(feature)),
      'it says what it can do',
    )
    const { roots, ver } = await heard.until<DeviceConfig>('config')
    assert.deepEqual(
      roots.map(({ root_id }) => root_id),
      [ann.rootId],
    )
    await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
    assert.deepEqual(await heard.until('news'), { rootId: ann.rootId, seq: 1 })
    const status = { subscriptions: [], synced: true, transfers: [] }
    heard.answer = ({ kind }) => (kind === 'status' ? status : assert.fail('It is dark here.'))
    const asked = await ann.call(getMachineStatus, { machine_id })
    assert.equal(asked.results.synced, true)
    await assert.rejects(ann.call(listMachinePath, { machine_id }), { status: 503, message: /dark here/ })
    heard.answer = ({ args, sealed = '' }) => {
      const { username, password } = key.open(sealed, machine_id, { purpose: 'ls' })
      assert.throws(() => key.open(sealed, machine_id, { purpose: 'mapping', id: 1 }))
      return [String(args.path), username, password]
    }
    const sealed = { path: '//host/x', username: 'ann', password: 'ä secret' }
    const names = await ann.call(listMachinePath, { machine_id, ...sealed })
    assert.deepEqual(names.results, ['//host/x', 'ann', 'ä secret'])
    assert.ok(
      channel.say('report', { health: { version: '1.2.3', free_space: 5, total_space: 9, problems: [] } }),
    )
    await stop()
    assert.equal(channel.say('report', {}), false)
    const health = await waitFor(
      () => ann.call(getMachineHealth, { machine_id }),
      ({ free_space }) => free_space !== null,
    )
    assert.equal(health.free_space, 5)
    for (const name of ['config.json', 'key.json'])
      assert.equal(statSync(path.join(home, name)).mode & 0o777, 0o600)
    assert.equal((await DeviceKey.of(home)).publicHalf, key.publicHalf)

    const next = start()
    assert.equal(
      (await next.heard.until<DeviceConfig>('config')).ver,
      ver,
      'it is known before there is a line',
    )
    assert.equal(next.heard.all[0]?.[0], 'config')
    await next.heard.until('welcome')
    // News begin when the server has looked at what the device has.
    for (let n = 0; !next.heard.all.some(([what]) => what === 'news'); n++)
      await ann.call(createFolderInRoot, { root_id: ann.rootId, name: `More ${n}` })
    assert.equal(next.heard.all.filter(([what]) => what === 'config').length, 1, 'it was not told again')
  })

  it('is there again after the server was started again, and after its token has ended', async (test) => {
    const { heard, line } = await agentOf(await world.person(), test).then(({ start, line }) => ({
      ...start(),
      line,
    }))
    const welcomes = () => heard.all.filter(([what]) => what === 'welcome').length
    await heard.until('welcome')
    await world.restart()
    await heard.until('welcome', () => welcomes() === 2)
    const token = await line.tokens.accessToken()
    world.service.ctx.live.pace.checkMs = 100
    world.service.ctx.live.hub.hear('anything')
    world.clock.advance({ hours: 2 })
    await heard.until('welcome', () => welcomes() === 3)
    assert.notEqual(await line.tokens.accessToken(), token)
  })

  it('ends when the device is signed out', async (test) => {
    const ann = await world.person()
    const { start, line } = await agentOf(ann, test)
    const { heard, running, channel } = start()
    const { machineId: machine_id } = await heard.until<Welcome>('welcome')
    await ann.call(signOutMachine, { machine_id })
    await running
    assert.equal(channel.state, 'signed_out')
    assert.equal(line.tokens.isSignedOut, true)
    const again = start()
    await again.running
    assert.equal(again.channel.state, 'signed_out')
  })

  it('leaves the place to another that took it', async (test) => {
    const { start, line } = await agentOf(await world.person(), test)
    const { heard } = start()
    await heard.until('welcome')
    const rival = await Device.open(world.url, {
      authorization: `Bearer ${await line.tokens.accessToken()}`,
    })
    await rival.hello()
    await heard.until('state', (state) => state === 'replaced')
    rival.cut()
  })
})

describe('how long an agent waits for the next line', () => {
  const longest = { below: (limit: number) => limit - 1 }
  const shortest = { below: () => 0 }

  it('grows with each failure, by chance, up to five minutes', () => {
    assert.deepEqual(
      [0, 1, 2, 8, 9, 5000].map((failures) => retryDelay(1006, failures, longest) + 1),
      [1000, 2000, 4000, 256_000, MAX_DELAY_MS, MAX_DELAY_MS],
    )
    assert.equal(retryDelay(1006, 9, shortest), 0)
  })

  it('is short where the server said that it starts again, and long where nothing gets better by itself', () => {
    assert.equal(retryDelay(CLOSED.restarting, 9, longest) + 1, 10_000)
    for (const code of [CLOSED.replaced, CLOSED.tooOld, CLOSED.malformed])
      assert.equal(retryDelay(code, 0, shortest), MAX_DELAY_MS / 2)
  })
})

const waitFor = <T>(look: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> =>
  untilFound(async () => {
    const value = await look()
    return isRight(value) ? value : undefined
  })
