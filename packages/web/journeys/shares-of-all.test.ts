import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { getOrganization, updateOrganization } from '@holdfast/api/accounts/organizations'
import { uploadToRoot } from '@holdfast/api/files/files'
import { createShare } from '@holdfast/api/sharing/shares'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of this page' }).getByText(name, { exact: true }).click()

describe('the team shares of all customers', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  async function shares() {
    const home = await world.organization()
    const customer = await world.organization({}, home)
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: customer })
    const ida = await world.person({ organizationId: await world.organization() })
    const { id: root_id } = await boss.call(createShare, {
      organization_id: customer,
      name: 'Offers',
      subscribers: [[ann.id, 'web', 'CO_OWNER']],
      external_subscribers: [[ida.email, 'VIEWER']],
    })
    await boss.call(createShare, { organization_id: home, name: 'Orphan' })
    await ann.call(uploadToRoot, { root_id, file: { name: 'a.txt', bytes: new Blob(['12345']) } })
    await world.runJobs()
    return { home, customer, boss, ida }
  }

  it('tell who outside is in one', async () => {
    const { home, boss, ida } = await shares()
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/shares?below=1`)
    await row(page, 'Orphan').waitFor()
    await row(page, 'Offers').waitFor()
    await look('the team shares of all')
    await page.getByRole('button', { name: 'With external people' }).click()
    await row(page, 'Orphan').waitFor({ state: 'detached' })
    await row(page, 'Offers').getByRole('link', { name: 'Offers' }).click()
    await page.getByRole('heading', { name: 'Offers' }).waitFor()
    const outside = page.getByRole('listitem').filter({ hasText: ida.email })
    await outside.getByText('Invited').waitFor()
    await look('a team share of a customer')
    await page.goBack()
    await page.getByRole('button', { name: 'Without co-owner' }).click()
    await row(page, 'Orphan').waitFor()
    await end()
  })

  it('let people and groups in and out, say who can open them, are renamed, moved and deleted', async () => {
    const { home, customer, boss, ida } = await shares()
    const cleo = await world.person({ organizationId: customer })
    await boss.call(createGroup, { company_id: customer, name: 'Design', members: [cleo.id] })
    const { page, look, end } = await signIn(boss.email, `/admin/${customer}/shares`)
    await row(page, 'Offers').getByRole('link', { name: 'Offers' }).click()

    await press(page, 'Add groups…')
    await dialog(page).getByLabel('Role').selectOption('Viewer')
    await look('adding groups to a team share')
    await press(page, 'Add Design')
    await page.getByText('Design added').waitFor()
    await press(page, 'Done')
    const groups = page.getByRole('region', { name: 'Groups', exact: true })
    assert.equal(await groups.getByLabel('Role of Design').inputValue(), 'VIEWER')
    await groups.getByLabel('Role of Design').selectOption('Editor')
    await page.getByText('Changes for Design in “Offers” saved').waitFor()
    const outside = page.getByRole('region', { name: 'External people' })
    await press(page, `Remove ${ida.email}`)
    await outside.getByText('Nobody from another organization is a member.').waitFor()
    await press(page, 'Invite…')
    await typeInto(dialog(page).getByLabel('Email'), 'nobody@nowhere.example')
    await press(page, 'Invite')
    await page.getByText('“nobody@nowhere.example” has no account here.').waitFor()
    await look('inviting to a team share')
    await typeInto(dialog(page).getByLabel('Email'), ida.email)
    await press(page, 'Invite')
    await outside.getByText('Invited', { exact: true }).waitFor()
    await look('the members of a team share')

    await tab(page, 'Access')
    await page.getByText('Through “Design”, Editor of this team share').first().waitFor()
    await look('who can open a team share')
    await tab(page, 'Settings')
    await typeInto(page.getByLabel('Name'), 'Tenders')
    await press(page, 'Save')
    await page.getByRole('heading', { name: 'Tenders' }).waitFor()
    await look('the settings of a team share')
    await press(page, 'Move to another organization…')
    const { name } = await boss.call(getOrganization, { organization_id: String(home) })
    await typeInto(dialog(page).getByLabel('Find an organization'), name)
    await dialog(page).getByRole('button', { name }).first().click()
    await press(page, 'Move')
    await page.waitForURL((url) => url.pathname.startsWith(`/admin/${home}/shares/`))
    await page.getByText('Nobody is a member directly.').waitFor()
    await tab(page, 'Settings')
    await press(page, 'Delete team share…')
    await typeInto(dialog(page).getByLabel('To confirm, type Tenders'), 'Tenders')
    await look('deleting a team share')
    await press(page, 'Delete permanently')
    await row(page, 'Orphan').waitFor()
    await row(page, 'Tenders').waitFor({ state: 'detached' })
    await end()
  })

  it('lead to their links and files, which an administrator opens as one who manages members', async () => {
    const { customer, boss } = await shares()
    const { page, look, end } = await signIn(boss.email, `/admin/${customer}/shares`)
    await row(page, 'Offers').getByRole('link', { name: 'Offers' }).click()
    await page.getByRole('link', { name: 'Show links' }).click()
    await page.getByText('No link matches these filters.').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Open files' }).click()
    await page.getByText('a.txt').waitFor()
    await page.getByText('You manage members').waitFor()
    await look('the files of a team share of a customer')
    await end()
  })

  it('keep their members from administrators above in privacy mode', async () => {
    const { customer, boss } = await shares()
    await boss.call(updateOrganization, { organization_id: customer, privacy_mode: true })
    const { page, look, end } = await signIn(boss.email, `/admin/${customer}/shares`)
    await row(page, 'Offers').getByRole('link', { name: 'Offers' }).click()
    await page.getByText('because of privacy mode').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add people…' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Open files' }).count(), 0)
    await look('a team share in privacy mode')
    await end()
  })

  it('are there in German on a phone', async () => {
    const { customer, boss } = await shares()
    const { page, look, end } = await signIn(boss.email, `/admin/${customer}/shares`, {
      viewport: PHONE,
      locale: 'de',
    })
    await row(page, 'Offers').getByRole('link', { name: 'Offers' }).click()
    await page.getByText('Mitbesitzer').first().waitFor()
    await look('a team share on a phone')
    await end()
  })
})
