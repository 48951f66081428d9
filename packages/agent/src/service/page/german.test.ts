import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { updatePerson } from '@holdfast/api/accounts/people'
import { createMachineMapping, enableFileServer } from '@holdfast/api/devices/machines'
import type { MachineId } from '@holdfast/api/ids'
import { listSessions } from '@holdfast/api/sign-in/sessions'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { TestAgent } from '../../../testkit/program/agent.ts'
import type { StatusView } from '../methods.ts'

describe('the page of the agent says in German', { timeout: 600_000 }, () => {
  const world = useWorld(STACKS[0] as Stack)
  const { company } = useCompanies(world)
  const openBrowser = useChromium()
  let top: string
  let agent: TestAgent
  let [boss, ann]: Someone[] = []
  let page: Page

  before(async () => {
    top = realpathSync(mkdtempSync(path.join(tmpdir(), 'holdfast-agent-')))
    const { id, boss: administrator } = await company()
    boss = administrator
    ann = await world.person({ organizationId: id })
    agent = new TestAgent(path.join(top, 'agent'))
    await agent.signIn(world.url, ann.email, PASSWORD, '--folder', path.join(top, 'files'))
    await agent.serve()
    page = await (await (await openBrowser()).newContext({ locale: 'de' })).newPage()
    await page.goto((await agent.do('open', '--no-browser')).trim())
  })
  after(async () => {
    await page.context().close()
    TestAgent.killAll()
    rmSync(top, { recursive: true, force: true })
  })

  const stateOf = async (folder: string) =>
    (await agent.ask('status', {}))?.roots.find((root) => root.folder === folder)

  it('why a folder cannot be used, and the command that helps', async () => {
    const folder = path.join(top, 'plans')
    mkdirSync(folder)
    await agent.allow(folder)
    const { results } = await (ann as Someone).call(listSessions, {})
    const machine_id = results.find(({ machine_id: id }) => id !== null)?.machine_id as MachineId
    await boss?.call(enableFileServer, { machine_id })
    const shared = await (boss as Someone).call(createMachineMapping, {
      machine_id,
      root_id: (boss as Someone).rootId,
      path: folder,
    })
    assert.equal(shared.path, folder)
    await until(async () => (await stateOf(folder))?.state === 'synced')
    await agent.do('disallow', folder)
    await page.getByText(`gib in einem Terminal ein: holdfast-agent allow ${folder} --map`).waitFor()
    rmSync(folder, { recursive: true })
    await agent.do('allow', path.dirname(folder))
    await page.getByText('Der Ordner fehlt').waitFor()
  })

  it('that the server does not accept the account, with what it said', async () => {
    await boss?.call(updatePerson, { person_id: (ann as Someone).id, active: false })
    await agent.do('sync').catch(() => {})
    await page.getByText('Der Server nimmt dieses Gerät nicht an.').waitFor()
    await page.getByText('(The account is disabled.)').waitFor()
    const { roots } = await agent.json<StatusView>('status')
    assert.ok(roots.some(({ code, detail }) => code === 'barred' && detail === 'The account is disabled.'))
  })

  it('what it has no words for, with those of the agent behind', async () => {
    const root = {
      rootId: 7,
      name: 'Pläne',
      folder: '/pläne',
      files: 1,
      todo: 0,
      state: 'failed',
      problems: [],
    }
    const roots = [
      { ...root, reason: 'Internal error: no memory', code: 'broken', detail: 'no memory' },
      { ...root, reason: 'The moon is full.', code: 'of_tomorrow', detail: null },
      { ...root, reason: 'It is late.', code: null },
      {
        ...root,
        reason: '',
        problems: [{ path: 'odd', reason: 'Odd.', help: '', code: 'odd', detail: null }],
      },
    ]
    let isOut = false
    await page.route('**/ask', async (route) => {
      const { method } = route.request().postDataJSON()
      isOut ||= method === 'pause'
      if (isOut) return route.fulfill({ status: 400, json: { error: 'It cannot pause.' } })
      const status = {
        version: '1',
        signedIn: true,
        paused: false,
        email: '',
        url: '',
        base: null,
        beside: [],
      }
      await route.fulfill({ json: { result: method === 'status' ? { ...status, roots } : [] } })
    })
    await page.getByText('Interner Fehler (no memory)').waitFor()
    for (const said of ['The moon is full.', 'It is late.', 'Odd.'])
      await page.getByText(`Der Agent meldet: ${said}`).waitFor()
    await page.getByRole('button', { name: 'Pausieren' }).click()
    await page.getByText('Der Agent meldet: It cannot pause.').waitFor()
    assert.ok(isOut)
  })
})
