import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { checkWithAxe } from '@holdfast/server/testkit/browser/axe'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { PASSWORD, type World } from '@holdfast/server/testkit/servers/world'
import type { Browser, BrowserContext, Page } from 'playwright-core'

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }
/** Where pictures of the screens go, for anyone who wants to look at them. */
const PICTURES = process.env.TESTKIT_SCREENSHOTS
const LONG = process.env.TESTKIT_SOAK !== undefined
/** For what does not come, not for what is slow: machines have more to do than this. */
const PATIENCE_MS = 2 * 60_000
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

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>
interface VisitOptions extends ContextOptions {
  /** What the clock of the browser shows for good; the real time unless specified. */
  at?: number
}

/**
 * Tabs whose visit has ended, by what they were made with: a window of its own, and the process that comes with it, takes
 * longer than most of what a visit does in it.
 */
const free = new Map<string, Page[]>()

export function useBrowser(world: World, form?: Parameters<typeof useChromium>[0]) {
  const openBrowser = useChromium(form)
  async function visit({ at, ...options }: VisitOptions = {}): Promise<Visit> {
    const wanted: ContextOptions = {
      viewport: DESKTOP,
      locale: 'en',
      colorScheme: 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    }
    const kind = JSON.stringify([wanted, form, at !== undefined])
    // Those of a browser that was closed are gone with it.
    const tabs = free.get(kind)?.filter((tab) => !tab.isClosed()) ?? []
    const used = tabs.pop()
    free.set(kind, tabs)
    const context = used?.context() ?? (await (await openBrowser()).newContext(wanted))
    const page = used ?? (await context.newPage())
    page.setDefaultTimeout(PATIENCE_MS)
    if (used) await forget(used, world.url)
    if (at !== undefined) await page.clock.setFixedTime(at)
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
        for (const other of context.pages()) if (other !== page) await other.close()
        for (const heard of ['console', 'pageerror', 'request', 'dialog'] as const)
          page.removeAllListeners(heard)
        await page.evaluate("location.protocol === 'https:' && sessionStorage.clear()")
        await page.goto('about:blank')
        await page.setViewportSize(wanted.viewport ?? DESKTOP)
        await page.emulateMedia({ colorScheme: 'light' })
        free.set(kind, [...(free.get(kind) ?? []), page])
      },
    }
  }

  return {
    visit,
    /** Signs someone in by the page for it, and goes on to an address. */
    async signIn(email: string, address: string, options?: VisitOptions): Promise<Visit> {
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

const undo = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Undo' }).last()

/** A message goes by itself after a while, but not while someone is at its button. */
export const reachUndo = (page: Page): Promise<void> => undo(page).focus()

export async function pressUndo(page: Page): Promise<void> {
  await reachUndo(page)
  await undo(page).click()
}

/** Leaves of an earlier visit nothing but scripts and styles, which any browser keeps. */
async function forget(page: Page, origin: string): Promise<void> {
  const context = page.context()
  await page.unrouteAll()
  await context.unrouteAll()
  await context.setOffline(false)
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
  await session.send('Page.resetNavigationHistory')
  await session.detach()
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
  await checkWithAxe(page, name)
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) })
}
