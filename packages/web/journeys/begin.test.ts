import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getPerson, updatePerson } from '@holdfast/api/accounts/people'
import type { OrganizationId } from '@holdfast/api/ids'
import { listPersonShares } from '@holdfast/api/sharing/reach'
import { createShare, getShareSubscribers } from '@holdfast/api/sharing/shares'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const option = (page: Page, name: string) => page.getByRole('option', { name })

describe('beginning', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { visit, signIn } = useBrowser(world)

  async function named(organizationId: OrganizationId, first_name: string, last_name: string, rights = {}) {
    const someone = await world.person({ organizationId, ...rights })
    await someone.call(updatePerson, { person_id: someone.id, first_name, last_name })
    return someone
  }

  it('takes an administrator from sign-in to a team share with three members', async () => {
    const home = await world.organization()
    const boss = await named(home, 'Mira', 'Sand', { siteAdmin: true })
    const ann = await named(home, 'Ann', 'Keller')
    const noa = await named(home, 'נועה', 'לינד')
    const { page, open, look, end } = await visit()
    await open('/account/sign-in')
    await typeInto(page.getByLabel('Email'), boss.email)
    await typeInto(page.getByLabel('Password'), PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Team shares' }).click()
    await page.getByText('Create one for files that several people work on.').waitFor()
    await look('team shares, none, for those who may')
    await button(page, 'New team share').click()
    const making = dialog(page, 'New team share')
    await typeInto(making.getByLabel('Name'), 'Harbour 🚢 hall')
    const field = making.getByLabel('Members', { exact: true }).first()
    await typeInto(field, 'ann')
    await option(page, 'Ann Keller').waitFor()
    await page.keyboard.press('Enter')
    // Enter takes nobody before all are found; what is typed until then would be more of the same name.
    await button(page, 'Remove Ann Keller').waitFor()
    await page.keyboard.type('נועה')
    await option(page, 'נועה לינד').waitFor()
    await page.keyboard.press('Enter')
    await button(page, 'Remove נועה לינד').waitFor()
    await page.keyboard.type('new.person@example.org')
    await option(page, 'Invite new.person@example.org').waitFor()
    await page.keyboard.press('Enter')
    await making.getByLabel('Role of Ann Keller').selectOption('Viewer')
    await look('new team share')
    // Nobody who was typed is left out: the button takes them as Enter does, or says why it does not.
    await typeInto(field, 'Dora Weiß <dora@>')
    await making.getByRole('button', { name: 'Create' }).click()
    await making.getByText('“Dora Weiß <dora@>” isn’t a valid email address.').waitFor()
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('example.org>')
    await making.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Harbour 🚢 hall' }).waitFor()
    const { results } = await boss.call(listPersonShares, { person_id: boss.id })
    const { root } = results[0] ?? assert.fail('no share')
    assert.equal(page.url(), `${world.url}/files/${root.id}/0`)
    const { subscribers } = await boss.call(getShareSubscribers, {
      ...{ organization_id: home, root_id: root.id },
    })
    const roles = new Map(subscribers.map(([id, , role]) => [id, role]))
    assert.deepEqual([...roles.values()].toSorted(), ['CO_OWNER', 'EDITOR', 'EDITOR', 'EDITOR', 'VIEWER'])
    assert.deepEqual(
      [roles.get(ann.id), roles.get(noa.id), roles.get(boss.id)],
      ['VIEWER', 'EDITOR', 'CO_OWNER'],
    )
    assert.equal((await world.sent('new.person@example.org')).length, 1, 'a welcome')
    assert.equal((await world.sent('dora@example.org')).length, 1, 'to her who was only typed, too')
    const dora = await boss.call(getPerson, { person_id: 'dora@example.org' })
    assert.equal(dora.display_name, 'Dora Weiß')

    // Renamed and deleted where all of them are.
    await page.getByRole('link', { name: 'Team shares' }).click()
    const actions = page.getByRole('button', { name: 'Actions for Harbour 🚢 hall' })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await typeInto(dialog(page, 'Rename team share').getByLabel('Name'), 'Harbour')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Actions for Harbour', exact: true }).click()
    await look('a team share and its menu', true)
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const deleting = dialog(page, 'Delete “Harbour”?')
    await typeInto(deleting.getByLabel('To confirm, type Harbour'), 'Harbor')
    await page.keyboard.press('Enter')
    await deleting.getByRole('alert').waitFor()
    await look('deleting a team share', true)
    await typeInto(deleting.getByLabel('To confirm, type Harbour'), 'Harbour')
    await page.keyboard.press('Enter')
    await page.getByText('No team shares yet').waitFor()
    assert.equal((await boss.call(listPersonShares, { person_id: boss.id })).total, 0)
    await end()
  })

  it('invites several people at once, and says for each whom it could not invite', async () => {
    const home = await world.organization()
    const boss = await named(home, 'Mira', 'Sand', { siteAdmin: true })
    const { page, look, end } = await signIn(boss.email, '/')
    await page.getByRole('heading', { name: 'My files' }).waitFor()
    await page.keyboard.press('Control+k')
    await typeInto(page.getByRole('combobox', { name: 'Go to' }), 'invite')
    await option(page, 'Invite people').click()
    const inviting = dialog(page, 'Invite people')
    const lines = `eva.lang@example.org\nJo Stone <jo@example.org>, ${boss.email}; nobody`
    await typeInto(inviting.getByLabel('Email addresses'), lines)
    await inviting.getByRole('button', { name: 'Send invitations' }).click()
    await inviting.getByText('2 people couldn’t be invited').waitFor()
    await inviting.getByText('This address already has an account.').waitFor()
    await inviting.getByText('This isn’t a valid email address.').waitFor()
    assert.equal(
      await inviting.getByLabel('Email addresses').inputValue(),
      `nobody\n${boss.email}`,
      'left to correct',
    )
    await look('inviting people')
    for (const address of ['eva.lang@example.org', 'jo@example.org'])
      assert.equal((await world.sent(address)).length, 1, address)
    assert.equal((await boss.call(getPerson, { person_id: 'jo@example.org' })).display_name, 'Jo Stone')
    await end()
  })

  it('offers what one may not do to nobody', async () => {
    const home = await world.organization({ user_create_shares: false })
    const ann = await named(home, 'Ann', 'Keller')
    const { page, end } = await signIn(ann.email, '/team')
    await page.getByText('Ask someone who manages a team share to add you.').waitFor()
    assert.equal(await button(page, 'New team share').count(), 0)
    assert.equal(await button(page, 'Invite people').count(), 0)
    await page.keyboard.press('Control+k')
    await typeInto(page.getByRole('combobox', { name: 'Go to' }), 'team')
    await option(page, 'Team shares').waitFor()
    assert.equal(await option(page, 'New team share').count(), 0)
    await end()
  })

  it('invites from the dialog that shares, where nobody has the address', async () => {
    const home = await world.organization()
    const boss = await named(home, 'Mira', 'Sand', { siteAdmin: true })
    const { id: root_id } = await boss.call(createShare, {
      ...{ organization_id: home, name: 'Plans', subscribers: [[boss.id, 'all', 'CO_OWNER']] },
    })
    const { page, look, end } = await signIn(boss.email, `/files/${root_id}/0`)
    await button(page, 'Share…').click()
    await typeInto(page.getByRole('combobox', { name: 'Add people' }), 'ida@example.org')
    await option(page, 'Invite ida@example.org').waitFor()
    await look('inviting from the dialog that shares', true)
    await page.keyboard.press('Enter')
    await dialog(page, 'Share “Plans”').getByRole('button', { name: 'Share' }).click()
    await dialog(page, 'Share “Plans”').getByText('ida@example.org added to “Plans” as Editor').waitFor()
    const { subscribers } = await boss.call(getShareSubscribers, { organization_id: home, root_id })
    assert.equal(subscribers.length, 2)
    assert.equal((await world.sent('ida@example.org')).length > 0, true)
    await end()
  })
})
