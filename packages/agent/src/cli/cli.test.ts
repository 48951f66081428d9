import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { listOrganizationMachines, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { createMachineBackup, restoreMachineBackup, updateMachineBackup } from '@holdfast/api/devices/backups'
import { listMachineJobs, signOutMachine } from '@holdfast/api/devices/fleet'
import {
  createMachineMapping,
  enableFileServer,
  getMachineStatus,
  listMachinePath,
} from '@holdfast/api/devices/machines'
import type { MachineId, OrganizationId, RootId } from '@holdfast/api/ids'
import { MINUTE_MS, parseUtc } from '@holdfast/api/time'
import type { Child } from '@holdfast/server/testkit/servers/children'
import { type Serving, startServing } from '@holdfast/server/testkit/servers/command-line'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { TestAgent } from '../../testkit/program/agent.ts'
import { connectTo } from '../service/control.ts'
import type { BinView, ListedItem, StatusView } from '../service/methods.ts'
import { COMMAND_HELP, type CommandHelp } from '../words/help.ts'

const EMAIL = 'admin@localhost'
const PASSWORD = 'correct horse battery'

describe('the command line of the agent', { timeout: 600_000 }, () => {
  let dir: string
  let serving: Serving
  let one: TestAgent
  let other: TestAgent
  let here: string
  let there: string
  /** Both are asked by commands: what a command costs that has to be an agent itself is mostly its start. */
  let running: Child
  let runningOther: Child

  before(async () => {
    // Not among the test data in memory: that belongs to the system, and is no place for files of people.
    dir = mkdtempSync(path.join(tmpdir(), 'holdfast-agent-'))
    serving = await startServing(await makeTempDir(), {
      HOLDFAST_ADMIN_EMAIL: EMAIL,
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    })
    one = new TestAgent(path.join(dir, 'one'))
    other = new TestAgent(path.join(dir, 'other'))
    here = path.join(dir, 'here')
    there = path.join(dir, 'there')
  })

  after(async () => {
    TestAgent.killAll()
    await serving.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  it('explains each option of each command, and has an example of it', () => {
    for (const [name, { usage, options = {}, example }] of Object.entries<CommandHelp>(COMMAND_HELP)) {
      const named = (lines: readonly string[]) => new Set(lines.join(' ').match(/--[a-z-]+/g))
      assert.deepEqual(named(Object.keys(options)), named(usage), name)
      assert.match(example, new RegExp(`^holdfast-agent ${name}\\b`))
    }
  })

  it('helps, and says what was meant', async () => {
    const all = await one.do('help')
    for (const name of Object.keys(COMMAND_HELP)) assert.match(all, new RegExp(`^  ${name} `, 'm'))
    assert.match(await one.do('help', 'select'), /^Usage: holdfast-agent select <root> <path>/)
    assert.match((await one.run('stats')).errors, /Did you mean “status”\?/)
    assert.match(await one.do('status', '--help'), /\nExample:\n {2}holdfast-agent status --watch$/)
    assert.match((await one.run('roots', 'add', '7')).errors, /^Usage: holdfast-agent roots/)
    assert.match((await one.run('status', '--jsn')).errors, /Unknown option '--jsn'/)
    assert.match(await one.do('version'), /^holdfast-agent \d+\.\d+\.\d+ \(Node 24\./)
  })

  it('needs a sign-in, and says why one fails', async () => {
    const { code, errors } = await one.run('sync')
    assert.deepEqual([code, errors], [1, 'Not signed in. To sign in, run “holdfast-agent login <address>”.'])
    assert.match((await one.signIn(serving.url, EMAIL, 'wrong')).errors, /password is incorrect/)
    assert.match((await one.signIn('http://localhost', EMAIL, PASSWORD)).errors, /Only https/)
    assert.match(
      (await one.signIn('https://localhost:9', EMAIL, PASSWORD)).errors,
      /^localhost:9 refused the connection\. .*\(ECONNREFUSED\)$/,
    )
    const nowhere = await one.signIn('https://files.invalid', EMAIL, PASSWORD)
    assert.match(nowhere.errors, /files\.invalid.* Check .*\((ENOTFOUND|EAI_AGAIN)\)$/)
    const unknown = await one.run('login', serving.url, '--email', EMAIL, '--password-stdin')
    assert.match(unknown.errors, /--fingerprint [0-9A-F:]{95}/)
    assert.equal((await one.signIn(serving.url, EMAIL, PASSWORD)).code, 0)
    assert.equal(statSync(path.join(one.home, 'sign-in.json')).mode & 0o777, 0o600)
    assert.equal((await other.signIn(serving.url, EMAIL, PASSWORD, '--folder', there)).code, 0)
  })

  it('keeps a folder and the files of a person the same', async () => {
    mkdirSync(path.join(here, 'plans'), { recursive: true })
    writeFileSync(path.join(here, 'hello.txt'), 'hello')
    writeFileSync(path.join(here, 'plans/large.bin'), Buffer.alloc(3_000_000, 'large'))
    await one.do('roots', 'add', 'own', here)
    assert.match(await one.do('sync', '--once'), /: up to date\n/)
    await other.do('sync', '--once')
    const { roots } = await other.json<StatusView>('status')
    there = roots[0]?.folder ?? ''
    assert.equal(readFileSync(path.join(there, 'hello.txt'), 'utf8'), 'hello')
    assert.equal(statSync(path.join(there, 'plans/large.bin')).size, 3_000_000)
    assert.match(await other.do('verify'), /^2 files checked .*: no differences\.$/)
  })

  it('refuses folders that are in use or of the system', async () => {
    running = await one.serve()
    await one.do('roots', 'remove', 'own')
    assert.match((await one.run('roots', 'add', 'own', '/etc')).errors, /belongs to the system/)
    assert.match((await one.run('roots', 'add', 'own', path.join(there, 'plans'))).errors, /already synced/)
    assert.match((await one.run('roots', 'add', 'nobody', here)).errors, /Choose one of: /)
    const elsewhere = path.join(dir, 'elsewhere at first')
    await one.do('roots', 'add', 'own', elsewhere)
    await settle(one)
    assert.equal(readFileSync(path.join(elsewhere, 'hello.txt'), 'utf8'), 'hello')
    await one.do('roots', 'remove', 'own')
    await one.do('roots', 'add', 'own', here)
    assert.match(await one.do('sync'), /: up to date\n/)
  })

  it('runs by itself, tells how it is, and goes on after it was killed', async () => {
    assert.equal((await other.run('status')).code, 2)
    await settle(one)
    assert.equal((await one.run('status')).code, 0)
    assert.match((await one.run('run')).errors, /Another process is using this home folder/)
    writeFileSync(path.join(there, 'hello.txt'), 'hello from there')
    await other.do('sync')
    await until(() => readFileSync(path.join(here, 'hello.txt'), 'utf8') === 'hello from there')
    running.process.kill('SIGKILL')
    await running.ended
    writeFileSync(path.join(here, 'new.txt'), 'new')
    running = await one.serve()
    assert.match(await one.do('sync'), /: up to date/)
    runningOther = await other.serve()
    await settle(other)
    assert.equal(readFileSync(path.join(there, 'new.txt'), 'utf8'), 'new')
  })

  it('brings back what it removed or replaced', async () => {
    rmSync(path.join(here, 'new.txt'))
    await settle(one)
    await settle(other)
    assert.equal(existsSync(path.join(there, 'new.txt')), false)
    const items = await other.json<BinView[]>('trash')
    const item = items.find((one) => one.path.endsWith('/new.txt'))
    assert.match(await other.do('trash', 'restore', item?.id ?? ''), /^Restored to .*new\.txt\.$/)
    assert.equal(readFileSync(path.join(there, 'new.txt'), 'utf8'), 'new')
    await settle(other)
  })

  it('leaves out the folders that it is told to', async () => {
    assert.match(await other.do('select', 'own', 'plans', '--without'), /Not on this device:\n {2}plans/)
    await settle(other)
    assert.equal(existsSync(path.join(there, 'plans')), false)
    const listed = await other.json<ListedItem[]>('ls', 'own')
    assert.deepEqual(
      listed.map(({ name, here }) => [name, here]),
      [
        ['plans', 'no'],
        ['hello.txt', 'yes'],
        ['new.txt', 'yes'],
      ],
    )
    await other.do('select', 'own', 'plans')
    await settle(other)
    assert.equal(statSync(path.join(there, 'plans/large.bin')).size, 3_000_000)
  })

  it('rests when it is told to', async () => {
    await one.do('pause')
    writeFileSync(path.join(here, 'later.txt'), 'later')
    const { code, output } = await one.run('sync')
    assert.equal(code, 1)
    assert.match(output, /Paused/)
    await one.do('resume')
    await settle(one)
  })

  it('goes on when whoever asked it leaves before the answer', async () => {
    running.process.kill('SIGSTOP')
    for (const method of ['status', 'sync', 'doctor']) {
      const socket = (await connectTo(path.join(one.home, 'socket'))) ?? assert.fail('nobody listens')
      socket.write(`${JSON.stringify({ method, params: {} })}\n`)
      await new Promise<void>((closed) => socket.end(() => socket.destroy()).once('close', () => closed()))
    }
    running.process.kill('SIGCONT')
    await settle(one)
    assert.equal(running.process.exitCode, null)
  })

  it('stays signed in when a sign-in fails, and is signed in anew by one that succeeds', async () => {
    const signedIn = () => readFileSync(path.join(one.home, 'sign-in.json'), 'utf8')
    const before = signedIn()
    assert.match((await one.signIn('https://localhost:9', EMAIL, PASSWORD)).errors, /ECONNREFUSED/)
    assert.match((await one.signIn(serving.url, EMAIL, 'wrong')).errors, /password is incorrect/)
    assert.equal(signedIn(), before)
    writeFileSync(path.join(here, 'still in.txt'), 'still in')
    await settle(one)
    const kept = await one.ask('status', {})
    assert.deepEqual([kept?.signedIn, kept?.url], [true, serving.url])
    assert.equal((await one.signIn(serving.url, EMAIL, PASSWORD)).code, 0)
    const { guid, refreshToken } = JSON.parse(signedIn())
    assert.equal(guid, JSON.parse(before).guid, 'it is the same device')
    assert.notEqual(refreshToken, JSON.parse(before).refreshToken)
    writeFileSync(path.join(here, 'in again.txt'), 'in again')
    await settle(one)
    await settle(other)
    assert.equal(readFileSync(path.join(there, 'in again.txt'), 'utf8'), 'in again')
  })

  it('answers what is asked of the device, backs folders up, and writes them back', async () => {
    const client = new Client({ baseUrl: serving.url })
    await client.signIn(EMAIL, PASSWORD)
    const machine_id = await machineNamed(client, 'one')
    await until(async () => {
      // Not connected yet.
      const status = await client.call(getMachineStatus, { machine_id }).catch(() => undefined)
      return status?.results.synced ?? false
    })
    const precious = path.join(dir, 'precious')
    mkdirSync(path.join(precious, 'empty'), { recursive: true })
    writeFileSync(path.join(precious, 'a:b'), 'first')
    const browse = () => client.call(listMachinePath, { machine_id, path: precious })
    await assert.rejects(browse(), { code: 'forbidden', message: /holdfast-agent allow .*precious --browse/ })
    await one.allow(dir)
    assert.deepEqual(await browse(), { results: ['empty'] })
    const { id: root_id } = await client.call(createMachineBackup, { machine_id, path: precious })
    const backupNow = async () => (await one.ask('status', {}))?.backups[0]
    await until(async () => (await backupNow())?.lastRun != null)
    writeFileSync(path.join(precious, 'a:b'), 'second')
    assert.match(await one.do('backup', 'now'), /precious: 1 file, last finished: 20/)
    const back = path.join(dir, 'back')
    assert.match(await one.do('restore', precious, back), /^Restored and verified: 1 file, 1 written\.$/)
    assert.equal(readFileSync(path.join(back, 'a:b'), 'utf8'), 'second')
    const elsewhere = path.join(dir, 'elsewhere')
    await client.call(restoreMachineBackup, { machine_id, root_id, path: elsewhere })
    await until(() => existsSync(path.join(elsewhere, 'empty')) && existsSync(path.join(elsewhere, 'a:b')))
    const minutesUntilNext = async () =>
      ((parseUtc((await backupNow())?.nextRun ?? '') ?? 0) - Date.now()) / MINUTE_MS
    assert.ok((await minutesUntilNext()) > 200)
    writeFileSync(path.join(precious, 'a:b'), 'third')
    await until(async () => (await minutesUntilNext()) < 20)
    await client.call(updateMachineBackup, { machine_id, root_id, paused: true })
    await until(async () => (await backupNow())?.state === 'paused')
    assert.match(await one.do('backup'), /paused: It was paused on the server\.$/)
    const organization_id = (await client.call(getOwnPerson, {})).company_id as OrganizationId
    await client.call(updateOrganizationPolicy, { organization_id, backups_enabled: false })
    await until(async () => !(await one.ask('status', {}))?.backupsEnabled)
    assert.match(await one.do('backup'), /^Backups are paused: the policy of your organization/)
    running.process.kill('SIGTERM')
    assert.equal(await running.ended, 0)
  })

  it('keeps the folder of a file server that is mapped on the service', async () => {
    const client = new Client({ baseUrl: serving.url })
    await client.signIn(EMAIL, PASSWORD)
    const mapped = new TestAgent(path.join(dir, 'mapped'))
    assert.equal((await mapped.signIn(serving.url, EMAIL, PASSWORD)).code, 0)
    const machine_id = await machineNamed(client, 'mapped')
    await client.call(enableFileServer, { machine_id })
    const { root_id } = await client.call(getOwnPerson, {})
    const folder = path.join(dir, 'mapped folder')
    await client.call(createMachineMapping, { machine_id, root_id: root_id as RootId, path: folder })
    const refused = await mapped.run('sync')
    assert.equal(refused.code, 1)
    assert.match(
      refused.output,
      /not syncing\. This device does not allow mapping .* allow '.*mapped folder' --map/,
    )
    mkdirSync(folder)
    assert.match(await mapped.do('allow', folder, '--map', '--browse'), /mapped folder: map, browse$/m)
    assert.match(await mapped.do('sync'), /mapped folder: up to date/)
    assert.equal(readFileSync(path.join(folder, 'later.txt'), 'utf8'), 'later')
  })

  it('says what the service may use, and takes it back', async () => {
    const folder = path.join(dir, 'named')
    mkdirSync(folder)
    const mapped = new TestAgent(path.join(dir, 'mapped'))
    assert.match((await mapped.run('allow', path.join(dir, 'nowhere'))).errors, /does not exist/)
    assert.match((await mapped.run('allow', '/etc', '--map')).errors, /belongs to the system/)
    assert.match((await mapped.run('allow', mapped.home)).errors, /contains data of the agent/)
    assert.match((await mapped.run('allow', '--map')).errors, /^Usage: /)
    assert.match(await mapped.do('allow', folder, '--backup'), /named: back up$/m)
    assert.match(await mapped.do('allow', folder, '--restore'), /named: back up, restore to$/m)
    assert.match(await mapped.do('allow', '/etc'), /^\/etc: back up$/m)
    await mapped.do('disallow', '/etc')
    await mapped.do('disallow', folder)
    assert.doesNotMatch(await mapped.do('allow'), /named|etc/)
    assert.match((await mapped.run('disallow', folder)).errors, /is not in the list/)
    assert.match(await mapped.do('install', '--no-start', '--allow', folder), /can use .*named\.$/m)
    assert.match(await mapped.do('allow'), /named: map, browse, back up, restore to$/m)
  })

  it('finds what is in its way', async () => {
    assert.match(await one.do('doctor'), /^ok {3}server: .* responds/m)
    // One of both alone can be lost by what others do.
    rmSync(path.join(here, '.holdfast-root'))
    assert.match(await one.do('doctor'), /^ok {3}folder of .*marker/m)
    for (const name of ['.holdfast-root', '.holdfast-tmp']) rmSync(path.join(here, name), { recursive: true })
    const { code, output } = await one.run('doctor')
    assert.equal(code, 1)
    assert.match(output, /^BAD {2}folder of .*holdfast/m)
    const status = await one.run('sync')
    assert.equal(status.code, 1)
    assert.match(status.output, /Is its disk mounted\?/)
    assert.ok(existsSync(path.join(here, 'hello.txt')))
  })

  it('signs out, keeps all files, and goes on when it is signed in again', async () => {
    await other.do('logout')
    assert.ok(existsSync(path.join(there, 'hello.txt')))
    assert.match((await other.run('sync')).errors, /Not signed in/)
    assert.equal((await other.signIn(serving.url, EMAIL, PASSWORD)).code, 0)
    writeFileSync(path.join(there, 'after.txt'), 'after')
    await settle(other)
    runningOther.process.kill('SIGTERM')
    assert.equal(await runningOther.ended, 0)
  })

  it('removes its copies where that is wished, also when it hears of it later, but nothing that only it has', async () => {
    const client = new Client({ baseUrl: serving.url })
    await client.signIn(EMAIL, PASSWORD)
    const machine_id = await machineNamed(client, 'other')
    await client.call(signOutMachine, { machine_id, remove_files: true })
    writeFileSync(path.join(there, 'only here.txt'), 'only here')
    runningOther = await other.serve()
    await until(() => !existsSync(path.join(there, 'hello.txt')))
    await until(() => !existsSync(path.join(there, 'plans')))
    assert.equal(readFileSync(path.join(there, 'only here.txt'), 'utf8'), 'only here')
    await until(async () => {
      const { results } = await client.call(listMachineJobs, { machine_id })
      return results.every(({ state }) => state === 'done')
    })
    runningOther.process.kill('SIGTERM')
    await runningOther.ended
  })
})

/** By the agent that runs. */
async function settle(agent: TestAgent): Promise<void> {
  assert.equal((await agent.ask('sync', {}))?.synced, true)
}

/** As agents call themselves after their homes. */
async function machineNamed(client: Client, name: string): Promise<MachineId> {
  const { company_id } = await client.call(getOwnPerson, {})
  const organization_id = company_id as OrganizationId
  const { results } = await client.call(listOrganizationMachines, { organization_id })
  return results.find(({ dns_name }) => dns_name?.endsWith(` ${name}`))?.id as MachineId
}
