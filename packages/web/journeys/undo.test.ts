import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { renameFile } from '@holdfast/api/files/file-places'
import {
  createFolderInRoot,
  deleteFile,
  listFolderChildren,
  listRootChildren,
  uploadToFolder,
  uploadToRoot,
} from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { listBrakes } from '@holdfast/api/oversight/brakes'
import { createShare, type PersonSubscription } from '@holdfast/api/sharing/shares'
import { DAY_MS, formatDate } from '@holdfast/api/time'
import { CheckedClient } from '@holdfast/server/testkit/servers/checked-client'
import { Clock } from '@holdfast/server/testkit/servers/clock'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { useBrowser } from './browser.ts'

const MONDAY = Date.UTC(2026, 10, 9, 8, 0)
const FILES = process.env.TESTKIT_SOAK === undefined ? 55 : 500

describe('what happened, in a browser', () => {
  const world = useWorld(STACKS[0] as Stack, { clock: new Clock(MONDAY) })
  const { signIn } = useBrowser(world)
  const visit = (who: Someone, address: string) =>
    signIn(who.email, address, { timezoneId: 'Europe/Berlin', at: world.clock.now() })
  const bytes = (text: string) => ({ name: 'x', bytes: new Blob([text]) })
  const namesOf = async (who: Someone) => {
    const names: string[] = []
    for (let page = 1, last = 1; page <= last; page++) {
      const wish = { root_id: who.rootId, include_deleted: false, page, page_size: 100 }
      const { results, max_page } = await who.call(listRootChildren, wish)
      names.push(...results.map(({ name }) => name))
      last = max_page
    }
    return names
  }

  it('is undone of one device, and what was done on another stays', async () => {
    const organizationId = await world.organization({ user_rollback: true, excluded_extensions: '' })
    const ann = await world.person({ organizationId })
    const root_id = ann.rootId
    const files: EntryId[] = []
    for (let n = 0; n < FILES; n++) files.push((await ann.upload(`report ${n}.txt`, `text ${n}`)).id)
    const laptop = new CheckedClient({ baseUrl: world.url, dnsName: 'old-laptop' })
    await laptop.signIn(ann.email, PASSWORD)
    world.clock.advance({ days: 1 })
    for (const [n, file_id] of files.entries()) {
      await laptop.call(uploadRevision, { root_id, file_id, file: bytes('encrypted') })
      await laptop.call(renameFile, { root_id, file_id, name: `report ${n}.txt.locked` })
      if (n === 5) await ann.upload('work.txt', 'goes on')
    }
    await ann.call(uploadRevision, { root_id, file_id: files[0] as EntryId, file: bytes('rescued by hand') })
    world.clock.advance({ minutes: 5 })
    await world.service.brakes.flush()

    const { page, look, end } = await visit(ann, '/')
    await page.getByRole('button', { name: /^Notifications: 1/ }).click()
    await page.getByRole('link', { name: /old-laptop \(/ }).click()
    await page.getByRole('heading', { name: /You on old-laptop · My files/ }).waitFor()
    const card = page.getByRole('region', { name: 'Unusual activity' })
    await card.getByText(/files rewritten, \d+ files renamed \(.*\.locked/).waitFor()
    await look('what happened')
    await card.getByRole('button', { name: 'Sign out this device' }).click()
    await card.getByText('Signed out.').waitFor()
    await assert.rejects(laptop.call(renameFile, { root_id, file_id: files[0] as EntryId, name: 'more' }))
    await card.getByRole('link', { name: 'Show changes' }).click()
    await page.locator('.difference', { hasText: 'report 1.txt.locked' }).getByText('Renamed').waitFor()
    await page.goBack()
    await page.locator('.filters').getByLabel('Device').selectOption('old-laptop')
    await until(
      async () => (await page.locator('.undo-group', { hasText: 'added “work.txt”' }).count()) === 0,
    )
    await card.getByRole('button', { name: 'Undo all changes…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo all changes of this device?' })
    await dialog.getByText('report 0.txt.locked: it was changed later').waitFor()
    await look('undoing what a device did')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText(/Undone: [\d,]+ items/).waitFor()
    await card.waitFor({ state: 'detached' })
    const names = await namesOf(ann)
    assert.ok(names.includes('work.txt') && names.includes('report 7.txt'), names.join())
    assert.ok(!names.some((name) => name.endsWith('.locked')), names.join())
    const [first, second] = [await ann.download(files[0] as EntryId), await ann.download(files[1] as EntryId)]
    assert.deepEqual([String(first), String(second)], ['rescued by hand', 'text 1'])

    // One line of it, by itself.
    await page.goto(`${world.url}/undo`)
    const line = page.locator('.undo-line', { hasText: 'added “work.txt”' })
    const showLine = async () => {
      await page.locator('.undo-group').first().waitFor()
      while ((await line.count()) === 0)
        await page
          .getByRole('button', { name: /More|Show/ })
          .last()
          .click()
    }
    await showLine()
    await line.getByRole('button', { name: /^Compare/ }).click()
    await page.locator('.difference', { hasText: 'work.txt' }).getByText('Added').waitFor()
    await page.goBack()
    await showLine()
    await line.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone: 1 item').waitFor()
    assert.ok(!(await namesOf(ann)).includes('work.txt'))
    await end()
  })

  it('is found right in all places at once, which is taken down, and the card goes', async () => {
    const organization_id = await world.organization({ excluded_extensions: '' })
    const ann = await world.person({ organizationId: organization_id, siteAdmin: true })
    const subscribers: PersonSubscription[] = [[ann.id, 'all', 'CO_OWNER']]
    const photos = await ann.call(createShare, { organization_id, name: 'Photos', subscribers })
    const laptop = new CheckedClient({ baseUrl: world.url, dnsName: 'new-laptop' })
    await laptop.signIn(ann.email, PASSWORD)
    for (let n = 0; n < 52; n++) {
      const root_id = n % 2 ? photos.id : ann.rootId
      const file = { ...bytes(`photo ${n}`), name: `photo ${n}.jpeg` }
      const { id: file_id } = await ann.call(uploadToRoot, { root_id, file })
      await laptop.call(renameFile, { root_id, file_id, name: `photo ${n}.jpg` })
    }
    await world.service.brakes.flush()
    const { page, look, end } = await visit(ann, '/undo')
    const card = page.getByRole('region', { name: 'Unusual activity' })
    await card.getByText(/“Photos”.* 26 files renamed \(/).waitFor()
    await until(async () => (await card.getByText(/26 files renamed \(/).count()) === 2)
    await look('a device in two places')
    await card.getByRole('button', { name: 'This was expected' }).click()
    await page.getByText('Marked as expected').waitFor()
    await card.waitFor({ state: 'detached' })
    const { results } = await ann.call(listBrakes, {})
    assert.deepEqual(
      results.map(({ state, decided_by }) => [state, decided_by]),
      [
        ['right', ann.id],
        ['right', ann.id],
      ],
    )
    await end()
  })

  it('is found among what was deleted, by whom and when, and comes back', async () => {
    const organizationId = await world.organization({ user_purge_deleted: true, excluded_extensions: '' })
    const [ann, bob] = [await world.person({ organizationId }), await world.person({ organizationId })]
    const admin = await world.admin()
    const { id: root_id } = await admin.call(createShare, {
      ...{ organization_id: organizationId, name: 'Clients' },
      subscribers: [
        [ann.id, 'all', 'CO_OWNER'],
        [bob.id, 'all', 'EDITOR'],
      ],
    })
    const folder = await ann.call(createFolderInRoot, { root_id, name: 'Letters' })
    const put = async (name: string) =>
      (await ann.call(uploadToFolder, { root_id, folder_id: folder.id, file: { ...bytes(name), name } })).id
    const ids = [await put('one.txt'), await put('two.txt'), await put('three.txt')]
    const own = await ann.upload('own.txt', 'own')
    await ann.call(deleteFile, { root_id: ann.rootId, file_id: own.id })
    world.clock.advance({ days: 1 })
    for (const file_id of ids) await bob.call(deleteFile, { root_id, file_id })
    await put('two.txt')
    world.clock.advance({ hours: 1 })

    const { page, look, end } = await visit(ann, '/')
    await page.getByRole('link', { name: 'Deleted files' }).first().click()
    const row = (name: string) => page.getByRole('row', { name })
    await row('own.txt').waitFor()
    await row('one.txt').getByText('Clients / Letters').waitFor()
    await look('deleted items')
    await page.getByLabel('Deleted by').selectOption((await bob.call(getOwnPerson, {})).display_name)
    await row('own.txt').waitFor({ state: 'detached' })
    await page.getByLabel('Deleted on').fill(formatDate(world.clock.now() - 2 * DAY_MS))
    await page.getByText('No matching deleted files').waitFor()
    await page.getByLabel('Deleted on').fill(formatDate(world.clock.now()))
    await row('one.txt').getByRole('checkbox').check()
    await row('two.txt').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Restore', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'This name already exists' })
    await dialog.getByText('two.txt').waitFor()
    await look('a name is taken')
    await dialog.getByRole('button', { name: 'Keep both' }).click()
    await row('two.txt').waitFor({ state: 'detached' })
    const inFolder = async () =>
      (
        await ann.call(listFolderChildren, { root_id, folder_id: folder.id, include_deleted: false })
      ).results.map(({ name }) => name)
    assert.deepEqual(await inFolder(), ['one.txt', 'two (2).txt', 'two.txt'])

    await row('three.txt').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete permanently…' }).click()
    await page.getByLabel('Type “delete” to confirm').fill('delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await row('three.txt').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await row('own.txt').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Restore to…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Locations' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clients' }).click()
    await page.getByRole('button', { name: 'Restore here' }).click()
    await page.getByText('“own.txt” restored to “Clients”').waitFor()
    await end()
  })
})
