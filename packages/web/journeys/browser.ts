import assert from 'node:assert/strict'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { FOCUS_WATCH } from '@holdfast/server/testkit/browser/eyes/eyes'
import { PASSWORD, type World } from '@holdfast/server/testkit/servers/world'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { HOSTILE_SURNAME, makeHostile } from './hostile.ts'
import { DESKTOP, lookAt, report } from './look.ts'

export { DESKTOP, PHONE } from './look.ts'

/** For what does not come, not for what is slow: machines have more to do than this. Shorter for who writes a journey. */
const PATIENCE_MS = Number(process.env.TESTKIT_PATIENCE_MS ?? 2 * 60_000)
/** What a browser says of answers that a journey provokes. */
const EXPECTED =
  /status of (4\d\d|503)|ERR_INTERNET_DISCONNECTED|net::ERR_|registration blocked by Playwright/

export interface Visit {
  context: BrowserContext
  page: Page
  /** Whatever the console said, faults of scripts and of the policy among it. */
  complaints: string[]
  open(address: string): Promise<unknown>
  /** Nothing on the screen may be wrong by its looks, in several forms of it. `asItIs`: another size would end it. */
  look(name: string, asItIs?: boolean): Promise<void>
  /** Ends it: nothing may have been complained about, nor the focus have been where it should not. */
  end(): Promise<void>
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>
interface VisitOptions extends ContextOptions {
  /** What the clock of the browser shows for good; the real time unless specified. */
  at?: number
  /** The folder that is opened has nothing in it but what the journey put there: it counts, or says “all”. */
  plain?: boolean
}

/**
 * Tabs whose visit has ended, by what they were made with: a window of its own, and the process that comes with it, takes
 * longer than most of what a visit does in it.
 */
const free = new Map<string, Page[]>()

interface BrowserForm {
  whole?: boolean
  /** For whole suites, as `VisitOptions` has it; with nobody's name changed. */
  plain?: boolean
}

export function useBrowser(world: World, { plain: always = false, ...form }: BrowserForm = {}) {
  const openBrowser = useChromium(form)
  if (!always) world.surname = HOSTILE_SURNAME
  async function visit({ at, ...options }: VisitOptions = {}): Promise<Visit> {
    const wanted: ContextOptions = {
      viewport: DESKTOP,
      locale: 'en',
      colorScheme: 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
      // It would load all of the app in each new window; a journey of its own is about it.
      serviceWorkers: 'block',
      ...options,
    }
    const kind = JSON.stringify([wanted, form, at !== undefined])
    // Those of a browser that was closed are gone with it.
    const tabs = free.get(kind)?.filter((tab) => !tab.isClosed()) ?? []
    const used = tabs.pop()
    free.set(kind, tabs)
    const context = used?.context() ?? (await (await openBrowser()).newContext(wanted))
    if (!used) await context.addInitScript(FOCUS_WATCH)
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
      look: (name, asItIs) => lookAt(page, name, asItIs),
      async end() {
        report(complaints)
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
    async signIn(email: string, address: string, given: VisitOptions = {}): Promise<Visit> {
      const { plain = always, ...options } = given
      await makeHostile(world, email, plain ? '' : address)
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

/** In a message, or in the tray where it was of many. */
const undo = (page: Page) => page.locator('.toast, .tray').getByRole('button', { name: 'Undo' }).last()

/** A message goes by itself after a while, but not while someone points at it. */
export const reachUndo = (page: Page): Promise<void> => undo(page).hover()

export async function pressUndo(page: Page): Promise<void> {
  await reachUndo(page)
  await undo(page).click()
}

const KEPT_BY_PAGES = 'local_storage,indexeddb,cache_storage,service_workers'

/** Leaves of an earlier visit nothing but scripts and styles, which any browser keeps. */
async function forget(page: Page, origin: string): Promise<void> {
  const context = page.context()
  await page.unrouteAll()
  await context.unrouteAll()
  await context.setOffline(false)
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT_BY_PAGES })
  await session.send('Page.resetNavigationHistory')
  await session.detach()
}
