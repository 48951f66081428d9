import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { CHROMIUM } from '@holdfast/server/testkit/chromium'
import { EVERY_MAIL } from '@holdfast/server/testkit/every-mail'
import { type Browser, chromium } from 'playwright-core'
import type { MailData } from './mail-data.ts'
import { renderMail } from './templates.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDTHS = [360, 800]

/** Runs in the page: what is wider inside than it has room for. */
const OVERFLOWING = `[document.documentElement, ...document.querySelectorAll('body *')]
  .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== 'inline')
  .map((one) => one.outerHTML.slice(0, 80))`

describe('mails in Chromium', () => {
  let browser: Browser
  before(async () => {
    browser = await chromium.launch(CHROMIUM)
  })
  after(() => browser.close())

  for (const kind of Object.keys(EVERY_MAIL) as (keyof MailData)[])
    it(`show ${kind} as it is meant, at every width, light and dark`, async () => {
      const page = await browser.newPage()
      const asked: string[] = []
      await page.route('**', (route) => {
        asked.push(route.request().url())
        return route.abort()
      })
      const brand = { organization: 'Smith & Sons', color: '#1f5fbf', baseUrl: 'https://files.example.org' }
      const { html, subject } = renderMail(kind, 'ann@example.org', EVERY_MAIL[kind], brand)
      await page.setContent(html)
      assert.equal(await page.title(), subject)
      await page.evaluate(AXE)
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
          const found = await page.evaluate('axe.run()')
          const { violations } = found as { violations: { id: string; impact: string }[] }
          const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
          assert.deepEqual(serious, [], look)
        }
      const german = renderMail(kind, 'ann@example.org', EVERY_MAIL[kind], brand, 'de')
      await page.setContent(german.html)
      assert.deepEqual(await page.evaluate(OVERFLOWING), [], 'in German')
      assert.deepEqual(asked, [], 'nothing is fetched by looking at a mail')
      await page.close()
    })
})
