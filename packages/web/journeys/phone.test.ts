import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { settle } from '@holdfast/server/testkit/browser/eyes/eyes'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Locator, Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { slide, typeInto } from './hands.ts'

const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true }
const INSTALLED = { ...TOUCH, serviceWorkers: 'allow' } as const
const GONE = 'The server can’t be reached'
const GONE_TITLE = 'Can’t reach the server'

/** Painted by the browser: a picture larger than the screen of a phone. */
const PAINTED = `(async () => {
  const canvas = new OffscreenCanvas(1200, 900)
  const pen = canvas.getContext('2d')
  for (let n = 0; n < 40; n++) {
    pen.fillStyle = 'hsl(' + n * 37 + ' 60% 50%)'
    pen.fillRect((n * 137) % 1200, (n * 71) % 900, 220, 160)
  }
  return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())]
})()`

const row = (page: Page, name: string) => page.getByRole('row', { name })
const listsKept = async (page: Page) =>
  ((await page.evaluate('caches.keys()')) as string[]).filter((name) => name.startsWith('holdfast-lists-'))
/** The worker has all of the app by then. */
const installed = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => 1)')

const shareTargetOf = async (page: Page): Promise<object> =>
  ((await page.evaluate("fetch('/app.webmanifest').then((answer) => answer.json())")) as Manifest)
    .share_target
interface Manifest {
  share_target: object
}
/** What the phone does with what was shared: a form that is sent to the address in the manifest. */
const shareTwo = (page: Page, target: object) =>
  page.evaluate(`(({ action, method, enctype, params }) => {
    const form = Object.assign(document.createElement('form'), { action, method, enctype })
    const field = Object.assign(document.createElement('input'), { type: 'file', name: params.files[0].name, multiple: true })
    const files = new DataTransfer()
    files.items.add(new File(['a roof'], 'Dach über Bad.jpg', { type: 'image/jpeg' }))
    files.items.add(new File(['a door'], 'door.jpg', { type: 'image/jpeg' }))
    field.files = files.files
    form.append(field)
    document.body.append(form)
    form.submit()
  })(${JSON.stringify(target)})`)

const RECENT_IS_KEPT =
  "caches.match('/api/2/recent', { ignoreSearch: true }).then((kept) => kept !== undefined)"

const OFFLINE = 'The server cannot be reached'
/** Does something that is refused, which is said; the notice is closed again, as it may cover a button. */
async function isToldOffline(page: Page, act: () => Promise<void>): Promise<void> {
  const notice = page.locator('.toast').filter({ hasText: OFFLINE })
  await act()
  await notice.getByRole('button', { name: 'Close' }).tap()
  await notice.waitFor({ state: 'detached' })
}

describe('the app on a phone', async () => {
  const config = { port: await freePort(), offlineLists: true }
  const world = useWorld(STACKS[0] as Stack, { config })
  const { signIn } = useBrowser(world)

  it('shows the last lists with their time while the server is gone, and none to who is not signed in', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    await ann.upload('plan.txt', 'text')
    const { page, context, open, look, end } = await signIn(ann.email, '/recent', INSTALLED)
    await page.getByRole('link', { name: 'plan.txt' }).waitFor()
    await installed(page)
    const target = await shareTargetOf(page)
    await open('/')
    await row(page, 'plan.txt').waitFor()
    await until(async () => (await listsKept(page)).length === 1)

    await world.service.close()
    const later = await context.newPage()
    await later.goto(`${world.url}/`)
    await row(later, 'plan.txt').waitFor()
    await later.getByText(/You see your files as of \d+:\d\d .M, and can’t change them/).waitFor()
    await row(later, 'plan.txt').getByRole('button', { name: 'Actions for plan.txt' }).tap()
    await isToldOffline(later, () => later.getByRole('menuitem', { name: 'Delete' }).tap())
    await row(later, 'plan.txt').waitFor()
    await later.getByRole('button', { name: 'Clear selection' }).tap()
    // What is in a file is not kept; the list is, and stays.
    const cannotOpen = later.locator('.toast').filter({ hasText: '“plan.txt” can’t be opened while' })
    const isKeptWhile = async (tap: () => Promise<void>, shown: Locator) => {
      await tap()
      await cannotOpen.getByRole('button', { name: 'Close' }).tap()
      await cannotOpen.waitFor({ state: 'detached' })
      await shown.waitFor()
      assert.equal(await later.getByRole('heading', { name: GONE_TITLE }).count(), 0)
    }
    await isKeptWhile(() => row(later, 'plan.txt').getByText('plan.txt').tap(), row(later, 'plan.txt'))
    // Neither the camera nor the list of files opens for what could not be taken.
    const opened: unknown[] = []
    later.on('filechooser', (chooser) => opened.push(chooser))
    for (const name of ['Take photo…', 'Upload files…', 'Upload folder…'])
      await isToldOffline(later, async () => {
        await later.getByRole('button', { name: 'Add', exact: true }).tap()
        await later.getByRole('menuitem', { name }).tap()
      })
    assert.deepEqual(opened, [])
    assert.equal(await later.getByText('Uploading 1 photo').count(), 0)
    await later.getByRole('link', { name: 'Recent' }).tap()
    const recent = later.getByRole('link', { name: 'plan.txt' })
    await isKeptWhile(() => recent.tap(), recent)
    // What another app has shared waits on.
    await shareTwo(later, target)
    const choose = later.getByRole('button', { name: 'Choose folder…' })
    await isToldOffline(later, () => choose.tap())
    await later.getByRole('heading', { name: 'Upload 2 files' }).waitFor()
    await later.getByRole('button', { name: 'Discard' }).tap()
    await later.getByRole('heading', { name: 'Upload files' }).waitFor()
    await later.close()
    await open('/')
    await page.getByText(GONE).waitFor()
    await look('the app without its server', true)

    // By itself, as soon as there is someone to ask.
    await world.start()
    await page.getByText(GONE).waitFor({ state: 'detached' })
    await row(page, 'plan.txt').waitFor()

    // Someone else, in the same browser.
    const { body, headers } = await world.post('/api/2/session/create', {
      email: ben.email,
      password: PASSWORD,
    })
    assert.ok(body.csrf_token)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(headers.get('set-cookie') ?? '') ?? []
    const [before] = await listsKept(page)
    await context.addCookies([{ name, value, url: world.url, secure: true }])
    await open('/')
    await page.getByText('This folder is empty').waitFor()
    await until(async () => (await listsKept(page)).length === 1)
    assert.notDeepEqual(await listsKept(page), [before])

    await page.getByRole('button', { name: /^Your account/ }).tap()
    await page.getByRole('menuitem', { name: 'Sign out' }).tap()
    await page.getByLabel('Password', { exact: true }).waitFor()
    assert.deepEqual(await listsKept(page), [])
    await world.service.close()
    await open('/')
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor()
    assert.equal(await page.getByText('plan.txt').count(), 0)
    await world.start()
    await end()
  })

  it('forgets whose sign-in was ended elsewhere, and lets go of a worker that nobody wants any more', async () => {
    const ann = await world.person()
    await ann.upload('plan.txt', 'text')
    const { page, context, open, end } = await signIn(ann.email, '/', INSTALLED)
    await row(page, 'plan.txt').waitFor()
    await installed(page)
    await until(async () => (await listsKept(page)).length === 1)
    await page.getByRole('button', { name: 'Add' }).tap()
    await page.getByRole('menuitem', { name: 'New folder' }).tap()
    await page.keyboard.type('Plans')
    // Right before something is asked: whatever the app asks by itself would notice it as well.
    await context.clearCookies({ name: '__Host-holdfast' })
    await page.keyboard.press('Enter')
    await page.getByText('You were signed out').waitFor()
    await until(async () => (await listsKept(page)).length === 0)
    await typeInto(page.getByLabel('Password'), PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).tap()
    await row(page, 'Plans').waitFor()
    // Without a new start of the page: what it reads from now on is kept again.
    await until(async () => (await listsKept(page)).length === 1)
    await page.getByRole('link', { name: 'Recent' }).tap()
    await page.getByRole('link', { name: 'plan.txt' }).waitFor()
    await until(async () => (await page.evaluate(RECENT_IS_KEPT)) === true)
    // Where no page of the app runs, the worker notices.
    await context.clearCookies({ name: '__Host-holdfast' })
    await open('/recent')
    await page.getByLabel('Password', { exact: true }).waitFor()
    await until(async () => (await listsKept(page)).length === 0)

    config.offlineLists = false
    await world.restart()
    await open('/')
    await until(
      async () =>
        (await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')) === 0,
    )
    assert.deepEqual(await page.evaluate('caches.keys()'), [])
    config.offlineLists = true
    await world.restart()
    await end()
  })

  it('uploads what another app shares, once its folder is chosen, also by who has to sign in first', async () => {
    const ann = await world.person()
    await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Site' })
    const { page, context, open, look, end } = await signIn(ann.email, '/', INSTALLED)
    await row(page, 'Site').waitFor()
    await installed(page)
    const target = await shareTargetOf(page)
    await context.clearCookies({ name: '__Host-holdfast' })
    await open('/recent')
    await page.getByLabel('Password', { exact: true }).waitFor()
    await shareTwo(page, target)
    await typeInto(page.getByLabel('Email address'), ann.email)
    await typeInto(page.getByLabel('Password', { exact: true }), PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).tap()
    await page.getByRole('heading', { name: 'Upload 2 files' }).waitFor()
    await page.getByText('Dach über Bad.jpg').waitFor()
    await look('files that another app shares', true)
    await page.getByRole('button', { name: 'Choose folder…' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Choose a folder for 2 files' })
    await dialog.getByRole('button', { name: 'Site' }).tap()
    await dialog.getByRole('button', { name: 'Upload here' }).tap()
    await row(page, 'door.jpg').waitFor()
    await open('/upload')
    await page.getByRole('heading', { name: 'Upload files' }).waitFor()
    await end()
  })

  it('has menus that come from below, in groups, after which a tap opens again', async () => {
    const ann = await world.person()
    await ann.upload('plan.txt', 'the text of a plan')
    const { page, look, end } = await signIn(ann.email, '/', TOUCH)
    const menu = page.getByRole('menu', { name: 'Actions for plan.txt' })
    const more = row(page, 'plan.txt').getByRole('button', { name: 'Actions for plan.txt' })
    await more.tap()
    await menu.waitFor()
    await settle(page)
    const { y = 0, height = 0, width = 0 } = (await menu.boundingBox()) ?? {}
    assert.deepEqual([y + height, width], [PHONE.height, PHONE.width])
    // One of a kind, in groups; to cut and to copy are keys, which a phone has not.
    const entries = await menu
      .locator('.menu-label, hr')
      .evaluateAll((all) => all.map((one) => one.textContent?.trim() || '—'))
    assert.deepEqual(entries.join(', ').split(', —, '), [
      'Open, Download',
      'Share…, Copy link, Copy internal link',
      'Rename, Move to…, Copy to…, Add star, Lock',
      'Versions, Time machine, Details',
      'Delete',
    ])
    await look('a menu on a phone', true)
    // Beside it: it closes, and the button behind it is not pressed.
    const behind = await page.getByRole('button', { name: /^Your account/ }).boundingBox()
    assert.ok(behind && behind.y + behind.height < y, 'there is something beside it')
    await page.touchscreen.tap(behind.x + behind.width / 2, behind.y + behind.height / 2)
    await menu.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('menu').count(), 0)
    assert.equal(await page.getByText('1 selected').count(), 0)
    assert.equal(await page.getByRole('dialog', { name: 'plan.txt' }).count(), 0)
    await row(page, 'plan.txt').tap()
    await page.getByRole('dialog', { name: 'plan.txt' }).getByText('the text of a plan').waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).tap()
    await page.getByRole('dialog', { name: 'plan.txt' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear selection' }).tap()
    await more.tap()
    await menu.getByRole('menuitem', { name: 'Versions' }).tap()
    await page.getByRole('tab', { name: 'Versions', selected: true }).waitFor()
    await page.getByRole('complementary').getByRole('button', { name: 'Close', exact: true }).tap()
    await row(page, 'plan.txt').tap()
    await page.getByRole('dialog', { name: 'plan.txt' }).waitFor()
    await end()
  })

  it('uploads photos one after the other', async () => {
    const ann = await world.person()
    const { page, look, end } = await signIn(ann.email, '/', TOUCH)
    const bytes = Buffer.from((await page.evaluate(PAINTED)) as number[])
    const take = async (name: string) => {
      const camera = page.waitForEvent('filechooser')
      return { with: async () => (await camera).setFiles({ name, mimeType: 'image/jpeg', buffer: bytes }) }
    }
    await page.getByRole('button', { name: 'Add', exact: true }).tap()
    const first = await take('image.jpg')
    await page.getByRole('menuitem', { name: 'Take photo…' }).tap()
    await first.with()
    await page.getByText('Uploading 1 photo to “My files”.').waitFor()
    const second = await take('1731961234.jpg')
    await page.getByRole('button', { name: 'Take another' }).tap()
    await second.with()
    await page.getByText('Uploading 2 photos to “My files”.').waitFor()
    await look('photos one after the other', true)
    // It stays in the list of uploads.
    const third = await take('a?b.jpg')
    await page.getByRole('button', { name: 'Take another' }).tap()
    await third.with()
    await page.getByText('Uploading 3 photos to “My files”.').waitFor()
    await page.getByRole('button', { name: 'Done' }).tap()
    await row(page, '1731961234.jpg').waitFor()
    // A phone calls each of them the same.
    await page.getByRole('row', { name: /Photo \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.jpg/ }).waitFor()
    // The list of uploads covers neither the round button nor, once it has made room, what is done with what is chosen.
    const tray = page.getByRole('region', { name: 'Uploads' }).first()
    await tray.getByText('1 item could not be uploaded').waitFor()
    await tray.getByRole('button', { name: 'Minimize' }).waitFor()
    const boxOf = async (what: Locator) => (await what.boundingBox()) ?? assert.fail(`${what} is not there`)
    const isBelowTray = async (what: Locator) => {
      const [{ y }, above] = [await boxOf(what), await boxOf(page.locator('.tray'))]
      assert.ok(above.y + above.height <= y, `${above.y} + ${above.height}, ${y}`)
    }
    await isBelowTray(page.getByRole('button', { name: 'Add', exact: true }))
    await page.getByRole('checkbox', { name: '1731961234.jpg' }).click()
    await page.getByText('1 selected').waitFor()
    await tray.getByRole('button', { name: 'Show uploads' }).waitFor()
    await isBelowTray(page.getByRole('toolbar'))
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap()
    await row(page, '1731961234.jpg').waitFor({ state: 'detached' })
    await end()
  })

  it('shows pictures as a gallery: a finger leads to the next, two make it larger', async () => {
    const ann = await world.person()
    const { page, open, look, end } = await signIn(ann.email, '/recent', TOUCH)
    const bytes = Uint8Array.from((await page.evaluate(PAINTED)) as number[])
    const [first] = [
      await ann.upload('a.jpg', bytes),
      await ann.upload('b.jpg', bytes),
      await ann.upload('c.jpg', bytes),
    ]
    await open(`/files/${ann.rootId}/0/${first.id}`)
    const viewer = (name: string) => page.getByRole('dialog', { name })
    const percent = () => page.locator('.viewer-zoom').innerText().then(Number.parseInt)
    const picture = (name: string) =>
      viewer(name).getByRole('img', { name }).and(page.locator('.viewer-turn-0'))
    await picture('a.jpg').waitFor()
    await slide(page, [
      [300, 420],
      [60, 430],
    ])
    await picture('b.jpg').waitFor()
    await slide(page, [
      [60, 420],
      [300, 430],
    ])
    await picture('a.jpg').waitFor()
    // There is none before the first; and up and down is not across.
    await slide(page, [
      [60, 420],
      [300, 430],
    ])
    await slide(page, [
      [200, 300],
      [110, 600],
    ])
    await picture('a.jpg').waitFor()
    const whole = await percent()
    await slide(
      page,
      [
        [170, 400],
        [80, 300],
      ],
      [
        [190, 420],
        [280, 520],
      ],
    )
    await until(async () => (await percent()) > 2 * whole)
    await look('a picture under two fingers', true)
    // A large picture is moved by the finger, and stays.
    await slide(page, [
      [300, 420],
      [60, 430],
    ])
    await picture('a.jpg').waitFor()
    await page.touchscreen.tap(180, 420)
    await page.touchscreen.tap(180, 420)
    await until(async () => (await percent()) === whole)
    await page.touchscreen.tap(180, 420)
    await page.touchscreen.tap(180, 420)
    await until(async () => (await percent()) === 100)
    await page.getByRole('button', { name: 'Next' }).tap()
    await picture('b.jpg').waitFor()
    await end()
  })
})
