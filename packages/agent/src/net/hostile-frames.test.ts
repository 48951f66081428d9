import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import type WebSocket from 'ws'
import { WebSocketServer } from 'ws'
import { Channel, type Listener } from './channel.ts'
import { DeviceKey } from './sealed.ts'
import { ServiceLine } from './service-line.ts'

const SECRET = 'sealed-3f9a'
const root = { rsub_id: 3, root_id: 12 }
const synced = { ...root, name: 'Files', source: 'own', read_only: false, auto_lock: false }
const mapping = { ...root, mapping_id: 5, name: 'M', path: '/srv/m', auto_lock: false, sealed: SECRET }
const backup = { ...root, name: 'B', path: '/home/ann', schedule: null, sealed: SECRET }
const leaving = { ...root, remove_files: true, job_id: null }
const restore = { job_id: 7, root_id: 12, path: '/back', as_of_seq: 4, overwrite: false, sealed: SECRET }
const throttle = {
  throttled: true,
  bandwidth_throttle: 100,
  throttle_exception_throttle: null,
  throttle_exception_start: null,
  throttle_exception_end: null,
  throttle_exception_days: null,
  throttle_exception_dow: [0, 6],
}
const policy = {
  backups_enabled: true,
  excluded_extensions: '',
  locked_extensions: '',
  max_file_size: 300,
  require_mobile_lock: false,
  user_lock_files: true,
  user_overwrite_collisions: false,
}
const config = {
  ver: 'v1',
  machine_id: 7,
  epoch: 'e1',
  roots: [synced],
  mappings: [mapping],
  backups: [backup],
  leaving: [leaving],
  restores: [restore],
  throttle: [throttle],
  policy,
  settings: { manual_collisions: false, health_report_period_minutes: 15 },
}
/** No text can be made of it. */
const UNSPEAKABLE = { toString: 1, valueOf: 1 }

const without = (name: string, from: object) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))

const HOSTILE: Record<string, Record<string, object>> = {
  welcome: {
    'without a machine': { epoch: 'e1' },
    'of a machine that is no number': { machine_id: '7', epoch: 'e1' },
    'without an epoch': { machine_id: 7 },
    'with an epoch that is no text': { machine_id: 7, epoch: { of: 'e1' } },
  },
  news: {
    'without a root': { seq: 4 },
    'of a root that is a text': { root_id: '12', seq: 4 },
    'of a root below one': { root_id: 0, seq: 4 },
    'with a number that is none': { root_id: 12, seq: 'four' },
    'with a number below zero': { root_id: 12, seq: -1 },
  },
  config: {
    'with nothing': {},
    ...Object.fromEntries(Object.keys(config).map((name) => [`without ${name}`, without(name, config)])),
    'with a version that is no text': { ...config, ver: 5 },
    'of an epoch that is no text': { ...config, epoch: null },
    'of a machine that is a text': { ...config, machine_id: '7' },
    'with roots that are no list': { ...config, roots: { 0: synced } },
    'with a root that is null': { ...config, roots: [null] },
    'with a root without a number': { ...config, roots: [without('root_id', synced)] },
    'with a root whose number is none': { ...config, roots: [{ ...synced, root_id: '../12' }] },
    'with a root of no known source': { ...config, roots: [{ ...synced, source: 'stolen' }] },
    'with a root that may be written to, perhaps': { ...config, roots: [{ ...synced, read_only: 'false' }] },
    'with a root whose name is no text': { ...config, roots: [{ ...synced, name: UNSPEAKABLE }] },
    'with a mapping without a path': { ...config, mappings: [without('path', mapping)] },
    'with a mapping of a path that is a list': { ...config, mappings: [{ ...mapping, path: ['/srv'] }] },
    'with a mapping of a path with a NUL': { ...config, mappings: [{ ...mapping, path: '/srv\0/m' }] },
    'with a mapping of an endless path': { ...config, mappings: [{ ...mapping, path: '/m'.repeat(9000) }] },
    'with a backup of no path': { ...config, backups: [{ ...backup, path: null }] },
    'with a backup at no time': {
      ...config,
      backups: [{ ...backup, schedule: { window_start: UNSPEAKABLE, window_end: '06:00' } }],
    },
    'with a backup never': { ...config, backups: [{ ...backup, schedule: { every_minutes: 1e300 } }] },
    'with a schedule that is a text': { ...config, backups: [{ ...backup, schedule: 'daily' }] },
    'with files to remove, perhaps': { ...config, leaving: [{ ...leaving, remove_files: 'no' }] },
    'with files to remove of no root': { ...config, leaving: [without('root_id', leaving)] },
    'with a restore to nowhere': { ...config, restores: [without('path', restore)] },
    'with a restore that overwrites, perhaps': { ...config, restores: [{ ...restore, overwrite: 1 }] },
    'with a restore of a time that is none': { ...config, restores: [{ ...restore, as_of_seq: '4' }] },
    'with a rate below zero': { ...config, throttle: [{ ...throttle, bandwidth_throttle: -5 }] },
    'with days that are no list': { ...config, throttle: [{ ...throttle, throttle_exception_dow: null }] },
    'with extensions that are no text': { ...config, policy: { ...policy, excluded_extensions: ['tmp'] } },
    'with a size that is no number': { ...config, policy: { ...policy, max_file_size: '300' } },
    'with settings that are a list': { ...config, settings: [] },
  },
  command: {
    'without an id': { kind: 'status', args: {} },
    'with an id that is no text': { id: 5, kind: 'status', args: {} },
    'with an endless id': { id: 'x'.repeat(5000), kind: 'status', args: {} },
    'without a kind': { id: 'a', args: {} },
    'of a kind that is no text': { id: 'a', kind: UNSPEAKABLE, args: {} },
    'with arguments that are a list': { id: 'a', kind: 'ls', args: ['/'] },
    'with arguments that are a text': { id: 'a', kind: 'ls', args: '/' },
    'with credentials that are no text': { id: 'a', kind: 'ls', args: {}, sealed: { of: SECRET } },
  },
}

const NO_FRAMES: Record<string, string> = {
  'that is no JSON': `{ "t": "config", ${SECRET}`,
  'that is a list': '[{ "t": "news" }]',
  'that is null': 'null',
  'without a kind': '{ "root_id": 12 }',
  'whose kind is no text': '{ "t": { "toString": 1 } }',
}

/** Reading those of the system would take longer than all else. */
const trust = { pinned: readFileSync(environment('TESTKIT_TLS_CERT'), 'utf8') }

type Heard = [what: string, value: unknown]

describe('what a service must not get an agent to do by a frame', { timeout: 600_000 }, () => {
  const service = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  before(() => service.address() ?? once(service, 'listening'))
  after(() => service.close())

  /** An agent that has said hello to a service that says what the test lets it say. */
  async function connected(test: TestContext, home?: string) {
    const own = home ?? path.join(await makeTempDir(), 'home')
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const signedIn = {
      ...{ url, email: 'ann@example.com', trust, guid: 'g', accessToken: 'a', refreshToken: 'r' },
      expiresAt: Date.now() + 3_600_000,
    }
    const line = new ServiceLine({ home: own, signedIn, now: Date.now, rate: () => undefined })
    const heard: Heard[] = []
    const listener: Listener = {
      welcome: (welcome) => void heard.push(['welcome', welcome]),
      config: (told) => void heard.push(['config', told]),
      news: (rootId, seq) => void heard.push(['news', { rootId, seq }]),
      state: () => undefined,
      refused: (words) => void heard.push(['refused', words]),
      command: async (command) => heard.push(['command', command]) && 'done',
    }
    const key = await DeviceKey.of(own)
    const version = '1.2.3'
    const channel = new Channel({ home: own, line, key, version, random: { below: () => 0 }, listener })
    const stopping = new AbortController()
    const greeted = once(service, 'connection').then(async ([socket]: WebSocket[]) => {
      const there = socket ?? assert.fail('there is no socket')
      const said: Record<string, unknown>[] = []
      const told = new Promise<void>((resolve) => {
        there.on('message', (data) => {
          said.push(JSON.parse(data.toString()))
          resolve()
        })
      })
      await told
      return { socket: there, said }
    })
    const running = channel.run(stopping.signal)
    test.after(async () => {
      stopping.abort()
      await running
      line.close()
    })
    const { socket, said } = await greeted
    const say = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    /** Returns when the agent has dealt with all that was said. */
    const settled = async () => {
      const answered = () => said.find(({ id }) => id === 'last')
      say({ t: 'config', ...config, ver: 'last' })
      while (!heard.some(([what, value]) => what === 'config' && (value as typeof config).ver === 'last'))
        await new Promise((resolve) => setImmediate(resolve))
      say({ t: 'command', id: 'last', kind: 'status', args: {} })
      while (!answered()) await once(socket, 'message')
      const isOurs = ([what, value]: Heard) =>
        (what === 'config' && (value as typeof config).ver === 'last') || what === 'command'
      return {
        rest: heard.filter((one) => !isOurs(one)),
        commands: heard.filter(([what]) => what === 'command'),
      }
    }
    return { home: own, channel, heard, said, say, settled }
  }

  for (const [t, frames] of Object.entries(HOSTILE))
    for (const [name, frame] of Object.entries(frames))
      it(`a ${t} ${name}`, async (test) => {
        const { say, settled, said, channel } = await connected(test)
        say({ t, ...frame })
        say({ t, ...frame })
        const { rest, commands } = await settled()
        assert.equal(rest.length, 1, `heard: ${JSON.stringify(rest)}`)
        const [[what, words] = []] = rest
        assert.equal(what, 'refused')
        assert.match(String(words), new RegExp(`^ignored a “${t}” message from the server: “[a-z_/\\d]+” is`))
        assert.doesNotMatch(String(words), new RegExp(SECRET))
        assert.equal(channel.state, 'connecting')
        assert.equal(commands.length, 1, 'only the last one was understood')
        const answers = said.filter((one) => one.t === 'result' && one.id !== 'last')
        const isAnswered = t === 'command' && 'id' in frame && frame.id === 'a'
        const error = 'The device does not understand this command.'
        const answer = { t: 'result', id: 'a', ok: false, error }
        assert.deepEqual(answers, isAnswered ? [answer, answer] : [])
      })

  for (const [name, text] of Object.entries(NO_FRAMES))
    it(`a text ${name}`, async (test) => {
      const { say, settled } = await connected(test)
      say(text)
      say(text)
      const words = 'ignored a message from the server: it is no JSON object with a “t”'
      assert.deepEqual((await settled()).rest, [['refused', words]])
    })

  it('frames and fields that a newer service may know, which are passed over without a word', async (test) => {
    const { home, say, settled, heard } = await connected(test)
    for (const t of ['later', 'constructor', 'toString', '__proto__', 'refused', '']) say({ t, root_id: 'x' })
    say({ t: 'welcome', machine_id: 7, epoch: 'e1', later: 1 })
    say({ t: 'news', root_id: 12, seq: 0, later: { of: 1 } })
    const known = {
      ...config,
      later: [1],
      roots: [{ ...synced, later: null }],
      policy: { ...policy, later: 1 },
    }
    say({ t: 'config', ...known })
    say({ t: 'command', id: 'b', kind: 'later', args: { later: 1 }, later: 1 })
    const { rest, commands } = await settled()
    assert.deepEqual(rest, [
      ['welcome', { machineId: 7, epoch: 'e1' }],
      ['news', { rootId: 12, seq: 0 }],
      ['config', known],
    ])
    assert.deepEqual(commands[0], ['command', { kind: 'later', args: { later: 1 }, sealed: undefined }])
    say({ t: 'config', ...known, ver: 'kept' })
    while (!heard.some(([, value]) => (value as typeof config).ver === 'kept'))
      await new Promise((resolve) => setImmediate(resolve))
    const kept = JSON.parse(readFileSync(path.join(home, 'config.json'), 'utf8'))
    assert.deepEqual(kept, { ...known, ver: 'kept' }, 'a newer agent finds there what this one does not know')
  })

  it('a configuration that it was told before, and that is damaged now', async (test) => {
    const home = await makeTempDir()
    for (const damaged of [
      '{"ver":"old"}',
      '[]',
      '7',
      'null',
      JSON.stringify({ ...config, leaving: [{}] }),
    ]) {
      writeFileSync(path.join(home, 'config.json'), damaged)
      const { said, heard, settled } = await connected(test, home)
      assert.equal(said[0]?.config_ver, undefined, 'the service is to tell it again')
      const { rest } = await settled()
      assert.deepEqual([rest.length, rest[0]?.[0]], [1, 'refused'], damaged)
      assert.match(String(heard[0]?.[1]), /^ignored the configuration kept on this device: /)
    }
    writeFileSync(path.join(home, 'config.json'), JSON.stringify(config))
    const { said, heard } = await connected(test, home)
    assert.deepEqual([said[0]?.config_ver, heard[0]?.[0]], ['v1', 'config'])
  })
})
