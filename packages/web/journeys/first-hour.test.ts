import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPerson, updatePerson } from '@holdfast/api/accounts/people'
import { getWebSettings } from '@holdfast/api/files/preferences'
import { listPersonSharelinks } from '@holdfast/api/sharing/links'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const steps = (page: Page) => page.getByRole('region', { name: 'Getting started' })
/** Of their own, and nobody else’s. */
const CHOSEN = 'quiet-harbour-seven-lanterns'

describe('the first hour', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { visit, signIn } = useBrowser(world, { plain: true })

  /** Chooses a password by the link of the welcome mail; nothing else is asked of anyone who is new. */
  async function arrive(page: Page, email: string) {
    const [{ text } = assert.fail('no mail')] = await world.sent(email)
    const [link] = /https:\S+/.exec(text) ?? assert.fail(text)
    await page.goto(link) // 1
    for (const field of await page.locator('input[type=password]').all()) await typeInto(field, CHOSEN)
    await page.keyboard.press('Enter')
    // Where choosing a password signs nobody in, they sign in with it: neither is counted.
    const files = page.getByRole('heading', { name: 'My files' })
    const signInLink = page.getByRole('link', { name: 'Sign in' })
    await files.or(signInLink).waitFor()
    if (await files.isVisible()) return
    await signInLink.click()
    await typeInto(page.getByLabel('Email'), email)
    await typeInto(page.getByLabel('Password'), CHOSEN)
    await page.keyboard.press('Enter')
    await files.waitFor()
  }

  it('leads from the welcome mail to the first shared file in four clicks and one password', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    await boss.call(updatePerson, { person_id: boss.id, first_name: 'Mira', last_name: 'Sand' })
    const email = 'noa.lind@example.org'
    const { id } = await boss.call(createPerson, {
      ...{ company_id: home, email, first_name: 'Noa', last_name: 'Lind', generate_password: true },
    })
    // The server’s clock, to which the time machine belongs.
    const { page, look, end } = await visit({ at: world.clock.now() })
    await arrive(page, email)
    await steps(page).getByText('0 of 4 done').waitFor()
    await look('getting started')
    // A folder is no file.
    await page.getByRole('toolbar').getByRole('button', { name: 'New folder' }).click()
    await typeInto(page.getByLabel('Name of the new folder'), 'Plans')
    await page.keyboard.press('Enter')
    await row(page, 'Plans').waitFor()
    await steps(page).getByText('0 of 4 done').waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await row(page, 'Plans').waitFor({ state: 'detached' })
    const choosing = page.waitForEvent('filechooser')
    await steps(page).getByRole('button', { name: 'Add your first file' }).click() // 2
    await (await choosing).setFiles([
      { name: 'Plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') },
    ])
    await row(page, 'Plan.txt').waitFor()
    await steps(page).getByText('1 of 4 done').waitFor()
    await steps(page).getByRole('button', { name: 'Share it with someone' }).click() // 3
    const share = page.getByRole('dialog', { name: 'Share “Plan.txt”' })
    await typeInto(share.getByRole('combobox', { name: 'Add people' }), 'mira')
    await page.keyboard.press('Enter') // 4
    await share.getByText('“Plan.txt” shared with Mira Sand').waitFor()
    assert.equal((await boss.call(listPersonSharelinks, { person_id: id })).total, 1)
    await share.getByRole('button', { name: 'Done' }).click()
    await steps(page).getByText('2 of 4 done').waitFor()
    await steps(page).getByRole('button', { name: 'See earlier versions' }).click()
    await page.getByRole('listbox').first().waitFor()
    await page.goBack()
    // There are files now: it makes room for them.
    await steps(page).getByText('3 of 4 done').waitFor()
    await look('getting started, folded')
    await steps(page).getByRole('button', { name: 'Don’t show this again' }).click()
    await steps(page).waitFor({ state: 'detached' })
    await page.reload()
    await row(page, 'Plan.txt').waitFor()
    assert.equal(await steps(page).count(), 0, 'for good')
    await end()
  })

  it('begins with people and a team share for an administrator', async () => {
    const boss = await world.person({ organizationId: await world.organization(), siteAdmin: true })
    const { page, look, end } = await signIn(boss.email, '/', { plain: true })
    // The testkit signs everyone in as a device, too.
    await steps(page).getByText('1 of 6 done').waitFor()
    await look('getting started, for an administrator')
    const [first] = await steps(page).getByRole('listitem').allInnerTexts()
    assert.equal(first, 'Invite people')
    await steps(page).getByRole('button', { name: 'Invite people' }).click()
    const inviting = page.getByRole('dialog', { name: 'Invite people' })
    await typeInto(inviting.getByLabel('Email addresses'), 'ida.berg@example.org')
    await inviting.getByRole('button', { name: 'Send invitations' }).click()
    await steps(page).getByText('2 of 6 done').waitFor()
    await page.getByText('Invitation sent').waitFor()
    await steps(page).getByRole('button', { name: 'Create a team share' }).click()
    await typeInto(page.getByRole('dialog').getByLabel('Name'), 'Plans')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Plans' }).waitFor()
    await page.getByRole('link', { name: 'My files' }).click()
    await steps(page).getByText('3 of 6 done').waitFor()
    const { settings } = await boss.call(getWebSettings, { person_id: boss.id })
    assert.deepEqual(settings.steps, ['invite'])
    await end()
  })
})
