import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWebhookReceiver } from '@holdfast/server/testkit/servers/webhook-receiver'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('alert rules', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)
  const receiver = useWebhookReceiver()
  before(async () => {
    await receiver.open()
    receiver.isFoundBy(world)
  })

  /** Ines looks after an organization whose storage is nearly used up. */
  async function nearlyFull() {
    const id = await world.organization({ space_quota: 1000 })
    const ines = await world.person({ organizationId: id, siteAdmin: true })
    await ines.upload('most.txt', 'x'.repeat(850))
    return { id, ines }
  }
  /** A minute goes by. */
  const later = async () => {
    world.clock.advance({ minutes: 1 })
    await world.runJobs()
  }

  it('tell by email and webhook once, and once when it is over', async () => {
    const { id, ines } = await nearlyFull()
    const { page, look, end } = await signIn(ines.email, `/admin/${id}/overview`, { at: world.clock.now() })
    await page.getByRole('link', { name: 'Alert rules', exact: true }).click()
    await page.getByText('Storage over 90% of the quota').waitFor()
    await look('alert rules')
    await press(page, 'New alert rule')
    await typeInto(page.getByLabel('Percent of the quota'), '80')
    await typeInto(page.getByLabel('Other email addresses'), 'help@example.test')
    await typeInto(page.getByLabel('Webhook'), 'https://10.1.2.3/alerts')
    await look('a new alert rule')
    await press(page, 'Create rule')
    await page.getByRole('alert').waitFor()
    await typeInto(page.getByLabel('Webhook'), receiver.url)
    await press(page, 'Create rule')
    await page.getByRole('heading', { name: 'Webhook secret' }).waitFor()
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
    await look('the secret of a webhook')
    await press(page, 'I’ve saved it')
    await page.getByText('Storage over 80% of the quota').waitFor()
    await later()
    await later()
    const told = () => receiver.take(secret, world).map(({ type }) => type)
    assert.deepEqual(told(), ['alert.fired'])
    assert.equal((await world.sent('help@example.test')).length, 1)
    const admin = await world.admin()
    await admin.call(updateOrganizationPolicy, { organization_id: id, space_quota: 10_000 })
    await later()
    assert.deepEqual(told(), ['alert.over'])
    assert.equal((await world.sent('help@example.test')).length, 2)
    await page.getByRole('button', { name: 'Actions for Storage over 80% of the quota' }).click()
    await page.getByRole('menuitem', { name: 'Show messages…' }).click()
    await page.getByText('Over: help@example.test').waitFor()
    await page.getByText('Delivered · Status 204').first().waitFor()
    await look('what an alert rule sent')
    await end()
  })

  it('say what became of a test, in German on a phone', async () => {
    const { id, ines } = await nearlyFull()
    const { page, look, end } = await signIn(ines.email, `/admin/${id}/alert-rules`, {
      viewport: PHONE,
      locale: 'de',
      at: world.clock.now(),
    })
    await page.getByRole('button', { name: /^Aktionen für Mehr als 90/ }).click()
    await page.getByRole('menuitem', { name: 'Bearbeiten …' }).click()
    await typeInto(page.getByLabel('Webhook'), receiver.url)
    await press(page, 'Speichern')
    await press(page, 'Gespeichert')
    receiver.answer = { status: 302, headers: { location: receiver.url } }
    await page.getByRole('button', { name: /^Aktionen für Mehr als 90/ }).click()
    await page.getByRole('menuitem', { name: 'Test senden' }).click()
    await page.getByText(/Ihr wird nicht gefolgt/).waitFor()
    await look('das Ergebnis eines Tests')
    assert.equal(receiver.received.length, 1)
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).click()
    await page.getByRole('button', { name: /^Aktionen für Mehr als 90/ }).click()
    await page.getByRole('menuitem', { name: 'Ausschalten' }).click()
    await page.getByText('Alarmregel ausgeschaltet').waitFor()
    await end()
  })
})
