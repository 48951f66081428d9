import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from '@holdfast/api/client'
import { type Serving, startServing } from '@holdfast/server/testkit/servers/command-line'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { TestAgent } from '../../testkit/program/agent.ts'

const EMAIL = 'admin@localhost'
const PASSWORD = 'correct horse battery'
const THEN = Date.UTC(2022, 1, 2)
const LATER = Date.UTC(2023, 1, 2)

/** A computer of the person, with the folder that its agent keeps. */
interface Computer {
  readonly agent: TestAgent
  readonly folder: string
}

describe('two computers of one person', { timeout: 180_000 }, () => {
  let dir: string
  let serving: Serving
  let person: Client
  let [one, other]: Computer[] = []

  before(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'holdfast-saving-'))
    serving = await startServing(await makeTempDir(), {
      HOLDFAST_PORT: String(await freePort()),
      HOLDFAST_ADMIN_EMAIL: EMAIL,
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    })
    person = new Client({ baseUrl: serving.url })
    await person.signIn(EMAIL, PASSWORD)
    one = await startComputer('one')
    other = await startComputer('other')
  })

  after(async () => {
    TestAgent.killAll()
    await serving.stop('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  })

  async function startComputer(name: string): Promise<Computer> {
    const agent = new TestAgent(path.join(dir, name))
    const base = path.join(dir, `files of ${name}`)
    const signedIn = await agent.signIn(serving.url, EMAIL, PASSWORD, '--folder', base, '--name', name)
    assert.equal(signedIn.code, 0, signedIn.errors)
    await agent.serve()
    const ownRoot = async () => (await agent.ask('status', {}))?.roots.find(({ kind }) => kind === 'own')
    await until(async () => (await ownRoot())?.state === 'synced')
    return { agent, folder: (await ownRoot())?.folder ?? assert.fail('It keeps nothing') }
  }

  it('have the same times of files, also where a time alone was changed', async () => {
    assert.ok(one && other)
    const [here, there] = [path.join(one.folder, 'f.txt'), path.join(other.folder, 'f.txt')]
    const timeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs
    writeFileSync(here, 'text')
    await until(() => timeOf(there) !== undefined)
    const { ino } = statSync(there)
    utimesSync(here, THEN / 1000, THEN / 1000)
    await until(() => timeOf(there) === THEN)
    utimesSync(there, LATER / 1000, LATER / 1000)
    await until(() => timeOf(here) === LATER)
    // It is the file that was there, with its content.
    assert.deepEqual([statSync(there).ino, readFileSync(there, 'utf8')], [ino, 'text'])
  })
})
