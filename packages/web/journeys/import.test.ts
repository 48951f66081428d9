import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createGroup, getGroupMembers } from '@holdfast/api/accounts/groups'
import { getPerson, listOrganizationPersons } from '@holdfast/api/accounts/people'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Locator, Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { chooseFiles, dropFiles, pressTabTo, typeInto } from './hands.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const status = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

/** By keys alone: to the field, and another value into it. */
async function keyInto(field: Locator, text: string): Promise<void> {
  await pressTabTo(field)
  await field.page().keyboard.press('ControlOrMeta+A')
  await field.page().keyboard.type(text)
}

describe('importing a list of people', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)
  let folder = ''
  let files = 0
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'holdfast-import-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function fileOf(bytes: Uint8Array | string): string {
    const file = path.join(folder, `list-${++files}.csv`)
    writeFileSync(file, bytes)
    return file
  }

  it('names 13 faults of 200 rows at their cells, takes what is corrected, and creates nobody twice', async () => {
    const home = await world.organization({ num_users_maximum: 250 })
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const stranger = await world.person()
    const { id: group_id } = await boss.call(createGroup, { company_id: home, name: 'Büro' })
    const faults: Record<number, string> = {
      10: 'anna.10;Anna;Zehn;;',
      20: 'anna.20 @many.test;Anna;Zwanzig;;',
      30: 'anna.30@many.test;Anna;;;',
      40: 'anna.40@many.test;;Vierzig;;',
      50: 'ANNA.49@many.test;Anna;Fünfzig;;',
      60: 'anna.60@many.test;Anna;Sechzig;Küche;',
      70: 'anna.70@many.test;Anna;Siebzig;;vielleicht',
      80: ';Anna;Achtzig;;',
      90: 'anna.90@many.test;Anna;Neunzig;Büro|Küche;',
      100: 'anna@;Anna;Hundert;;',
      110: `${stranger.email};Anna;Fremd;;`,
      120: 'anna.119@many.test;Anna;Doppelt;;',
      130: 'keine;Anna;Adresse;;',
    }
    const lines = Array.from({ length: 200 }, (_, n) => {
      const row = n + 2
      return faults[row] ?? `anna.${row}@many.test;Anna;Müller ${row};${row === 5 ? 'büro' : ''};nein`
    })
    const text = `E-Mail-Adresse;Vorname;Nachname;Gruppen;Administrator\r\n${lines.join('\r\n')}\r\n`
    const file = fileOf(Buffer.from(text, 'latin1'))

    const { page, look, end } = await signIn(boss.email, `/admin/${home}/people`)
    await pressTabTo(page.getByRole('link', { name: 'Import list' }))
    await page.keyboard.press('Enter')
    const choose = page.getByRole('button', { name: 'Choose a CSV file' })
    await choose.waitFor()
    await look('a list to import')
    const chooser = page.waitForEvent('filechooser')
    await pressTabTo(choose)
    await page.keyboard.press('Enter')
    await (await chooser).setFiles([file])

    await status(page, '187 ready, 13 need a fix').waitFor()
    await page.getByText('was read as Windows-1252').waitFor()
    const cell = (column: string, row: number) => page.getByLabel(`${column}, row ${row}`, { exact: true })
    const says = async (column: string, row: number, words: string) => {
      const id = await cell(column, row).getAttribute('aria-describedby')
      assert.equal(await page.locator(`[id="${id}"]`).textContent(), words, `${column}, row ${row}`)
    }
    for (const [column, row, words] of [
      ['Email', 10, 'Not a valid email address.'],
      ['Email', 20, 'Not a valid email address.'],
      ['Last name', 30, 'Enter a value.'],
      ['First name', 40, 'Enter a value.'],
      ['Email', 50, 'Same email address as row 49.'],
      ['Groups', 60, 'There is no group with this name.'],
      ['Administrator', 70, 'Enter yes or no.'],
      ['Email', 80, 'Enter a value.'],
      ['Groups', 90, 'There is no group with this name.'],
      ['Email', 100, 'Not a valid email address.'],
      ['Email', 110, 'This email address belongs to another account.'],
      ['Email', 120, 'Same email address as row 119.'],
      ['Email', 130, 'Not a valid email address.'],
    ] as const)
      await says(column, row, words)
    await look('rows to fix')

    for (const [column, row, value] of [
      ['Email', 10, 'anna.10@many.test'],
      ['Email', 20, 'anna.20@many.test'],
      ['Last name', 30, 'Dreißig'],
      ['First name', 40, 'Anna'],
      ['Email', 50, 'anna.50@many.test'],
      ['Groups', 60, 'Büro'],
      ['Administrator', 70, 'ja'],
      ['Email', 80, 'anna.80@many.test'],
      ['Groups', 90, 'Büro'],
      ['Email', 100, 'anna.100@many.test'],
    ] as const)
      await keyInto(cell(column, row), value)
    await page.getByRole('button', { name: 'Check 10 changes' }).waitFor()
    await page.keyboard.press('Enter')
    await status(page, '197 ready, 3 need a fix').waitFor()

    const saved = page.waitForEvent('download')
    await pressTabTo(page.getByRole('button', { name: 'Download rows to fix' }))
    await page.keyboard.press('Enter')
    const left = readFileSync(await (await saved).path(), 'utf8')
    assert.deepEqual(left.trimEnd().split('\r\n'), [
      '\ufeffEmail,First name,Last name,Groups,Administrator,Problem',
      `${stranger.email},Anna,Fremd,,,This email address belongs to another account.`,
      'anna.119@many.test,Anna,Doppelt,,,Same email address as row 119.',
      'keine,Anna,Adresse,,,Not a valid email address.',
    ])
    await pressTabTo(page.getByRole('button', { name: 'Import 197 people' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '197 people imported' }).waitFor()
    await page.getByText('3 rows were not imported.').waitFor()
    await look('a list that was imported')

    const total = async () => (await boss.call(listOrganizationPersons, { organization_id: home })).total
    assert.equal(await total(), 198)
    const made = async (email: string) => boss.call(getPerson, { person_id: email })
    const names = [await made('anna.2@many.test'), await made('anna.30@many.test')].map(
      (one) => one.last_name,
    )
    assert.deepEqual(names, ['Müller 2', 'Dreißig'])
    const admins = [await made('anna.70@many.test'), await made('anna.71@many.test')].map(
      (one) => one.site_admin,
    )
    assert.deepEqual(admins, [true, false])
    assert.equal((await boss.call(getGroupMembers, { group_id })).members.length, 3)

    await press(page, 'Import another list')
    await chooseFiles(page.getByRole('button', { name: 'Choose a CSV file' }), [file])
    await status(page, '0 ready, 191 already exist, 9 need a fix').waitFor()
    await page.getByText('There is no one to import.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Import \d/ }).count(), 0)
    assert.equal(await total(), 198)
    await end()
  })

  it('sends a long list in steps that can be canceled, and continues with the rows that are left', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const rows = Array.from({ length: 620 }, (_, n) => `step.${n}@many.test,Step ${n}`)
    const file = fileOf(`Email,Name\n${rows.join('\n')}\n`)
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/people/import`)
    let steps = 0
    let goOn = () => {}
    const canceled = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/persons/import', async (route) => {
      const isReal = route.request().postData()?.includes('dry_run=false')
      if (isReal && ++steps === 2) await canceled
      await route.continue()
    })
    await page.getByRole('button', { name: 'Choose a CSV file' }).waitFor()
    await dropFiles(page.getByText('or drop it here.'), [file])
    await status(page, '620 ready').waitFor()
    await press(page, 'Import 620 people')
    const tasks = page.getByRole('region', { name: 'Tasks' })
    await tasks.getByText('16%').waitFor()
    await look('a long list on its way')
    await tasks.getByRole('button', { name: /Cancel/ }).click()
    goOn()
    await page.getByRole('heading', { name: '200 people imported' }).waitFor()
    await tasks.getByText('200 people imported').waitFor()
    const saved = page.waitForEvent('download')
    await press(page, 'Download failed rows')
    const left = await (await saved).path()
    assert.equal(readFileSync(left, 'utf8').trimEnd().split('\r\n').length, 421)

    await page.unroute('**/persons/import')
    await press(page, 'Import another list')
    await chooseFiles(page.getByRole('button', { name: 'Choose a CSV file' }), [left])
    await status(page, '420 ready').waitFor()
    await press(page, 'Import 420 people')
    await page.getByRole('heading', { name: '420 people imported' }).waitFor()
    assert.equal((await boss.call(listOrganizationPersons, { organization_id: home })).total, 621)
    await end()
  })

  it('creates nobody twice where the answer of a step is lost', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const { page, end } = await signIn(boss.email, `/admin/${home}/people/import`)
    let steps = 0
    await page.route('**/persons/import', async (route) => {
      if (!route.request().postData()?.includes('dry_run=false') || ++steps > 1) return route.continue()
      await route.fetch()
      await route.fulfill({ status: 503, json: { error: 'temporarily_unavailable' } })
    })
    await page.getByRole('button', { name: 'Choose a CSV file' }).waitFor()
    await typeInto(
      page.getByLabel('Or paste a list'),
      'Email,Name\nlost.a@many.test,Ann Lee\nlost.b@many.test,Bo Ray',
    )
    await press(page, 'Continue')
    await press(page, 'Import 2 people')
    await page.getByRole('heading', { name: '2 people imported' }).waitFor()
    assert.equal(steps, 2)
    assert.equal((await boss.call(listOrganizationPersons, { organization_id: home })).total, 3)
    await end()
  })

  it('asks in German on a phone what columns without headings are about', async () => {
    const home = await world.organization()
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const { page, look, end } = await signIn(boss.email, `/admin/${home}/people/import`, {
      viewport: PHONE,
      locale: 'de',
    })
    await press(page, 'Weiter')
    await page.getByRole('alert').getByText('Die Liste ist leer.').waitFor()
    await typeInto(
      page.getByLabel('Oder eine Liste einfügen'),
      'phone.a@many.test;Lang, Anna\nphone.b;Bo Ray',
    )
    await press(page, 'Weiter')
    await page.getByText('Wähle die Spalten für: Vorname und Nachname.').waitFor()
    await look('columns to choose on a phone')
    await page.getByLabel('Spalte 2').selectOption('Vor- und Nachname')
    await status(page, '1 bereit, 1 fehlerhaft').waitFor()
    await look('a fault on a phone')
    await typeInto(page.getByLabel('E-Mail-Adresse, Zeile 2'), 'phone.b@many.test')
    await press(page, '1 Änderung prüfen')
    await status(page, '2 bereit').waitFor()
    await press(page, '2 Personen importieren')
    await page.getByRole('heading', { name: '2 Personen importiert' }).waitFor()
    const { first_name, last_name } = await boss.call(getPerson, { person_id: 'phone.a@many.test' })
    assert.deepEqual([first_name, last_name], ['Anna', 'Lang'])
    await end()
  })

  it('is not offered to administrators who may not add people', async () => {
    const home = await world.organization({ admin_create_users: false })
    const boss = await world.person({ organizationId: home, siteAdmin: true })
    const { page, end } = await signIn(boss.email, `/admin/${home}/people`)
    await page.getByRole('row', { name: boss.email }).waitFor()
    assert.equal(await page.getByText('Import list').count(), 0)
    await page.goto(new URL(`/admin/${home}/people/import`, page.url()).href)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await end()
  })
})
