import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { listOrganizationMachines, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { createPerson, getOwnPerson, updatePerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { getMachineStatus } from '@holdfast/api/devices/machines'
import { lockFile, lockRoot, unlockFile, unlockRoot } from '@holdfast/api/files/file-locks'
import { downloadFile, uploadToRoot } from '@holdfast/api/files/files'
import { getSnapshot } from '@holdfast/api/files/sync'
import type { EntryId, MachineId, OrganizationId, PersonId, RootId } from '@holdfast/api/ids'
import {
  createShare,
  type Subscribers,
  updateShare,
  updateShareSubscribers,
} from '@holdfast/api/sharing/shares'
import type { Child } from '@holdfast/server/testkit/servers/children'
import { runCommand, type Serving, startServing } from '@holdfast/server/testkit/servers/command-line'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { treeOf } from '../../testkit/chaos/folder-user.ts'
import { TestAgent } from '../../testkit/program/agent.ts'
import { BRAKE_FILES } from '../core/brake.ts'
import type { RootView } from '../service/methods.ts'

const BOSS = 'admin@localhost'
const BOB = 'bob@example.com'
const PASSWORD = 'correct horse battery'
const isRoot = process.getuid?.() === 0

describe('a folder that is kept equal to a team share', { timeout: 300_000 }, () => {
  let dir: string
  let serverDir: string
  let settings: NodeJS.ProcessEnv
  let serving: Serving
  let boss: Client
  let bob: TestAgent
  let running: Child
  let folder: string
  let organization_id: OrganizationId
  let person_id: PersonId
  let root_id: RootId

  before(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'holdfast-ends-'))
    serverDir = await makeTempDir()
    settings = {
      HOLDFAST_PORT: String(await freePort()),
      HOLDFAST_ADMIN_EMAIL: BOSS,
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    }
    await startService()
    const { company_id } = await boss.call(getOwnPerson, {})
    organization_id = company_id as OrganizationId
    const names = { first_name: 'Bob', last_name: 'Brown' }
    const made = { company_id: organization_id, email: BOB, password: PASSWORD, ...names }
    person_id = (await boss.call(createPerson, made)).id
    root_id = (await boss.call(createShare, { organization_id, name: 'Plans' })).id
    await share('EDITOR')
    bob = new TestAgent(path.join(dir, 'bob'))
    folder = path.join(dir, 'files', 'Plans')
    mkdirSync(folder, { recursive: true })
    if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder])
    const signedIn = await bob.signIn(serving.url, BOB, PASSWORD, '--folder', path.dirname(folder))
    assert.equal(signedIn.code, 0, signedIn.errors)
    running = await bob.serve()
    await until(async () => (await plans()).state === 'synced')
  })

  after(async () => {
    TestAgent.killAll()
    await serving.stop('SIGKILL')
    if (isRoot) execFileSync('umount', ['-l', folder])
    rmSync(dir, { recursive: true, force: true })
  })

  async function startService(): Promise<void> {
    serving = await startServing(serverDir, settings)
    boss = new Client({ baseUrl: serving.url })
    await boss.signIn(BOSS, PASSWORD)
  }

  async function stopAgent(): Promise<void> {
    running.process.kill('SIGTERM')
    await running.ended
  }

  async function share(role?: 'EDITOR'): Promise<void> {
    const { id } = await boss.call(getOwnPerson, {})
    const subscribers: Subscribers['subscribers'] = [[id, 'web', 'EDITOR']]
    if (role) subscribers.push([person_id, 'all', role])
    await boss.call(updateShareSubscribers, { organization_id, root_id, subscribers })
  }

  const rootIn = (roots: readonly RootView[] = []): RootView =>
    roots.find((root) => root.rootId === root_id) ?? assert.fail('the root is not on this device')
  const plans = async () => rootIn((await bob.ask('status', {}))?.roots)
  /** Works until nothing is left to do; how it is then. */
  const sync = async () => rootIn((await bob.ask('sync', {}))?.roots)
  async function untilSynced(): Promise<void> {
    let last: RootView | undefined
    const isSynced = async () => {
      last = await sync()
      return last.state === 'synced'
    }
    await until(isSynced, 500).catch(() => assert.fail(`It is not synced: ${JSON.stringify(last)}\n${log()}`))
  }
  const said = ({ problems }: RootView) => problems.map(({ path, reason }) => `${path}: ${reason}`)

  const at = (...names: string[]) => path.join(folder, ...names)
  const write = (name: string, content: string | Buffer) => writeFileSync(at(name), content)
  const read = (name: string) => readFileSync(at(name), 'utf8')

  const log = () => readFileSync(path.join(bob.home, 'agent.log'), 'utf8')
  async function machineOfBob(): Promise<MachineId> {
    const { results } = await boss.call(listOrganizationMachines, { organization_id })
    return results.find(({ dns_name }) => dns_name?.endsWith(' bob'))?.id ?? assert.fail('no machine')
  }

  const entries = async () => (await boss.call(getSnapshot, { root_id })).results
  const namesThere = async () => (await entries()).map(({ name }) => name).sort()
  async function entry(name: string): Promise<EntryId> {
    return (await entries()).find((one) => one.name === name)?.entry_id ?? assert.fail(`no ${name}`)
  }
  async function contentThere(name: string): Promise<string> {
    return (await boss.open(downloadFile, { root_id, file_id: await entry(name) })).text()
  }
  function upload(name: string, content: string | Buffer<ArrayBuffer>): Promise<unknown> {
    const file = { name, bytes: new Blob([content]) }
    return boss.call(uploadToRoot, { root_id, file, on_conflict: 'revision' })
  }

  it('holds apart what differs in case or by how letters are written', async () => {
    const [composed, decomposed] = ['caf\u00e9.txt', 'cafe\u0301.txt']
    write('Report.txt', 'one')
    write('report.txt', 'other')
    write(decomposed, 'decomposed')
    const { state, problems } = await sync()
    assert.deepEqual([state, problems], ['synced', []])
    const found = (await namesThere()).filter((name) => /^report/i.test(name))
    // Which of them gives way depends on the disk.
    assert.equal(found.filter((name) => /^report \(conflicted copy .*\)\.txt$/i.test(name)).length, 1)
    const contents = await Promise.all(found.map(contentThere))
    assert.deepEqual(contents.sort(), ['one', 'other'])
    await upload(composed, 'from the service')
    await sync()
    assert.equal(read(decomposed), 'from the service')
    assert.equal(existsSync(at(composed)), false)
  })

  it('keeps to itself what no service can hold, and says so until it has another name', async () => {
    write('a:b.txt', 'kept here')
    write('.holdfastignore', '# made anew each time\n*.bak\n')
    write('copy.bak', 'not to be sent')
    const { state, problems } = await sync()
    assert.equal(state, 'attention')
    const { code } = await bob.run('status')
    assert.equal(code, 3)
    const { results: told } = await boss.call(getMachineStatus, { machine_id: await machineOfBob() })
    assert.deepEqual(
      [told.synced, told.subscriptions.flatMap(({ excl_files }) => excl_files)[0]?.path],
      [true, 'a:b.txt'],
    )
    assert.match(log(), /“Plans”: a:b\.txt: This name is not allowed on the server\.$/m)
    assert.deepEqual(
      problems.map(({ path, help }) => [path, help]),
      [['a:b.txt', 'Rename it.']],
    )
    renameSync(at('a:b.txt'), at('a-b.txt'))
    assert.equal((await sync()).state, 'synced')
    assert.match(log(), /“Plans”: solved: a:b\.txt/)
    assert.equal((await bob.run('status')).code, 0)
    assert.equal(await contentThere('a-b.txt'), 'kept here')
    assert.equal((await namesThere()).includes('copy.bak'), false)
    rmSync(at('copy.bak'))
  })

  it('says what is in the way of a file that is to come here, and brings it when that is gone', async () => {
    symlinkSync('/nowhere', at('link.txt'))
    await upload('link.txt', 'from the service')
    await until(async () => (await plans()).state === 'attention')
    const { problems } = await plans()
    assert.deepEqual(
      problems.map(({ path, reason }) => `${path}: ${reason}`),
      ['link.txt: Something on this device that is not synced, such as a link, has the same name.'],
    )
    rmSync(at('link.txt'))
    assert.deepEqual((await sync()).problems, [])
    assert.equal(read('link.txt'), 'from the service')
    assert.match(log(), /“Plans”: link\.txt: Something on this device that is not synced/)
  })

  it('rests while the account is disabled, says so, and goes on by itself', async () => {
    await boss.call(updatePerson, { person_id, active: false })
    await until(async () => (await plans()).state === 'failed')
    const status = await bob.ask('status', {})
    assert.deepEqual([status?.state, status?.signedIn], ['failed', true])
    for (const { reason } of status?.roots ?? []) assert.match(reason, /The account is disabled\./)
    write('meanwhile.txt', 'written while nobody was let in')
    await boss.call(updatePerson, { person_id, active: true })
    await until(async () => (await namesThere()).includes('meanwhile.txt'))
    await until(async () => (await bob.ask('status', {}))?.state === 'synced')
  })

  it('goes on with a service that was away, of which there is a copy now', async () => {
    // From here on nothing gives the device other tokens, which the copy would not know.
    await serving.stop()
    cpSync(serverDir, path.join(dir, 'old copy'), { recursive: true })
    await startService()
    await untilSynced()
  })

  it('sends a file when the program that writes it is done', async () => {
    const fd = openSync(at('growing.txt'), 'w')
    writeSync(fd, 'line 0\n')
    // It waits for this one to come to rest as well.
    write('beside.txt', 'begun later')
    let lines = 0
    await until(async () => {
      writeSync(fd, `line ${++lines}\n`)
      const names = await namesThere()
      assert.equal(names.includes('growing.txt'), false, `sent after ${lines} lines`)
      return names.includes('beside.txt')
    }, 100)
    assert.equal((await plans()).state, 'syncing')
    rmSync(at('beside.txt'))
    closeSync(fd)
    assert.equal((await sync()).state, 'synced')
    assert.equal(await contentThere('growing.txt'), read('growing.txt'))
  })

  it('waits for the lock of someone else', async () => {
    await boss.call(lockFile, { root_id, file_id: await entry('a-b.txt') })
    // As many programs save: whatever the mode of the file.
    write('a-b.new', 'edited while it was locked')
    renameSync(at('a-b.new'), at('a-b.txt'))
    const locked = await sync()
    assert.equal(locked.state, 'attention')
    assert.match(said(locked).join(), /^a-b\.txt: Someone else has locked it/)
    assert.equal(await contentThere('a-b.txt'), 'kept here')
    await boss.call(unlockFile, { root_id, file_id: await entry('a-b.txt') })
    assert.equal((await sync()).state, 'synced')
    assert.equal(await contentThere('a-b.txt'), 'edited while it was locked')
  })

  it('locks a file while a program has it open, and what was written is sent before that ends', async () => {
    const policy = { user_lock_files: true, locked_extensions: '.docx' }
    await boss.call(updateOrganizationPolicy, { organization_id, ...policy })
    await boss.call(updateShare, { organization_id, root_id, auto_lock: true })
    const holder = async () => (await entries()).find(({ name }) => name === 'report.docx')?.lock?.person_id
    write('report.docx', 'first')
    await sync()
    write('.~lock.report.docx#', 'Bob')
    await until(async () => (await holder()) === person_id)
    write('report.docx', 'second')
    rmSync(at('.~lock.report.docx#'))
    await until(async () => (await holder()) === undefined)
    assert.equal(await contentThere('report.docx'), 'second')
    write('~$report.docx', 'Bob')
    await until(async () => (await holder()) === person_id)
    await stopAgent()
    assert.equal(await holder(), undefined)
    running = await bob.serve()
    await until(async () => (await holder()) === person_id)
    rmSync(at('~$report.docx'))
    await until(async () => (await holder()) === undefined)
  })

  it('lets nobody write to what someone else has locked, for as long as that is so', async () => {
    const writable = (name: string) => (statSync(at(name)).mode & 0o222) !== 0
    const file_id = await entry('report.docx')
    write('other.bin', 'no document')
    await sync()
    chmodSync(at('report.docx'), 0o640)
    await boss.call(lockFile, { root_id, file_id })
    await boss.call(lockFile, { root_id, file_id: await entry('other.bin') })
    write('~$report.docx', 'Bob')
    await until(() => !writable('report.docx'))
    await upload('report.docx', 'by the one who has the lock')
    await until(() => read('report.docx') === 'by the one who has the lock')
    assert.deepEqual(['report.docx', 'other.bin'].map(writable), [false, true])
    write('second.docx', 'second')
    await sync()
    running.process.kill('SIGKILL')
    await running.ended
    // Else it would lock the file itself as soon as it can.
    rmSync(at('~$report.docx'))
    await boss.call(unlockFile, { root_id, file_id })
    await boss.call(unlockFile, { root_id, file_id: await entry('other.bin') })
    await boss.call(lockRoot, { root_id })
    running = await bob.serve()
    await until(() => !writable('second.docx'))
    assert.deepEqual(['report.docx', 'other.bin'].map(writable), [false, true])
    await boss.call(unlockRoot, { root_id })
    await until(() => writable('second.docx') && (statSync(at('report.docx')).mode & 0o777) === 0o640)
    await boss.call(lockRoot, { root_id })
    await until(() => !writable('report.docx') && !writable('second.docx'))
    await boss.call(unlockRoot, { root_id })
    await until(() => writable('report.docx') && writable('second.docx'))
    await until(async () => (await entries()).every(({ lock }) => lock === null))
    assert.equal((await sync()).state, 'synced')
  })

  it('sends what was done in a folder before that leaves the device', async () => {
    mkdirSync(at('large'))
    write('large/plan.txt', 'plan')
    await sync()
    write('large/late.txt', 'late')
    await bob.ask('select', { root: 'plans', path: 'large', selected: false })
    assert.equal((await sync()).state, 'synced')
    assert.equal(existsSync(at('large')), false)
    assert.equal(await contentThere('late.txt'), 'late')
    await bob.ask('select', { root: 'plans', path: 'large', selected: true })
    await sync()
    assert.equal(read('large/late.txt'), 'late')
  })

  it('that has vanished is not an empty one', async () => {
    const before = await namesThere()
    const aside = path.join(dir, 'aside')
    if (isRoot) {
      mkdirSync(aside)
      execFileSync('mount', ['--move', folder, aside])
    } else renameSync(folder, aside)
    const gone = await sync()
    assert.equal(gone.state, 'failed')
    assert.match(gone.reason, /Is its disk mounted\?$/)
    assert.deepEqual(await namesThere(), before)
    if (isRoot) execFileSync('mount', ['--move', aside, folder])
    else renameSync(aside, folder)
    assert.equal((await sync()).state, 'synced')
    assert.deepEqual(await namesThere(), before)
  })

  it('that is full tells so, and gets the rest once there is room', { skip: !isRoot }, async () => {
    const { bavail, bsize } = statfsSync(folder)
    const ballast = at('.holdfast-tmp', 'ballast')
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 100_000))
    await upload('large.bin', Buffer.alloc(1_500_000, 'large'))
    await upload('a-b.txt', 'from the service')
    write('growing.txt', 'sent all the same')
    const full = await sync()
    assert.equal(full.state, 'attention')
    assert.match(said(full).join(), /large\.bin: The disk of this device is full/)
    assert.equal(await contentThere('growing.txt'), 'sent all the same')
    rmSync(ballast)
    assert.equal((await sync()).state, 'synced')
    assert.equal(read('large.bin').length, 1_500_000)
    assert.equal(read('a-b.txt'), 'from the service')
  })

  it('that can only be read tells so, and changes nothing on the service', { skip: !isRoot }, async () => {
    const remount = (how: string) => execFileSync('mount', ['-o', `remount,${how}`, folder])
    remount('ro')
    await upload('a-b.txt', 'newer')
    const denied = await sync()
    assert.equal(denied.state, 'attention')
    assert.match(said(denied).join(), /a-b\.txt: The agent has no permission to read or write it/)
    remount('rw')
    assert.equal((await sync()).state, 'synced')
    assert.equal(read('a-b.txt'), 'newer')
  })

  it('keeps both contents where the agent has lost what it knew', async () => {
    const before = Object.keys(treeOf({ folders: [folder] }))
    await stopAgent()
    const known = path.join(bob.home, 'roots')
    for (const name of readdirSync(known)) rmSync(path.join(known, name))
    for (const name of ['7-old.db', '8-young.db']) writeFileSync(path.join(known, name), '')
    utimesSync(path.join(known, '7-old.db'), 0, 0)
    write('a-b.txt', 'changed here')
    write('new.txt', 'new here')
    await upload('a-b.txt', 'changed there')
    running = await bob.serve()
    assert.equal((await sync()).state, 'synced')
    const copies = (await namesThere()).filter((name) => name.startsWith('a-b'))
    assert.deepEqual((await Promise.all(copies.map(contentThere))).sort(), ['changed here', 'changed there'])
    const now = treeOf({ folders: [folder] })
    for (const name of before) assert.ok(now[name], name)
    const kept = readdirSync(known)
    assert.deepEqual([kept.includes('7-old.db'), kept.includes('8-young.db')], [false, true])
    assert.equal(await contentThere('new.txt'), 'new here')
  })

  it('stops before much would go, until someone confirms it', async () => {
    mkdirSync(at('many'))
    for (let n = 0; n <= BRAKE_FILES; n++) write(`many/${n}`, '')
    await untilSynced()
    rmSync(at('many'), { recursive: true })
    const held = await sync()
    assert.equal(held.state, 'paused')
    assert.match(
      held.reason,
      /^Unusual activity: [\d,]+ files deleted or changed on this device would be removed/,
    )
    assert.equal(held.held?.there, BRAKE_FILES + 1, 'it says how many are gone from the disk')
    write('beside.txt', 'new while it is stopped')
    const known = async () =>
      (await bob.ask('list', { root: 'plans', path: '' }))?.map(({ name }) => name) ?? []
    await until(async () => (await known()).includes('beside.txt'))
    assert.ok((await known()).includes('many'))
    const still = await bob.run('resume')
    assert.equal(still.code, 1)
    assert.match(still.output, /“Plans” is still paused: 1,001 files .*resume --confirm/s)
    const confirmed = await bob.run('resume', '--confirm')
    assert.deepEqual([confirmed.code, confirmed.output], [0, 'Resumed.'])
    assert.equal((await plans()).held, null)
    await untilSynced()
    assert.ok(!(await namesThere()).includes('many'))
  })

  it('stays when its share is taken away, and goes on when it is given back', async () => {
    await share()
    await until(async () => !(await bob.ask('status', {}))?.roots.some((root) => root.rootId === root_id))
    write('alone.txt', 'written while nobody listened')
    await upload('new.txt', 'changed meanwhile')
    await share('EDITOR')
    await until(
      async () => (await bob.ask('sync', {}))?.roots.some((root) => root.rootId === root_id) ?? false,
    )
    await untilSynced()
    assert.equal(await contentThere('alone.txt'), 'written while nobody listened')
    assert.equal(read('new.txt'), 'changed meanwhile')
  })

  it('gives a service back what it lost when it was set back to an old copy', async () => {
    const before = treeOf({ folders: [folder] })
    await serving.stop()
    rmSync(serverDir, { recursive: true })
    cpSync(path.join(dir, 'old copy'), serverDir, { recursive: true })
    assert.equal((await runCommand(serverDir, ['restored'], settings)).code, 0)
    write('unsent.txt', 'written while the service is away')
    await until(async () => (await sync()).unsent === 1)
    const away = await plans()
    assert.deepEqual([away.state, away.reason], ['offline', 'The server cannot be reached.'])
    assert.equal((await bob.run('status')).code, 1)
    rmSync(at('unsent.txt'))
    await until(async () => (await sync()).unsent === 0)
    await startService()
    await untilSynced()
    assert.deepEqual(treeOf({ folders: [folder] }), before)
    const names = Object.keys(before).map((file) => path.basename(file))
    assert.deepEqual(await namesThere(), names.sort())
    assert.equal(await contentThere('new.txt'), 'changed meanwhile')
    await stopAgent()
  })
})
