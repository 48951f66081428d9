import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { startDemo } from '@holdfast/server/testkit/servers/command-line'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE } from './browser.ts'
import { typeInto } from './hands.ts'

/** Where the pictures of the documentation go: `npm run pictures` sets it. They show the demonstration. */
const FOLDER = process.env.TESTKIT_PICTURES ?? ''

describe('pictures of the admin console', { skip: FOLDER === '' }, () => {
  const openBrowser = useChromium()

  it('are made', async () => {
    const dir = await makeTempDir()
    const serving = await startDemo(dir)
    try {
      await serving.saying(/sign-ins\.txt/)
      const signIns = await readFile(path.join(dir, 'data-demo', 'sign-ins.txt'), 'utf8')
      const password = /^Password for all accounts: (\S+)$/m.exec(signIns)?.[1] ?? ''
      const browser = await openBrowser()
      const context = await browser.newContext({ viewport: DESKTOP, locale: 'en', colorScheme: 'light' })
      const page = await context.newPage()
      await page.goto(`${serving.url}/admin`)
      await typeInto(page.getByLabel('Email'), 'jonas@harbor-it.example')
      await typeInto(page.getByLabel('Password'), password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
      const picture = async (name: string): Promise<void> => {
        await page.screenshot({ path: path.join(FOLDER, `${name}.png`) })
      }
      const go = (screen: string) => page.getByRole('navigation').getByRole('link', { name: screen }).click()
      const row = (name: string) => page.getByRole('row', { name })
      await picture('console-overview')
      await go('Customers')
      await row('Brightwater').waitFor()
      await picture('console-customers')
      await go('People')
      await row('Elif Kaya').waitFor()
      await picture('console-people')
      await pickSome(page)
      await picture('console-bulk')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await go('Devices')
      await row('carla-laptop').waitFor()
      await picture('console-devices')
      await go('Policies')
      await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor()
      await page.getByRole('searchbox').first().waitFor()
      await picture('console-policies')
      await page.setViewportSize(PHONE)
      await page.goto(`${serving.url}/admin`)
      await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
      await picture('console-phone')
      await context.close()
    } finally {
      await serving.stop()
    }
  })
})

async function pickSome(page: Page): Promise<void> {
  for (const name of ['Elif Kaya', 'Ann', 'Kwame'])
    await page.getByRole('row', { name }).first().getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Disable \d/ })
    .waitFor()
}
