import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPerson, updatePerson } from '@holdfast/api/accounts/people'
import { unlockPerson } from '@holdfast/api/sign-in/two-step'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { lockOut, named, provider } from './provider.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })

describe('the console while others are at work', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  it('shows in a list what changes in its rows, and moves none of them without a yes', async () => {
    const { ines, elif, customer } = await provider(world)
    const grace = await named(
      await world.person({ organizationId: customer, siteAdmin: true }),
      'Grace',
      'Park',
    )
    const { page, look, end } = await signIn(ines.email, `/admin/${customer}/people`)
    await row(page, 'Elif Kaya').getByText('Active').waitFor()
    await row(page, 'Elif Kaya').click()
    await page.keyboard.press(' ')
    await grace.call(updatePerson, { person_id: elif.id, active: false })
    await row(page, 'Elif Kaya').getByText('Disabled').waitFor()
    const newcomer = { company_id: customer, email: `aylin@${customer}.test`, generate_password: true }
    await grace.call(createPerson, { ...newcomer, first_name: 'Aylin', last_name: 'Demir' })
    await page.getByText('This list has changed.').waitFor()
    assert.equal(await row(page, 'Aylin Demir').count(), 0)
    await look('a list that has changed')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await row(page, 'Aylin Demir').waitFor()
    await page.getByText('This list has changed.').waitFor({ state: 'detached' })
    // What was chosen still is.
    await page.getByRole('toolbar', { name: 'Selection' }).getByText('1 selected').waitFor()
    await end()
  })

  it('tells on the page of a person that somebody else let them in', async () => {
    const { ines, elif, customer } = await provider(world)
    const grace = await world.person({ organizationId: customer, siteAdmin: true })
    await lockOut(world, elif)
    const { page, end } = await signIn(ines.email, `/admin/${customer}/people/${elif.id}`)
    await page.getByRole('button', { name: 'Unlock' }).waitFor()
    await grace.call(unlockPerson, { person_id: elif.id })
    await page.getByText('Active', { exact: true }).waitFor()
    await end()
  })
})
