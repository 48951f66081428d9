import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listApplications } from '@holdfast/api/sign-in/applications'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Actions for Invoices' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('connected apps', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  it('are registered, get another secret, and are deleted', async () => {
    const organization_id = await world.organization()
    const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
    const { page, look, end } = await signIn(boss.email, `/admin/${organization_id}/apps`, {
      at: world.clock.now(),
    })
    const listed = async () => (await boss.call(listApplications, { organization_id })).results
    await page.getByText('No connected apps yet').waitFor()
    await look('no connected apps')
    await press(page, 'New app')
    await typeInto(page.getByLabel('Name', { exact: true }), 'Invoices')
    const redirects = page.getByLabel('Redirect addresses')
    await typeInto(redirects, 'http://invoices.example.test/back')
    await page.getByText('must begin with https://, except for localhost.').waitFor()
    await look('a redirect address that is not allowed')
    await press(page, 'Create app')
    await page.getByRole('alert').getByText('must begin with https://').waitFor()
    assert.equal((await listed()).length, 0)
    await typeInto(redirects, 'https://invoices.example.test/back')
    await press(page, 'Create app')
    await page.getByRole('heading', { name: 'Client secret' }).waitFor()
    const secret = page.getByLabel('Secret', { exact: true })
    const first = await secret.inputValue()
    const [app] = await listed()
    assert.equal(await page.getByLabel('Client ID').inputValue(), app?.client_id)
    const ask = (client_secret: string) =>
      world.post('/oauth/token', {
        ...{ grant_type: 'refresh_token', refresh_token: 'none' },
        ...{ client_id: app?.client_id ?? '', client_secret },
      })
    assert.equal((await ask(first)).body.error, 'invalid_grant')
    await look('the secret of an app')
    await press(page, 'I’ve saved it')
    await page.getByText('Asks people to sign in').waitFor()
    await look('connected apps')

    await menu(page, 'New secret…')
    await press(page, 'Create secret')
    await page.getByRole('heading', { name: 'Client secret' }).waitFor()
    const second = await secret.inputValue()
    assert.equal((await ask(first)).body.error, 'invalid_client')
    assert.equal((await ask(second)).body.error, 'invalid_grant')
    await press(page, 'I’ve saved it')

    await menu(page, 'Edit…')
    await page.getByLabel('It has the email address and password of an account').click()
    await press(page, 'Save')
    await page.getByText('Sign-in and scripts').waitFor()
    await menu(page, 'Delete app…')
    await page.getByText('Everyone who signed in with it is signed out there.').waitFor()
    await press(page, 'Delete app')
    await page.getByText('No connected apps yet').waitFor()
    assert.deepEqual(await listed(), [])
    await end()
  })
})
