import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { createGroup, getGroupMembers } from '@holdfast/api/accounts/groups'
import {
  getOrganization,
  listChildOrganizations,
  listOrganizationShares,
  updateOrganization,
  updateOrganizationPolicy,
} from '@holdfast/api/accounts/organizations'
import { getPerson } from '@holdfast/api/accounts/people'
import { downloadFile } from '@holdfast/api/files/files'
import { shareFile } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { makeTempDir, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { chooseFiles, typeInto } from './hands.ts'
import { lockOut, named, provider } from './provider.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const menu = async (page: Page, name: string, item: string) => {
  await row(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
const dialog = (page: Page) => page.getByRole('dialog')

describe('the console', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  it('finds somebody who is locked out in a customer, by keys alone, and lets them in', async () => {
    const { ines, elif } = await provider(world)
    await lockOut(world, elif)
    const { page, look, end } = await signIn(ines.email, '/')
    await page.getByRole('link', { name: 'Admin console' }).click()
    await page.getByRole('heading', { level: 1, name: /Harbor IT/ }).waitFor()
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await row(page, 'Elif Kaya').waitFor()
    await press(page, 'Locked')
    await row(page, 'Ines Ito').waitFor({ state: 'detached' })
    assert.match(page.url(), /\/people\?view=locked&below=1$/)
    await row(page, 'Elif Kaya').getByText('Locked').waitFor()
    await look('people who are locked out')
    await row(page, 'Elif Kaya').click()
    await page.keyboard.press('.')
    await page.keyboard.press('Enter')
    await page.getByText('Elif Kaya was unlocked').waitFor()
    await page.getByText('No one matches these filters.').waitFor()
    await elif.signIn(elif.email, PASSWORD)
    await press(page, 'Clear filters')
    await row(page, 'Elif Kaya').getByText('Active').waitFor()
    await end()
  })

  it('says everywhere of which organization it is, and has a way to all others', async () => {
    const { home, customer, ines } = await provider(world)
    const { page, open, look, end } = await signIn(ines.email, `/admin/${home}/people`)
    await row(page, 'Ines Ito').waitFor()
    assert.equal(await row(page, 'Elif Kaya').count(), 0)
    await press(page, 'With 1 customer')
    await row(page, 'Elif Kaya').getByRole('cell', { name: 'Linden Dental', exact: true }).waitFor()
    await page.getByRole('navigation').getByRole('button', { name: 'Harbor IT' }).click()
    await typeInto(dialog(page).getByLabel('Find an organization'), 'lind')
    await look('a found organization')
    await dialog(page).getByRole('button', { name: 'Linden Dental' }).click()
    await page
      .getByRole('navigation', { name: 'Location' })
      .getByRole('link', { name: 'Harbor IT' })
      .waitFor()
    assert.match(page.url(), new RegExp(`/admin/${customer}/people`))
    await row(page, 'Ines Ito').waitFor({ state: 'detached' })
    await row(page, 'Elif Kaya').waitFor()
    await look('people of a customer')
    await page.getByRole('navigation').getByRole('button', { name: 'Linden Dental' }).click()
    await dialog(page).getByText('Recent').waitFor()
    await page.keyboard.press('Escape')
    await open('/admin/1/people')
    await page.getByText('You don’t have access to this organization.').waitFor()
    await end()
  })

  it('is for administrators only', async () => {
    const { elif } = await provider(world)
    const { page, open, end } = await signIn(elif.email, '/')
    await page.getByRole('navigation', { name: 'Sidebar' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Admin console' }).count(), 0)
    await open('/admin')
    await page.getByText('Only administrators can open this page.').waitFor()
    await end()
  })

  it('adds a person, changes and disables the account, and takes that back', async () => {
    const { home, ines } = await provider(world)
    const { page, look, end } = await signIn(ines.email, `/admin/${home}/people`)
    await press(page, 'Add person')
    await typeInto(dialog(page).getByLabel('First name'), 'Nora')
    await typeInto(dialog(page).getByLabel('Last name'), 'Nowak')
    await typeInto(dialog(page).getByLabel('Email'), ines.email)
    await dialog(page).getByRole('button', { name: 'Add person' }).click()
    await dialog(page).getByText('That email address already has an account.').waitFor()
    await typeInto(dialog(page).getByLabel('Email'), `nora${home}@example.test`)
    await look('a person to add')
    await dialog(page).getByRole('button', { name: 'Add person' }).click()
    await row(page, 'Nora Nowak').getByText('Invited').waitFor()
    assert.equal((await world.sent(`nora${home}@example.test`)).length, 1)
    await row(page, 'Nora Nowak').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Nora Nowak' }).waitFor()
    await look('the page of a person')
    await typeInto(page.getByLabel('Last name'), 'Nowicka')
    await typeInto(page.getByLabel('Quota in GB'), '2.5')
    await press(page, 'Save')
    await page.getByRole('heading', { level: 1, name: 'Nora Nowicka' }).waitFor()
    const { space_quota } = await ines.call(getPerson, { person_id: `nora${home}@example.test` })
    assert.equal(space_quota, 2.5 * 1024 ** 3)
    await press(page, 'Disable')
    await page.getByText('Account disabled. Nora Nowicka is signed out everywhere.').waitFor()
    await page.getByRole('main').getByText('Disabled').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('main').getByText('Invited').waitFor()
    await end()
  })

  it('says what a person can open, and why', async () => {
    const { customer, ines, elif } = await provider(world)
    const { id: group } = await ines.call(createGroup, {
      ...{ name: 'Reception', company_id: customer },
      members: [elif.id],
    })
    await ines.call(createShare, {
      ...{ organization_id: customer, name: 'Patients' },
      group_subscribers: [[group, 'web', 'EDITOR']],
    })
    const { page, look, open, end } = await signIn(ines.email, `/admin/${customer}/people/${elif.id}`)
    await page.getByRole('link', { name: 'Access' }).click()
    await page.getByRole('heading', { name: 'What can Elif Kaya open?' }).waitFor()
    const share = page.getByRole('listitem').filter({ hasText: 'Patients' })
    await share.getByText(/Reception/).waitFor()
    await until(async () => (await page.title()) === 'People · Linden Dental')
    await page.getByText('1 member').waitFor()
    await page.getByText('No links are shared with Elif Kaya.').waitFor()
    await look('what a person can open')
    await page.getByRole('link', { name: 'Reception' }).click()
    await page.getByRole('link', { name: 'Patients' }).waitFor()
    await look('what a group can open')
    await page.getByRole('link', { name: 'Patients' }).click()
    await page.getByText('No co-owner').waitFor()
    await open(`/admin/${customer}/people/${elif.id}`)
    await page.getByRole('link', { name: 'Open files' }).click()
    await page.waitForURL((url) => url.pathname === `/files/${elif.rootId}/0`)
    await end()
  })

  it('keeps guests, who get an email to set a password, and shows what is shared with them', async () => {
    const { customer, ines, elif } = await provider(world)
    const dana = `dana${customer}@client.test`
    const { id: file_id } = await elif.upload('Plan.pdf', 'x')
    const subscribers = [dana]
    await elif.call(shareFile, { root_id: elif.rootId, file_id, login_required: true, subscribers })
    const { page, look, end } = await signIn(ines.email, `/admin/${customer}/guests`)
    const before = (await world.sent(dana)).length
    await menu(page, dana, 'Show links')
    await dialog(page).getByText('Plan.pdf', { exact: true }).waitFor()
    await look('what is shared with a guest')
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    // One who got such an email just now gets no other.
    world.clock.advance({ minutes: 30 })
    await menu(page, dana, 'Password email…')
    await dialog(page).getByRole('button', { name: 'Send email' }).click()
    await until(async () => (await world.sent(dana)).length > before)
    await end()
  })

  it('leads from each figure to what it counts', async () => {
    const { home, ines } = await provider(world)
    // Figures are counted every ten minutes.
    world.clock.advance({ minutes: 11 })
    await world.runJobs()
    const { page, look, end } = await signIn(ines.email, `/admin/${home}`)
    await page.getByRole('link', { name: '1 in customers' }).first().click()
    await row(page, 'Elif Kaya').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'none is public' }).click()
    await page.getByText('No link matches these filters.').waitFor()
    await look('no public links')
    await end()
  })

  it('turns privacy mode on for good when the name was typed', async () => {
    const { customer, ines } = await provider(world)
    const { page, look, end } = await signIn(ines.email, `/admin/${customer}/organization`)
    await press(page, 'Turn on privacy mode…')
    await typeInto(dialog(page).getByLabel('To confirm, type Linden Dental'), 'Linden')
    await press(page, 'Turn on')
    await dialog(page).getByRole('alert').waitFor()
    await look('turning on privacy mode')
    await typeInto(dialog(page).getByLabel('To confirm, type Linden Dental'), 'Linden Dental')
    await press(page, 'Turn on')
    await page.getByText('Linden Dental keeps its files private.').waitFor()
    const { privacy_mode } = await ines.call(getOrganization, { organization_id: String(customer) })
    assert.equal(privacy_mode, true)
    await end()
  })

  it('deletes an account only when its address was typed', async () => {
    const { customer, ines, elif } = await provider(world)
    const { page, look, end } = await signIn(ines.email, `/admin/${customer}/people`)
    await menu(page, 'Elif Kaya', 'Delete account…')
    const field = dialog(page).getByLabel(/^This can’t be undone/)
    await typeInto(field, 'somebody@example.test')
    await dialog(page).getByRole('button', { name: 'Delete account' }).click()
    await dialog(page).getByRole('alert').waitFor()
    await look('an account to delete')
    await typeInto(field, elif.email)
    await dialog(page).getByRole('button', { name: 'Delete account' }).click()
    await page.getByText('Account of Elif Kaya deleted').waitFor()
    await page.getByText('No one here yet').waitFor()
    await end()
  })

  it('hands the files of somebody who leaves to a colleague, takes them back, and deletes the account', async () => {
    const { customer, ines, elif } = await provider(world)
    const noor = await named(await world.person({ organizationId: customer }), 'Noor', 'Rahman')
    const { id: file_id } = await elif.upload('plan.txt', 'the plan')
    const { page, look, end } = await signIn(ines.email, `/admin/${customer}/people`)
    const handOver = async () => {
      await menu(page, 'Elif Kaya', 'Hand over files…')
      await typeInto(dialog(page).getByLabel('Search by name or email'), 'noor')
      await dialog(page)
        .getByRole('radio', { name: /Noor Rahman/ })
        .click()
      await dialog(page)
        .getByText(/^1 file \(/)
        .waitFor()
      await look('files to hand over')
      await dialog(page).getByRole('button', { name: 'Hand over' }).click()
      await page.getByText('Files handed over to Noor Rahman').last().waitFor()
    }
    await handOver()
    assert.equal(
      String(await (await noor.open(downloadFile, { root_id: elif.rootId, file_id })).text()),
      'the plan',
    )
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('Elif Kaya has the files again').waitFor()
    assert.equal(String(await elif.download(file_id)), 'the plan')
    await handOver()
    await menu(page, 'Elif Kaya', 'Delete account…')
    await typeInto(dialog(page).getByLabel(/^This can’t be undone/), elif.email)
    await dialog(page).getByRole('button', { name: 'Delete account' }).click()
    await page.getByText('Account of Elif Kaya deleted').waitFor()
    await world.runJobs()
    assert.equal(
      String(await (await noor.open(downloadFile, { root_id: elif.rootId, file_id })).text()),
      'the plan',
    )
    await end()
  })

  it('keeps groups, and puts people into them and takes them out', async () => {
    const { customer, ines, elif } = await provider(world)
    const { page, look, end } = await signIn(ines.email, `/admin/${customer}/groups`)
    await page.getByText('No groups yet').waitFor()
    await press(page, 'New group')
    await typeInto(dialog(page).getByLabel('Name'), 'Reception')
    await dialog(page).getByRole('button', { name: 'Create group' }).click()
    await page.getByText('No one is in this group yet.').waitFor()
    await press(page, 'Add people…')
    await typeInto(dialog(page).getByLabel('Search by name or email'), 'kay')
    await dialog(page).getByRole('button', { name: 'Add Elif Kaya' }).click()
    await page.getByText('Elif Kaya added').waitFor()
    await look('people to add to a group')
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Elif Kaya' }).waitFor()
    const id = Number(/\d+$/.exec(page.url())?.[0])
    assert.deepEqual((await ines.call(getGroupMembers, { group_id: id as never })).members, [elif.id])
    await page.getByRole('button', { name: 'Remove Elif Kaya' }).click()
    await page.getByText('No one is in this group yet.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('link', { name: 'Elif Kaya' }).waitFor()
    await page.getByRole('navigation', { name: 'Location' }).getByRole('link', { name: 'Groups' }).click()
    await row(page, 'Reception').waitFor()
    await look('groups')
    await end()
  })

  it('shows what a customer in privacy mode keeps to itself, and offers nothing that would be refused', async () => {
    const { customer, ines } = await provider(world)
    await ines.call(updateOrganization, { organization_id: customer, privacy_mode: true })
    const { page, look, end } = await signIn(ines.email, `/admin/${customer}/people`)
    await page.getByText('Linden Dental keeps its files private.').waitFor()
    await row(page, 'Elif Kaya')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Disable' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Password email…' }).count(), 0)
    await page.keyboard.press('Escape')
    await look('people in privacy mode')
    await end()
  })

  it('makes a new customer, whose administrator has a console without customers', async () => {
    const { home, customer, ines } = await provider(world)
    const theirs = { organization_id: customer, secure_shares: true, browser_sign_in_days: 61 }
    await ines.call(updateOrganizationPolicy, theirs)
    const { page, look, end } = await signIn(ines.email, `/admin/${home}/customers`)
    await row(page, 'Linden Dental').waitFor()
    await look('customers')
    await page.getByRole('link', { name: 'New customer' }).click()
    await typeInto(page.getByLabel('Name', { exact: true }), `Bright & Söhne ${home}`)
    assert.equal(await page.getByLabel('Web address').inputValue(), `bright-sohne-${home}`)
    await typeInto(page.getByLabel('Email of the customer'), `office${home}@bright.test`)
    await typeInto(page.getByLabel('First name'), 'Priya')
    await typeInto(page.getByLabel('Last name'), 'Raman')
    await typeInto(page.getByLabel('Email', { exact: true }), ines.email)
    await typeInto(page.getByLabel('First team share'), 'Plans')
    await press(page, 'Copy policy from…')
    await dialog(page).getByRole('button', { name: 'Linden Dental' }).click()
    await page.getByText('Copied from Linden Dental, except limits and prices.').waitFor()
    const file = path.join(await makeTempDir(), 'people.csv')
    const rows = [`kwame${home}@bright.test,Kwame,Mensah`, `${ines.email},Ines,Ito`]
    await writeFile(file, ['email,first_name,last_name', ...rows].join('\n'))
    await chooseFiles(page.getByRole('button', { name: 'Choose list…' }), [file])
    await page.getByText('people.csv').waitFor()
    await look('a new customer')
    await press(page, 'Create customer')
    // The organization is there: only what failed is done again.
    await page.getByText('That email address already has an account.').waitFor()
    await look('a step that failed')
    await typeInto(page.getByLabel('Email', { exact: true }), `priya${home}@bright.test`)
    await press(page, 'Retry')
    await page.getByRole('heading', { name: `Bright & Söhne ${home} is ready` }).waitFor()
    await page.getByText('1 account created, 1 row failed').waitFor()
    await look('a customer that is ready')
    const downloading = page.waitForEvent('download')
    await press(page, 'Download failed rows')
    const failed = await readFile(await (await downloading).path(), 'utf8')
    assert.match(failed, new RegExp(`^\\ufeffRow,Email,Reason\\r\\n3,${ines.email},.+\\r\\n$`))
    await press(page, 'Copy text')
    const letter = String(await page.evaluate('navigator.clipboard.readText()'))
    assert.match(letter, new RegExp(`as priya${home}@bright\\.test`))
    const { results } = await ines.call(listChildOrganizations, { organization_id: home })
    assert.equal(results.length, 2)
    const made = results.find(({ id }) => id !== customer) ?? assert.fail('none was made')
    assert.deepEqual([made.policy.secure_shares, made.policy.browser_sign_in_days], [true, 61])
    await page.getByRole('link', { name: 'Open customer' }).click()
    await page.getByRole('heading', { level: 1, name: /Bright/ }).waitFor()
    await end()
    assert.equal((await world.sent(`priya${home}@bright.test`)).length, 1)
  })

  it('continues the setup of a customer that somebody else left before its end', async () => {
    const { home, ines } = await provider(world)
    const grace = await world.person({ organizationId: home, siteAdmin: true })
    const { page, end } = await signIn(ines.email, `/admin/${home}/new-customer`)
    await typeInto(page.getByLabel('Name', { exact: true }), `Orchard ${home}`)
    await typeInto(page.getByLabel('Email of the customer'), `office${home}@orchard.test`)
    await typeInto(page.getByLabel('First name'), 'Noor')
    await typeInto(page.getByLabel('Last name'), 'Rahman')
    await typeInto(page.getByLabel('Email', { exact: true }), grace.email)
    await typeInto(page.getByLabel('First team share'), 'Clients')
    await press(page, 'Create customer')
    await page.getByText('That email address already has an account.').waitFor()
    await end()
    const other = await signIn(grace.email, `/admin/${home}/customers`)
    await row(other.page, `Orchard ${home}`).getByRole('link').click()
    await other.page.getByText('The setup of this customer is not finished.').waitFor()
    await other.look('a customer whose setup is not finished')
    await other.page.getByRole('link', { name: 'Continue setup' }).click()
    await other.page.getByText('That email address already has an account.').waitFor()
    await other.look('the setup of a customer that was left')
    await typeInto(other.page.getByLabel('Email', { exact: true }), `noor${home}@orchard.test`)
    await press(other.page, 'Retry')
    await other.page.getByRole('heading', { name: `Orchard ${home} is ready` }).waitFor()
    await other.page.getByRole('link', { name: 'Open customer' }).click()
    await other.page.getByRole('heading', { level: 1, name: /Orchard/ }).waitFor()
    await other.page.getByText('The setup of this customer is not finished.').waitFor({ state: 'detached' })
    await other.end()
    const made = (await ines.call(listChildOrganizations, { organization_id: home })).results
    const orchard = made.filter(({ name }) => name === `Orchard ${home}`)
    assert.equal(orchard.length, 1)
    const { results } = await ines.call(listOrganizationShares, { organization_id: orchard[0]?.id as never })
    assert.deepEqual(
      results.map(({ name }) => name),
      ['Clients'],
    )
  })

  it('is all there on a phone', async () => {
    const { home, ines } = await provider(world)
    const { page, look, end } = await signIn(ines.email, `/admin/${home}/people?below=1`, {
      viewport: PHONE,
      hasTouch: true,
    })
    await page.getByText('Elif Kaya').waitFor()
    await look('people on a phone')
    await page.getByRole('button', { name: 'Actions for Elif Kaya' }).tap()
    await page.getByRole('menuitem', { name: 'Disable' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More', exact: true }).tap()
    await page.getByRole('navigation', { name: 'Admin console' }).getByRole('link', { name: 'Groups' }).tap()
    await page.getByText('No groups yet').waitFor()
    await end()
  })
})
