import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renameFile } from '@holdfast/api/files/file-places'
import {
  createFolderInRoot,
  deleteFile,
  listFolderChildren,
  listRootChildren,
} from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { CheckedClient } from '@holdfast/server/testkit/servers/checked-client'
import { Clock } from '@holdfast/server/testkit/servers/clock'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { pressUndo, useBrowser } from './browser.ts'
import { goToList, pressTabTo, typeTime } from './hands.ts'

/** A Monday, in the morning of where the browser is. */
const MONDAY = Date.UTC(2026, 10, 9, 8, 0)

describe('the time machine in a browser', () => {
  const world = useWorld(STACKS[0] as Stack, { clock: new Clock(MONDAY) })
  const { signIn } = useBrowser(world)
  const row = (page: Page, name: string) => page.getByRole('row', { name })
  const change = (who: Someone, file_id: EntryId, text: string) =>
    who.call(uploadRevision, {
      ...{ root_id: who.rootId, file_id },
      file: { name: 'x', bytes: new Blob([text]) },
    })
  const texts = async (who: Someone, folder_id: EntryId) => {
    const params = { root_id: who.rootId, folder_id, include_deleted: false }
    const { results } = await who.call(listFolderChildren, params)
    const found: Record<string, string> = {}
    for (const { id, name } of results) found[name] = String(await who.download(id))
    return found
  }

  /** A folder in which something happens on Monday, Tuesday and Wednesday; then it is Thursday. */
  async function week(user_rollback: boolean) {
    const organizationId = await world.organization({ user_rollback, excluded_extensions: '' })
    const ann = await world.person({ organizationId })
    const { id: folder } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
    const offer = await ann.upload('offer.txt', 'first', folder)
    const notes = await ann.upload('notes.txt', 'notes', folder)
    world.clock.advance({ days: 1, hours: 2 })
    await change(ann, offer.id, 'second')
    world.clock.advance({ hours: 1 })
    await ann.call(renameFile, { root_id: ann.rootId, file_id: notes.id, name: 'minutes.txt' })
    world.clock.advance({ days: 1 })
    await change(ann, offer.id, 'spoilt')
    await ann.call(deleteFile, { root_id: ann.rootId, file_id: notes.id })
    await ann.upload('new.txt', 'new', folder)
    await ann.upload('beside.txt', 'beside the folder')
    world.clock.advance({ days: 1 })
    return { ann, folder, offer }
  }
  const visit = (who: Someone, address: string) =>
    signIn(who.email, address, { timezoneId: 'Europe/Berlin', at: world.clock.now(), plain: true })
  const day = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })

  it('shows a folder step by step, compares it, sets it back and undoes that', async () => {
    const { ann, folder } = await week(true)
    const now = await texts(ann, folder)
    const { page, look, end } = await visit(ann, `/files/${ann.rootId}/${folder}`)
    await row(page, 'new.txt').waitFor()
    await goToList(page)
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Time machine: Plans' }).waitFor()
    await page.getByText('Current').waitFor()
    await page.locator('[role=grid]:focus').waitFor()
    await day(page, 'Tuesday, November 10, 2026: 2 changes').click()
    await row(page, 'minutes.txt').waitFor()
    await page.getByText('As of Tue, Nov 10').waitFor()
    assert.equal(await row(page, 'new.txt').count(), 0)
    await look('time machine')

    // Back by a step, by the keys of the slider and by those of the list.
    await pressTabTo(page.getByRole('slider', { name: 'Step through the day' }))
    await page.keyboard.press('ArrowLeft')
    await row(page, 'notes.txt').waitFor()
    await row(page, 'offer.txt').dblclick()
    await page.getByRole('dialog', { name: 'Viewer: offer.txt' }).getByText('second').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await goToList(page)
    await page.keyboard.press('ArrowLeft')
    await page.getByText('Before the first change of this day').waitFor()
    await row(page, 'offer.txt').dblclick()
    await page.getByRole('dialog', { name: 'Viewer: offer.txt' }).getByText('first').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await typeTime(page.getByLabel('Exact time'), '2026-11-10T11:30:00')
    await page.keyboard.press('Enter')
    await page.getByText('As of Tue, Nov 10, 11:30').waitFor()

    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const differences = page.locator('.difference')
    await differences.filter({ hasText: 'new.txt' }).getByText('Added').waitFor()
    await differences.filter({ hasText: 'notes.txt' }).getByText('Removed').waitFor()
    await look('what is different')
    await page.getByRole('button', { name: 'Compare both versions of “offer.txt”' }).click()
    await page
      .getByRole('dialog', { name: /offer.txt/ })
      .getByText('spoilt')
      .waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Restore this folder…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore “Plans”?' })
    await dialog.getByText('3 items: 1 will get its earlier content').waitFor()
    await look('setting back')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('“Plans” restored to').waitFor()
    assert.deepEqual(await texts(ann, folder), { 'notes.txt': 'notes', 'offer.txt': 'second' })
    await pressUndo(page)
    await page.getByText('Undone').waitFor()
    assert.deepEqual(await texts(ann, folder), now)

    // From here all of the place, too.
    await page.getByRole('button', { name: 'Restore this folder…' }).click()
    await dialog.getByLabel('All of “My files”').check()
    const whole = page.getByRole('dialog', { name: 'Restore “My files”?' })
    await whole.getByText('beside.txt').waitFor()
    await whole.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('“My files” restored to').waitFor()
    assert.deepEqual(await texts(ann, folder), { 'notes.txt': 'notes', 'offer.txt': 'second' })
    const { results } = await ann.call(listRootChildren, { root_id: ann.rootId, include_deleted: false })
    assert.deepEqual(
      results.map(({ name }) => name),
      ['Plans'],
    )
    await pressUndo(page)
    await until(async () => String(Object.keys(await texts(ann, folder))) === String(Object.keys(now)))

    await page.getByLabel('Changed by').selectOption({ index: 1 })
    await page.getByText('by others').waitFor()
    await page.goBack()
    await page.goBack()
    await row(page, 'new.txt').waitFor()
    await end()
  })

  it('sets back single files only where the policy does not let people do more', async () => {
    const { ann, folder, offer } = await week(false)
    const { page, look, end } = await visit(ann, `/history/${ann.rootId}/${folder}`)
    await day(page, 'Tuesday, November 10, 2026: ').waitFor()
    await pressTabTo(page.getByRole('listbox'))
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
    await row(page, 'minutes.txt').waitFor()
    await page.getByText('ask an administrator of your organization').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Restore this folder…' }).count(), 0)
    await look('time machine, single files only')
    await row(page, 'offer.txt').click()
    await page.getByRole('button', { name: 'Restore 1 item…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await until(async () => String(await ann.download(offer.id)) === 'second')
    await typeTime(page.getByLabel('Exact time'), '2026-11-08T10:00:00')
    await page.keyboard.press('Enter')
    await page.getByText('This folder didn’t exist yet').waitFor()
    await end()
  })

  it('tells what one device did, leads from years to days, and compares two times', async () => {
    const { ann, folder, offer } = await week(true)
    const laptop = new CheckedClient({ baseUrl: world.url, dnsName: 'old-laptop' })
    await laptop.signIn(ann.email, PASSWORD)
    const file = { name: 'x', bytes: new Blob(['by the laptop']) }
    await laptop.call(uploadRevision, { root_id: ann.rootId, file_id: offer.id, file })
    const { page, end } = await visit(ann, `/history/${ann.rootId}/${folder}`)
    await page.getByLabel('Device').selectOption('old-laptop')
    await page.getByRole('option', { name: /: 1 change; filtered: 1 change/ }).waitFor()
    const others = page.getByRole('option', { name: /: 3 changes, 1 deleted; filtered: 0 changes/ })
    await until(async () => (await others.count()) === 1)

    await page.getByText('Years', { exact: true }).click()
    await page.getByRole('option', { name: /^2026: / }).click()
    await page.getByRole('option', { name: /^November 2026: / }).click()
    await page
      .getByRole('option', { name: /^Monday, November \d+, 2026: / })
      .first()
      .waitFor()

    const [offerRow, title] = [
      page.locator('.difference', { hasText: 'offer.txt' }),
      page.locator('.history-when'),
    ]
    await page.getByRole('option', { name: /: 2 changes; / }).click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await offerRow.getByText('6 B → 13 B').waitFor()
    await page.getByRole('button', { name: 'Compare with this time' }).click()
    // Nothing of it was done by the laptop.
    await others.click()
    await page.getByText('No differences').waitFor()
    await page.getByLabel('Device').selectOption('All devices')
    await offerRow.getByText('6 B → 6 B').waitFor()
    assert.doesNotMatch(await title.innerText(), /and now/)
    await page.getByRole('button', { name: 'Compare with now' }).click()
    await title.getByText(/and now/).waitFor()
    await end()
  })
})
