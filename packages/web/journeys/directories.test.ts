import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/accounts/auth-sources'
import { listOrganizationPersons } from '@holdfast/api/accounts/people'
import {
  BIND_DN,
  BIND_PASSWORD,
  connectionTo,
  groupLdif,
  personDn,
  personLdif,
  SUFFIX,
  useSlapd,
} from '@holdfast/server/testkit/servers/slapd'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

/** Each journey has people of its own: their email addresses stay with the accounts. */
const HERE = ['worker0', 'worker1', 'worker2']
const ELSEWHERE = Array.from({ length: 12 }, (_, n) => `other${n}`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
/** Of the steps, one is shown. */
async function step(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
  assert.equal(await page.locator('.directory-form h2').count(), 1)
}

describe('directories', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)
  const slapd = useSlapd(
    ...[...HERE, ...ELSEWHERE].map((uid) => personLdif({ uid })),
    personLdif({ uid: 'worker9', mail: 'nowhere' }),
    groupLdif('staff', [personDn('worker0')]),
  )

  it('are set up step by step, imported and disconnected', async () => {
    const organization_id = await world.organization()
    const admin = await world.admin()
    const { page, look, end } = await signIn(admin.email, `/admin/${organization_id}/directories`, {
      at: world.clock.now(),
    })
    await page.getByText('No directories yet').waitFor()
    await look('no directories')
    await page.getByRole('link', { name: 'New directory' }).click()
    await typeInto(field(page, 'Name'), 'Head office')
    await typeInto(field(page, 'Host'), 'localhost')
    await typeInto(field(page, 'Port'), String(slapd().tlsPort))
    await press(page, 'Continue')
    const alert = page.getByRole('alert')
    await alert.getByText('The certificate of the server is not trusted.').waitFor()
    await look('a certificate that is not trusted')
    await field(page, 'Certificate of the authority').click()
    await page.keyboard.insertText(slapd().certificate)
    await press(page, 'Continue')
    await step(page, 'Sign-in')
    await page.getByText('The server was reached.').waitFor()
    await typeInto(field(page, 'Login'), BIND_DN)
    await typeInto(field(page, 'Password'), 'something else')
    await press(page, 'Continue')
    await alert.getByText('The login or its password is wrong.').waitFor()
    await look('a wrong password of a directory')
    await typeInto(field(page, 'Password'), BIND_PASSWORD)
    await press(page, 'Continue')
    await step(page, 'What to import')
    assert.equal(await field(page, 'Base DN').inputValue(), SUFFIX)
    await look('what to import')
    await typeInto(field(page, 'Filter for people'), '(uid=worker*)')
    await typeInto(field(page, 'Filter for groups'), '(cn=staff')
    await press(page, 'Continue')
    await alert.getByText('The filter for groups is not valid.').waitFor()
    await typeInto(field(page, 'Filter for groups'), '(cn=staff)')
    await press(page, 'Continue')
    await step(page, 'Attributes')
    await page.getByText('4 people and 1 group found.').waitFor()
    await page.getByText('1 person will be skipped:').waitFor()
    await look('attributes of a directory')
    await press(page, 'Connect directory')
    await step(page, 'What the import will do')
    await page.getByText('No valid email address').waitFor()
    await look('a preview of an import')
    await press(page, 'Import 3 people')
    await step(page, 'Schedule')
    await look('the schedule of imports')
    await press(page, 'Finish')
    await page.getByRole('heading', { level: 1, name: 'Head office' }).waitFor()
    await page.getByText('3 create · 1 skip · 0 unchanged').waitFor()
    await look('a directory')

    await slapd().modify(personLdif({ uid: 'worker3' }))
    await press(page, 'Run now')
    await page.getByText('1 create · 1 skip · 3 unchanged').waitFor()
    const total = async () => (await admin.call(listOrganizationPersons, { organization_id })).total
    assert.equal(await total(), 4)
    const [source] = (await admin.call(api.listAuthSources, { organization_id })).results
    assert.deepEqual([source?.nickname, source?.import_hours, source?.ssl], ['Head office', 24, true])

    await press(page, 'Disconnect…')
    await typeInto(page.getByLabel('Type “Head office” to confirm'), 'Head')
    await press(page, 'Disconnect')
    await alert.getByText('Type “Head office” to confirm').waitFor()
    await typeInto(page.getByLabel('Type “Head office” to confirm'), 'Head office')
    await look('disconnecting a directory')
    await press(page, 'Disconnect')
    await page.getByText('No directories yet').waitFor()
    assert.equal(await total(), 4)
    await end()
  })

  it('that stopped lead from the overview to what is wrong, in German on a phone', async () => {
    const organization_id = await world.organization()
    const admin = await world.admin()
    const given = {
      organization_id,
      ...connectionTo(slapd()),
      nickname: 'Zentrale',
      user_filter: '(uid=other*)',
    }
    const { id: auth_source_id } = await admin.call(api.createAuthSource, given)
    const path = { organization_id, auth_source_id }
    await admin.call(api.importAuthSource, { ...path, preview: false })
    await admin.call(api.updateAuthSource, { ...path, user_filter: '(uid=nobody)' })
    await assert.rejects(admin.call(api.importAuthSource, { ...path, preview: false }), {
      code: 'policy_error',
    })
    world.clock.advance({ minutes: 1 })
    await world.runJobs()
    const { page, look, end } = await signIn(admin.email, `/admin/${organization_id}/overview`, {
      viewport: PHONE,
      locale: 'de',
      at: world.clock.now(),
    })
    await page.getByRole('link', { name: 'Import anzeigen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Zentrale' }).waitFor()
    await page.getByText('Es wurde nichts importiert, weil ungewöhnlich viele').waitFor()
    await look('ein Verzeichnisdienst, der angehalten ist')
    await page.getByRole('link', { name: 'Import ansehen' }).click()
    await page.getByText('12 von 12 Konten würden deaktiviert.').waitFor()
    await look('ein Import, der viele deaktiviert')
    const typed = page.getByLabel(/^Gib zur Bestätigung/)
    await typeInto(typed, '3')
    await press(page, 'Importieren')
    await page.getByRole('alert').getByText('Gib zur Bestätigung 12 ein').waitFor()
    await typeInto(typed, '12')
    await press(page, 'Importieren')
    await page.getByText('12 deaktivieren · 0 unverändert').waitFor()

    await page.getByRole('link', { name: 'Einstellungen ändern' }).click()
    await press(page, 'Weiter')
    await step(page, 'Anmeldung')
    await page.getByText('Leer lassen, um das aktuelle Passwort zu behalten.').waitFor()
    await look('das Passwort eines Verzeichnisdienstes')
    await press(page, 'Weiter')
    await step(page, 'Umfang')
    await page.getByLabel('Art des Verzeichnisdienstes').selectOption('OpenLDAP (Standard)')
    await press(page, 'Weiter')
    await step(page, 'Attribute')
    await press(page, 'Speichern')
    await page.getByText('Verzeichnisdienst gespeichert').waitFor()
    const { user_filter } = await admin.call(api.getAuthSource, path)
    assert.equal(user_filter, '(&(objectClass=inetOrgPerson)(mail=*))')
    await end()
  })
})
