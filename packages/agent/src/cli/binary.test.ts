import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { getRoot } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { type Serving, startServing } from '@holdfast/server/testkit/servers/command-line'
import { environment } from '@holdfast/server/testkit/servers/environment'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const EMAIL = 'admin@localhost'
const PASSWORD = 'correct horse battery'
const skip =
  process.getuid?.() !== 0 ? 'only root can change its root' : rounds(0, 1) === 0 && 'part of npm run soak'

describe('the agent as a program of its own', { skip, timeout: 600_000 }, () => {
  let tree: string
  let serving: Serving

  /** A system that has the C and C++ libraries, and nothing else: no Node, no shell. */
  before(async () => {
    execFileSync(process.execPath, ['scripts/build.mjs', '--agent-binary'], { cwd: ROOT })
    tree = mkdtempSync(path.join(tmpdir(), 'holdfast-tree-'))
    const built = path.join(ROOT, 'dist/agent', `holdfast-agent-${process.platform}-${process.arch}`)
    cpSync(built, path.join(tree, 'holdfast-agent'))
    const linked = execFileSync('ldd', [built], { encoding: 'utf8' })
    const libraries = [...linked.matchAll(/(\/\S+) \(0x/g)].flatMap(([, file]) => file ?? [])
    assert.ok(libraries.length > 2, linked)
    for (const file of [...libraries, '/etc/hosts', '/etc/nsswitch.conf'])
      cpSync(file, path.join(tree, file), { dereference: true, recursive: true })
    for (const folder of ['tmp', 'home/ann', 'dev']) mkdirSync(path.join(tree, folder), { recursive: true })
    cpSync(environment('TESTKIT_TLS_CERT'), path.join(tree, 'ca.pem'))
    serving = await startServing(await makeTempDir(), {
      HOLDFAST_ADMIN_EMAIL: EMAIL,
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    })
  })

  after(async () => {
    await serving.stop()
    rmSync(tree, { recursive: true, force: true })
  })

  function agent(args: readonly string[], input = ''): string {
    const { status, stdout, stderr } = spawnSync('chroot', [tree, '/holdfast-agent', ...args], {
      env: { HOME: '/home/ann', PATH: process.env.PATH },
      encoding: 'utf8',
      input,
    })
    assert.equal(status, 0, `${args.join(' ')}:\n${stderr}\n${stdout}`)
    return stdout
  }

  it('signs in and keeps a folder in step where there is no Node', async () => {
    assert.match(agent(['version']), /^holdfast-agent \d/)
    const folder = ['--folder', '/home/ann/Holdfast']
    const login = ['login', serving.url, '--email', EMAIL, '--password-stdin', '--ca', '/ca.pem', ...folder]
    const kept = /“.*” is synced with (\/home\/ann\/Holdfast\/.*)/.exec(agent(login, `${PASSWORD}\n`))?.[1]
    assert.ok(kept)
    writeFileSync(path.join(tree, kept, 'large.bin'), Buffer.alloc(3_000_000, 'large'))
    agent(['sync', '--once'])
    const client = new Client({ baseUrl: serving.url })
    await client.signIn(EMAIL, PASSWORD)
    const { root_id } = await client.call(getOwnPerson, {})
    const { children } = await client.call(getRoot, { root_id: root_id as RootId, include_children: true })
    assert.deepEqual(
      children?.map(({ path }) => path),
      ['/large.bin'],
    )
    assert.match(agent(['verify']), /^1 file checked .*: no differences\.$/m)
    assert.equal(readFileSync(path.join(tree, kept, 'large.bin')).length, 3_000_000)
  })
})
