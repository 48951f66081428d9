import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { Agent } from './agent.ts'
import { callMethod } from './call-method.ts'
import { askBySocket, ControlSocket, connectTo } from './control.ts'
import { Home } from './home.ts'
import type { AgentMethods } from './methods.ts'

/** Each method with what it takes, as commands give it. */
const CALLS: { [Name in keyof AgentMethods]: Parameters<AgentMethods[Name]>[0] } = {
  status: {},
  sync: {},
  pause: {},
  resume: { confirm: true, bringBack: false },
  acceptRules: { root: 'own' },
  addRoot: { root: 'own', folder: '/srv/files' },
  removeRoot: { root: 'own' },
  setBase: { folder: null },
  select: { root: 'own', path: 'large', selected: false },
  list: { root: 'own', path: '' },
  listBin: {},
  bringBack: { id: '12/key' },
  emptyBin: {},
  verify: { root: 'own' },
  doctor: {},
  backUp: { backup: '12', confirm: false },
  restore: { backup: '12', folder: '/back', before: '2027', overwrite: false, machine: 7 },
  listAllowed: {},
  allow: { folder: '/srv/files', deeds: ['map'] },
  disallow: { folder: '/srv/files' },
  takeSignIn: {},
  logout: {},
}
const NAMES = Object.keys(CALLS) as (keyof AgentMethods)[]

/** Asks for the status in another process, and prints what comes. */
const ASKING = `
  const socket = require('node:net').connect(process.argv[1])
  socket.write('{"method":"status","params":{}}\\n')
  socket.once('data', (data) => { process.stdout.write(data); socket.destroy() })`

/** What no method may be called with, by what it takes there. */
const WRONG: Record<string, readonly unknown[]> = {
  flag: ['true', 1, null, undefined],
  text: [5, null, undefined, ['own'], { toString: 1 }, 'a\0b'],
  maybeText: [5, null, ['own'], { toString: 1 }, 'a\0b'],
  folder: [5, null, undefined, ['/srv'], '', 'srv/files', '../srv', '/srv\0'],
  folderOrNull: [5, undefined, ['/srv'], '', 'srv/files', '/srv\0'],
  maybeNumber: ['7', null, 0, -1, 1.5, 1e300, [7]],
  deeds: ['map', null, undefined, ['all'], [5], { 0: 'map' }, ['map', 'constructor']],
}
const TAKES: Partial<Record<keyof AgentMethods, Record<string, keyof typeof WRONG>>> = {
  resume: { confirm: 'flag', bringBack: 'flag' },
  addRoot: { root: 'text', folder: 'folder' },
  removeRoot: { root: 'text' },
  setBase: { folder: 'folderOrNull' },
  select: { root: 'text', path: 'text', selected: 'flag' },
  list: { root: 'maybeText', path: 'text' },
  bringBack: { id: 'text' },
  verify: { root: 'maybeText' },
  backUp: { backup: 'maybeText', confirm: 'flag' },
  allow: { folder: 'folder', deeds: 'deeds' },
  disallow: { folder: 'folder' },
  restore: {
    backup: 'text',
    folder: 'folder',
    before: 'maybeText',
    overwrite: 'flag',
    machine: 'maybeNumber',
  },
}

describe('the socket of an agent', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-control-'))
  after(() => rmSync(dir, { recursive: true }))
  const socketFile = path.join(dir, 'socket')
  const called: [string, unknown][] = []
  /** Notes what it is asked, and does nothing. */
  const noting = Object.fromEntries(
    [...NAMES, 'start', 'close'].map((name) => [
      name,
      async (params: unknown) => called.push([name, params]),
    ]),
  ) as unknown as AgentMethods
  let control: ControlSocket
  before(async () => {
    control = await ControlSocket.listen(socketFile, (question, tell) => callMethod(noting, question, tell))
  })
  after(() => control.close())

  async function ask(method: unknown, params: unknown, file = socketFile): Promise<unknown> {
    const socket = (await connectTo(file)) ?? assert.fail('nobody listens')
    return askBySocket(socket, method as string, params, () => {})
  }

  /** What one line of text is answered with. */
  async function answerTo(line: string): Promise<unknown> {
    const socket = (await connectTo(socketFile)) ?? assert.fail('nobody listens')
    socket.write(`${line}\n`)
    for await (const data of socket) return JSON.parse(String(data))
    return assert.fail('there was no answer')
  }

  it('is for its owner alone', () => {
    assert.equal(statSync(socketFile).mode & 0o777, 0o600)
  })

  it('lets all methods be called, with what they take', async () => {
    called.length = 0
    for (const name of NAMES) await ask(name, CALLS[name])
    assert.deepEqual(
      called.map(([name, params]) => [name, JSON.parse(JSON.stringify(params))]),
      Object.entries(CALLS),
    )
    called.length = 0
    await ask('setBase', { folder: '/srv' })
    await ask('list', { path: '' })
    await ask('verify', {})
    await ask('backUp', { confirm: true })
    await ask('restore', { backup: '12', folder: '/back', overwrite: true })
    assert.equal(called.length, 5, 'what may be missing was missing')
  })

  it('lets nothing else be called, whatever an object has by itself', async () => {
    called.length = 0
    const inherited = [
      'constructor',
      'toString',
      'valueOf',
      'hasOwnProperty',
      '__proto__',
      '__defineGetter__',
    ]
    for (const name of [...inherited, 'start', 'close', 'prototype', 'then', '', 'Status', ' status'])
      await assert.rejects(ask(name, {}), {
        name: 'UserError',
        message: `The running agent is another version and does not know “${name}”. Restart the agent.`,
      })
    for (const name of [null, 5, ['status'], { toString: 1 }, { toString: 'status' }])
      await assert.rejects(ask(name, {}), /does not know the request/)
    assert.deepEqual(called, [])
  })

  it('refuses arguments that are missing, wrong or not known', async () => {
    called.length = 0
    for (const [name, fields] of Object.entries(TAKES))
      for (const [field, kind] of Object.entries(fields))
        for (const value of WRONG[kind] ?? [])
          await assert.rejects(
            ask(name, { ...CALLS[name as keyof AgentMethods], [field]: value }),
            { name: 'UserError', message: `The argument “${field}” is missing or invalid.` },
            `${name} ${field} ${JSON.stringify(value)}`,
          )
    for (const name of NAMES) {
      for (const params of ['{}', 5, [], true])
        await assert.rejects(ask(name, params), /a request that it cannot read/, name)
      await assert.rejects(
        ask(name, { ...CALLS[name], constructor: 1 }),
        /does not know the argument “constructor”/,
        name,
      )
    }
    assert.deepEqual(called, [])
  })

  it('answers status from the kept picture while the agent has time for nothing', () => {
    control.keep({ kept: 'picture' })
    // Nothing of this process goes on before the other one has its answer.
    const asked = spawnSync(process.execPath, ['-e', ASKING, socketFile], {
      timeout: 60_000,
      encoding: 'utf8',
    })
    assert.equal(asked.stdout, '{"result":{"kept":"picture"}}\n', asked.stderr)
  })

  it('answers lines that make no sense, and goes on', async () => {
    const error = 'The agent received a request that it cannot read.'
    for (const line of ['', 'status', '{"method":"status"', 'null', '5', '"status"', '[]', '{"params":{}}'])
      assert.deepEqual(await answerTo(line), { error, exitCode: 1 }, line)
    const none = 'The agent received a request that it cannot read.'
    assert.deepEqual(await answerTo('{"method":"status"}'), { error: none, exitCode: 1 })
    assert.deepEqual(await answerTo('{"method":"status","params":{"__proto__":{"x":1}}}'), {
      error: 'The running agent does not know the argument “__proto__”.',
      exitCode: 1,
    })
    called.length = 0
    await ask('status', {})
    assert.deepEqual(called, [['status', {}]])
  })

  it('lets nothing of a real agent be called that is not for commands', async (test: TestContext) => {
    const home = Home.open(path.join(dir, 'home'))
    const agent = await Agent.open(home)
    test.after(() => agent.close())
    const real = await ControlSocket.listen(home.socket, (question, tell) =>
      callMethod(agent, question, tell),
    )
    test.after(() => real.close())
    const others = Object.getOwnPropertyNames(Agent.prototype).filter((name) => !Object.hasOwn(CALLS, name))
    assert.ok(others.includes('close') && others.includes('constructor'))
    for (const name of others) await assert.rejects(ask(name, {}, home.socket), /does not know/, name)
    const status = (await ask('status', {}, home.socket)) as { signedIn: boolean }
    assert.equal(status.signedIn, false)
    await assert.rejects(ask('emptyBin', {}, home.socket), /Not signed in/)
  })
})
