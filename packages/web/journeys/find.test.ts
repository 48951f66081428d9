import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updatePerson } from '@holdfast/api/accounts/people'
import { createFolderInRoot, uploadToRoot } from '@holdfast/api/files/files'
import { listStarred } from '@holdfast/api/files/preferences'
import { createShare } from '@holdfast/api/sharing/shares'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, pressUndo, useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

describe('finding files in a browser', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)
  const row = (page: Page, name: string) => page.getByRole('row', { name })
  const main = (page: Page) => page.getByRole('main')
  const hits = (page: Page) => main(page).getByRole('listitem')
  const hit = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true })
  const choose = async (page: Page, chip: RegExp, what: string) => {
    await main(page).getByRole('button', { name: chip }).click()
    await page.getByRole('menuitemradio', { name: what }).click()
  }

  /** Own files, and those of a team share that someone else works in too. */
  async function office() {
    const organizationId = await world.organization({ excluded_extensions: '' })
    const [ann, bob] = [await world.person({ organizationId }), await world.person({ organizationId })]
    await bob.call(updatePerson, { person_id: bob.id, first_name: 'Bobby', last_name: 'Tables' })
    const { id: share } = await ann.call(createShare, {
      organization_id: organizationId,
      name: 'Clients',
      subscribers: [
        [ann.id, 'all', 'CO_OWNER'],
        [bob.id, 'all', 'EDITOR'],
      ],
    })
    const { id: folder } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Papers' })
    await ann.upload('résumé.txt', 'mine', folder)
    await ann.upload('Resume 2025.pdf', 'mine')
    await bob.call(uploadToRoot, {
      root_id: share,
      file: { name: 'RÉSUMÉ of Carla.txt', bytes: new Blob(['theirs']) },
    })
    return { ann, bob, folder, share }
  }

  it('goes by part of a name, in the folder first and then everywhere, narrowed by chips', async () => {
    const { ann, folder } = await office()
    const { page, look, end } = await signIn(ann.email, `/files/${ann.rootId}/${folder}`)
    const { keyboard } = page
    await row(page, 'résumé.txt').waitFor()
    await keyboard.press('/')
    await page.locator('input:focus').waitFor()
    const field = page.getByRole('banner').getByRole('combobox')
    await keyboard.type('resume')
    // What is here stands before what is elsewhere, whichever of them is known first.
    const options = page.getByRole('option')
    await options.filter({ hasText: 'RÉSUMÉ of Carla.txt' }).waitFor()
    await until(async () => (await options.first().textContent())?.startsWith('résumé.txt') === true)
    await look('search, as one types', true)
    await keyboard.press('Enter')
    await page.getByText('1 result').waitFor()
    await hit(page, 'résumé.txt').waitFor()
    await look('search in a folder')

    await main(page).getByRole('button', { name: 'Everywhere' }).click()
    await page.getByText('3 results').waitFor()
    await main(page).getByRole('link', { name: 'My files › Papers' }).waitFor()
    await main(page).getByRole('link', { name: 'Clients', exact: true }).waitFor()
    await choose(page, /^Type/, 'Text')
    await page.getByText('2 results').waitFor()
    await choose(page, /^Modified by/, 'Someone else…')
    await typeInto(page.getByRole('dialog').getByRole('textbox'), 'bob')
    await page.getByRole('dialog').getByRole('button', { name: 'Bobby Tables' }).click()
    await page.getByText('1 result').waitFor()
    await hit(page, 'RÉSUMÉ of Carla.txt').waitFor()
    await choose(page, /^Modified(?! by)/, 'Today')
    await choose(page, /^Location/, 'My files')
    await page.getByRole('heading', { name: 'No results for “resume”' }).waitFor()
    await page
      .getByText('Filters: Text, Modified: Today, Modified by: Bobby Tables, In “My files”.')
      .waitFor()
    await look('nothing found')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('2 results').waitFor()

    await typeInto(field, 'resume 2025')
    await page.getByText('1 result').waitFor()
    await page.reload()
    // The address says what is looked for.
    await until(async () => (await field.inputValue()) === 'resume 2025')
    await hit(page, 'Resume 2025.pdf').click()
    await page.getByRole('dialog').waitFor()
    await keyboard.press('Escape')
    await hit(page, 'Resume 2025.pdf').waitFor()
    await main(page).getByRole('link', { name: 'My files' }).click()
    await page.locator('.item-selected', { hasText: 'Resume 2025.pdf' }).waitFor()
    await end()
  })

  it('is short for what is starred and what changed last', async () => {
    const { ann, bob, share } = await office()
    const { page, look, end } = await signIn(ann.email, '/', { plain: true })
    const starred = async () =>
      (await ann.call(listStarred, { person_id: ann.id })).results.map(({ name }) => name)
    await row(page, 'Papers').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Add star', exact: true }).click()
    await row(page, 'Papers').getByTitle('Starred').waitFor()
    await page.getByText('“Papers” starred').waitFor()
    assert.deepEqual(await starred(), ['Papers'])
    await pressUndo(page)
    await row(page, 'Papers').getByTitle('Starred').waitFor({ state: 'detached' })
    await until(async () => (await starred()).length === 0)
    await row(page, 'Resume 2025.pdf').click()
    await page.keyboard.press('i')
    await page.getByRole('complementary').getByRole('button', { name: 'Add star' }).click()
    await row(page, 'Resume 2025.pdf').getByTitle('Starred').waitFor()

    await page.getByRole('link', { name: 'Recent' }).first().click()
    await hit(page, 'RÉSUMÉ of Carla.txt').waitFor()
    await until(async () => (await hits(page).count()) === 3)
    await look('recent')
    await bob.call(uploadToRoot, { root_id: share, file: { name: 'new.txt', bytes: new Blob(['n']) } })
    await hit(page, 'new.txt').waitFor()
    await hits(page).filter({ hasText: 'new.txt' }).getByRole('button', { name: 'Add star' }).click()
    await page.getByRole('link', { name: 'Starred' }).first().click()
    await hit(page, 'new.txt').waitFor()
    await hit(page, 'Resume 2025.pdf').waitFor()
    await look('starred')
    await hits(page).filter({ hasText: 'new.txt' }).click({ button: 'right' })
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download' }).click()
    assert.equal((await saving).suggestedFilename(), 'new.txt')
    await page.context().route('**/starred/**', (route) => route.abort())
    const away = hits(page).filter({ hasText: 'new.txt' }).getByRole('button', { name: 'Remove star' })
    await away.click()
    await page.getByText('The server cannot be reached').waitFor()
    await away.waitFor()
    await page.context().unroute('**/starred/**')
    await away.click()
    await hit(page, 'new.txt').waitFor({ state: 'detached' })
    assert.deepEqual(await starred(), ['Resume 2025.pdf'])
    await end()
  })

  it('is at the foot of a phone', async () => {
    const { ann } = await office()
    const { page, look, end } = await signIn(ann.email, '/', { viewport: PHONE, hasTouch: true })
    await page.getByRole('navigation', { name: 'Quick access' }).getByRole('link', { name: 'Search' }).click()
    await page.getByText('What are you looking for?').waitFor()
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('carla')
    await hit(page, 'RÉSUMÉ of Carla.txt').waitFor()
    await look('search on a phone', true)
    await page.getByRole('navigation', { name: 'Quick access' }).getByRole('link', { name: 'Recent' }).click()
    await hit(page, 'Resume 2025.pdf').waitFor()
    await look('recent on a phone', true)
    await end()
  })

  it('tells apart on a phone what only differs at the end of its name', async () => {
    const { ann, folder } = await office()
    const names = ['1', '2'].map((n) => `Harbour hall, minutes of the planning meeting, version ${n}.txt`)
    for (const name of names) await ann.upload(name, 'text', folder)
    const { page, look, end } = await signIn(ann.email, '/recent', { viewport: PHONE, hasTouch: true })
    for (const name of names) {
      const shown = hit(page, name).locator('bdi')
      await shown.waitFor()
      const isWhole = await shown.evaluate(
        (text) => text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight,
      )
      assert.ok(isWhole, name)
      // In the line below: where it is, and when it changed.
      const below = page.getByRole('listitem').filter({ hasText: name }).locator('small')
      assert.match(await below.innerText(), /My files › Papers\s+\S/)
      const { height = 0 } = (await below.boundingBox()) ?? {}
      assert.ok(height < 30, `one line: ${height} px`)
    }
    await look('long names on a phone', true)
    await end()
  })
})
