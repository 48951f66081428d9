import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createFolderInFolder, createFolderInRoot } from '@holdfast/api/files/files'
import { shareFolder } from '@holdfast/api/sharing/links'
import { checkWithAxe } from '@holdfast/server/testkit/browser/axe'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import type { Shown } from '@holdfast/server/testkit/browser/form-browser'
import { headingOf, opener } from '@holdfast/server/testkit/browser/link-pages'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS, type Stack, USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld, type World } from '@holdfast/server/testkit/servers/world'
import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'

const drawn = async (width: number, background: string) =>
  new Uint8Array(
    await sharp({ create: { width, height: width / 2, channels: 3, background } })
      .png()
      .toBuffer(),
  )

/** A folder with a folder, a text and three pictures, whose order by size is not that by name. */
async function sharePictures(world: World, given: object = {}) {
  const { ann } = await sharer(world, { excluded_extensions: '' })
  const at = { root_id: ann.rootId }
  const { id } = await ann.call(createFolderInRoot, { ...at, name: 'Hafen 🚢' })
  const inner = await ann.call(createFolderInFolder, { ...at, folder_id: id, name: 'b.png' })
  await ann.upload('deep.png', await drawn(100, '#333'), inner.id)
  await ann.upload('a.png', await drawn(800, '#c33'), id)
  await ann.upload('b.txt', 'no picture', id)
  await ann.upload('c & ß 🚢.JPG', await drawn(200, '#3c3'), id)
  await ann.upload('d.png', await drawn(400, '#33c'), id)
  const link = await ann.call(shareFolder, { ...at, folder_id: id, ...given })
  return { ann, page: `/shares/folder/${link.hash}/` }
}

const unescaped = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

for (const stack of USUAL_STACKS)
  describe(`the pictures of a link on ${stack.name}`, () => {
    const world = useWorld(stack)
    const open = opener(world)
    const linkIn = ({ text }: Shown, rel: string): string | undefined =>
      new RegExp(`rel="${rel}" href="([^"]+)"`).exec(text)?.[1]?.replaceAll('&#38;', '&')
    const follow = async (shown: Shown, rel: string) =>
      open(linkIn(shown, rel) ?? assert.fail(`no ${rel} on ${shown.url}`))
    const counterIn = ({ text }: Shown) => /<p class="place"><span>([^<]*)/.exec(text)?.[1]
    const pictureIn = (folder: Shown, name: string): string =>
      unescaped(
        new RegExp(`class="name" href="([^"]+)"><bdi>${name}`).exec(folder.text)?.[1] ?? assert.fail(name),
      )

    it('lead to the next and the previous one by plain links, past what is none, and back to the folder', async () => {
      const { page } = await sharePictures(world)
      const first = await open(pictureIn(await open(page), 'a.png'))
      assert.deepEqual([linkIn(first, 'prev'), counterIn(first)], [undefined, 'Picture 1 of 3'])
      const second = await follow(first, 'next')
      assert.deepEqual([unescaped(headingOf(second)), counterIn(second)], ['c & ß 🚢.JPG', 'Picture 2 of 3'])
      const third = await follow(second, 'next')
      assert.deepEqual(
        [headingOf(third), counterIn(third), linkIn(third, 'next')],
        ['d.png', 'Picture 3 of 3', undefined],
      )
      assert.equal(headingOf(await follow(await follow(third, 'prev'), 'prev')), 'a.png')
      assert.equal(headingOf(await follow(third, 'up')), 'Hafen 🚢')
      assert.equal(counterIn(await open(pictureIn(await open(page), 'b.txt'))), undefined)
    })

    it('come in the order in which the folder was listed', async () => {
      const { page } = await sharePictures(world)
      const listed = await open(`${page}?sort=size&order=desc&page=1`)
      const largest = await open(pictureIn(listed, 'a.png'))
      const names = [headingOf(largest)]
      let shown = largest
      while (linkIn(shown, 'next')) {
        shown = await follow(shown, 'next')
        names.push(unescaped(headingOf(shown)))
      }
      assert.deepEqual(names, ['a.png', 'd.png', 'c & ß 🚢.JPG'])
      assert.match(linkIn(shown, 'up') ?? '', /\?sort=size&order=desc&page=1$/)
    })

    it('cross the pages of a large folder, and say where they stand in it', async () => {
      const { ann } = await sharer(world, { excluded_extensions: '' })
      const at = { root_id: ann.rootId }
      const { id } = await ann.call(createFolderInRoot, { ...at, name: 'Many' })
      await ann.upload('000.png', 'x', id)
      await makePile(world.service.ctx.db, { rootId: ann.rootId, parentId: id, files: 100 })
      await ann.upload('zzz.png', 'x', id)
      const link = await ann.call(shareFolder, { ...at, folder_id: id })
      const page = `/shares/folder/${link.hash}/`
      const first = await open(pictureIn(await open(page), '000.png'))
      assert.equal(counterIn(first), 'Item 1 of 102')
      const last = await follow(first, 'next')
      assert.deepEqual([headingOf(last), counterIn(last)], ['zzz.png', 'Item 102 of 102'])
      assert.match(linkIn(last, 'up') ?? '', /page=2$/)
      assert.equal(headingOf(await follow(last, 'prev')), '000.png')
    })

    it('are as large together as the download says, with all that is in folders', async () => {
      const { page } = await sharePictures(world)
      const [, size] = /Download all \(([\d.]+ K?B)\)/.exec((await open(page)).text) ?? []
      assert.ok(size)
      const { page: added } = await sharePictures(world, { anon_edit: true })
      assert.ok((await open(added)).text.includes(`Download all (${size})`))
    })

    it('say whom to ask, and no address', async () => {
      const { ann, page } = await sharePictures(world, { expires: '2036-12-31' })
      const folder = await open(page)
      assert.match(folder.text, /Questions\? Ask <bdi>Pat Doe \d+<\/bdi>\./)
      assert.match(folder.text, /<time datetime="[\d-]+T[\d:]+Z">\w+ \d+, \d+, [\d:]+\s[AP]M UTC<\/time>/)
      assert.ok(!folder.text.includes(ann.email))
    })
  })

describe('the pictures of a link in Chromium', () => {
  const world = useWorld(STACKS[0] as Stack)
  const openBrowser = useChromium()
  let page: string
  before(async () => {
    ;({ page } = await sharePictures(world, { expires: '2036-12-31' }))
  })

  async function visit(options: BrowserContextOptions, look: (page: Page) => Promise<void>) {
    const context = await (await openBrowser()).newContext(options)
    const tab = await context.newPage()
    await tab.goto(world.url + page)
    await look(tab)
    await context.close()
  }
  const shows = (tab: Page, name: string) => tab.getByRole('heading', { name, exact: true }).waitFor()

  it('turn by keys, close by Escape, and are one step of the way back', async () => {
    await visit({ timezoneId: 'America/New_York' }, async (tab) => {
      const complaints: string[] = []
      tab.on('console', (message) => complaints.push(message.text()))
      await tab.getByRole('link', { name: 'a.png', exact: true }).click()
      await shows(tab, 'a.png')
      await tab.keyboard.press('ArrowRight')
      await shows(tab, 'c & ß 🚢.JPG')
      await tab.getByRole('link', { name: 'Next picture' }).click()
      await shows(tab, 'd.png')
      await tab.getByText('Picture 3 of 3').waitFor()
      await checkWithAxe(tab, 'picture')
      await tab.keyboard.press('ArrowLeft')
      await shows(tab, 'c & ß 🚢.JPG')
      await tab.goBack()
      await shows(tab, 'Hafen 🚢')
      await tab.getByRole('link', { name: 'd.png', exact: true }).click()
      await shows(tab, 'd.png')
      await tab.keyboard.press('Escape')
      await shows(tab, 'Hafen 🚢')
      assert.deepEqual(complaints, [], 'the policy of the pages stops nothing that they need')
    })
  })

  it('say the last day of the link as it was chosen, and other times in the zone of the visitor', async () => {
    for (const timezoneId of ['Pacific/Auckland', 'America/New_York'])
      await visit({ timezoneId }, async (tab) => {
        // The script has run once a moment has its long form, too.
        await tab.locator('time[title]').first().waitFor()
        await tab.getByText('Available until Dec 31, 2036 (UTC).').waitFor()
      })
  })

  it('turn by a swipe', async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    await visit(phone, async (tab) => {
      await tab.getByRole('link', { name: 'a.png', exact: true }).tap()
      await shows(tab, 'a.png')
      const touch = await tab.context().newCDPSession(tab)
      const swipe = async (from: number, to: number) => {
        const box = (await tab.getByRole('img', { name: /png|JPG/ }).boundingBox()) ?? assert.fail()
        const y = box.y + box.height / 2
        const at = (x: number) => [{ x, y }]
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) })
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) })
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await swipe(250, 110)
      await shows(tab, 'c & ß 🚢.JPG')
      await swipe(110, 250)
      await shows(tab, 'a.png')
      assert.ok(Number(await tab.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0)
    })
  })

  it('are shown as a list or as a gallery, as the visitor chooses, and are left to it', async () => {
    for (const javaScriptEnabled of [true, false])
      await visit({ javaScriptEnabled }, async (tab) => {
        const widthOf = async () => (await tab.locator('.items .picture').first().boundingBox())?.width ?? 0
        assert.ok((await widthOf()) < 40)
        await tab.getByRole('link', { name: 'Gallery' }).click()
        await tab.locator('.items.tiles').waitFor()
        assert.ok((await widthOf()) > 100)
        if (javaScriptEnabled) await checkWithAxe(tab, 'gallery')
        await tab.getByRole('link', { name: 'a.png', exact: true }).click()
        await tab.getByRole('link', { name: 'Next picture' }).click()
        await shows(tab, 'c & ß 🚢.JPG')
        await tab.getByRole('link', { name: 'Close' }).click()
        await tab.locator('.items.tiles').waitFor()
        await tab.getByRole('link', { name: 'List', exact: true }).click()
        await tab.locator('.items:not(.tiles)').waitFor()
        assert.ok((await widthOf()) < 40)
      })
  })

  it('turn without scripts, and name the time zone of what they say', async () => {
    await visit({ javaScriptEnabled: false }, async (tab) => {
      await tab.getByText('Available until Dec 31, 2036 (UTC).').waitFor()
      await tab.getByRole('link', { name: 'a.png', exact: true }).click()
      await tab.getByRole('link', { name: 'Next picture' }).click()
      await shows(tab, 'c & ß 🚢.JPG')
      await tab.getByRole('link', { name: 'Close' }).click()
      await shows(tab, 'Hafen 🚢')
    })
  })
})
