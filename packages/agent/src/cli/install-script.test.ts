import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { AgentOffer } from '../../testkit/program/agent-offer.ts'
import { NewPerson } from '../../testkit/program/new-person.ts'

/** With the Node that runs the tests: what the script does where a server brings none for the machine. */
const WITH_NODE = `${path.dirname(process.execPath)}:/usr/bin:/bin`
const TOOLS = [
  ...['sh', 'curl', 'sha256sum', 'gzip', 'sed', 'mktemp', 'readlink', 'base64', 'cut', 'uname', 'grep', 'id'],
  ...['mkdir', 'ln', 'rm', 'mv', 'chmod', 'tr', 'dirname', 'env'],
]

describe('the script that installs the agent', () => {
  const offer = new AgentOffer()
  let ann: NewPerson

  before(() => offer.start())
  after(() => offer.stop())
  beforeEach(() => {
    ann = new NewPerson(WITH_NODE)
    offer.cut.clear()
    offer.publish('0.1.0')
  })
  afterEach(() => ann.remove())

  const install = (...options: string[]) =>
    ann.shell(`sh -s -- --no-login ${options.join(' ')}`, offer.script())
  const place = () => ann.at('.local/share/holdfast-agent')

  /** Nothing that could be started, and nothing left over. */
  function assertNothingInstalled(): void {
    assert.ok(!existsSync(ann.at('.local/bin/holdfast-agent')))
    assert.deepEqual(existsSync(place()) ? readdirSync(place()) : [], [])
  }

  it('puts it into a place of its own, with a command on the path, and says what comes next', async () => {
    const { code, output, errors } = await install()
    assert.equal(code, 0, errors)
    assert.match(output, /^Verified: SHA-256 and signature \(build key [0-9a-f]{64}\)$/m)
    assert.match(
      output,
      new RegExp(`^ {2}holdfast-agent login ${offer.url}\n {2}holdfast-agent install$`, 'm'),
    )
    assert.match((await ann.shell('holdfast-agent version')).output, /^holdfast-agent 0\.1\.0 /)
    assert.deepEqual(readdirSync(place()).sort(), ['current', 'key.pem', 'runtimes', 'versions'])
  })

  it('installs again over itself, and over an older one', async () => {
    for (const _ of ['once', 'again']) assert.equal((await install()).code, 0)
    const before = readlinkSync(path.join(place(), 'current'))
    offer.publish('0.2.0')
    await install()
    assert.match((await ann.shell('holdfast-agent version')).output, /^holdfast-agent 0\.2\.0 /)
    assert.notEqual(readlinkSync(path.join(place(), 'current')), before)
  })

  it('does nothing where it was cut off itself', async () => {
    const whole = offer.script()
    for (const part of [0.3, 0.7, 0.99])
      await ann.shell('sh -s -- --no-login', whole.slice(0, whole.length * part))
    assertNothingInstalled()
    assert.ok(!existsSync(place()))
  })

  it('refuses a download that was cut off', async () => {
    for (const name of ['release', 'release.sig', 'holdfast-agent.mjs']) {
      offer.cut.clear()
      offer.cut.add(name)
      const { code, errors } = await install()
      assert.equal(code, 1)
      assert.match(
        errors,
        new RegExp(`was not installed: ${offer.url}/agent/${name} could not be downloaded`),
      )
      assertNothingInstalled()
    }
  })

  it('refuses files that are not what was signed', async () => {
    offer.files.set('holdfast-agent.mjs', Buffer.from('something else'))
    assert.match((await install()).errors, /holdfast-agent\.mjs was damaged during the download/)
    assertNothingInstalled()
  })

  it('refuses a list that somebody else signed, with openssl and without', async () => {
    offer.publish('0.1.0', { key: generateKeyPairSync('ed25519').privateKey })
    assert.match((await install()).errors, /the signature of the release is not valid/)
    assertNothingInstalled()
    const tools = ann.at('tools')
    mkdirSync(tools)
    for (const tool of TOOLS) symlinkSync(path.join('/usr/bin', tool), path.join(tools, tool))
    const bare = `PATH=${tools}:${path.dirname(process.execPath)}`
    const without = () => ann.shell(`${bare} sh -s -- --no-login`, offer.script())
    assert.match((await without()).errors, /the signature of the release is not valid/)
    assertNothingInstalled()
    offer.publish('0.1.0')
    assert.equal((await without()).code, 0)
  })

  it('takes only the build key that a person asks for', async () => {
    const wrong = await install('--key', 'ab'.repeat(32))
    assert.match(wrong.errors, /signed with another key: [0-9a-f]{64}/)
    assertNothingInstalled()
    const own = offer.key.publicKey.export({ type: 'spki', format: 'der' })
    assert.equal((await install('--key', createHash('sha256').update(own).digest('hex'))).code, 0)
  })

  it('names what is missing where a server brings no program for this machine', async () => {
    mkdirSync(ann.at('old'))
    symlinkSync('/bin/false', ann.at('old/node'))
    const { errors } = await ann.shell(`PATH=${ann.at('old')}:$PATH sh -s -- --no-login`, offer.script())
    assert.match(errors, /Install Node 24 or later \(https:\/\/nodejs\.org/)
    assertNothingInstalled()
  })
})
