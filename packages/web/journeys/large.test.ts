import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot, listFolderChildren } from '@holdfast/api/files/files'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { pressUndo, useBrowser } from './browser.ts'
import { goToList } from './hands.ts'

const COUNT = rounds(8000, 100_000)

describe('a very large folder in a browser', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world, { plain: true })

  it('is walked through from end to end, chosen from and acted upon', async () => {
    const ann = await world.person()
    const { id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Pile' })
    await makePile(world.service.ctx.db, { rootId: ann.rootId, parentId: id, files: COUNT })
    const { page, end } = await signIn(ann.email, `/files/${ann.rootId}/${id}`)
    const names = page.locator('[data-item] .item-title bdi')
    await names.first().waitFor()
    const first = await names.first().textContent()
    assert.ok((await page.locator('[data-item]').count()) < 60, 'only what is in view is drawn')
    await goToList(page)
    await page.keyboard.press('End')
    await page.locator(`.item-focused[data-item][aria-rowindex="${COUNT}"]`).waitFor()
    const last = await page.locator('.item-focused .item-title bdi').textContent()
    assert.notEqual(last, first)

    await page.keyboard.press('Home')
    await page.locator('.item-focused[aria-rowindex="1"]').waitFor()
    await page.keyboard.press('Shift+PageDown')
    for (let n = 0; n < 11; n++) await page.keyboard.press('Shift+PageDown')
    await page.getByText(/^1\d\d selected|^2\d\d selected/).waitFor()
    await page.keyboard.press('Delete')
    const tasks = page.getByRole('region', { name: 'Tasks' })
    await tasks.getByText(/items moved to Deleted files/).waitFor()
    const { total } = await ann.call(listFolderChildren, {
      root_id: ann.rootId,
      folder_id: id,
      include_deleted: false,
    })
    assert.ok(total < COUNT - 100, String(total))
    await pressUndo(page)
    await tasks.getByText(/^Undone/).waitFor()
    const { total: again } = await ann.call(listFolderChildren, {
      root_id: ann.rootId,
      folder_id: id,
      include_deleted: false,
    })
    assert.equal(again, COUNT)

    await goToList(page)
    await page.keyboard.press('Home')
    await page.locator('.item-focused[aria-rowindex="1"]').waitFor()
    for (let n = 0; n < 20; n++) await page.keyboard.press('Shift+PageDown')
    await page.getByText(/^[2-4]\d\d selected/).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const saved = await saving
    assert.match(saved.url(), /\/api\/2\/zips\//)
    assert.equal(saved.suggestedFilename(), 'Pile.zip')
    assert.equal(await saved.failure(), null)
    await end()
  })
})
