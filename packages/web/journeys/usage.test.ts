import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld, type World } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { pressTabTo } from './hands.ts'
import { provider } from './provider.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })

/** All that is counted every day. */
async function count(world: World): Promise<void> {
  await rawSql(world.service.ctx.db, 'update schedule set next_at = 0')
  await world.runJobs()
}

describe('usage', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  async function charged() {
    const { home, customer, ines, elif } = await provider(world)
    const admin = await world.admin()
    const price = { monthly_cost_cents: 250, monthly_cost_currency: 'EUR' }
    await admin.call(updateOrganizationPolicy, { organization_id: customer, ...price })
    await elif.upload('plan.txt', 'x'.repeat(3000))
    await count(world)
    world.clock.advance({ days: 17 })
    await elif.upload('more.txt', 'y'.repeat(4000))
    await count(world)
    return { home, ines }
  }

  it('of each month is shown, with what it costs, and saved as the API has it', async () => {
    const { home, ines } = await charged()
    const { page, look, end } = await signIn(ines.email, `/admin/${home}/overview`, {
      at: world.clock.now(),
    })
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await page.getByText('This month so far').waitFor()
    await row(page, 'Linden Dental').getByText('€2.50').first().waitFor()
    const now = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    await page.getByRole('heading', { name: now.format(world.clock.now()) }).waitFor()
    const chart = page.getByRole('slider', { name: /Storage and accounts, last 12 months/ })
    await chart.waitFor()
    await look('the usage of a month')
    await page.getByRole('button', { name: 'Customers', exact: true }).click()
    const below = page.getByRole('slider', { name: /of customers, last 12 months/ })
    await pressTabTo(below)
    assert.match((await below.getAttribute('aria-valuetext')) ?? '', /Peak storage: 6\.8\sKB/)
    await page.keyboard.press('ArrowLeft')
    assert.match((await below.getAttribute('aria-valuetext')) ?? '', /Peak storage: 2\.9\sKB/)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await row(page, now.format(world.clock.now()))
      .getByText(/6\.8\sKB/)
      .waitFor()
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.getByText(/^As counted on /).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    const [head, own, customer] = text.split('\r\n')
    assert.match(head ?? '', /^month,organization_id,parent_id,name,/)
    assert.match(own ?? '', /Harbor IT/)
    assert.match(customer ?? '', /Linden Dental,.*,EUR,250,/)
    await end()
  })

  it('is read on a phone, in German', async () => {
    const { home, ines } = await charged()
    const { page, look, end } = await signIn(ines.email, `/admin/${home}/usage`, {
      viewport: PHONE,
      locale: 'de',
      at: world.clock.now(),
    })
    await page.getByText('Dieser Monat bis jetzt').waitFor()
    await page.getByText('Summe aller Kunden, ohne eigene Zahlen').waitFor()
    await page.getByRole('slider').waitFor()
    await look('die Nutzung eines Monats')
    await end()
  })
})
