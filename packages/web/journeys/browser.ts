import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { after, before } from 'node:test'
import { CHROMIUM } from '@holdfast/server/testkit/chromium'
import { PASSWORD, type World } from '@holdfast/server/testkit/world'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }
/** Where pictures of the screens go, for whoever wants to look at them. */
const PICTURES = process.env.TESTKIT_SCREENSHOTS
const LONG = process.env.TESTKIT_SOAK !== undefined
/** What a browser says of answers that a journey provokes. */
const EXPECTED = /status of (4\d\d|503)|ERR_INTERNET_DISCONNECTED|net::ERR_/

export interface Visit {
  context: BrowserContext
  page: Page
  /** Whatever the console said, faults of scripts and of the policy among it. */
  complaints: string[]
  open(address: string): Promise<unknown>
  /** Nothing that axe calls serious, nothing to the right of the screen; and a picture, for who wants one. */
  look(name: string, asItIs?: boolean): Promise<void>
  /** Ends it: nothing may have been complained about. */
  end(): Promise<void>
}

/** One browser for all journeys of a file. */
export function useBrowser(world: World) {
  let browser: Browser
  before(async () => {
    browser = await chromium.launch(CHROMIUM)
  })
  after(() => browser.close())

  async function visit(options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      viewport: DESKTOP,
      locale: 'en',
      colorScheme: 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(message.text()))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    return {
      context,
      page,
      complaints,
      open: (address) => page.goto(world.url + address),
      look: (name, asItIs) => look(page, name, asItIs),
      async end() {
        assert.deepEqual(complaints, [])
        await context.close()
      },
    }
  }

  return {
    visit,
    /** Signs someone in by the page for it, and goes on to an address. */
    async signIn(
      email: string,
      address: string,
      options?: Parameters<Browser['newContext']>[0],
    ): Promise<Visit> {
      const visitor = await visit(options)
      const agent = { 'user-agent': String(await visitor.page.evaluate('navigator.userAgent')) }
      const who = { email, password: PASSWORD }
      const { body, headers } = await world.post('/api/2/session/create', who, agent)
      assert.ok(body.csrf_token, JSON.stringify(body))
      const [pair = ''] = headers.get('set-cookie')?.split(';') ?? []
      const [name = '', value = ''] = pair.split('=')
      await visitor.context.addCookies([{ name, value, url: world.url, secure: true }])
      await visitor.open(address)
      return visitor
    },
  }
}

/** A menu goes when the window gets another size: it is looked at as it is. */
async function look(page: Page, name: string, asItIs = !LONG): Promise<void> {
  if (asItIs) return examine(page, `${name}, desktop`)
  for (const view of ['desktop', 'phone', 'desktop dark', 'phone dark']) {
    await page.setViewportSize(view.startsWith('phone') ? PHONE : DESKTOP)
    await page.emulateMedia({ colorScheme: view.endsWith('dark') ? 'dark' : 'light' })
    await examine(page, `${name}, ${view}`)
  }
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function examine(page: Page, name: string): Promise<void> {
  const wide = (await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )) as number
  assert.ok(wide <= 0, `${name}: ${wide} px too wide`)
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate('axe.run(document, { iframes: false })')) as {
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    grave.map(({ id, nodes }) => [id, ...nodes.map((node) => `${node.html} ${node.failureSummary}`)]),
    [],
    name,
  )
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) })
}
