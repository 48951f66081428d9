import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createOrganization, getOrganization } from '@holdfast/api/accounts/organizations'
import { DAY_MS, formatDate } from '@holdfast/api/time'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto, typeTime } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('closing a customer', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  /** Ines looks after Linden Dental, where Elif works. */
  async function provider() {
    const home = await world.organization()
    const ines = await world.person({ organizationId: home, siteAdmin: true })
    const slug = `linden-${home}`
    const linden = { organization_id: home, name: 'Linden Dental', slug, email: 'office@linden.test' }
    const { id: customer } = await ines.call(createOrganization, linden)
    const elif = await world.person({ organizationId: customer })
    const comesIn = () => elif.signIn(elif.email, PASSWORD)
    return { home, customer, slug, ines, comesIn }
  }

  it('says what it means, and lets its people in again if it is canceled', async () => {
    const { home, ines, comesIn } = await provider()
    const at = world.clock.now()
    const { page, look, end } = await signIn(ines.email, `/admin/${home}/customers`, { at })
    await row(page, 'Linden Dental')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Close customer…' }).click()
    await page.getByRole('heading', { level: 1, name: 'Close Linden Dental' }).waitFor()
    await page.getByText('This is for 1 account, 0 guests and 1 device.').waitFor()
    await look('a customer to close')
    await page.getByLabel('Remove files').click()
    await typeTime(page.getByLabel('Deleted on'), formatDate(at + 10 * DAY_MS))
    await page.getByText('Everything is deleted on Jan 25, 2026. Until then you can cancel.').waitFor()
    await typeInto(page.getByLabel('Type “Linden Dental” to confirm'), 'Linden')
    await press(page, 'Close customer')
    await page.getByRole('alert').getByText('Type “Linden Dental” to confirm').waitFor()
    await comesIn()
    await typeInto(page.getByLabel('Type “Linden Dental” to confirm'), 'Linden Dental')
    await press(page, 'Close customer')
    await page.getByText('Linden Dental is closed').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Linden Dental is closing' }).waitFor()
    await page.getByText('Closes on Jan 25, 2026. Nobody can sign in.').waitFor()
    await assert.rejects(comesIn(), { code: 'forbidden' })
    await look('a customer that is closing')
    await page.getByRole('navigation', { name: 'Location' }).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await row(page, 'Linden Dental').getByText('Jan 25, 2026').waitFor()
    await look('a customer that is closing in the list')
    await row(page, 'Linden Dental').getByRole('link').click()
    await page.getByText('Closes on Jan 25, 2026. Nobody can sign in.').waitFor()
    await press(page, 'Cancel closing')
    await page.getByText('Linden Dental is open again').waitFor()
    await page.getByText('Nobody can sign in.').waitFor({ state: 'detached' })
    await comesIn()
    await end()
  })

  it('deletes it on the day, from its settings, in German on a phone', async () => {
    const { home, customer, slug, ines, comesIn } = await provider()
    const at = world.clock.now()
    const { page, open, look, end } = await signIn(ines.email, `/admin/${customer}/organization`, {
      viewport: PHONE,
      locale: 'de',
      at,
    })
    await page.getByRole('link', { name: 'Kunde schließen …' }).click()
    await page.getByRole('heading', { level: 1, name: 'Linden Dental schließen' }).waitFor()
    await typeTime(page.getByLabel('Wird gelöscht am'), formatDate(at + DAY_MS))
    await typeInto(page.getByLabel('Gib zur Bestätigung „Linden Dental“ ein'), 'Linden Dental')
    await look('ein Kunde vor dem Schließen')
    await press(page, 'Kunde schließen')
    await page.getByText('Niemand kann sich anmelden.').waitFor()
    await look('ein Kunde, der schließt')
    await assert.rejects(comesIn(), { code: 'forbidden' })
    world.clock.advance({ days: 1 })
    await world.runJobs()
    await assert.rejects(ines.call(getOrganization, { organization_id: String(customer) }), {
      code: 'not_found',
    })
    await assert.rejects(comesIn(), { code: 'invalid_grant' })
    await open(`/admin/${customer}/overview`)
    await page.getByText('Du hast keinen Zugriff auf diese Organisation.').waitFor()
    const again = { organization_id: home, name: 'Linden', slug, email: 'office@linden.test' }
    assert.notEqual((await ines.call(createOrganization, again)).id, customer)
    await end()
  })
})
