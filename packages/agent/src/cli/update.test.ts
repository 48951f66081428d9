import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { chownSync, readdirSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { AgentOffer } from '../../testkit/program/agent-offer.ts'
import { NewPerson } from '../../testkit/program/new-person.ts'
import { signInFile } from '../net/tokens.ts'
import type { RunningProgram } from '../service/program-methods.ts'

const WITH_NODE = `${path.dirname(process.execPath)}:/usr/bin:/bin`
/** Says its version as it should, and does nothing else. */
const DEAD = (version: string) =>
  `if (process.argv.includes('version')) console.log('holdfast-agent ${version} (Node)')\nelse process.exit(1)\n`

describe('an update of the agent', () => {
  const offer = new AgentOffer()
  let ann: NewPerson

  /** One person for all of them: each start of the program takes its time. */
  before(async () => {
    await offer.start()
    ann = new NewPerson(WITH_NODE)
    offer.publish('0.1.0')
    const { code, errors } = await ann.shell('sh -s -- --no-login', offer.script())
    assert.equal(code, 0, errors)
    assert.match((await update()).errors, /Updates come from your server/)
    await signIn()
  })
  after(async () => {
    await ann.remove()
    offer.stop()
  })
  beforeEach(() => offer.cut.clear())

  const update = (...options: string[]) => ann.shell(`holdfast-agent update ${options.join(' ')}`)
  const place = (...way: string[]) => ann.at('.local/share/holdfast-agent', ...way)
  const current = () => path.basename(readlinkSync(place('current')))
  const running = async () => (await ann.ask('program')) as RunningProgram

  /** What an update needs of a sign-in is where the server is, and how to know it. */
  async function signIn(): Promise<void> {
    const tokens = { accessToken: '', refreshToken: '', expiresAt: 0, guid: 'test', email: '' }
    const trust = { pinned: offer.certificate }
    await signInFile(ann.agentHome).write({ url: offer.url, trust, ...tokens })
    const { uid, gid } = statSync(ann.agentHome)
    chownSync(path.join(ann.agentHome, 'sign-in.json'), uid, gid)
  }

  /** Refused, and everything is as it was. */
  async function assertRefused(words: RegExp): Promise<void> {
    const { code, errors } = await update()
    assert.equal(code, 1)
    assert.match(errors, words)
    assert.match(current(), /^0\.1\.0-/)
    assert.deepEqual(readdirSync(place('versions')), [current()])
  }

  it('is refused where another key signed it, or nobody', async () => {
    offer.publish('0.2.0', { key: generateKeyPairSync('ed25519').privateKey })
    await assertRefused(/signed with another key than this one/)
    offer.files.set('release.sig', Buffer.alloc(0))
    await assertRefused(/signed with another key/)
    offer.files.delete('release')
    await assertRefused(/offers no signed agent/)
  })

  it('is refused where it was cut off, or is not what was signed', async () => {
    offer.publish('0.2.0')
    offer.cut.add('holdfast-agent.mjs')
    await assertRefused(/download of holdfast-agent\.mjs was interrupted .*Nothing was changed/)
    offer.cut.clear()
    const bytes = offer.files.get('holdfast-agent.mjs') ?? Buffer.alloc(0)
    offer.files.set('holdfast-agent.mjs', bytes.subarray(1))
    await assertRefused(/was interrupted \(\d+ of \d+ bytes\)/)
    offer.files.set('holdfast-agent.mjs', Buffer.concat([bytes, Buffer.from('x')]))
    await assertRefused(/is larger than expected/)
    offer.files.set('holdfast-agent.mjs', Buffer.from(bytes).fill('x', 0, 1))
    await assertRefused(/was damaged during the download/)
  })

  it('is refused where it is older, until somebody asks for that', async () => {
    offer.publish('0.1.0', { built: 999 })
    await assertRefused(/older version \(0\.1\.0, build 999\) than this one \(0\.1\.0, build 1000\)/)
    offer.publish('0.0.9', { built: 5000 })
    await assertRefused(/older version/)
    assert.match((await update('--older')).output, /Updated from version 0\.1\.0 to 0\.0\.9\./)
    assert.match(current(), /^0\.0\.9-/)
  })

  it('is taken from the own server when it is newer, and once', async () => {
    offer.publish('0.1.0')
    assert.match((await update()).output, /Updated from version 0\.0\.9 to 0\.1\.0\./)
    assert.match((await ann.shell('holdfast-agent version')).output, /^holdfast-agent 0\.1\.0 /)
    assert.match((await update()).output, /^Version 0\.1\.0 is up to date\.$/)
    offer.publish('0.1.0', { built: 2000 })
    assert.equal((await update()).code, 0)
    const kept = readdirSync(place('versions'))
    assert.deepEqual(
      kept.map((id) => id.split('-')[0]),
      ['0.1.0', '0.1.0'],
      'the one before is kept, and none older',
    )
  })

  it('is refused where it does not even say its version', async () => {
    const before = current()
    offer.publish('0.2.0', { program: 'process.exit(1)' })
    assert.match(
      (await update()).errors,
      /The new version does not run on this computer\. Nothing was changed/,
    )
    offer.publish('0.2.0', { program: DEAD('0.3.0') })
    assert.match((await update()).errors, /reports itself as holdfast-agent 0\.3\.0/)
    assert.equal(current(), before)
  })

  it('goes back where the new one does not come up, and the one before runs again', async () => {
    assert.equal((await ann.shell('holdfast-agent run --background')).code, 0)
    const before = current()
    offer.publish('0.2.0', { program: DEAD('0.2.0') })
    const { code, output } = await update()
    assert.equal(code, 1)
    assert.match(output, /Version 0\.2\.0 did not start\. Version 0\.1\.0 is running again\.$/)
    assert.equal(current(), before)
    assert.equal((await running()).version, before)
  })

  it('replaces the agent that runs, which stays the same process for whoever looks after it', async () => {
    const { pid } = await running()
    offer.publish('0.3.0')
    assert.match((await update()).output, /to 0\.3\.0\. The agent is running again\./)
    assert.match((await running()).version, /^0\.3\.0-/)
    assert.equal((await running()).pid, pid)
  })
})
