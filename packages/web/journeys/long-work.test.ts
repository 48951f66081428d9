import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lockFile, unlockFile } from '@holdfast/api/files/file-locks'
import { createFolderInRoot, listFolderChildren, uploadToRoot } from '@holdfast/api/files/files'
import { listHistory } from '@holdfast/api/files/history'
import type { EntryId } from '@holdfast/api/ids'
import { createShare } from '@holdfast/api/sharing/shares'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page, Route } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { goToList } from './hands.ts'

const COUNT = rounds(2300, 10_000)
const many = (count: number) => count.toLocaleString('en')

describe('long work in a browser', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world, { plain: true })
  const tasks = (page: Page) => page.getByRole('region', { name: 'Tasks' })
  const countIn = async (who: Someone, folder_id: EntryId) =>
    (await who.call(listFolderChildren, { root_id: who.rootId, folder_id, include_deleted: false })).total
  async function pile(who: Someone, files: number): Promise<EntryId> {
    const { id } = await who.call(createFolderInRoot, { root_id: who.rootId, name: 'Pile' })
    await makePile(world.service.ctx.db, { rootId: who.rootId, parentId: id, files })
    return id
  }
  async function selectAll(page: Page, count: number): Promise<void> {
    await page.locator('[data-item]').first().waitFor()
    await goToList(page)
    await page.keyboard.press('Control+a')
    await page.getByText(`${many(count)} selected`).waitFor()
  }
  /** Lets requests through one by one, and then all. */
  async function hold(page: Page) {
    const held: Route[] = []
    let isOpen = false
    await page.route('**/bulk', async (route) => {
      if (isOpen) await route.continue()
      else held.push(route)
    })
    const letOne = async () => {
      await until(() => held.length > 0)
      await held.shift()?.continue()
    }
    const letAll = async () => {
      isOpen = true
      await Promise.all(held.splice(0).map((route) => route.continue()))
    }
    return { letOne, letAll }
  }

  it('is on a line that tells how far it is, wherever one goes; and is one operation, undone exactly', async () => {
    const ann = await world.person()
    const folder = await pile(ann, COUNT)
    const { page, look, end } = await signIn(ann.email, `/files/${ann.rootId}/${folder}`)
    await selectAll(page, COUNT)
    const { letOne, letAll } = await hold(page)
    await page.keyboard.press('Delete')
    await tasks(page)
      .getByText(`Deleting ${many(COUNT)} items…`)
      .waitFor()
    // At once: what is about to go is not there to be used.
    await page.locator('.item-taken').first().waitFor()
    assert.equal(await page.locator('[data-item]:not(.item-taken)').count(), 0)
    assert.equal(await page.getByText(`${many(COUNT)} selected`).count(), 0)
    assert.equal(await page.locator('.item-taken input:enabled, .item-taken button:enabled').count(), 0)
    await letOne()
    await tasks(page)
      .getByText(`${Math.floor(100_000 / COUNT)}%`, { exact: true })
      .waitFor()
    await look('long work under way')
    // It goes on elsewhere, and the page is not left by mistake.
    await page.getByRole('link', { name: 'Recent' }).first().click()
    await page.getByRole('heading', { name: 'Recent' }).waitFor()
    const asked = page.waitForEvent('dialog')
    void page.reload().catch(() => {})
    await (await asked).dismiss()
    await letAll()
    await tasks(page)
      .getByText(`${many(COUNT)} items moved to Deleted files`)
      .waitFor()
    await look('long work that is done')
    assert.equal(await countIn(ann, folder), 0)
    const { results } = await ann.call(listHistory, { root_id: ann.rootId, op: 'delete' })
    assert.equal(results.length, 1)

    // What was deleted before or since stays as it is.
    await ann.upload('later.txt', 'x', folder)
    await page.goBack()
    await tasks(page).getByRole('button', { name: 'Undo' }).click()
    await tasks(page)
      .getByText(`Undone: ${many(COUNT)} items restored`)
      .waitFor()
    assert.equal(await tasks(page).getByRole('listitem').count(), 1, 'one line for one thing')
    assert.equal(await countIn(ann, folder), COUNT + 1)
    await tasks(page)
      .getByRole('button', { name: /^Close/ })
      .click()
    await tasks(page).waitFor({ state: 'detached' })
    await end()
  })

  it('stops where someone stops it, and what was done can be undone', async () => {
    const ann = await world.person()
    const folder = await pile(ann, 2300)
    const { id: to } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Target' })
    const { page, end } = await signIn(ann.email, `/files/${ann.rootId}/${folder}`)
    await selectAll(page, 2300)
    const { letOne, letAll } = await hold(page)
    await page.getByRole('button', { name: 'Move to…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.keyboard.type('target')
    await dialog.getByRole('option', { name: 'Target My files' }).click()
    await dialog.getByRole('button', { name: 'Move here' }).click()
    await dialog.waitFor({ state: 'detached' })
    await tasks(page).getByText('Moving 2,300 items…').waitFor()
    await letOne()
    await tasks(page).getByText('43%', { exact: true }).waitFor()
    await tasks(page).getByRole('button', { name: 'Cancel: Moving 2,300 items…' }).click()
    await tasks(page).getByText('Stopping…').waitFor()
    await letAll()
    await tasks(page).getByText('2,000 items moved to “Target”').waitFor()
    await tasks(page).getByText('Canceled after 2,000 of 2,300 items').waitFor()
    assert.deepEqual([await countIn(ann, to), await countIn(ann, folder)], [2000, 300])
    await tasks(page).getByRole('button', { name: 'Undo' }).click()
    await tasks(page).getByText('Undone: 2,000 items moved back').waitFor()
    assert.deepEqual([await countIn(ann, to), await countIn(ann, folder)], [0, 2300])
    await end()
  })

  it('gives back what the server refuses, tells it by its name and why, and tries again what may go then', async () => {
    const home = await world.organization({ user_lock_files: true })
    const [ann, ben] = [
      await world.person({ organizationId: home }),
      await world.person({ organizationId: home }),
    ]
    const { id: root_id } = await ann.call(createShare, {
      ...{ organization_id: home, name: 'Plans', subscribers: [[ben.id, 'web', 'EDITOR']] },
    })
    const upload = (name: string) =>
      ann.call(uploadToRoot, { root_id, file: { name, bytes: new Blob(['text']) } })
    const [, held] = [await upload('a.txt'), await upload('b.txt'), await upload('c.txt')]
    const { page, look, end } = await signIn(ann.email, `/files/${root_id}/0`)
    await ben.call(lockFile, { root_id, file_id: held.id })
    await selectAll(page, 3)
    const refused = { error: 'forbidden', error_description: 'No.' }
    await page.route('**/bulk', (route) => route.fulfill({ status: 403, json: refused }))
    await page.keyboard.press('Delete')
    await page.locator('.toast', { hasText: 'You don’t have permission to do this.' }).waitFor()
    await page.getByText('3 selected').waitFor()
    assert.equal(await page.locator('.item-taken').count(), 0)
    await page.unroute('**/bulk')

    await page.keyboard.press('Delete')
    await tasks(page).getByText('2 items moved to Deleted files').waitFor()
    await tasks(page).getByText('1 item failed').waitFor()
    await tasks(page).getByRole('button', { name: 'Show' }).click()
    await tasks(page).getByText('b.txt').waitFor()
    await tasks(page).getByText('Someone else has locked this item.').waitFor()
    await look('long work that failed in part')
    await page.getByRole('row', { name: 'a.txt' }).waitFor({ state: 'detached' })
    assert.equal(await page.locator('[data-item]:not(.item-taken)').count(), 1)
    await ben.call(unlockFile, { root_id, file_id: held.id })
    await tasks(page).getByRole('button', { name: 'Retry' }).click()
    await page.getByText('“b.txt” moved to Deleted files').waitFor()
    // What was done before is still to be undone.
    await tasks(page).getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('row', { name: 'a.txt' }).waitFor()
    assert.equal(await page.getByRole('row', { name: 'b.txt' }).count(), 0)
    await end()
  })

  it('keeps in sight what is around the gap that it makes', async () => {
    const ann = await world.person()
    const folder = await pile(ann, 1200)
    const { page, end } = await signIn(ann.email, `/files/${ann.rootId}/${folder}`)
    const focused = page.locator('.item-focused')
    const indexOf = async () => Number(await focused.getAttribute('aria-rowindex'))
    await focused.waitFor()
    await goToList(page)
    for (let n = 0; n < 3; n++) await page.keyboard.press('PageDown')
    await until(async () => (await indexOf()) > 20)
    const first = await indexOf()
    const beforeGap = page.locator(`[data-item][aria-rowindex="${first - 1}"] bdi`).first()
    const above = String(await beforeGap.textContent())
    for (let n = 0; n < 24; n++) await page.keyboard.press('Shift+PageDown')
    await page.getByText(/^[2-6]\d\d selected/).waitFor()
    const isInSight = async (name: string) => {
      const list = await page.locator('.item-scroller').boundingBox()
      // At once: a row may go while one asks for it, and nobody is to wait for it then.
      const [box] = await page
        .locator('[data-item]', { hasText: name })
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().toJSON()))
      if (!box || !list) return false
      return box.y + box.height > list.y && box.y < list.y + list.height
    }
    await page.keyboard.press('Delete')
    await tasks(page)
      .getByText(/items moved to Deleted files/)
      .waitFor()
    await until(async () => (await indexOf()) === first && (await beforeGap.textContent()) === above)
    let below = ''
    await until(async () => {
      below = String(await focused.locator('bdi').first().textContent())
      return isInSight(below)
    })
    await tasks(page).getByRole('button', { name: 'Undo' }).click()
    await tasks(page)
      .getByText(/^Undone/)
      .waitFor()
    assert.equal(await countIn(ann, folder), 1200)
    // One end of what is back again, not somewhere far from it.
    await until(async () => (await isInSight(above)) || (await isInSight(below)))
    await end()
  })
})
