import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  getOrganization,
  updateOrganization,
  updateOrganizationPolicy,
} from '@holdfast/api/accounts/organizations'
import { deleteFile } from '@holdfast/api/files/files'
import type { OrganizationId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { shareFile } from '@holdfast/api/sharing/links'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, pressUndo, useBrowser } from './browser.ts'
import { pressTabTo, typeInto } from './hands.ts'

const setting = (page: Page, label: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: label })
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const dialog = (page: Page) => page.getByRole('dialog')

describe('policies in the console', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn, visit } = useBrowser(world)

  /** Ines’ company has a customer, which has an office of its own; in both, somebody has shared a file with everyone. */
  async function provider() {
    const home = await world.organization({ user_rollback: true })
    const customer = await world.organization({ user_rollback: true }, home)
    const office = await world.organization({}, customer)
    const boss = await world.admin()
    for (const [id, name] of [
      [home, 'Harbor IT'],
      [customer, 'Brightwater'],
      [office, 'Berlin'],
    ] as const)
      await boss.call(updateOrganization, { organization_id: id, name })
    const ines = await world.person({ organizationId: home, siteAdmin: true })
    const priya = await world.person({ organizationId: customer, siteAdmin: true })
    const links = [await publicLink(ines), await publicLink(priya)]
    return { home, customer, office, ines, priya, links }
  }
  async function publicLink(someone: Someone): Promise<string> {
    const file = await someone.upload('offer.txt', 'an offer')
    return (await someone.call(shareFile, { root_id: someone.rootId, file_id: file.id })).url
  }
  const valuesOf = async (id: OrganizationId, ...fields: (keyof PolicySettings)[]) => {
    const admin = await world.admin()
    const { policy } = await admin.call(getOrganization, { organization_id: String(id) })
    return fields.map((field) => policy[field])
  }

  it('show what they do before they are saved, hold those below, and can be undone', async () => {
    const { home, customer, office, ines, priya, links } = await provider()
    const { page, look, end } = await signIn(ines.email, `/admin/${home}/policies`)
    await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor()
    await setting(page, 'Links require sign-in').getByText('Default').waitFor()
    await look('the policy of an organization')
    await pressTabTo(toggle(page, 'Links require sign-in'))
    await page.keyboard.press('Space')
    await bar(page).getByText('Off → On').waitFor()
    await bar(page).getByText('2 public links stop working.').waitFor()
    await bar(page).getByText('Also turns on in 2 organizations below.').waitFor()
    await setting(page, 'Links require sign-in').getByText('Changed, was Off (default)').waitFor()
    await setting(page, 'Links require sign-in').getByText('Affects everyone').waitFor()
    await look('a change that is not saved yet')
    assert.deepEqual(await valuesOf(home, 'secure_shares'), [false])
    await pressTabTo(bar(page).getByRole('button', { name: 'Save 1 change' }))
    await page.keyboard.press('Enter')
    await page.getByText('Policy saved').waitFor()
    await setting(page, 'Links require sign-in').getByText('Set here').waitFor()
    assert.deepEqual(await valuesOf(office, 'secure_shares'), [true])

    const below = await signIn(priya.email, `/admin/${customer}/policies`)
    const held = setting(below.page, 'Links require sign-in')
    await held.getByText('Required by Harbor IT. Only its administrators can change this.').waitFor()
    assert.equal(await toggle(below.page, 'Links require sign-in').getAttribute('aria-disabled'), 'true')
    await pressTabTo(toggle(below.page, 'Links require sign-in'))
    await below.page.keyboard.press('Space')
    assert.equal(await bar(below.page).count(), 0)
    await below.look('a policy that is required from above')
    await below.page.getByRole('button', { name: 'Changes' }).click()
    await dialog(below.page).getByText('Through a change in Harbor IT').waitFor()
    assert.equal(await dialog(below.page).getByRole('button', { name: /^Undo/ }).count(), 0)
    await below.end()
    const visitor = await visit()
    await visitor.page.goto(links[1] ?? '')
    await visitor.page.getByLabel('Password').waitFor()
    await visitor.end()

    await page.getByRole('button', { name: 'Changes' }).click()
    await dialog(page).getByText('Also changed in 2 organizations below').waitFor()
    await look('the changes of a policy')
    await dialog(page)
      .getByRole('button', { name: /^Undo change/ })
      .click()
    await page.getByText('Former values restored').waitFor()
    await dialog(page).getByText('Undid an earlier change').waitFor()
    await page.keyboard.press('Escape')
    await setting(page, 'Links require sign-in').getByText('Default').waitFor()
    for (const id of [home, customer, office]) assert.deepEqual(await valuesOf(id, 'secure_shares'), [false])
    await toggle(page, 'People can restore whole folders').click()
    await bar(page).getByText('Also turns off in 1 organization below.').waitFor()
    await bar(page).getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('Policy saved').last().waitFor()
    assert.deepEqual(await valuesOf(customer, 'user_rollback'), [false])
    await pressUndo(page)
    await until(async () => (await valuesOf(customer, 'user_rollback'))[0] === true)
    await end()
  })

  it('ask once more before they delete data, and keep what is not saved yet', async () => {
    const { home, customer, ines } = await provider()
    for (const name of ['one.txt', 'two.txt']) {
      const file = await ines.upload(name, name)
      await ines.call(deleteFile, { root_id: ines.rootId, file_id: file.id })
    }
    world.clock.advance({ days: 3 })
    const { page, open, look, end } = await signIn(ines.email, `/admin/${home}/policies`)
    await typeInto(page.getByLabel('Find a setting'), 'removed files')
    await page.getByRole('heading', { name: 'Files and retention' }).waitFor()
    await page.getByRole('heading', { name: 'Sign-in' }).waitFor({ state: 'detached' })
    await toggle(page, 'Delete removed files permanently').click()
    const days = page.getByRole('textbox', { name: 'Days until removed files are deleted permanently' })
    await typeInto(days, 'soon')
    await page.getByText('Enter a whole number.').waitFor()
    const save = bar(page).getByRole('button', { name: /^Save/ })
    assert.equal(await save.isDisabled(), true)
    await look('a value that cannot be one')
    await typeInto(days, '2')
    await bar(page).getByText('2 deleted items are permanently deleted within the hour.').waitFor()
    // Another screen and back: nothing is lost.
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await page.getByRole('link', { name: 'Policies', exact: true }).click()
    await bar(page).getByText('2 changes', { exact: true }).waitFor()
    await save.click()
    await dialog(page).getByText('2 deleted items are permanently deleted within the hour.').waitFor()
    await look('a change that deletes data')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    assert.deepEqual(await valuesOf(home, 'purge_deleted'), [false])
    await save.click()
    await dialog(page).getByRole('button', { name: 'Save 2 changes' }).click()
    await page.getByText('Policy saved').waitFor()
    assert.deepEqual(await valuesOf(home, 'purge_deleted', 'purge_deleted_frequency'), [true, 2])

    await open(`/admin/${customer}/policies`)
    await page.getByRole('button', { name: 'Copy from…' }).click()
    await dialog(page).getByRole('button', { name: 'Harbor IT' }).first().click()
    await page.getByText(/2 changes from Harbor IT\. Nothing is saved yet\./).waitFor()
    await bar(page).getByText('30 days → 2 days').waitFor()
    const admin = await world.admin()
    await admin.call(updateOrganizationPolicy, { organization_id: customer, browser_sign_in_days: 5 })
    await save.click()
    await dialog(page).getByRole('button', { name: 'Save 2 changes' }).click()
    await bar(page).getByText('Someone else changed this policy.').waitFor()
    await look('a policy that someone else changed')
    await bar(page).getByRole('button', { name: 'Reload' }).click()
    const stay = page.getByRole('textbox', { name: 'Stay signed in in browsers for' })
    await until(async () => (await stay.inputValue()) === '5')
    await bar(page).getByText('2 changes', { exact: true }).waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await bar(page).waitFor({ state: 'detached' })
    assert.equal(await toggle(page, 'Delete removed files permanently').getAttribute('aria-checked'), 'false')
    await end()
  })

  it('show limits as facts to those who cannot change them, and fit on a phone', async () => {
    const { home, customer, ines, priya } = await provider()
    const own = await signIn(priya.email, `/admin/${customer}/policies`, { viewport: PHONE, hasTouch: true })
    await setting(own.page, 'Largest file')
      .getByText('Set by Harbor IT. Only its administrators can change this.')
      .waitFor()
    await setting(own.page, 'Largest file').getByText('300').waitFor()
    await toggle(own.page, 'WebDAV').tap()
    await bar(own.page).getByText('1 change', { exact: true }).waitFor()
    await own.look('a changed policy on a phone')
    await bar(own.page).getByRole('button', { name: 'Show details' }).tap()
    await bar(own.page).getByText('Also turns off in 1 organization below.').waitFor()
    await own.look('what a change does, on a phone')
    await own.end()
    const { page, end } = await signIn(ines.email, `/admin/${customer}/policies`)
    const size = page.getByRole('textbox', { name: 'Largest file' })
    await typeInto(size, '2,5')
    await setting(page, 'Largest file').getByLabel('Unit').selectOption('GB')
    await bar(page).getByText('300 MB → 2.5 GB').waitFor()
    await bar(page).getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('Policy saved').waitFor()
    assert.deepEqual(await valuesOf(customer, 'max_file_size'), [2560])
    assert.deepEqual(await valuesOf(home, 'max_file_size'), [300])
    await end()
  })
})
