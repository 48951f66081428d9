import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot, listRootChildren } from '@holdfast/api/files/files'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { pressTabTo } from './hands.ts'
import { isOwn } from './hostile.ts'

describe('dialogs by keyboard', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)
  const row = (page: Page, name: string) => page.getByRole('row', { name })
  const namesOf = async (who: Someone) => {
    const { results } = await who.call(listRootChildren, { root_id: who.rootId, include_deleted: false })
    return results.filter(isOwn).map(({ name }) => name)
  }
  /** Answers to what is asked for wait until they are let go. */
  async function holdBack(page: Page, pattern: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(pattern, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }

  it('take what is typed right after the key that opens them, and nothing of it reaches the list behind', async () => {
    const ann = await world.person()
    await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Harbour' })
    await ann.upload('nine.txt', '9')
    const { page, end } = await signIn(ann.email, '/')
    const { keyboard } = page
    await row(page, 'nine.txt').click()
    const release = await holdBack(page, '**/*.js')
    await keyboard.press('Control+k')
    // Each of the letters means something in the list.
    await keyboard.type('hanuibs')
    for (let n = 0; n < 5; n++) await keyboard.press('Backspace')
    await keyboard.press('Delete')
    release()
    const field = page.getByRole('combobox', { name: 'Go to' })
    await page.locator('dialog.dialog input:focus').waitFor()
    assert.equal(await field.inputValue(), 'ha')
    await keyboard.type('rb')
    await page.getByRole('option', { name: 'Harbour' }).waitFor()
    await keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await page.locator('[role=grid]:focus-within').waitFor()
    await row(page, 'nine.txt').and(page.locator('.item-selected')).waitFor()

    await keyboard.press('Control+k')
    await keyboard.type('harb')
    await page.getByRole('option', { name: 'Harbour' }).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()
    assert.deepEqual(await namesOf(ann), ['Harbour', 'nine.txt'])
    await end()
  })

  it('give the focus to their field, to their X last, and back to the list', async () => {
    const organizationId = await world.organization({ excluded_extensions: '' })
    const ann = await world.person({ organizationId })
    const bob = await world.person({ organizationId })
    await ann.upload('nine.txt', '9')
    const { page, end } = await signIn(ann.email, '/')
    const { keyboard } = page
    await row(page, 'nine.txt').click()
    const release = await holdBack(page, '**/links/**')
    await keyboard.press('s')
    const share = page.getByRole('dialog', { name: 'Share “nine.txt”' })
    await share.waitFor()
    await keyboard.type(bob.email.slice(0, 3))
    release()
    await share.locator('input:focus').waitFor()
    await keyboard.type(bob.email.slice(3, -5))
    await page.getByRole('option', { name: bob.email }).waitFor()
    await keyboard.press('Enter')
    await share.getByRole('button', { name: 'Share', exact: true }).waitFor()
    await pressTabTo(share.getByRole('button', { name: 'Done' }))
    await keyboard.press('Tab')
    await share.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor()
    await keyboard.press('Enter')
    await share.waitFor({ state: 'detached' })
    await page.locator('[role=grid]:focus-within').waitFor()

    await keyboard.press('F2')
    await page.getByLabel('New name for nine.txt').waitFor()
    await keyboard.press('Escape')
    await page.locator('[role=grid]:focus-within').waitFor()
    await page.getByRole('button', { name: 'Move to…' }).click()
    await page.locator('dialog.dialog input:focus').waitFor()
    await keyboard.type('zzz')
    assert.equal(await page.getByRole('combobox', { name: 'Search folders' }).inputValue(), 'zzz')
    // The first empties the field, the second leaves.
    await keyboard.press('Escape')
    await keyboard.press('Escape')
    await page.locator('dialog.dialog').waitFor({ state: 'detached' })
    assert.deepEqual(await namesOf(ann), ['nine.txt'])

    await page.goto(`${world.url}/search`)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Modified by/ })
      .click()
    await page.getByRole('menuitemradio', { name: 'Someone else…' }).click()
    await page.locator('dialog.dialog input:focus').waitFor()
    await keyboard.type(bob.email.slice(0, -5))
    await page.getByRole('dialog').getByRole('button', { name: bob.email }).waitFor()
    await pressTabTo(page.getByRole('dialog').getByRole('button', { name: bob.email }))
    await keyboard.press('Enter')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Modified by: Pat Doe/ })
      .waitFor()
    await end()
  })

  it('choose a folder that is searched by its name with the arrow keys', async () => {
    const ann = await world.person()
    for (const name of ['Quay north', 'Quay south'])
      await ann.call(createFolderInRoot, { root_id: ann.rootId, name })
    await ann.upload('nine.txt', '9')
    const { page, look, end } = await signIn(ann.email, '/')
    const { keyboard } = page
    await row(page, 'nine.txt').click()
    await page.getByRole('button', { name: 'Move to…' }).click()
    await page.locator('dialog.dialog input:focus').waitFor()
    await keyboard.type('quay')
    const option = (name: string, selected?: boolean) =>
      page.getByRole('option', { name, ...(selected !== undefined && { selected }) })
    await option('Quay south').waitFor()
    await option('Quay north', true).waitFor()
    await keyboard.press('ArrowDown')
    await option('Quay south', true).waitFor()
    await page.locator('dialog.dialog input:focus').waitFor()
    await look('folders to move to, searched', true)
    await keyboard.press('Enter')
    await page.getByRole('dialog').locator('strong', { hasText: 'Quay south' }).waitFor()
    await page.getByRole('button', { name: 'Move here' }).click()
    await row(page, 'nine.txt').waitFor({ state: 'detached' })
    assert.deepEqual(await namesOf(ann), ['Quay north', 'Quay south'])
    await end()
  })
})
