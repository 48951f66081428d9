import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { createFolderInRoot, uploadToFolder } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { CHROMIUM } from '@holdfast/server/testkit/browser/chromium'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { openUnlocked } from '@holdfast/server/testkit/database/open-unlocked'
import type { Place } from '@holdfast/server/testkit/servers/stacks'
import { type Browser, chromium, type Page } from 'playwright-core'
import { trust } from './alone.ts'
import { ACCOUNT, startHoldfast } from './holdfast.ts'
import type { Options } from './options.ts'
import { openGround } from './place.ts'
import { median, renderTable } from './table.ts'
import { slowFirstView } from './web-slow.ts'

const WEB = path.resolve(import.meta.dirname, '../dist/web')
const KIB = 1024
const MIB = KIB * KIB
const FULL = { some: 10_000, many: 100_000, scrollMs: 60_000, uploads: 5000 }
const QUICK = { some: 2000, many: 20_000, scrollMs: 10_000, uploads: 500 }
const ROWS = '[data-item]'

/** Runs in the page: turns the wheel for a while and gives how long each frame took, in ms, sorted. */
const SCROLLED = (ms: number) => `new Promise((resolve) => {
  const list = document.querySelector('.item-scroller')
  const frames = []
  const began = performance.now()
  let last = began
  requestAnimationFrame(function frame(now) {
    if (last !== began) frames.push(now - last)
    last = now
    list.scrollTop += 120
    if (now - began < ${ms}) requestAnimationFrame(frame)
    else resolve(frames.sort((a, b) => a - b))
  })
})`

/** Painted by the browser: six pictures of two megapixels. */
const PAINTED = (hue: number) => `(async () => {
  const canvas = new OffscreenCanvas(1600, 1200)
  const pen = canvas.getContext('2d')
  for (let n = 0; n < 400; n++) {
    pen.fillStyle = 'hsl(' + (${hue} * 47 + n) + ' 60% ' + (n % 90) + '%)'
    pen.fillRect((n * 137) % 1600, (n * 71) % 1200, 220, 160)
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
})()`

/** What people feel in the app, in a real browser, beside what it may be. */
export async function benchWeb(options: Options, signal: AbortSignal): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-bench-'))
  resources.defer(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const { place } = await openGround(options.stack, dir, resources)
  const browser = await chromium.launch(CHROMIUM)
  resources.defer(() => browser.close())
  const size = options.quick ? QUICK : FULL
  const start = async () => {
    const server = await startHoldfast({ place, logLevel: 'warn', signal })
    resources.defer(() => server.stop())
    return server
  }
  console.error('… preparing')
  const first = await start()
  trust(place)
  const client = await clientOf(first.url)
  const root = (await client.call(getOwnPerson, {})).root_id as RootId
  const folder = async (name: string) => (await client.call(createFolderInRoot, { root_id: root, name })).id
  const [some, many, pictures, uploads] = [
    await folder('Some'),
    await folder('Many'),
    await folder('Pictures'),
    await folder('Uploads'),
  ]
  await first.stop()
  await fill(place, root, [
    [some, size.some],
    [many, size.many],
  ])
  const server = await start()
  const visit: Visit = (address, prepare) => openPage(browser, server.url, address, prepare)
  const rows = [
    ...firstView(),
    ...(await firstRows(visit, `/files/${root}/${some}`, size.some, options.rounds)),
    ...(await slowFirstView(visit, `/files/${root}/${some}`, options.rounds)),
    ...(await scrolling(visit, `/files/${root}/${many}`, size)),
    ...(await uploading(visit, `/files/${root}/${uploads}`, dir, size.uploads)),
    ...(await nextPictures(visit, await clientOf(server.url), root, pictures)),
  ]
  return renderTable(['In Chromium', 'Goal', 'Measured'], rows)
}

type Prepare = (page: Page) => Promise<void>
type Visit = (
  address: string,
  prepare?: Prepare,
) => Promise<{ page: Page; requests: string[]; began: number }>

async function clientOf(baseUrl: string): Promise<Client> {
  const client = new Client({ baseUrl })
  await client.signIn(ACCOUNT.email, ACCOUNT.password)
  return client
}

async function fill(place: Place, rootId: RootId, piles: readonly [EntryId, number][]): Promise<void> {
  const db = await openUnlocked(place)
  try {
    for (const [parentId, files] of piles) await makePile(db, { rootId, parentId, files })
  } finally {
    await db.close()
  }
}

/** In a window that has never been here, of someone who is signed in. */
async function openPage(browser: Browser, url: string, address: string, prepare?: Prepare) {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en',
  })
  const body = new URLSearchParams(ACCOUNT)
  const answer = await context.request.post(`${url}/api/2/session/create`, {
    data: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  const page = await context.newPage()
  await prepare?.(page)
  // What is asked for until the rows are there; the picture in the tab is the browser's own affair.
  const requests: string[] = []
  let hasRows = false
  const pathOf = (from: { url: () => string }) => new URL(from.url()).pathname
  page.on('response', (response) => {
    hasRows ||= pathOf(response).endsWith('/children')
  })
  page.on('request', (request) => {
    if (!hasRows && !pathOf(request).startsWith('/favicon')) requests.push(pathOf(request))
  })
  const began = performance.now()
  await page.goto(url + address, { waitUntil: 'commit' })
  return { page, requests, began }
}

function firstView(): string[][] {
  const parts = JSON.parse(readFileSync(path.join(WEB, 'app.json'), 'utf8')) as Record<string, string>
  const kib = (name = '') => statSync(path.join(WEB, 'assets', `${name}.gz`)).size / KIB
  return [
    ['JavaScript of the first view, KiB', '≤ 150', kib(parts.main).toFixed(1)],
    ['style, KiB', '≤ 20', kib(parts.style).toFixed(1)],
  ]
}

async function firstRows(visit: Visit, address: string, count: number, rounds: number): Promise<string[][]> {
  console.error('… first rows')
  const times: number[] = []
  let asked = 0
  for (let n = 0; n < rounds; n++) {
    const { page, requests, began } = await visit(address)
    await page.locator(ROWS).first().waitFor()
    times.push(performance.now() - began)
    asked = requests.length
    await page.context().close()
  }
  return [
    ['requests to the first rows', '≤ 8', String(asked)],
    [`${count.toLocaleString('en')} items, to the first rows, s`, '≤ 1', (median(times) / 1000).toFixed(2)],
  ]
}

async function scrolling(
  visit: Visit,
  address: string,
  { many, scrollMs }: typeof FULL,
): Promise<string[][]> {
  console.error('… scrolling')
  const { page } = await visit(address)
  await page.locator(ROWS).first().waitFor()
  await page.getByRole('grid').focus()
  const began = performance.now()
  await page.keyboard.press('End')
  await page.locator(`.item-focused${ROWS}`).waitFor()
  const jump = performance.now() - began
  await page.keyboard.press('Home')
  await page.locator(`.item-focused${ROWS}`).waitFor()
  const frames = (await page.evaluate(SCROLLED(scrollMs))) as number[]
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await page.context().close()
  const items = `${many.toLocaleString('en')} items`
  const within = frames[Math.floor(frames.length * 0.95)] ?? 0
  return [
    [`${items} scrolled: 95 % of frames, ms`, '≤ 33', within.toFixed(0)],
    [`${items} scrolled: longest frame, ms`, '≤ 100', (frames.at(-1) ?? 0).toFixed(0)],
    [`${items}: jump to the end, ms`, '≤ 300', jump.toFixed(0)],
    [`heap after ${scrollMs / 1000} s of scrolling, MiB`, '≤ 150', (usedSize / MIB).toFixed(0)],
  ]
}

async function uploading(visit: Visit, address: string, dir: string, count: number): Promise<string[][]> {
  console.error('… uploading')
  const folder = path.join(dir, 'sent')
  mkdirSync(folder)
  for (let n = 0; n < count; n++)
    writeFileSync(path.join(folder, `${n}.txt`), `number ${n} `.padEnd(4096, 'x'))
  const { page } = await visit(address)
  await page.getByText('This folder is empty').waitFor()
  await page.evaluate(`
    window.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
    }).observe({ entryTypes: ['longtask'] })`)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('toolbar').getByRole('button', { name: 'Upload' }).click()
  const files = readdirSync(folder).map((name) => path.join(folder, name))
  await (await chosen).setFiles(files)
  // Until here it was the browser taking 5,000 names, which is no work of the page.
  await page.evaluate('window.longest = 0')
  const began = performance.now()
  await page
    .getByRole('heading', { name: `${count.toLocaleString('en')} items were uploaded` })
    .waitFor({ timeout: 600_000 })
  const seconds = (performance.now() - began) / 1000
  const longest = (await page.evaluate('window.longest')) as number
  await page.context().close()
  const files4k = `${count.toLocaleString('en')} files of 4 KiB up`
  return [
    [`${files4k}, files a second`, '≥ 60', (count / seconds).toFixed(0)],
    [`${files4k}: longest task of the page, ms`, '≤ 200', longest.toFixed(0)],
  ]
}

async function nextPictures(
  visit: Visit,
  client: Client,
  root: RootId,
  folder: EntryId,
): Promise<string[][]> {
  console.error('… pictures')
  const { page: painter } = await visit('/healthz')
  const ids: EntryId[] = []
  for (let n = 0; n < 6; n++) {
    const bytes = new Blob([Buffer.from((await painter.evaluate(PAINTED(n))) as string, 'base64')])
    const file = { name: `picture ${n}.jpg`, bytes }
    ids.push((await client.call(uploadToFolder, { root_id: root, folder_id: folder, file })).id)
  }
  await painter.context().close()
  const { page } = await visit(`/files/${root}/${folder}/${ids[0]}`)
  const shown = async (n: number) => {
    const isShown = `(() => {
      const img = document.querySelector('.viewer img')
      return img?.complete && img.naturalWidth > 0 && document.querySelector('.viewer').textContent.includes('picture ${n}.jpg')
    })()`
    while (!(await page.evaluate(isShown))) await delay(5)
  }
  await shown(0)
  const times: number[] = []
  for (let n = 1; n < ids.length; n++) {
    await delay(700)
    const began = performance.now()
    await page.keyboard.press('ArrowRight')
    await shown(n)
    times.push(performance.now() - began)
  }
  await page.context().close()
  return [['the next picture, ms', '≤ 200', median(times).toFixed(0)]]
}
