import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import { createFolderInFolder, createFolderInRoot, getFolder } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sharing/links'
import { formatDate } from '@holdfast/api/time'
import { checkWithAxe } from '@holdfast/server/testkit/browser/axe'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Browser, Page } from 'playwright-core'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }
/** Where pictures of the pages go, for anyone who wants to look at them. */
const PICTURES = process.env.TESTKIT_SCREENSHOTS

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 24 Tf 50 100 Td (A document) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`

/** A second of silence. */
function wav(): Uint8Array<ArrayBuffer> {
  const samples = 8000
  const bytes = Buffer.alloc(44 + samples, 128)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8000, 24)
  bytes.writeUInt32LE(8000, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples, 40)
  return new Uint8Array(bytes)
}

/** Drawn and filmed by the browser itself. */
const DRAWN = `(async () => {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 400
  const pen = canvas.getContext('2d')
  const draw = (n) => {
    pen.fillStyle = 'hsl(' + n * 20 + ' 60% 45%)'
    pen.fillRect(0, 0, 640, 400)
    pen.fillStyle = 'white'
    pen.fillRect(40 + n * 10, 120, 160, 160)
  }
  draw(3)
  const picture = canvas.toDataURL('image/png').split(',')[1]
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
  const parts = []
  recorder.ondataavailable = (event) => parts.push(event.data)
  const stopped = new Promise((resolve) => { recorder.onstop = resolve })
  recorder.start()
  for (let n = 0; n < 20; n++) { draw(n); await new Promise((resolve) => setTimeout(resolve, 50)) }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return { picture, film: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
})()`

/** Resolves once a player has played some of what it shows. */
const PLAYED = `(async () => {
  const player = document.querySelector('video, audio')
  const moved = new Promise((resolve, reject) => {
    player.ontimeupdate = () => player.currentTime > 0 && resolve()
    player.onerror = () => reject(player.error)
  })
  await player.play()
  await moved
})()`

describe('the page of a link in Chromium', () => {
  const world = useWorld(STACKS[0] as Stack)
  const openBrowser = useChromium({ whole: true })
  let browser: Browser
  let ann: Someone
  let folder: { id: EntryId; page: string; link: api.Sharelink }
  /** The same folder by a link for uploads only. */
  let dropped: string
  const files = new Map<string, EntryId>()

  before(async () => {
    browser = await openBrowser()
    const drawing = await browser.newPage()
    const { picture, film } = (await drawing.evaluate(DRAWN)) as { picture: string; film: string }
    await drawing.close()
    ;({ ann } = await sharer(world, { excluded_extensions: '' }))
    const at = { root_id: ann.rootId }
    const { id } = await ann.call(createFolderInRoot, { ...at, name: 'Building plans for the new harbour' })
    await ann.call(createFolderInFolder, { ...at, folder_id: id, name: 'Photos' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
    for (const [name, content] of [
      ['harbour.png', bytes(picture)],
      ['film.webm', bytes(film)],
      ['talk.wav', wav()],
      ['contract.pdf', PDF],
      ['notes.txt', 'First of all:\n\n- measure\n- draw\n- build\n'.repeat(12)],
      ['A very long name that goes on and on, without an end, until it is over – final_version_2.zip', 'zip'],
      [`${'Unbroken'.repeat(14)}.docx`, 'x'.repeat(40_000)],
    ] as const)
      files.set(name, (await ann.upload(name, content, id)).id)
    const link = await ann.call(api.shareFolder, {
      ...at,
      folder_id: id,
      anon_edit: true,
      expires: '2036-12-31',
    })
    folder = { id, link, page: `/shares/folder/${link.hash}/` }
    const drop = await ann.call(api.shareFolder, { ...at, folder_id: id, upload_only: true })
    dropped = `/shares/folder/${drop.hash}/`
  })

  async function visit(options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext({ viewport: DESKTOP, ...options })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (!/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    const open = (address: string) => page.goto(world.url + address)
    return { context, page, complaints, open }
  }

  const shareOf = (name: string, given: object = {}) => {
    const file_id = files.get(name) ?? assert.fail(name)
    return ann.call(api.shareFile, { root_id: ann.rootId, file_id, ...given })
  }

  /** Nothing that axe calls serious, and nothing to the right of the screen. */
  async function checkPage(page: Page, name: string) {
    const wide = (await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )) as number
    assert.ok(wide <= 0, `${name}: ${wide} px too wide`)
    // In the dark a page differs by its colours only.
    const dark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    await checkWithAxe(page, name, dark ? { runOnly: ['color-contrast'] } : {})
    if (!PICTURES) return
    mkdirSync(PICTURES, { recursive: true })
    writeFileSync(path.join(PICTURES, `${name}.png`), await page.screenshot({ fullPage: true }))
  }

  /** Two are of each width and of each scheme. */
  const VIEWS = (
    [
      { view: 'phone', viewport: PHONE, colorScheme: 'light' },
      { view: 'desktop dark', viewport: DESKTOP, colorScheme: 'dark' },
      { view: 'desktop', viewport: DESKTOP, colorScheme: 'light' },
    ] as const
  ).slice(0, rounds(2, 3))

  for (const { view, ...options } of VIEWS)
    it(`can be read and used by all, on a ${view} screen`, async () => {
      const { context, page, complaints, open } = await visit(options)
      await open(folder.page)
      await page.getByRole('heading', { level: 1, name: 'Building plans' }).waitFor()
      await checkPage(page, `${view} folder`)
      await page.getByRole('link', { name: 'Photos', exact: true }).click()
      await page.getByText('This folder is empty').waitFor()
      await checkPage(page, `${view} empty folder`)
      await open(dropped)
      await page.getByText('Upload files for').waitFor()
      await checkPage(page, `${view} drop folder`)
      for (const [name, id] of files) {
        await open(`${folder.page}file/${id}/`)
        await page.getByRole('heading', { level: 1, name }).waitFor()
        await checkPage(page, `${view} file ${name.slice(0, 12)}`)
      }
      const alone = await shareOf('harbour.png')
      await open(`/shares/file/${alone.hash}/`)
      await checkPage(page, `${view} shared file`)
      assert.deepEqual(complaints, [], 'the policy of the pages stops nothing that they need')
      await context.close()
    })

  for (const { view, ...options } of VIEWS)
    it(`says what is in the way, on a ${view} screen`, async () => {
      const { context, page, open } = await visit(options)
      const locked = await shareOf('notes.txt', { password: 'open sesame' })
      await open(`/shares/file/${locked.hash}/`)
      await checkPage(page, `${view} password`)
      await page.getByLabel('Password').fill('wrong')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await checkPage(page, `${view} wrong password`)
      const used = await shareOf('notes.txt', { download_limit: 1 })
      await (await fetch(`${world.url}/shares/file/${used.hash}/download`)).text()
      await open(`/shares/file/${used.hash}/`)
      await page.getByRole('heading', { name: 'Download limit reached' }).waitFor()
      await checkPage(page, `${view} used up`)
      const over = await shareOf('notes.txt', { expires: formatDate(world.clock.now()) })
      world.clock.advance({ days: 1 })
      await ann.signIn(ann.email, PASSWORD)
      await open(`/shares/file/${over.hash}/`)
      await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
      await checkPage(page, `${view} over`)
      await open('/shares/file/unknown/')
      await page.getByRole('link', { name: 'Sign in' }).waitFor()
      await checkPage(page, `${view} sign-in hint`)
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await checkPage(page, `${view} sign-in`)
      await context.close()
    })

  it('shows pictures, films, sound and documents', async () => {
    const { context, page, open } = await visit()
    const at = (name: string) => open(`${folder.page}file/${files.get(name)}/`)
    await at('harbour.png')
    assert.equal(await page.evaluate('document.images[0].naturalWidth'), 640)
    for (const name of ['film.webm', 'talk.wav']) {
      await at(name)
      await page.evaluate(PLAYED)
    }
    await at('contract.pdf')
    // The browser's own viewer, inside of the frame that holds the document.
    await until(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension:')))
    await context.close()
  })

  it('opens for the password', async () => {
    const { context, page, open, complaints } = await visit()
    const locked = await shareOf('notes.txt', { password: 'open sesame' })
    await open(`/shares/file/${locked.hash}/`)
    await page.getByLabel('Password').fill('open sesame')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('region', { name: 'Text of notes.txt' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('takes files, shows how far they are, and lists them', async () => {
    const { context, page, open, complaints } = await visit({ viewport: PHONE })
    await open(folder.page)
    await page.getByRole('link', { name: 'Photos', exact: true }).click()
    await page.getByText('This folder is empty').waitFor()
    const names = ['one.txt', 'two & <b>.txt'.replace(/[<>]/g, '')]
    await page.getByLabel('Choose files').setInputFiles([
      { name: names[0] ?? '', mimeType: 'text/plain', buffer: Buffer.from('first') },
      { name: names[1] ?? '', mimeType: 'text/plain', buffer: Buffer.alloc(3_000_000, 'second ') },
    ])
    await page.getByRole('status').getByText('2 files uploaded').waitFor()
    for (const name of names) await page.getByRole('link', { name, exact: true }).waitFor()
    assert.equal(await page.locator('#uploads .added').count(), 2)
    // The same name once more is numbered; what is refused is reported by file. Trying again would not help.
    await page.getByLabel('Choose files').setInputFiles([
      { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('again') },
      { name: 'bad?.txt', mimeType: 'text/plain', buffer: Buffer.from('bad') },
    ])
    await page.getByText('Uploaded as one (2).txt').waitFor()
    await page.getByText('Names can’t contain').waitFor()
    await page.getByRole('link', { name: 'one (2).txt', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Try again|Cancel/ }).count(), 0)
    // A broken line is another matter.
    await context.setOffline(true)
    const buffer = Buffer.from('late')
    await page.getByLabel('Choose files').setInputFiles({ name: 'late.txt', mimeType: 'text/plain', buffer })
    await page.getByText('Connection lost.').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again: late.txt' }).click()
    await page.getByRole('link', { name: 'late.txt', exact: true }).waitFor()
    await checkPage(page, 'phone uploads')
    await page.getByText('New folder').click()
    await page.getByLabel('Folder name').fill('Made here')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Made here' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('takes files where they are all that it is for, and forgets them', async () => {
    const { context, page, open, complaints } = await visit()
    await open(dropped)
    const buffer = Buffer.from('mine')
    await page.getByLabel('Choose files').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer })
    await page.getByRole('status').getByText('1 file uploaded').waitFor()
    assert.equal(await page.locator('#uploads .added .state').innerText(), 'Uploaded')
    await checkPage(page, 'desktop drop folder with uploads')
    await page.reload()
    assert.equal(await page.getByText('notes').count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows where the keyboard is', async () => {
    const { context, page, open } = await visit()
    await open(folder.page)
    for (let n = 0; n < 20; n++) {
      await page.keyboard.press('Tab')
      const ring = await page.evaluate(`(() => {
        const at = document.activeElement
        if (at === document.body) return 'none left'
        const shown = at.closest('.drop') ?? at
        const style = getComputedStyle(shown, at.classList.contains('name') ? '::after' : undefined)
        return style.outlineStyle === 'none' ? at.outerHTML : style.outlineWidth
      })()`)
      assert.ok(ring === '3px' || ring === 'none left', `${n}: ${ring}`)
      if (n === 6 && PICTURES) await page.screenshot({ path: path.join(PICTURES, 'focus.png') })
    }
    await context.close()
  })

  it('takes files that are dropped on it', async () => {
    const { context, page, open } = await visit()
    await open(folder.page)
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['dropped'], 'dropped.txt'))
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.querySelector('main').dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    })()`)
    await page.getByRole('link', { name: 'dropped.txt', exact: true }).waitFor()
    const { children = [] } = await ann.call(getFolder, { root_id: ann.rootId, folder_id: folder.id })
    const { id } = children.find(({ name }) => name === 'dropped.txt') ?? assert.fail()
    assert.equal((await ann.download(id)).toString(), 'dropped')
    await context.close()
  })

  it('lets subscribers add and delete with the session that they have', async () => {
    const { context, page, open, complaints } = await visit()
    const bob = await world.person()
    const at = { root_id: ann.rootId }
    const { id } = await ann.call(createFolderInRoot, { ...at, name: 'For Bob' })
    const link = await ann.call(api.shareFolder, { ...at, folder_id: id, login_required: true })
    const rights = { write_access: true, delete_access: true }
    await ann.call(api.addSharelinkSubscriber, { sharelink_id: link.id, email: bob.email, ...rights })
    await open(`/shares/folder/${link.hash}/`)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email address').fill(bob.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'For Bob' }).waitFor()
    const buffer = Buffer.from('from Bob')
    await page.getByLabel('Choose files').setInputFiles({ name: 'bob.txt', mimeType: 'text/plain', buffer })
    await page.getByRole('link', { name: 'Delete bob.txt' }).waitFor()
    for (const [view, viewport] of [
      ['phone', PHONE],
      ['desktop', DESKTOP],
    ] as const) {
      await page.setViewportSize(viewport)
      await checkPage(page, `${view} subscriber`)
      // What can be done with an item stands beside what is shown of it, and in one line.
      const heights = await page
        .locator('.does, .does a')
        .evaluateAll((all) => all.map((one) => one.clientHeight))
      assert.ok(Math.max(...heights) < 50, String(heights))
    }
    await page.getByRole('link', { name: 'Delete bob.txt' }).click()
    await checkPage(page, 'desktop delete')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('This folder is empty').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('works without scripts', async () => {
    const { context, page, open } = await visit({ javaScriptEnabled: false })
    await open(folder.page)
    for (const label of ['Download notes.txt', 'Download']) {
      const saving = page.waitForEvent('download')
      await page.getByRole('link', { name: label, exact: true }).click()
      const saved = await saving
      assert.equal(saved.suggestedFilename(), 'notes.txt')
      assert.match(readFileSync(await saved.path(), 'utf8'), /^First of all/)
      if (label === 'Download') break
      await page.getByRole('link', { name: 'notes.txt', exact: true }).click()
      await page.getByText('First of all').first().waitFor()
    }
    await page.getByRole('link', { name: 'Building plans' }).click()
    const zipping = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download all' }).click()
    assert.match((await zipping).suggestedFilename(), /\.zip$/)
    await page.getByLabel('Choose files').setInputFiles([
      { name: 'plain 1.txt', mimeType: 'text/plain', buffer: Buffer.from('1') },
      { name: 'plain 2.txt', mimeType: 'text/plain', buffer: Buffer.from('2') },
    ])
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('2 files uploaded.').waitFor()
    await page.getByRole('link', { name: 'plain 2.txt', exact: true }).waitFor()
    const shot = await page.screenshot({ fullPage: true })
    if (PICTURES) writeFileSync(path.join(PICTURES, 'without scripts.png'), shot)
    await context.close()
  })
})
