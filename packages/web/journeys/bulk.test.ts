import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { tablePersons } from '@holdfast/api/accounts/account-tables'
import { createGroup, getGroupMembers } from '@holdfast/api/accounts/groups'
import { updatePerson } from '@holdfast/api/accounts/people'
import type { OrganizationId, PersonId } from '@holdfast/api/ids'
import { hire } from '@holdfast/server/testkit/people/staff'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection' })

describe('many accounts at once', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  async function crowd(organizationId: OrganizationId, count: number, more = {}) {
    return hire(
      world.service.ctx.db,
      Array.from({ length: count }, (_, n) => ({
        organizationId,
        first: 'Crew',
        last: String(n + 1).padStart(3, '0'),
        email: `crew.${organizationId}.${n}@many.test`,
        more,
      })),
    )
  }

  it('emails everybody without two-step verification in all customers, over pages', async () => {
    const home = await world.organization()
    const customer = await world.organization({}, home)
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    await crowd(home, 70)
    await crowd(customer, 60)
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/people?view=no_two_step&below=1`)
    await row(page, 'Crew 001').first().waitFor()
    await page.getByLabel('Select this page').click()
    await bar(page).getByText('100 selected').waitFor()
    await press(page, 'Select all 131 matches')
    await bar(page).getByText('131 selected').waitFor()
    await row(page, 'Crew 002').first().getByRole('checkbox').click()
    await bar(page).getByText('130 selected').waitFor()
    await press(page, 'Next page')
    await row(page, 'Crew 070').waitFor()
    await bar(page).getByText('130 selected').waitFor()
    await look('all but one of two pages')
    await press(page, 'Send message…')
    await typeInto(dialog(page).getByLabel('Subject'), 'Two-step verification')
    await typeInto(dialog(page).getByLabel('Message'), 'Please turn it on by Friday.')
    await look('a message to many')
    await press(page, 'Continue')
    await dialog(page).getByText('130 people will get an email.').waitFor()
    await look('what it will do')
    await press(page, 'Send to 130 people')
    const tasks = page.getByRole('region', { name: 'Tasks' })
    await tasks.getByText('Message sent to 130 people').waitFor()
    await tasks.getByRole('button', { name: 'Download results' }).waitFor()
    await look('what was done with many')
    const mails = async () => (await world.sent()).filter(({ text }) => text.includes('by Friday'))
    await until(async () => (await mails()).length === 130)
    await end()
  })

  it('disables some, says who is left out, and takes it back', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    await crowd(home, 3)
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/people`)
    await row(page, 'Crew 001').click()
    await page.keyboard.press('Control+a')
    await bar(page).getByText('4 selected').waitFor()
    await press(page, 'Disable')
    await dialog(page).getByText('Your own account is left out.').waitFor()
    await look('who is left out')
    await press(page, 'Disable 3 people')
    await page.getByText('3 people disabled').waitFor()
    await row(page, 'Crew 003').getByText('Disabled').waitFor()
    await press(page, 'Undo')
    await page.getByText('3 people enabled').waitFor()
    await row(page, 'Crew 003').getByText('Invited').waitFor()
    await end()
  })

  it('changes quotas, and gives each back what it was', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const [, second] = await crowd(home, 3)
    await boss.call(updatePerson, { person_id: second as PersonId, space_quota: 2_000_000_000 })
    const quotas = async () => {
      const { results } = await boss.call(tablePersons, { organization_id: home, q: 'crew' })
      return results.map(({ quota }) => quota)
    }
    const before = await quotas()
    const { page, end } = await signIn(boss.email, `/admin/${home}/people?q=crew`)
    await row(page, 'Crew 001').click()
    await page.keyboard.press('Control+a')
    await press(page, 'More')
    await page.getByRole('menuitem', { name: 'Change quota…' }).click()
    await typeInto(dialog(page).getByLabel('Quota in GB'), '5')
    await press(page, 'Continue')
    await press(page, 'Change for 3 people')
    await page.getByText('Quota of 3 people changed').waitFor()
    assert.deepEqual(await quotas(), [5 * 1024 ** 3, 5 * 1024 ** 3, 5 * 1024 ** 3])
    await press(page, 'Undo')
    await page.getByText('Quota of 2 people changed').waitFor()
    await until(async () => isDeepStrictEqual(await quotas(), before))
    await end()
  })

  it('extends a choice by keys, into a group and out of it', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const [first, second, third] = await crowd(home, 4)
    const { id: group_id } = await boss.call(createGroup, { company_id: home, name: 'Crew' })
    const { page, end } = await signIn(boss.email, `/admin/${home}/people?q=crew`)
    await row(page, 'Crew 001').click()
    await page.keyboard.press(' ')
    await bar(page).getByText('1 selected').waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await bar(page).getByText('3 selected').waitFor()
    await press(page, 'More')
    await page.getByRole('menuitem', { name: 'Add to a group…' }).click()
    await press(page, 'Continue')
    await press(page, 'Add 3 people')
    await page.getByText('3 people added to the group').waitFor()
    const members = async () => (await boss.call(getGroupMembers, { group_id })).members
    assert.deepEqual((await members()).map(Number).sort(), [first, second, third].map(Number).sort())
    await press(page, 'Undo')
    await page.getByText('3 people removed from the group').waitFor()
    assert.deepEqual(await members(), [])
    await end()
  })

  it('deletes in German on a phone, when the number is typed', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    await crowd(home, 2)
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/people?q=crew`, {
      viewport: PHONE,
      locale: 'de',
    })
    await page.getByLabel('Crew 001 auswählen').click()
    await page.getByLabel('Crew 002 auswählen').click()
    await page.getByText('2 ausgewählt').waitFor()
    await look('chosen on a phone')
    await page.getByRole('toolbar').getByRole('button', { name: 'Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Konten löschen …' }).click()
    await press(page, 'Weiter')
    const sure = dialog(page).getByLabel(/Gib 2 ein/)
    await typeInto(sure, '3')
    await press(page, '2 Konten löschen')
    await dialog(page).getByRole('alert').waitFor()
    await look('a number to be typed')
    await typeInto(sure, '2')
    await press(page, '2 Konten löschen')
    await page.getByText('2 Konten gelöscht').waitFor()
    await page.getByText('Crew 001').waitFor({ state: 'detached' })
    await end()
  })
})
