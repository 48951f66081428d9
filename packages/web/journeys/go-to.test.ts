import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { pressTabTo, typeInto } from './hands.ts'
import { lockOut, provider } from './provider.ts'

const GO_TO = 'Go to a customer, person, device or page'
const field = (page: Page) => page.getByRole('combobox', { name: GO_TO })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

describe('going anywhere in the console', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  it('lets somebody in who is locked out, by keys alone', async () => {
    const { ines, elif, customer } = await provider(world)
    await lockOut(world, elif)
    const { page, look, end } = await signIn(ines.email, '/admin')
    await page.getByRole('heading', { level: 1, name: /Harbor IT/ }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await field(page).waitFor()
    await look('where to go in the console')
    await page.keyboard.type('elif')
    await option(page, /Elif Kaya.*Linden Dental/).waitFor()
    await look('somebody found by name')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Elif Kaya' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/admin/${customer}/people/${elif.id}`)
    await pressTabTo(page.getByRole('button', { name: 'Unlock' }))
    await page.keyboard.press('Enter')
    await page.getByText('Elif Kaya was unlocked').waitFor()
    await page.getByText('Active', { exact: true }).waitFor()
    await elif.signIn(elif.email, PASSWORD)
    const { results } = await ines.call(listOrganizationActivity, { organization_id: customer })
    const unlocked = results.find(({ action_text }) => action_text === 'unlocked the account')
    assert.deepEqual([unlocked?.actor_person_id, unlocked?.acted_on_person_id], [ines.id, elif.id])
    await end()
  })

  it('leads to customers, groups, devices and pages, also in a new tab', async () => {
    const { home, customer, ines, elif } = await provider(world)
    const { id: group } = await ines.call(createGroup, { company_id: customer, name: 'Reception' })
    const machine = await machineOf(world, elif, 'desk-12')
    const { page, context, end } = await signIn(ines.email, `/admin/${home}/people`)
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    const go = async (text: string, address: string) => {
      await page.keyboard.press('ControlOrMeta+k')
      await typeInto(field(page), text)
      // Whoever knows what it is called need not wait to see it.
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname + url.search === address)
    }
    await go('linden', `/admin/${customer}/overview`)
    await go('recep', `/admin/${customer}/groups/${group}`)
    await go('desk', `/admin/${customer}/devices/${machine}`)
    await go('import', `/admin/${customer}/people/import`)
    await page.keyboard.press('ControlOrMeta+k')
    await typeInto(field(page), 'desk')
    await option(page, /^desk-12.*Elif Kaya · Linden Dental/).waitFor()
    await typeInto(field(page), 'harbor')
    await option(page, /^Harbor IT/).waitFor()
    const opened = context.waitForEvent('page')
    await page.keyboard.press('ControlOrMeta+Enter')
    assert.equal(new URL((await opened).url()).pathname, `/admin/${home}/overview`)
    assert.equal(new URL(page.url()).pathname, `/admin/${customer}/people/import`)
    await end()
  })

  it('says in German on a phone when there is nothing', async () => {
    const { home, ines } = await provider(world)
    const { page, look, end } = await signIn(ines.email, `/admin/${home}/people`, {
      viewport: PHONE,
      locale: 'de',
    })
    await page.getByRole('heading', { level: 1, name: 'Personen' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await typeInto(page.getByRole('combobox', { name: 'Kunde, Person, Gerät oder Seite suchen' }), 'xyzzy')
    await page.getByText('Keine Treffer für „xyzzy“').waitFor()
    await look('nothing found on a phone')
    await end()
  })
})
