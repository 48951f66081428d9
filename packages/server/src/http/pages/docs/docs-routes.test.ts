import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { checkWithAxe } from '@holdfast/server/testkit/browser/axe'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { rawCall } from '@holdfast/server/testkit/content/raw-http'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

/** Where pictures of the page go, for anyone who wants to look at them. */
const PICTURES = process.env.TESTKIT_SCREENSHOTS
const WIDTHS = [400, 1280]

describe('the documentation', () => {
  const world = useWorld(STACKS[0] as Stack)
  const openBrowser = useChromium()

  const get = (address: string, headers: Record<string, string> = {}) =>
    rawCall(world.url, { path: address, headers })

  for (const address of ['/api/docs', '/api/2/openapi.json'])
    it(`is sent compressed to those who can read that, and once: ${address}`, async () => {
      const plain = await get(address)
      assert.equal(plain.headers['content-encoding'], undefined)
      assert.equal(plain.headers.vary, 'accept-encoding')
      const br = await get(address, { 'Accept-Encoding': 'gzip, deflate, br' })
      assert.equal(br.headers['content-encoding'], 'br')
      assert.ok(br.body.length < plain.body.length / 8)
      assert.ok(brotliDecompressSync(br.body).equals(plain.body))
      const gzip = await get(address, { 'Accept-Encoding': 'br;q=0, gzip;q=0.5' })
      assert.equal(gzip.headers['content-encoding'], 'gzip')
      assert.ok(gunzipSync(gzip.body).equals(plain.body))
      const again = await get(address, { 'If-None-Match': br.headers.etag ?? '' })
      assert.deepEqual([again.status, again.body.length], [304, 0])
    })

  for (const width of WIDTHS)
    it(`can be searched and read on a screen ${width} pixels wide`, async () => {
      const context = await (await openBrowser()).newContext({ viewport: { width, height: 800 } })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      await page.goto(`${world.url}/api/docs`)
      await picture('top')
      const headings = await page.locator('main > section > h2').allTextContents()
      assert.equal(headings[0], 'OAuth')

      await page.keyboard.press('/')
      await page.keyboard.type('SEND upload-offset')
      const shown = page.locator('article:visible')
      assert.match((await page.locator('#found').textContent()) ?? '', /^1 operation$/)
      assert.equal(await shown.getAttribute('id'), 'append_upload')
      assert.deepEqual(await page.locator('main > section:visible > h2').allTextContents(), [
        'Resumable uploads',
      ])
      await picture('found')
      await page.keyboard.press('Escape')
      assert.equal(await shown.count(), await page.locator('article').count())
      await page.locator('#upload_to_folder').scrollIntoViewIfNeeded()
      await picture('operation')

      const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(wider) <= 0, `${wider} pixels to the right of the screen`)
      assert.deepEqual(complaints, [])
      // Every card is like the others, and all of them would take a minute.
      await page.evaluate(
        'document.querySelectorAll("article:not(#token, #get_upload)").forEach((card) => card.remove())',
      )
      await checkWithAxe(page, `${width}`, { include: ['nav', 'header', '#token', '#get_upload'] })
      await context.close()

      async function picture(name: string) {
        if (!PICTURES) return
        mkdirSync(PICTURES, { recursive: true })
        await page.screenshot({ path: path.join(PICTURES, `docs-${name}-${width}.png`) })
      }
    })
})
