import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { checkWithAxe } from '@holdfast/server/testkit/browser/axe'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { type Serving, startServing } from '@holdfast/server/testkit/servers/command-line'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import type { Browser, Page } from 'playwright-core'
import { TestAgent } from '../../testkit/program/agent.ts'
import type { StatusView } from '../service/methods.ts'

const EMAIL = 'admin@localhost'
const PASSWORD = 'correct horse battery'
const PICTURES = process.env.TESTKIT_SCREENSHOTS

describe('the page of the agent', { timeout: 600_000 }, () => {
  const openBrowser = useChromium()
  let dir: string
  let serving: Serving
  let agent: TestAgent
  let folder: string

  before(async () => {
    dir = mkdtempSync(path.join(tmpdir(), 'holdfast-agent-'))
    serving = await startServing(await makeTempDir(), {
      HOLDFAST_ADMIN_EMAIL: EMAIL,
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
    })
    agent = new TestAgent(path.join(dir, 'agent'))
    assert.match((await agent.run('open')).errors, /The agent is not running/)
    const base = path.join(dir, 'files')
    assert.equal((await agent.signIn(serving.url, EMAIL, PASSWORD, '--folder', base)).code, 0)
    folder = (await agent.json<StatusView>('status')).roots[0]?.folder ?? ''
    mkdirSync(path.join(folder, 'plans'), { recursive: true })
    writeFileSync(path.join(folder, 'plans/large.txt'), 'large')
    writeFileSync(path.join(folder, 'hello.txt'), 'hello')
    writeFileSync(path.join(folder, 'a:b'), 'no name for the service')
    await agent.serve()
    await agent.ask('sync', {})
  })
  after(async () => {
    TestAgent.killAll()
    await serving.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  const address = async () => new URL((await agent.do('open', '--no-browser')).trim())

  /** One request, with whatever headers. */
  async function send(at: URL, method: string, way: string, headers: Record<string, string>, body = '') {
    const sent = request({ host: at.hostname, port: at.port, method, path: way, headers })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const text = (await answer.toArray()).join('')
    return { status: answer.statusCode, headers: answer.headers, text }
  }

  /** As the page does. */
  const as = (at: URL, more: Record<string, string> = {}) => ({
    host: at.host,
    origin: at.origin,
    'content-type': 'application/json',
    ...more,
  })

  it('lets in who has the token, once, and only with the cookie and the key that it became', async () => {
    const at = await address()
    const token = JSON.stringify({ token: at.hash.slice(1) })
    assert.equal((await send(at, 'POST', '/session', as(at), '{"token":"guessed"}')).status, 401)
    const entered = await send(at, 'POST', '/session', as(at), token)
    assert.equal(entered.status, 200)
    assert.equal((await send(at, 'POST', '/session', as(at), token)).status, 401, 'a second time')
    const [cookie = ''] = entered.headers['set-cookie'] ?? []
    assert.match(cookie, /; HttpOnly; SameSite=Strict; Path=\/$/)
    const both = { cookie: cookie.split(';')[0] ?? '', 'x-holdfast-key': JSON.parse(entered.text).key }
    const ask = (headers: Record<string, string>, method = 'status') =>
      send(at, 'POST', '/ask', headers, JSON.stringify({ method, params: {} }))
    const answer = await ask(as(at, both))
    assert.equal(JSON.parse(answer.text).result.email, EMAIL)
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
    assert.equal((await ask(as(at, { cookie: both.cookie }))).status, 401, 'the cookie alone')
    assert.equal(
      (await ask(as(at, { 'x-holdfast-key': both['x-holdfast-key'] }))).status,
      401,
      'the key alone',
    )
    assert.equal((await ask(as(at, { ...both, origin: 'https://evil.example' }))).status, 403)
    assert.equal((await ask(as(at, { ...both, 'content-type': 'text/plain' }))).status, 403)
    assert.equal((await ask(as(at, { ...both, host: `evil.example:${at.port}` }))).status, 421)
    for (const method of ['logout', 'emptyBin', 'restore', 'constructor', 'restart'])
      assert.equal((await ask(as(at, both), method)).status, 403, method)
  })

  it('is shown to no other site, and to nobody by another name', async () => {
    const at = await address()
    const page = await send(at, 'GET', '/', { host: at.host })
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; script-src 'self'/)
    assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.equal((await send(at, 'GET', '/', { host: `localhost:${at.port}` })).status, 421)
    assert.equal((await send(at, 'GET', '/../package.json', { host: at.host })).status, 404)
    assert.equal((await send(at, 'OPTIONS', '/ask', as(at))).status, 405)
  })

  async function visit(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await (await openBrowser()).newContext({ locale: 'en', ...options })
    const page = await context.newPage()
    page.on('pageerror', (error) => assert.fail(error.message))
    await page.goto((await address()).href)
    return page
  }

  /** Nothing that axe calls serious, and nothing to the right of the screen. */
  async function look(page: Page, name: string): Promise<void> {
    await checkWithAxe(page, name)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, name)
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `agent-${name}.png`), fullPage: true })
  }

  it('shows folders, problems and what came or went, and changes which folders are here', async () => {
    const page = await visit({ viewport: { width: 1280, height: 800 } })
    await page.getByRole('heading', { name: 'Problems' }).waitFor()
    assert.equal(new URL(page.url()).hash, '', 'the token is gone from the address')
    await page.getByText('a:b', { exact: false }).first().waitFor()
    await page.getByText('hello.txt').waitFor()
    writeFileSync(path.join(folder, '../stray.txt'), 'not synced')
    await page.getByText('Not synced, because it is in none of these folders: stray.txt').waitFor()
    await look(page, 'desktop')
    await page.reload()
    await page.getByRole('button', { name: 'Choose folders' }).click()
    await page.getByLabel('plans').uncheck()
    await until(() => !existsSync(path.join(folder, 'plans')))
    await look(page, 'choosing')
    await page.getByRole('button', { name: 'Done' }).click()
    // Before it is gone: the agent may notice that by itself, and the button goes with the problem.
    await page.getByRole('button', { name: 'Retry: a:b' }).click()
    rmSync(path.join(folder, 'a:b'))
    await page.getByText('No problems.').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('heading', { name: 'Paused' }).waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('heading', { name: 'Up to date' }).waitFor()
    await page.context().close()
  })

  it('asks what to do where the agent has stopped itself, in German too, on a phone and in the dark', async () => {
    const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'de' } as const
    const page = await visit(phone)
    const root = {
      ...{ rootId: 7, name: 'Pläne', folder: '/home/ann/Holdfast/Pläne', files: 1200, todo: 0 },
      ...{
        state: 'something new',
        reason: 'Unusual activity.',
        code: 'brake',
        held: { here: 0, there: 1100 },
      },
      problems: [
        { path: `${'long'.repeat(40)}.txt`, reason: 'Locked.', help: '', code: 'locked', detail: 'Ben Fox' },
        { path: 'odd', reason: 'Something new.', help: '', code: 'something_new', detail: null },
      ],
    }
    const asked: unknown[] = []
    await page.route('**/ask', async (route) => {
      const { method, params } = route.request().postDataJSON()
      if (method !== 'status' && method !== 'listBin') asked.push([method, params])
      const status = {
        version: '1',
        signedIn: true,
        paused: false,
        email: EMAIL,
        url: serving.url,
        base: '/home/ann/Holdfast',
        beside: [],
        roots: [root],
      }
      await route.fulfill({ json: { result: method === 'listBin' ? [] : { ...status, machine: 'Laptop' } } })
    })
    await page.getByText('Auf dem Server würden 1100 Dateien entfernt oder ersetzt.').waitFor()
    await page.getByText('something new').first().waitFor()
    await page.getByText('Ungewöhnliche Aktivität.').waitFor()
    await page.getByText('Jemand anderes hat die Datei gesperrt (Ben Fox).').waitFor()
    await page.getByText('Der Agent meldet: Something new.', { exact: true }).waitFor()
    await look(page, 'brake')
    await page.getByRole('button', { name: 'Dateien wiederherstellen' }).click()
    await page.getByRole('button', { name: 'Fortfahren' }).click()
    await until(() => asked.length === 2)
    assert.deepEqual(asked, [
      ['resume', { confirm: false, bringBack: true }],
      ['resume', { confirm: true, bringBack: false }],
    ])
    await page.context().close()
  })
})
