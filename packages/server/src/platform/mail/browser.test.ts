import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { checkWithAxe } from '@holdfast/server/testkit/browser/axe'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { EVERY_MAIL } from '@holdfast/server/testkit/servers/every-mail'
import type { Page } from 'playwright-core'
import type { MailData } from '../messages/letters/mail-data.ts'
import { renderMail } from './templates.ts'

const WIDTHS = [360, 800]

/** Runs in the page: what is wider inside than it has room for. */
const OVERFLOWING = `[document.documentElement, ...document.querySelectorAll('body *')]
  .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== 'inline')
  .map((one) => one.outerHTML.slice(0, 80))`

describe('mails in Chromium', () => {
  const openBrowser = useChromium()
  const asked: string[] = []
  let page: Page
  before(async () => {
    page = await (await openBrowser()).newPage()
    await page.route('**', (route) => {
      asked.push(route.request().url())
      return route.abort()
    })
  })
  after(() => page.close())

  for (const kind of Object.keys(EVERY_MAIL) as (keyof MailData)[])
    it(`show ${kind} as it is meant, at every width, light and dark`, async () => {
      const brand = { organization: 'Smith & Sons', color: '#1f5fbf', baseUrl: 'https://files.example.org' }
      const { html, subject } = renderMail(kind, 'ann@example.org', EVERY_MAIL[kind], brand)
      await page.setContent(html)
      assert.equal(await page.title(), subject)
      for (const width of WIDTHS)
        for (const colorScheme of ['light', 'dark'] as const) {
          const look = `${width} pixels, ${colorScheme}`
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          assert.deepEqual(await page.evaluate(OVERFLOWING), [], look)
          if (process.env.TESTKIT_SHOTS)
            await page.screenshot({
              path: path.join(process.env.TESTKIT_SHOTS, `${kind}-${width}-${colorScheme}.png`),
              fullPage: true,
            })
          // In the dark a mail differs by its colours only.
          await checkWithAxe(page, look, colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {})
        }
      const german = renderMail(kind, 'ann@example.org', EVERY_MAIL[kind], brand, 'de')
      await page.setContent(german.html)
      assert.deepEqual(await page.evaluate(OVERFLOWING), [], 'in German')
      assert.deepEqual(asked, [], 'nothing is fetched by looking at a mail')
    })
})
