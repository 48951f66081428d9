import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

/** Of all pages those with the widest tables and longest lines; the rest in long rounds. */
const WIDE = ['/docs', '/docs/operations', '/docs/performance', '/docs/security-checklist', '/docs/web-app']

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the documentation' })
const results = (page: Page) => page.locator('#siteResults a')
const tooWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

describe('the documentation in a browser', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { visit, signIn } = useBrowser(world)

  it('is opened from the menu of the app, and has the theme that was chosen there', async () => {
    const ann = await world.person()
    const { page, end } = await signIn(ann.email, '/')
    const account = page.getByRole('button', { name: 'Your account' })
    await account.click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.locator('html[data-theme=dark]').waitFor()
    await account.click()
    await page.getByRole('menuitem', { name: 'Help' }).click()
    await page.getByRole('heading', { level: 1, name: 'Holdfast documentation' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/docs')
    await page.locator('html[data-theme=dark]').waitFor()
    await end()
  })

  it('has a button that copies the line to paste, and without scripts the line by itself', async () => {
    const { page, open, look, end } = await visit()
    await open('/agent')
    const line = page.locator('.command').first()
    const copy = page.getByRole('button', { name: 'Copy', exact: true })
    await look('how to sync files to a computer')
    await copy.first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), await line.textContent())
    await end()
    const plain = await visit({ javaScriptEnabled: false })
    await plain.page.goto(`${world.url}/agent`)
    await plain.page.locator('.command').first().click()
    assert.equal(await plain.page.getByRole('button').count(), 0)
    await plain.page.close()
  })

  it('is searched with the keyboard, and leads to the heading', async () => {
    const { page, open, look, end } = await visit()
    await open('/docs')
    await look('documentation, start')
    await page.keyboard.press('/')
    await page.keyboard.type('holdfast_BACKUP_url')
    await results(page).first().waitFor()
    assert.equal(
      (await results(page).first().locator('mark').first().textContent())?.toLowerCase(),
      'holdfast_backup_url',
    )
    await look('documentation, found', true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.locator('#siteResults li:nth-child(2) a:focus').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.locator('#siteQuery:focus').waitFor()
    const first = new URL((await results(page).first().getAttribute('href')) ?? '', page.url())
    await page.keyboard.press('Enter')
    await page.waitForURL(first.href)
    assert.match((await page.locator('article').textContent()) ?? '', /HOLDFAST_BACKUP_URL/)

    await typeInto(search(page), 'a')
    await page.getByText('Top 20 results').waitFor()
    assert.equal(await results(page).count(), 20)
    await typeInto(search(page), 'qwxyz')
    await page.getByText('No results for “qwxyz”').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('No results').waitFor({ state: 'hidden' })
    assert.equal(await search(page).inputValue(), '')
    await end()
  })

  it('finds headings before text, with all words, and shows a sentence of each', async () => {
    const { page, open, end } = await visit()
    const long = `${'Much is said before it comes to the point. '.repeat(4).replaceAll('.', ',')}then zebra crossings, ${'and so on '.repeat(30)}`
    const index = {
      pages: [
        ['/docs/animals', 'Animals', 'Use it'],
        ['/docs/roads', 'Roads', 'Run it'],
      ],
      sections: [
        [0, '', 'Animals', 'Nothing special. A zebra has stripes. Lions have none.'],
        [0, 'zebra', 'Zebra', 'It lives in Africa.'],
        [1, '', 'Roads', 'Without animals. On the Café corner.'],
        [1, 'crossings', 'Crossings', long],
      ],
    }
    await page.route('**/docs/assets/search-*.json', (route) => route.fulfill({ json: index }))
    await open('/docs')
    const found = async (query: string) => {
      // What an earlier query found is gone by then.
      await search(page).click()
      await page.keyboard.press('Escape')
      await typeInto(search(page), query)
      await page.getByText(/^(\d+ results?|No results for “.*”)$/).waitFor()
      const links = await results(page).all()
      return Promise.all(
        links.map(async (link) => {
          const texts = await link.locator('.found-text').allTextContents()
          return [await link.getAttribute('href'), ...texts] as const
        }),
      )
    }
    const [heading, sentence, middle] = await found('ZEBRA')
    assert.deepEqual(heading, ['/docs/animals#zebra', 'It lives in Africa.'])
    assert.deepEqual(sentence, ['/docs/animals', 'A zebra has stripes.'])
    assert.match(middle?.[1] ?? '', /^….{20,50}then zebra crossings,.*…$/)
    assert.deepEqual(await found('zebra animals stripe'), [['/docs/animals', 'A zebra has stripes.']])
    assert.deepEqual(await found('cafe'), [['/docs/roads', 'On the Café corner.']])
    assert.deepEqual(await found('zebra café'), [])
    assert.deepEqual(await found('.*'), [])
    await end()
  })

  it('goes from page to page, shows where one is, and copies code', async () => {
    const { page, open, look, end } = await visit()
    await open('/docs/install')
    const code = page.locator('.code').first()
    await code.getByRole('button', { name: 'Copy' }).click()
    await code.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    assert.equal(copied, await code.locator('code').textContent())
    await look('documentation, page')
    await page.getByRole('link', { name: /^Next/ }).click()
    await page.waitForURL(/\/docs\/operations$/)
    const current = page.getByRole('navigation', { name: 'Documentation pages' }).locator('[aria-current]')
    assert.deepEqual(await current.allTextContents(), ['Operations'])
    const [heading] = await page.locator('nav.contents a').all()
    const anchor = (await heading?.getAttribute('href')) ?? ''
    await heading?.click()
    await page.waitForURL(`**/docs/operations${anchor}`)
    await open('/docs/adr')
    await current.waitFor()
    const place = await current.boundingBox()
    assert.ok(place && place.y > 0 && place.y < DESKTOP.height, `at ${place?.y}`)
    await end()
  })

  it('fits a phone, with menu and search', async () => {
    const { page, open, look, end } = await visit({ viewport: PHONE })
    await open('/docs')
    await look('documentation, phone', true)
    const menu = page.getByRole('navigation', { name: 'Documentation pages' })
    assert.equal(await menu.isVisible(), false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.waitFor()
    await look('documentation, phone menu', true)
    const links = await menu.locator('li a').all()
    const addresses = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
    const others = addresses.filter((address) => !WIDE.includes(address))
    await menu.getByRole('link', { name: 'Backups', exact: true }).click()
    await page.waitForURL(/\/docs\/backup$/)
    await look('documentation, phone page', true)
    await typeInto(search(page), 'certificate')
    await results(page).first().waitFor()
    await look('documentation, phone found', true)
    await results(page).first().click()
    await page.waitForURL((url) => url.pathname !== '/docs/backup')
    for (const address of [...WIDE, ...others.slice(0, rounds(0, others.length))]) {
      await open(address)
      assert.equal(await tooWide(page), 0, address)
    }
    await end()
  })

  it('reads well without scripts', async () => {
    const { page, open, context } = await visit({ javaScriptEnabled: false, viewport: PHONE })
    await open('/docs/install')
    assert.equal(await search(page).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0)
    await page.locator('summary', { hasText: 'On this page' }).click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Operations', exact: true }).click()
    await page.waitForURL(/\/docs\/operations$/)
    await open('/docs/none')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await context.close()
  })
})
