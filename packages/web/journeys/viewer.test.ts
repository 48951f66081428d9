import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createFolderInRoot, listFolderChildren } from '@holdfast/api/files/files'
import { listFileRevisions, uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { pressUndo, useBrowser } from './browser.ts'
import { goToList, typeInto } from './hands.ts'

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>`

/** Hostile in each way that Markdown has. */
const NOTES = `# Notes
<script>document.title = 'taken'</script>
<img src=x onerror="document.title = 'taken'">
[run](javascript:document.title='taken') ![spy](/api/2/person?spy)

- [x] done`

const listHasFocus = (page: Page) => page.waitForFunction("document.activeElement.matches('[data-list]')")
/** Known to the list, so that a key does something with it. */
const chosenRow = (page: Page, name: string) => page.getByRole('row', { name, selected: true })
const PICTURE = 'document.querySelector(".viewer img").naturalWidth'
/** Drawn and filmed by the browser itself: two seconds, so that there is somewhere to jump to. */
const DRAWN = `(async () => {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 400
  const pen = canvas.getContext('2d')
  const draw = (n) => { pen.fillStyle = 'hsl(' + n * 20 + ' 60% 45%)'; pen.fillRect(0, 0, 640, 400) }
  draw(3)
  const picture = canvas.toDataURL('image/png').split(',')[1]
  const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm' })
  const parts = []
  recorder.ondataavailable = (event) => parts.push(event.data)
  const stopped = new Promise((resolve) => { recorder.onstop = resolve })
  recorder.start()
  for (let n = 0; n < 10; n++) { draw(n); await new Promise((resolve) => setTimeout(resolve, 50)) }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return { picture, film: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
})()`
/** Resolves once a player is where it was told to be. */
const JUMPED = `(async () => {
  const player = document.querySelector('.viewer video')
  const there = new Promise((resolve) => { player.onseeked = resolve })
  player.currentTime = 0.2
  await there
})()`

describe('what is in files, in a browser', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn, visit } = useBrowser(world, { whole: true })
  let ann: Someone
  let folder: EntryId
  const files = new Map<string, EntryId>()
  const at = (name: string) => `/files/${ann.rootId}/${folder}/${files.get(name) ?? assert.fail(name)}`
  const viewer = (page: Page, name: string) => page.getByRole('dialog', { name: `Viewer: ${name}` })
  /** By the key, once what comes next is known: its arrow is there then. */
  const pressNext = async (page: Page) => {
    await page.getByRole('button', { name: 'Next' }).waitFor()
    await page.keyboard.press('ArrowRight')
  }
  const change = (file_id: EntryId, content: string) =>
    ann.call(uploadRevision, {
      root_id: ann.rootId,
      file_id,
      file: { name: 'x', bytes: new Blob([content]) },
    })
  const textNow = async (name: string) => String(await ann.download(files.get(name) ?? assert.fail(name)))

  before(async () => {
    const drawing = await visit()
    const drawn = (await drawing.page.evaluate(DRAWN)) as { picture: string; film: string }
    await drawing.end()
    ann = await world.person()
    folder = (await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Things' })).id
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
    for (const [name, content] of [
      ['1 harbour.png', bytes(drawn.picture)],
      ['2 contract.pdf', PDF],
      ['3 film.webm', bytes(drawn.film)],
      ['4 notes.md', NOTES],
      ['5 sums.csv', 'what;how much\n"tea; green";2\n'],
      ['6 code.ts', 'const one = 1\nconst two = 2\n'],
      ['7 blob.bin', 'zeros'],
      ['broken.png', 'no picture'],
      ['edited.txt', 'first\nsecond\nthird\n'],
    ] as const)
      files.set(name, (await ann.upload(name, content, folder)).id)
  })

  it('is shown by its kind, one after the other, and left to where one came from', async () => {
    const { page, look, end } = await signIn(ann.email, at('1 harbour.png'))
    await viewer(page, '1 harbour.png').waitFor()
    await page.waitForFunction(`${PICTURE} === 640`)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('140%').waitFor()
    await look('viewer picture')
    await page.getByRole('button', { name: 'Next' }).click()
    await viewer(page, '2 contract.pdf').waitFor()
    // The browser's own viewer, inside of the frame that holds the document.
    await until(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension:')))
    await page.getByRole('button', { name: 'Next' }).click()
    await viewer(page, '3 film.webm').waitFor()
    await page.evaluate(JUMPED)
    await page.getByRole('button', { name: 'Next' }).click()
    await viewer(page, '4 notes.md').getByRole('heading', { name: 'Notes', exact: true }).waitFor()
    await look('viewer markdown')
    assert.equal(await page.locator('.markdown img, .markdown script, .markdown a').count(), 0)
    assert.notEqual(await page.title(), 'taken')
    await page.getByRole('button', { name: 'Text' }).click()
    await page.getByText("<script>document.title = 'taken'</script>").waitFor()
    await pressNext(page)
    await viewer(page, '5 sums.csv').getByRole('cell', { name: 'tea; green' }).waitFor()
    await look('viewer table')
    await pressNext(page)
    await viewer(page, '6 code.ts').getByText('const two = 2').waitFor()
    assert.equal(await page.locator('.viewer-numbers').textContent(), '1\n2')
    await pressNext(page)
    await viewer(page, '7 blob.bin').getByText('No preview available').waitFor()
    await look('viewer of what cannot be shown')
    await pressNext(page)
    await viewer(page, 'broken.png').getByText('The browser can’t show this file').waitFor()
    await page.keyboard.press('ArrowLeft')
    await viewer(page, '7 blob.bin').waitFor()
    await page.keyboard.press('Escape')
    await viewer(page, '7 blob.bin').waitFor({ state: 'detached' })
    await page.locator('.item-selected', { hasText: '7 blob.bin' }).waitFor()
    await listHasFocus(page)
    await end()
  })

  it('is closed to the list, from which the browser’s Back leads on to what was before it', async () => {
    const { page, look, end } = await signIn(ann.email, `/files/${ann.rootId}/0`)
    const address = () => new URL(page.url()).pathname + new URL(page.url()).search
    const list = `/files/${ann.rootId}/${folder}`
    const openBlob = async () => {
      await page.getByRole('row', { name: '7 blob.bin' }).dblclick()
      await viewer(page, '7 blob.bin').waitFor()
    }
    for (const close of ['button', 'Escape', 'next', 'details'] as const) {
      await page.getByRole('row', { name: 'Things' }).dblclick()
      await openBlob()
      let shown = '7 blob.bin'
      if (close === 'next') {
        await pressNext(page)
        shown = 'broken.png'
        await viewer(page, shown).waitFor()
      }
      if (close === 'details') await page.getByRole('button', { name: 'Details' }).click()
      else if (close === 'Escape') await page.keyboard.press('Escape')
      else await viewer(page, shown).getByRole('button', { name: 'Close', exact: true }).click()
      await viewer(page, shown).waitFor({ state: 'detached' })
      await chosenRow(page, shown).waitFor()
      const panel = close === 'details' ? '&panel=details' : ''
      await until(() => address() === `${list}?sel=${files.get(shown)}${panel}`)
      if (close === 'details') {
        await page.getByRole('tab', { name: 'Details', selected: true }).waitFor()
        await look('viewer closed to the details')
      }
      await page.goBack()
      await page.getByRole('heading', { name: 'My files' }).waitFor()
      await page.getByRole('row', { name: 'Things' }).waitFor()
    }
    // Opened by its address, it is in nobody's way either.
    await page.goto(world.url + at('7 blob.bin'))
    await viewer(page, '7 blob.bin').getByRole('button', { name: 'Close', exact: true }).click()
    await chosenRow(page, '7 blob.bin').waitFor()
    await page.goBack()
    await page.getByRole('row', { name: 'Things' }).waitFor()
    await end()
  })

  it('says where it is, and has ways to share it, to print it, to its versions and to how safe it is', async () => {
    const { page, look, end } = await signIn(ann.email, at('6 code.ts'))
    const shown = viewer(page, '6 code.ts')
    await shown.getByText('My files › Things').waitFor()
    await shown.getByText('2 lines · 28').waitFor()
    const choose = async (name: string) => {
      await shown.getByRole('button', { name: 'Actions for 6 code.ts' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await shown.getByRole('button', { name: 'Actions for 6 code.ts' }).click()
    await page.getByRole('menuitem', { name: 'Print…' }).waitFor()
    await look('viewer menu', true)
    await page.keyboard.press('Escape')
    await page.evaluate("window.print = () => { document.title = 'printed' }")
    await choose('Print…')
    await page.waitForFunction("document.title === 'printed'")
    await page.emulateMedia({ media: 'print' })
    await page.locator('.viewer-body').getByText('const two = 2').waitFor()
    await page.locator('.viewer-head').waitFor({ state: 'hidden' })
    await page.getByRole('grid').waitFor({ state: 'hidden' })
    await page.emulateMedia({ media: null })
    await choose('Share…')
    await page.getByRole('dialog', { name: 'Share “6 code.ts”' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Share “6 code.ts”' }).waitFor({ state: 'detached' })
    await choose('Safety')
    await page.getByRole('tab', { name: 'Safety', selected: true }).waitFor()
    await shown.waitFor({ state: 'detached' })
    await end()
    // A tab of its own: it stays without a viewer for PDF documents.
    const without = await signIn(ann.email, '/files', { locale: 'en-NZ' })
    await without.page.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false })",
    )
    await without.open(at('2 contract.pdf'))
    const pdf = viewer(without.page, '2 contract.pdf')
    await pdf.getByRole('link', { name: 'Open in a new tab' }).waitFor()
    await pdf.locator('.viewer-body').getByRole('link', { name: 'Download' }).waitFor()
    await without.look('viewer of a PDF document without a viewer')
    await without.end()
  })

  it('is seen at a glance where it is pictures, as tiles unless one chose a list', async () => {
    const root_id = ann.rootId
    const { id } = await ann.call(createFolderInRoot, { root_id, name: 'Images' })
    const picture = new Uint8Array(
      await ann.download(files.get('1 harbour.png') ?? assert.fail('no picture')),
    )
    for (const n of [1, 2, 3, 4]) await ann.upload(`${n}.png`, picture, id)
    await ann.upload('broken.png', 'no picture', id)
    await ann.upload('notes.txt', 'n', id)
    const { page, look, end } = await signIn(ann.email, `/files/${root_id}/${id}`, { plain: true })
    const WIDTHS = 'Array.from(document.querySelectorAll(".item-thumbnail"), (one) => one.naturalWidth)'
    const areDrawn = (width: number) =>
      until(async () => String(await page.evaluate(WIDTHS)) === String([width, width, width, width]))
    await page.locator('.item-grid').waitFor()
    await page.locator('.item-tile', { hasText: 'broken.png' }).locator('.file-icon').waitFor()
    await areDrawn(256)
    await look('pictures as tiles')
    await page.locator('.item-tile', { hasText: '1.png' }).click()
    for (const key of ['ArrowRight', 'Space']) await page.keyboard.press(key)
    await viewer(page, '2.png').waitFor()
    await page.keyboard.press('Escape')
    await viewer(page, '2.png').waitFor({ state: 'detached' })
    await page.locator('.item-tile.item-focused', { hasText: '2.png' }).waitFor()
    for (const key of ['Control+ArrowRight', 'Space']) await page.keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'List view' }).click()
    await areDrawn(96)
    assert.match(page.url(), /view=list/)
    await look('pictures as a list')
    await end()
  })

  it('was something else before, which can be looked at, compared and made current again', async () => {
    const name = '6 code.ts'
    const id = files.get(name) ?? assert.fail(name)
    await change(id, 'const one = 1\nconst two = 3\n')
    const { page, look, end } = await signIn(
      ann.email,
      `/files/${ann.rootId}/${folder}?sel=${id}&panel=versions`,
    )
    const version = (n: number) => page.getByRole('button', { name: 'Actions for the version' }).nth(n)
    await version(1).waitFor()
    assert.equal(await page.getByText('You · 28 B').count(), 2, 'each tells who made it')
    await look('versions')
    await version(1).click()
    await page.getByRole('menuitem', { name: 'Compare' }).click()
    await page.getByRole('row', { name: 'const two = 2' }).getByText('const two = 3').waitFor()
    await look('compared')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await version(1).click()
    await page.getByRole('menuitem', { name: 'View', exact: true }).click()
    await viewer(page, name).getByText('const two = 2').waitFor()
    await viewer(page, name).getByText('Version from').waitFor()
    await page.goBack()
    await version(1).click()
    await page.getByRole('menuitem', { name: 'Restore this version' }).click()
    await page.getByText('Earlier version of').waitFor()
    assert.match(await textNow(name), /two = 2/)
    await version(2).waitFor()
    await pressUndo(page)
    await version(3).waitFor()
    assert.match(await textNow(name), /two = 3/)
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByText('You changed “6 code.ts”').first().waitFor()
    await page.getByText('You added “6 code.ts”').waitFor()
    await look('activity')
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByText('/Things').waitFor()
    await look('details')
    await end()
  })

  it('is edited while someone else saves, and both are kept', async () => {
    const name = 'edited.txt'
    const id = files.get(name) ?? assert.fail(name)
    const { page, look, end } = await signIn(ann.email, at(name))
    const field = page.getByLabel('Edit edited.txt')
    const edit = async (text: string) => {
      await typeInto(field, text)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await field.waitFor()
    await page.getByRole('button', { name: 'Close editor' }).click()
    await field.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await edit('first\nmine\nthird\n')
    await page.getByText('Saved as a new version.').waitFor()
    assert.equal(await textNow(name), 'first\nmine\nthird\n')

    await change(id, 'first\ntheirs\nthird\n')
    await edit('first\nmine again\nthird\n')
    await page.getByText('This file was changed by someone else').waitFor()
    await page.getByRole('row', { name: 'theirs' }).getByText('mine again').waitFor()
    await look('conflict')
    assert.equal(await textNow(name), 'first\ntheirs\nthird\n', 'nothing is written before one chooses')
    await page.getByRole('button', { name: 'Save mine as a copy' }).click()
    await page.getByText('Saved as “edited (2).txt”.').waitFor()
    const { results } = await ann.call(listFolderChildren, { root_id: ann.rootId, folder_id: folder })
    const copy = results.find((item) => item.name === 'edited (2).txt')
    assert.equal(String(await ann.download(copy?.id ?? assert.fail('no copy'))), 'first\nmine again\nthird\n')

    await until(async () => (await field.inputValue()) === 'first\ntheirs\nthird\n')
    await change(id, 'first\ntheirs too\nthird\n')
    await edit('mine at last')
    await page.getByRole('button', { name: 'Save mine as a new version' }).click()
    await page.getByText('Saved as a new version.').waitFor()
    assert.equal(await textNow(name), 'mine at last')
    const versions = await ann.call(listFileRevisions, { root_id: ann.rootId, file_id: id })
    assert.equal(versions.total, 5, 'every text that anybody saved is still there')

    // What is not saved is not lost by leaving.
    await typeInto(field, 'half a thought')
    await page.keyboard.press('Escape')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await field.inputValue(), 'half a thought')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await viewer(page, name).waitFor({ state: 'detached' })
    await listHasFocus(page)
    await chosenRow(page, name).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await typeInto(field, 'a thought and more')
    await page.goBack()
    await page.getByText('Your changes to “edited.txt” are not saved').waitFor()
    await goToList(page)
    await chosenRow(page, name).waitFor()
    await page.keyboard.press('Enter')
    await until(async () => (await field.inputValue()) === 'a thought and more')
    assert.equal(await textNow(name), 'mine at last')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await viewer(page, name).waitFor({ state: 'detached' })
    await end()
  })
})
