import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { uploadToRoot } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { getSharelink, shareFile } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeTime } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

describe('the links of all customers', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  async function link(who: Someone, name: string, given: object = {}, root_id: RootId = who.rootId) {
    const { id } = await who.call(uploadToRoot, { root_id, file: { name, bytes: new Blob([name]) } })
    return (await who.call(shareFile, { root_id, file_id: id, ...given })).id
  }
  async function links() {
    const home = await world.organization()
    const customer = await world.organization({}, home)
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const ann = await world.person({ organizationId: customer, siteAdmin: true })
    const { id: root_id } = await boss.call(createShare, {
      organization_id: customer,
      name: 'Harbour',
      subscribers: [[ann.id, 'web', 'CO_OWNER']],
    })
    const open = await link(ann, 'Offers.pdf', { subscribers: ['dana@client.test'] }, root_id)
    await link(ann, 'Secret.pdf', { password: 'open sesame' })
    await link(boss, 'Private.txt', { login_required: true })
    return { home, customer, boss, ann, open }
  }
  const isPrivate = async (who: Someone, id: number) =>
    (await who.call(getSharelink, { sharelink_id: String(id) })).login_required

  it('have the public one that should not be, which is ended, and opened again', async () => {
    const { home, boss, ann, open } = await links()
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/links?below=1`)
    await row(page, 'Private.txt').waitFor()
    await page.getByRole('button', { name: '1 Public, no password, no expiry date' }).waitFor()
    await look('the links of all')
    await page.getByRole('button', { name: '1 Public, no password, no expiry date' }).click()
    await row(page, 'Secret.pdf').waitFor({ state: 'detached' })
    await row(page, 'Offers.pdf').getByText('Anyone').waitFor()
    await row(page, 'Offers.pdf').getByRole('button', { name: 'Actions for Offers.pdf' }).click()
    await page.getByRole('menuitem', { name: 'Show access' }).click()
    await dialog(page).getByText('dana@client.test').first().waitFor()
    await look('who can open a link')
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await row(page, 'Offers.pdf').getByRole('button', { name: 'Actions for Offers.pdf' }).click()
    await page.getByRole('menuitem', { name: 'Require sign-in…' }).click()
    await dialog(page).getByText('1 is shared with people who keep access.').waitFor()
    await look('what requiring sign-in will do')
    await press(page, 'Require sign-in for 1 link')
    await page.getByText('1 link requires sign-in').waitFor()
    await page.getByText('No link matches these filters.').waitFor()
    assert.equal(await isPrivate(ann, open), true)
    await press(page, 'Undo')
    await page.getByText('1 link is public again').waitFor()
    await row(page, 'Offers.pdf').getByText('Anyone').waitFor()
    assert.equal(await isPrivate(ann, open), false)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    assert.equal(await download.failure(), null)
    await end()
  })

  it('get an expiry date, all that match, but for one that is created later', async () => {
    const { home, boss, ann } = await links()
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/links?below=1&public=true`)
    await row(page, 'Offers.pdf').waitFor()
    await page.getByLabel('Select this page').click()
    await bar(page).getByText('2 selected').waitFor()
    await press(page, 'Set expiry date…')
    await typeTime(dialog(page).getByLabel('Last day'), '2030-01-01')
    await press(page, 'Continue')
    await dialog(page).getByText('2 links will stop working after this day.').waitFor()
    await look('what an expiry date will do')
    const later = await link(ann, 'Later.txt')
    await press(page, 'Set for 2 links')
    await page.getByText('Expiry date of 2 links changed').waitFor()
    await row(page, 'Offers.pdf').getByText('until').waitFor()
    const expires = async (id: number) => (await ann.call(getSharelink, { sharelink_id: String(id) })).expires
    assert.equal(await expires(later), null)
    await press(page, 'Undo')
    await row(page, 'Offers.pdf').getByText('None').waitFor()
    await end()
  })

  it('are deleted in German on a phone, and hidden by privacy mode', async () => {
    const { home, customer, boss, ann, open } = await links()
    await world.changeOrganization(customer, { privacy_mode: 1 })
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/links?below=1&creator=${ann.id}`, {
      viewport: PHONE,
      locale: 'de',
    })
    await row(page, 'Harbour').getByText('Durch Datenschutzmodus verborgen').waitFor()
    await look('hidden links on a phone')
    await row(page, 'Harbour')
      .getByRole('button', { name: 'Aktionen für Durch Datenschutzmodus verborgen' })
      .click()
    await page.getByRole('menuitem', { name: 'Löschen …' }).click()
    await dialog(page).getByText('1 Link wird gelöscht.').waitFor()
    await look('deleting a link on a phone')
    await press(page, '1 Link löschen')
    await page.getByText('1 Link gelöscht').waitFor()
    await until(async () => (await isPrivate(ann, open).catch(() => 'gone')) === 'gone')
    await end()
  })
})
