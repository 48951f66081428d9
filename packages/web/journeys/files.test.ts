import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot, listRootChildren } from '@holdfast/api/files/files'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { pressUndo, useBrowser } from './browser.ts'
import { goToList, typeInto } from './hands.ts'
import { isOwn } from './hostile.ts'

describe('files in a browser', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)
  const row = (page: Page, name: string) => page.getByRole('row', { name })
  const namesOf = async (who: Someone) => {
    const { results } = await who.call(listRootChildren, { root_id: who.rootId, include_deleted: false })
    return results.filter(isOwn).map(({ name }) => name)
  }

  it('are made, renamed, moved, copied, deleted and brought back with the mouse', async () => {
    const ann = await world.person()
    await ann.upload('report.txt', 'words')
    await ann.upload('picture.png', 'dots')
    const { page, look, end } = await signIn(ann.email, '/')
    await row(page, 'report.txt').waitFor()
    assert.match(page.url(), new RegExp(`/files/${ann.rootId}/0`))
    await page.getByRole('heading', { level: 1, name: 'My files' }).waitFor()
    await look('files')

    await page.getByRole('button', { name: 'New folder' }).click()
    await typeInto(page.getByLabel('Name of the new folder'), 'Plans')
    await page.keyboard.press('Enter')
    await row(page, 'Plans').waitFor()

    // One ring, around the row on which the keys act, whatever was pressed before.
    const ring = page.locator('[role=grid]:focus-visible .item-focused')
    await row(page, 'report.txt').click()
    for (const key of ['ArrowUp', 'ArrowDown']) await page.keyboard.press(key)
    await ring.filter({ hasText: 'report.txt' }).waitFor()
    await row(page, 'report.txt').getByRole('checkbox').click()
    await page.keyboard.press('ArrowUp')
    await ring.waitFor()

    await row(page, 'report.txt').click()
    await page.getByRole('button', { name: 'Rename' }).click()
    const field = page.getByLabel('New name for report.txt')
    await typeInto(field, 'a:b.txt')
    await page.getByText('A name can’t contain these characters: :').waitFor()
    await typeInto(field, 'story.txt')
    await page.keyboard.press('Enter')
    await row(page, 'story.txt').waitFor()

    await row(page, 'story.txt').dragTo(row(page, 'Plans'))
    await page.getByText('“story.txt” moved to “Plans”').waitFor()
    await row(page, 'story.txt').waitFor({ state: 'detached' })
    await pressUndo(page)
    await row(page, 'story.txt').waitFor()

    await row(page, 'picture.png').click({ button: 'right' })
    await look('menu', true)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row(page, 'picture.png').waitFor({ state: 'detached' })
    assert.deepEqual(await namesOf(ann), ['Plans', 'story.txt'])
    await pressUndo(page)
    await row(page, 'picture.png').waitFor()
    assert.deepEqual(await namesOf(ann), ['picture.png', 'Plans', 'story.txt'])

    const bySize = page.getByRole('columnheader', { name: 'Size' })
    await bySize.getByRole('button').click()
    await page.goto(world.url)
    await page.locator('[role=columnheader][aria-sort=ascending]', { hasText: 'Size' }).waitFor()
    await end()
  })

  it('are found, renamed, moved, deleted and brought back by the keyboard alone', async () => {
    const bob = await world.person()
    await bob.upload('notes.txt', 'n')
    await bob.upload('offer.txt', 'o')
    await bob.call(createFolderInRoot, { root_id: bob.rootId, name: 'Archive' })
    const { page, end } = await signIn(bob.email, '/')
    const { keyboard } = page
    await row(page, 'notes.txt').waitFor()
    await goToList(page)
    await keyboard.type('of')
    await page.locator('.item-selected', { hasText: 'offer.txt' }).waitFor()
    await keyboard.press('F2')
    await page.getByLabel('New name for offer.txt').waitFor()
    await keyboard.type('contract')
    await keyboard.press('Enter')
    await row(page, 'contract.txt').waitFor()
    await keyboard.press('Control+x')
    await page.locator('.item-cut', { hasText: 'contract.txt' }).waitFor()
    await keyboard.press('Home')
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Archive' }).waitFor()
    await page.getByText('This folder is empty').waitFor()
    // Whatever comes in place of what was there has the keys.
    const [firstButton, list] = [page.locator('.empty .button:focus'), page.locator('[role=grid]:focus')]
    await firstButton.waitFor()
    await keyboard.press('n')
    await page.getByLabel('Name of the new folder').waitFor()
    await keyboard.press('Escape')
    await firstButton.waitFor()
    await keyboard.press('n')
    await page.getByLabel('Name of the new folder').waitFor()
    await keyboard.type('Inside')
    await keyboard.press('Enter')
    await page.locator('.item-selected', { hasText: 'Inside' }).waitFor()
    await list.waitFor()
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Inside' }).waitFor()
    await firstButton.waitFor()
    await page.goBack()
    await row(page, 'Inside').waitFor()
    await list.waitFor()
    await keyboard.press('Alt+ArrowUp')
    await row(page, 'notes.txt').waitFor()
    await list.waitFor()
    await keyboard.type('no')
    await page.locator('.item-selected', { hasText: 'notes.txt' }).waitFor()
    await keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await keyboard.type('del')
    await page.getByRole('menuitem', { name: 'Delete' }).and(page.locator(':focus')).waitFor()
    await keyboard.press('Enter')
    await row(page, 'notes.txt').waitFor({ state: 'detached' })
    await goToList(page)
    await keyboard.press('Control+z')
    await row(page, 'notes.txt').waitFor()
    await end()
  })
})
