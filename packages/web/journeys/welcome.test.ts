import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getOrganizationBrand } from '@holdfast/api/accounts/brand'
import type { OrganizationId } from '@holdfast/api/ids'
import { codeOf } from '@holdfast/server/testkit/people/two-step'
import { type PostOffice, startPostOffice } from '@holdfast/server/testkit/servers/post-office'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld, type WorldOptions } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const ADMIN = 'admin@localhost'
const CHOSEN = 'quiet-harbour-seven-lanterns'
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const step = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('button', { name })
const bell = (page: Page) => page.locator('.bell > button')

/** Goes on by keys alone from where the focus is. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true })
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((one) => one === one.ownerDocument.activeElement)) return
  }
  assert.fail(`No way to “${name}”`)
}

describe('the first run of an installation with a mail server', () => {
  let post: PostOffice
  const config: NonNullable<WorldOptions['config']> = {}
  before(async () => {
    post = await startPostOffice()
    post.open()
    config.smtpUrl = post.url
  })
  const world = useWorld(STACKS[0] as Stack, { config })
  after(() => post.close())
  const { signIn } = useBrowser(world, { plain: true })

  it('goes step by step, and is in the notifications while something is left', async () => {
    world.clock.advance({ minutes: 1 })
    const { page, open, look, end } = await signIn(ADMIN, '/', { at: world.clock.now() })
    await title(page, 'Password').waitFor()
    assert.equal(new URL(page.url()).pathname, '/welcome')
    await look('first run: password')
    await typeInto(page.getByLabel('Current password'), PASSWORD)
    await typeInto(page.getByLabel('New password', { exact: true }), CHOSEN)
    await typeInto(page.getByLabel('Confirm new password'), CHOSEN)
    await press(page, 'Change password')
    await title(page, 'Two-step verification').waitFor()
    await step(page, 'Password').getByText('Done').waitFor()
    await page.locator('.me-step:focus').waitFor()
    await look('first run: two-step verification')
    // By keys alone.
    await tabTo(page, 'Skip')
    await page.keyboard.press('Enter')
    await title(page, 'Address and certificate').and(page.locator(':focus')).waitFor()
    await page.getByText('The certificate is self-signed').waitFor()
    await page.getByText('The address matches the setting HOLDFAST_BASE_URL').waitFor()
    await page.getByText('The clock is right').waitFor()
    await look('first run: address')
    await tabTo(page, 'Continue')
    await page.keyboard.press('Enter')
    await title(page, 'Email').waitFor()
    const to = page.getByLabel('Send the test to')
    assert.equal(await to.inputValue(), ADMIN)
    await typeInto(to, 'nobody@example.test')
    await page.keyboard.press('Enter')
    await page.getByText('The mail server answered: 550 no such user').waitFor()
    await look('first run: a refused test email')
    assert.equal(await page.getByRole('button', { name: 'Continue', exact: true }).count(), 0)
    await typeInto(to, 'ann@example.test')
    await page.keyboard.press('Enter')
    await page.getByText('The mail server answered: 250 OK: message queued').waitFor()
    assert.match(post.received[0] ?? '', /^To: ann@example\.test/m)
    await press(page, 'Continue')
    await title(page, 'Name and color').waitFor()
    await page.getByLabel('Name of the organization').waitFor()
    await look('first run: name and color')
    await press(page, 'Skip')
    await title(page, 'First customer or people').waitFor()
    await look('first run: people')
    await page.getByRole('button', { name: 'First people' }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await open('/')
    await page.getByRole('heading', { level: 1, name: 'My files' }).waitFor()
    await bell(page).click()
    await page.getByRole('link', { name: 'Set up your server: 2 steps left' }).click()
    await title(page, 'Two-step verification').waitFor()
    await typeInto(page.getByLabel('Current password'), CHOSEN)
    await press(page, 'Continue')
    const key = (await page.locator('.me-key code').innerText()).replaceAll(' ', '')
    await typeInto(page.getByLabel('Code from the app'), codeOf(world, { key, backupKey: '' }))
    await page.keyboard.press('Enter')
    await press(page, 'I’ve saved it')
    await title(page, 'Name and color').waitFor()
    await typeInto(page.getByLabel('Name of the organization'), 'Harbor IT')
    await press(page, 'Save and continue')
    await title(page, 'Your server is ready').waitFor()
    await look('first run: the end')
    const { name } = await (await world.person()).call(getOrganizationBrand, {
      organization_id: 1 as OrganizationId,
    })
    assert.equal(name, 'Harbor IT')
    await press(page, 'Go to your files')
    await page.getByRole('heading', { level: 1, name: 'My files' }).waitFor()
    await page.getByRole('banner').getByText('Harbor IT').waitFor()
    await bell(page).click()
    await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
    assert.equal(await page.getByRole('link', { name: /^Set up your server/ }).count(), 0)
    await open('/welcome')
    await title(page, 'Your server is ready').waitFor()
    await end()
  })
})

describe('the first run of an installation without a mail server', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world, { plain: true })

  it('says what to set, in German too, and can wait', async () => {
    const { page, look, end } = await signIn(ADMIN, '/', { locale: 'de', at: world.clock.now() })
    await page.getByRole('heading', { level: 1, name: 'Server einrichten' }).waitFor()
    await page.getByRole('button', { name: 'E-Mail' }).click()
    await title(page, 'E-Mail').waitFor()
    await page.getByText('Kein Mailserver eingestellt').waitFor()
    await page.getByText('HOLDFAST_SMTP_URL=').waitFor()
    await look('first run: no mail server')
    await press(page, 'Später einrichten')
    await page.getByRole('heading', { level: 1, name: 'Meine Dateien' }).waitFor()
    await page.goto(`${world.url}/`)
    await page.getByRole('heading', { level: 1, name: 'Meine Dateien' }).waitFor()
    await bell(page).click()
    await page.getByRole('link', { name: 'Server einrichten: noch 6 Schritte' }).waitFor()
    await end()
  })

  it('is for those who run the installation only', async () => {
    const boss = await world.person({ organizationId: await world.organization(), siteAdmin: true })
    const { page, open, end } = await signIn(boss.email, '/')
    await page.getByRole('heading', { level: 1, name: 'My files' }).waitFor()
    await open('/welcome')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await end()
  })
})
