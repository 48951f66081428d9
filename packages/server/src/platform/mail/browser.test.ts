import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { CHROMIUM } from '@holdfast/server/testkit/chromium'
import { type Browser, chromium } from 'playwright-core'
import { type MailData, renderMail } from './templates.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDTHS = [360, 800]

const LONG = `/Projects/${'a-name-without-any-place-to-break'.repeat(6)}/plan.pdf`
const at = '2026-05-01T12:30:00'
const link = `https://files.example.org/account/password?token=${'x'.repeat(43)}`
const EVERY_KIND: MailData = {
  account_locked: { name: 'Ann Lee', until: at, address: '2001:db8::7' },
  test_message: { name: 'Ann Lee' },
  storage_full: { name: 'Ann Lee', what: 'the disk of the database is full' },
  sign_in_code: { name: 'Ann Lee', code: '123456' },
  two_step_recovered: { name: 'Ann Lee' },
  password_reset: { name: 'Ann Lee', link },
  address_check: { name: 'Ann Lee', email: 'ann@example.org', link },
  welcome: { name: 'Ann Lee', email: `${'ann.'.repeat(15)}lee@example.org`, link },
  content_damaged: { name: 'Pat Doe', found: 1, damaged: 12 },
  brake_noticed: {
    name: 'Ann Lee',
    root: 'Clients',
    device: 'front desk of Bob Ray',
    deleted: 1240,
    rewritten: 3,
    renamed: 0,
    paused: true,
    link: 'https://files.example.org/undo',
  },
  machines_unreachable: {
    name: 'Ann Lee',
    machines: [{ name: 'front desk', since: '2026-05-01T12:30:00' }],
    more: 2,
  },
  machines_reachable: {
    name: 'Ann Lee',
    machines: [{ name: 'front desk', since: '2026-05-01T12:30:00' }],
    more: 0,
  },
  quota_reached: { name: 'Ann Lee', percent: 90, used: '9 GB', quota: '10 GB' },
  link_shared: {
    name: 'Bob',
    from: '<script>fetch("https://evil.example")</script>',
    item: LONG,
    kind: 'file',
    link,
    expires: '2026-06-01',
    account: `${'bob.'.repeat(15)}lee@example.org`,
    invitationDays: 14,
    hasPassword: true,
    message: '<img src="https://evil.example/pixel.png"> Have a look'.repeat(5),
    disclaimer: 'For those it was sent to only.',
  },
  share_invitation: { name: 'Ann Lee', inviter: 'Bob', share: 'Plans' },
  notices: {
    name: 'Ann Lee',
    sections: [
      {
        kind: 'link_downloaded',
        lines: [{ actor: 'A visitor', did: 'downloaded', item: LONG, times: 12, at }],
        more: 0,
      },
      {
        kind: 'share_changed',
        share: 'W'.repeat(120),
        lines: Array.from({ length: 19 }, (_, n) => ({
          actor: '<b style="background:url(https://evil.example)">Bob',
          did: 'added',
          item: n % 2 ? `/Plans/${n}.txt` : LONG,
          times: 1,
          at,
        })),
        more: 123,
      },
    ],
    more: 7,
    stop: `https://files.example.org/notices/stop?token=1.s2.${'x'.repeat(43)}`,
  },
}

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

  for (const kind of Object.keys(EVERY_KIND) as (keyof MailData)[])
    it(`show ${kind} as it is meant, at every width, light and dark`, async () => {
      const page = await browser.newPage()
      const asked: string[] = []
      await page.route('**', (route) => {
        asked.push(route.request().url())
        return route.abort()
      })
      const brand = { organization: 'Smith & Sons', color: '#1f5fbf', baseUrl: 'https://files.example.org' }
      const { html, subject } = renderMail(kind, 'ann@example.org', EVERY_KIND[kind], brand)
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
      assert.deepEqual(asked, [], 'nothing is fetched by looking at a mail')
      await page.close()
    })
})
