import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { listOrganizationMachines } from '@holdfast/api/accounts/organizations'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { getRoot } from '@holdfast/api/files/files'
import type { OrganizationId, RootId } from '@holdfast/api/ids'
import { type Serving, startServing } from '@holdfast/server/testkit/servers/command-line'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { NewPerson } from '../../testkit/program/new-person.ts'
import type { StatusView } from '../service/methods.ts'

const EMAIL = 'admin@localhost'
const PASSWORD = 'correct horse battery'

describe('the first use of the agent', { timeout: 600_000 }, () => {
  let serving: Serving
  let client: Client
  let ann: NewPerson
  let login: string

  before(async () => {
    ann = new NewPerson()
    serving = await startServing(await makeTempDir(), {
      HOLDFAST_ADMIN_EMAIL: EMAIL,
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    })
    client = new Client({ baseUrl: serving.url })
    await client.signIn(EMAIL, PASSWORD)
  })
  after(async () => {
    await ann.remove()
    await serving.stop()
  })

  const status = async () => (await ann.ask('status')) as StatusView
  const own = () => ann.at('Holdfast', readdirSync(ann.at('Holdfast'))[0] ?? '')

  it('begins with the line of the page, where there is no Node and nobody vouches for the certificate', async () => {
    const page = await (await fetch(`${serving.url}/agent`)).text()
    const line = /<code class="command"[^>]*>([^<]+)<\/code>/.exec(page)?.[1] ?? assert.fail(page)
    assert.match(line, /^curl -fsS -k --pinnedpubkey sha256\/\/\S+ https:\S+ \| sh$/)
    const { code, output, errors } = await ann.shell(line)
    assert.equal(code, 0, errors)
    assert.match(output, /^Downloading Node\.js \(about \d+ MB\)/m)
    assert.match(output, /^Installed: holdfast-agent \d+\.\d+\.\d+ \(Node 24\./m)
    login = /^ {2}(holdfast-agent login .+ --fingerprint [0-9A-F:]{95})$/m.exec(output)?.[1] ?? ''
    assert.ok(login, output)
  })

  it('asks for a wrong password again, and for nothing else', async () => {
    const shown = await ann.terminal(`${login} --name "Anns laptop"`, [
      ['Email: ', EMAIL],
      ['Password: ', 'not this one'],
      [`Password for ${EMAIL}: `, PASSWORD],
      ['Sync your files to which folder? ', ''],
    ])
    assert.match(shown, /The email address or password is incorrect\.\n/)
    assert.match(shown, new RegExp(`Signed in as ${EMAIL}`))
    assert.equal(shown.match(/Email: /g)?.length, 1)
    assert.ok(existsSync(own()))
    assert.match(shown, new RegExp(`is synced with ${own()}\\n`))
  })

  it('says that no agent runs before it was started, in words, also to another program', async () => {
    const { code, output } = await ann.shell('holdfast-agent status | cat; exit 2')
    assert.equal(code, 2)
    assert.match(
      output,
      /^The agent is not running, so nothing is synced\. To start it, run “.*holdfast-agent install”\.\n/,
    )
    assert.match(output, /: paused\. The agent is not running\.\n/)
    assert.doesNotMatch(output, /syncing/)
    assert.equal((await ann.shell('holdfast-agent status')).code, 2)
    const json = JSON.parse((await ann.shell('holdfast-agent status --json')).output) as { running: boolean }
    assert.equal(json.running, false)
  })

  it('starts it, and says what to do where there is no bus for the account', async () => {
    const { code, output, errors } = await ann.shell('holdfast-agent install')
    assert.equal(code, 0, errors)
    assert.match(output, /The agent is running\./)
    assert.match(
      output,
      /no systemd for your account in this session[\s\S]*enable-linger[\s\S]*@reboot \/.*\/current\/holdfast-agent/,
    )
    writeFileSync(path.join(own(), 'hello.txt'), 'hello')
    const { root_id } = await client.call(getOwnPerson, {})
    await until(async () => {
      const { children } = await client.call(getRoot, { root_id: root_id as RootId, include_children: true })
      return children?.[0]?.path === '/hello.txt'
    })
    await until(async () => (await status()).synced)
    assert.match((await ann.shell('holdfast-agent status')).output, /\n {2}1 file$/)
  })

  it('tells of what was put beside the folders that are synced, not into one', async () => {
    writeFileSync(ann.at('Holdfast', 'stray.txt'), 'not synced')
    const { code, output } = await ann.shell('holdfast-agent status')
    assert.equal(code, 0)
    assert.match(
      output,
      /\nNot synced: 1 item in \S+, outside the synced folders\. Move it into one of the synced folders, .+\n {2}– stray\.txt$/,
    )
    rmSync(ann.at('Holdfast', 'stray.txt'))
    assert.doesNotMatch((await ann.shell('holdfast-agent status')).output, /Not synced/)
  })

  it('calls the device as it was told to, here, on the service and in conflicted copies', async () => {
    assert.equal((await status()).machine, 'Anns laptop')
    assert.deepEqual(await names(), ['Anns laptop'])
    writeFileSync(path.join(own(), 'Report.txt'), 'one')
    writeFileSync(path.join(own(), 'report.txt'), 'other')
    await until(() => readdirSync(own()).some((name) => /\(conflicted copy Anns laptop /.test(name)))
  })

  it('calls it otherwise from then on when somebody changes the name', async () => {
    assert.match((await ann.shell('holdfast-agent name "Anns desk"')).output, /now called “Anns desk”/)
    assert.equal((await ann.shell('holdfast-agent name')).output, 'Anns desk')
    assert.equal((await status()).machine, 'Anns desk')
    assert.deepEqual(await names(), ['Anns desk'])
    // The agent that runs looks for it after each round.
    let n = 0
    await until(async () => {
      n++
      for (const name of [`Plan ${n}.txt`, `plan ${n}.txt`]) writeFileSync(path.join(own(), name), name)
      await ann.ask('sync')
      return readdirSync(own()).some((name) => /\(conflicted copy Anns desk /.test(name))
    })
  })

  /** As people see them. */
  async function names(): Promise<string[]> {
    const organization_id = (await client.call(getOwnPerson, {})).company_id as OrganizationId
    const { results } = await client.call(listOrganizationMachines, { organization_id })
    // The client of this test is one, too, and has none.
    return results.flatMap(({ nickname, dns_name }) => nickname ?? dns_name ?? [])
  }
})
