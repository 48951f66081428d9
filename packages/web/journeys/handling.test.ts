import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInFolder, createFolderInRoot, listFolderChildren } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { goToList, typeInto } from './hands.ts'

describe('the app in the hand', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)
  const row = (page: Page, name: string) => page.getByRole('row', { name })
  const panel = (page: Page) => page.getByRole('complementary')
  const folderOf = async (who: Someone, name: string) =>
    (await who.call(createFolderInRoot, { root_id: who.rootId, name })).id
  const countIn = async (who: Someone, folder_id: EntryId) => {
    const place = { root_id: who.rootId, folder_id, include_deleted: false }
    return (await who.call(listFolderChildren, place)).total
  }

  it('is led by keys wherever one is', async () => {
    const ann = await world.person()
    const plans = await folderOf(ann, 'Plans')
    await ann.upload('one.txt', '1')
    const { page, look, end } = await signIn(ann.email, '/')
    const { keyboard } = page
    const folded = page.locator('.nav-folded')
    await row(page, 'one.txt').waitFor()
    const places = page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link')
    const names = await places.allTextContents()
    assert.equal(new Set(names).size, names.length, `each place once: ${names}`)
    await goToList(page)
    await keyboard.press('[')
    await folded.waitFor()
    await look('places as icons')
    await page.reload()
    await folded.waitFor()
    await page.getByRole('link', { name: 'Recent' }).first().click()
    await page.getByRole('heading', { name: 'Recent' }).waitFor()
    await keyboard.press('[')
    await folded.waitFor({ state: 'detached' })
    await page.goBack()

    await row(page, 'one.txt').click()
    await keyboard.press('.')
    await page.getByRole('menu').waitFor()
    await keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await keyboard.press(']')
    await panel(page).getByRole('heading', { name: 'one.txt' }).waitFor()
    await row(page, 'Plans').dblclick()
    // The panel stays as it was left, and tells of the folder.
    await panel(page).getByRole('heading', { name: 'Plans' }).waitFor()
    await look('the details of a folder')
    await keyboard.press('i')
    await panel(page).waitFor({ state: 'detached' })
    await page.getByText('This folder is empty').waitFor()
    await keyboard.press('n')
    await typeInto(page.getByLabel('Name of the new folder'), 'Inside')
    await keyboard.press('Enter')
    await row(page, 'Inside').waitFor()
    await page.getByRole('link', { name: 'Recent' }).first().click()
    await page.getByRole('heading', { name: 'Recent' }).waitFor()
    await keyboard.press('Control+z')
    await until(async () => (await countIn(ann, plans)) === 0)

    await page.goto(world.url)
    await row(page, 'one.txt').click()
    await keyboard.press('Control+k')
    await page.keyboard.type('rename')
    await page.getByRole('option', { name: 'Rename' }).click()
    await typeInto(page.getByLabel('New name for one.txt'), 'two.txt')
    await keyboard.press('Enter')
    await row(page, 'two.txt').waitFor()
    await end()
  })

  it('drags into a folder that it rests on, all that is chosen', async () => {
    const ann = await world.person()
    const [from, to] = [await folderOf(ann, 'From'), await folderOf(ann, 'To')]
    const deep = await ann.call(createFolderInFolder, { root_id: ann.rootId, folder_id: to, name: 'Deep' })
    const here = await ann.call(createFolderInFolder, { root_id: ann.rootId, folder_id: from, name: 'Aside' })
    await makePile(world.service.ctx.db, { rootId: ann.rootId, parentId: from, files: 300 })
    await ann.upload('loose.txt', 'x')
    const { page, look, end } = await signIn(ann.email, '/')
    const { mouse } = page
    const over = async (name: string) => {
      const box = await row(page, name).boundingBox()
      assert.ok(box)
      for (const x of [200, 204, 208]) await mouse.move(box.x + x, box.y + box.height / 2)
    }
    await row(page, 'loose.txt').waitFor()
    await over('loose.txt')
    await mouse.down()
    await over('To')
    await row(page, 'Deep').waitFor()
    await over('Deep')
    await page.getByText('This folder is empty').waitFor()
    const box = await page.locator('.files-empty').boundingBox()
    assert.ok(box)
    for (const x of [40, 44, 48]) await mouse.move(box.x + x, box.y + box.height - 40)
    await mouse.up()
    await row(page, 'loose.txt').waitFor()
    assert.equal(await countIn(ann, deep.id), 1)

    await page.goto(`${world.url}/files/${ann.rootId}/${from}`)
    await row(page, 'Aside').waitFor()
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await all.check()
    await page.getByText('301 selected').waitFor()
    await row(page, 'Aside').getByRole('checkbox').uncheck()
    await page.getByText('300 selected').waitFor()
    await page.locator('.item-selected').nth(3).dragTo(row(page, 'Aside'))
    await page.getByRole('region', { name: 'Tasks' }).getByText('300 items moved to “Aside”').waitFor()
    assert.equal(await countIn(ann, here.id), 300)

    await row(page, 'Aside').click()
    await page.getByRole('button', { name: 'Move to…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move “Aside”' })
    await dialog.getByText('It’s already in this folder. Choose another one.').waitFor()
    await look('where to move something')
    await typeInto(dialog.getByRole('combobox'), 'deep')
    await dialog.getByRole('option', { name: 'Deep My files › To' }).click()
    await dialog.getByRole('button', { name: 'New folder' }).click()
    await typeInto(dialog.getByLabel('Name of the new folder'), 'Fresh')
    await page.keyboard.press('Enter')
    await dialog.locator('strong', { hasText: 'Fresh' }).waitFor()
    await dialog.getByRole('button', { name: 'Move here' }).click()
    await page.getByText('“Aside” moved to “Fresh”').waitFor()
    await end()
  })

  it('keeps in view and in focus what is there while others add above it', async () => {
    const ann = await world.person()
    const pile = await folderOf(ann, 'Pile')
    await makePile(world.service.ctx.db, { rootId: ann.rootId, parentId: pile, files: 80 })
    const { page, end } = await signIn(ann.email, `/files/${ann.rootId}/${pile}`, { plain: true })
    const focused = page.locator('.item-focused')
    await focused.waitFor()
    await goToList(page)
    await page.keyboard.press('End')
    await page.locator('.item-focused[aria-rowindex="80"]').waitFor()
    for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowUp')
    await page.locator('.item-focused[aria-rowindex="75"]').waitFor()
    const name = await focused.locator('bdi').first().textContent()
    const top = async () => (await focused.boundingBox())?.y
    const before = await top()
    await ann.upload('0 first of all.txt', 'x', pile)
    await page.locator('.item-focused[aria-rowindex="76"]').waitFor()
    assert.equal(await focused.locator('bdi').first().textContent(), name)
    await until(async () => (await top()) === before)

    // A frame from below the last row, held at the upper edge until all has come by.
    const scroller = page.locator('.item-scroller')
    const SCROLLER = 'document.querySelector(".item-scroller")'
    const scrolled = () => page.evaluate(`${SCROLLER}.scrollTop`) as Promise<number>
    const box = (await scroller.boundingBox()) ?? assert.fail('no list')
    const { mouse } = page
    await mouse.move(box.x + 300, box.y + box.height - 12)
    await mouse.wheel(0, 1e6)
    await until(
      async () =>
        (await page.evaluate(`${SCROLLER}.scrollTop + ${SCROLLER}.clientHeight`)) ===
        (await page.evaluate(`${SCROLLER}.scrollHeight`)),
    )
    await mouse.down()
    await mouse.move(box.x + 320, box.y + box.height - 200)
    await page.locator('.item-frame').waitFor()
    await mouse.move(box.x + 320, box.y - 20)
    await until(async () => (await scrolled()) === 0)
    await mouse.up()
    await page.getByText('81 selected').waitFor()

    // So does what is dragged there, at the lower one.
    const row = (await page.locator('.item-row').nth(3).boundingBox()) ?? assert.fail('no row')
    await mouse.move(row.x + 300, row.y + 10)
    await mouse.down()
    for (const y of [100, 8, 6]) await mouse.move(box.x + 300, box.y + box.height - y)
    await until(async () => (await scrolled()) > box.height)
    await mouse.up()
    await end()
  })

  it('tells that there is a new version of it, once the server is back', async () => {
    const ann = await world.person()
    const { page, context, end } = await signIn(ann.email, '/', { plain: true })
    await page.getByText('This folder is empty').waitFor()
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await page.route('**/shared', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html lang="en" data-build="newer">' }),
    )
    await context.setOffline(false)
    // At once: it gives way to «Reconnecting» while the line is not back.
    await page
      .locator('.frame-line', { hasText: 'A new version is available.' })
      .getByRole('button', { name: 'Reload' })
      .click({ force: true })
    await page.getByText('A new version is available.').waitFor({ state: 'detached' })
    await end()
  })

  it('shows at once what is locked, unlocked and restored, and takes back what is refused', async () => {
    const ann = await world.person()
    await ann.upload('one.txt', '1')
    const { page, look, end } = await signIn(ann.email, '/')
    /** Until it is let go, or refused, the server does not answer. */
    const hold = async () => {
      const decided = Promise.withResolvers<'go' | 'refuse'>()
      await page.route('**/bulk', async (route) => {
        const refusal = { status: 403, json: { error: 'forbidden', error_description: 'No.' } }
        await ((await decided.promise) === 'go' ? route.continue() : route.fulfill(refusal))
      })
      return async (how: 'go' | 'refuse') => {
        decided.resolve(how)
        await page.unrouteAll({ behavior: 'wait' })
      }
    }
    const choose = async (name: string) => {
      await row(page, 'one.txt').getByRole('button', { name: 'Actions for one.txt' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    const badge = row(page, 'one.txt').locator('.item-badge-lock')
    let decide = await hold()
    await choose('Lock')
    await badge.waitFor()
    await look('a file that is being locked')
    await decide('refuse')
    await page.getByText('You don’t have permission').waitFor()
    await badge.waitFor({ state: 'detached' })
    await choose('Lock')
    await page.getByText('“one.txt” locked').waitFor()
    decide = await hold()
    await choose('Unlock')
    await badge.waitFor({ state: 'detached' })
    await decide('go')
    await page.getByText('“one.txt” unlocked').waitFor()

    await row(page, 'one.txt').click()
    await page.keyboard.press('Delete')
    await row(page, 'one.txt').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Deleted files' }).click()
    const restore = row(page, 'one.txt').getByRole('button', { name: 'Restore' })
    const going = page.locator('.deleted-going', { hasText: 'one.txt' })
    decide = await hold()
    await restore.click()
    await going.waitFor()
    await look('a file that is being restored')
    await decide('refuse')
    await going.waitFor({ state: 'detached' })
    // It leaves before the list is read again.
    await page.route('**/deleted*', () => {})
    await restore.click()
    await page.getByText('“one.txt” restored').waitFor()
    await row(page, 'one.txt').waitFor({ state: 'detached' })
    await page.unrouteAll()
    await end()
  })
})
