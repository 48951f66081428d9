import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { applyBulk } from '@holdfast/api/files/file-bulk'
import { renameFile } from '@holdfast/api/files/file-places'
import { restoreFile } from '@holdfast/api/files/file-tree'
import {
  createFolderInRoot,
  deleteFile,
  getFile,
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
import { PHONE, pressUndo, useBrowser } from './browser.ts'
import { typeInto, typeTime } from './hands.ts'

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

    const boss = await world.person({ organizationId, siteAdmin: true })
    const console = await visit(boss, `/admin/${organizationId}/people/${ann.id}`)
    await console.page.getByText('Unusual activity by old-laptop').waitFor()
    await console.look('a person whose device did something unusual')
    await console.page.getByRole('link', { name: 'Review changes' }).click()
    await console.page.getByRole('heading', { name: /on old-laptop/ }).waitFor()
    await console.end()
    const { page, look, end } = await visit(ann, '/')
    await page.getByRole('button', { name: /^Notifications: 1/ }).click()
    await page.getByRole('link', { name: /old-laptop \(/ }).click()
    await page.getByRole('heading', { name: /You on old-laptop · My files/ }).waitFor()
    const card = page.getByRole('region', { name: 'Unusual activity' })
    await card.getByText(/files overwritten, \d+ files renamed \(.*\.locked/).waitFor()
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
    await page.getByText('“work.txt” moved to Deleted files').waitFor()
    assert.ok(!(await namesOf(ann)).includes('work.txt'))
    await end()
  })

  it('is told action by action in words; one’s own item is undone at once, and others’ by name', async () => {
    const organization_id = await world.organization({ user_rollback: true, excluded_extensions: '' })
    const [ann, bob] = [
      await world.person({ organizationId: organization_id, siteAdmin: true }),
      await world.person({ organizationId: organization_id }),
    ]
    const { id: root_id } = await ann.call(createShare, {
      ...{ organization_id, name: 'Clients' },
      subscribers: [
        [ann.id, 'all', 'CO_OWNER'],
        [bob.id, 'all', 'CO_OWNER'],
      ],
    })
    const folder = await ann.call(createFolderInRoot, { root_id, name: 'Letters' })
    const file = (name: string) => ({ ...bytes(name), name })
    const ids: EntryId[] = []
    world.clock.advance({ minutes: 2 })
    for (let n = 0; n < 6; n++)
      ids.push(
        (await ann.call(uploadToFolder, { root_id, folder_id: folder.id, file: file(`letter ${n}.txt`) })).id,
      )
    world.clock.advance({ minutes: 2 })
    const { id: note } = await ann.call(uploadToRoot, { root_id, file: file('note.txt') })
    const { id: plan } = await ann.call(uploadToRoot, { root_id, file: file('plan.txt') })
    world.clock.advance({ hours: 2 })
    const laptop = new CheckedClient({ baseUrl: world.url, dnsName: 'bobs-laptop' })
    await laptop.signIn(bob.email, PASSWORD)
    for (const file_id of ids) await laptop.call(deleteFile, { root_id, file_id })
    await bob.call(renameFile, { root_id, file_id: plan, name: 'roof.txt' })
    await ann.call(deleteFile, { root_id, file_id: note })
    await ann.call(restoreFile, { root_id, file_id: note })
    const { display_name: bobsName } = await bob.call(getOwnPerson, {})

    const { page, look, end } = await visit(ann, `/undo?root=${root_id}`)
    const line = (words: string) => page.locator('.undo-line', { hasText: words })
    const undo = (words: string) => line(words).getByRole('button', { name: /^Undo/ }).first().click()
    await line('You added 6 items in “Letters”').waitFor()
    const deletion = `${bobsName} on bobs-laptop deleted 6 items in “Letters”`
    await look('actions in words')
    assert.equal(await page.getByText('“letter 3.txt”').count(), 0)
    await line(deletion).getByRole('button', { name: 'Show each change (6)' }).click()
    await line(deletion).getByText('deleted “letter 3.txt”').waitFor()
    await undo(deletion)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('6 items will be restored.').waitFor()
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone: 6 items').waitFor()

    await undo('You restored “note.txt”')
    await page.getByText('“note.txt” deleted again').waitFor()
    assert.equal(await dialog.count(), 0)
    assert.ok((await ann.call(getFile, { root_id, file_id: note })).is_deleted)
    await pressUndo(page)
    await page.getByText('Undone', { exact: true }).waitFor()
    assert.ok(!(await ann.call(getFile, { root_id, file_id: note })).is_deleted)

    await undo(`${bobsName} renamed it to “roof.txt”`)
    await dialog.getByText('“roof.txt” will get its earlier name or location.').waitFor()
    await look('undoing what someone else did to one item')
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await ann.call(getFile, { root_id, file_id: plan })).name, 'plan.txt')
    await end()
  })

  it('says why it can’t be undone, and who can allow it, on a German phone where nothing is cut off', async () => {
    const organizationId = await world.organization({ user_rollback: false, excluded_extensions: '' })
    const ann = await world.person({ organizationId })
    const file_ids: EntryId[] = []
    for (let n = 0; n < 2; n++) file_ids.push((await ann.upload(`Brief ${n}.txt`, 'x')).id)
    await ann.upload('Notiz.txt', 'x')
    await ann.call(applyBulk, { root_id: ann.rootId, action: 'delete', file_ids })
    await ann.call(applyBulk, { root_id: ann.rootId, action: 'restore', file_ids })
    await ann.call(applyBulk, { root_id: ann.rootId, action: 'delete', file_ids })
    const { page, look, end } = await signIn(ann.email, '/undo', { locale: 'de-DE', viewport: PHONE })
    const deletion = page
      .locator('.undo-line', { hasText: 'Du hast 2 Elemente in „Meine Dateien“ gelöscht' })
      .first()
    await deletion.waitFor()
    const why = page.getByText('In Meine Dateien kannst du nur Änderungen an einzelnen Elementen rückgängig')
    await why.waitFor()
    assert.equal(await page.getByText(/Ein Administrator/).count(), 1, 'once for all of them')
    assert.equal(await page.getByText('user_rollback').count(), 0, 'of use to administrators only')
    const [first, said] = [await deletion.boundingBox(), await why.boundingBox()]
    assert.ok(first && said && said.y + said.height <= first.y, 'on top of the page')
    assert.equal(await deletion.getByRole('button', { name: /^Rückgängig/ }).count(), 0)
    await page.getByText(/Du kannst sie ansehen und die meisten rückgängig machen/).waitFor()
    const button = page
      .locator('.undo-line', { hasText: '„Notiz.txt“ hinzugefügt' })
      .getByRole('button', { name: /^Rückgängig/ })
    const { x, width } = (await button.boundingBox()) ?? assert.fail()
    assert.ok(x >= 0 && x + width <= PHONE.width, `${x} and ${width}`)
    const card = (await page.locator('.undo-group').first().boundingBox()) ?? assert.fail()
    assert.ok(x + width <= card.x + card.width, `${x}, ${width} in ${card.width}`)
    await look('changes on a German phone', true)
    // What narrows it down is one button until it is wanted.
    const onlyDeleted = page.getByLabel('Nur Löschungen')
    assert.ok(!(await onlyDeleted.isVisible()))
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await onlyDeleted.check()
    await page.getByRole('button', { name: 'Filter (1)' }).click()
    await onlyDeleted.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Filter (1)' }).click()
    await onlyDeleted.uncheck()
    await button.click()
    await page.getByText('„Notiz.txt“ nach „Gelöschte Dateien“ verschoben').waitFor()
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

  it('is undone in all team shares of a device that an administrator stops', async () => {
    const organization_id = await world.organization({ excluded_extensions: '' })
    const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
    const ann = await world.person({ organizationId: organization_id })
    const subscribers: PersonSubscription[] = [
      [boss.id, 'web', 'CO_OWNER'],
      [ann.id, 'all', 'EDITOR'],
    ]
    const roots = [ann.rootId]
    for (const name of ['Photos', 'Plans'])
      roots.push((await boss.call(createShare, { organization_id, name, subscribers })).id)
    const laptop = new CheckedClient({ baseUrl: world.url, dnsName: 'lost-laptop' })
    await laptop.signIn(ann.email, PASSWORD)
    for (const root_id of roots)
      for (let n = 0; n < 3; n++) {
        const file = { ...bytes(`text ${n}`), name: `report ${n}.txt` }
        const { id: file_id } = await ann.call(uploadToRoot, { root_id, file })
        await laptop.call(renameFile, { root_id, file_id, name: `report ${n}.locked` })
      }
    const { page, look, end } = await visit(boss, `/admin/${organization_id}/devices`)
    await page.getByRole('link', { name: 'lost-laptop' }).click()
    await page.getByRole('button', { name: 'Sign out…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Signed out', { exact: true }).first().waitFor()
    await assert.rejects(laptop.call(renameFile, { root_id: ann.rootId, file_id: 1 as EntryId, name: 'x' }))
    await page.getByRole('link', { name: 'Undo changes…' }).click()
    await page.getByText('Everywhere in the organization where they changed something.').waitFor()
    await until(async () => (await page.locator('.undo-group').count()) === 3)
    await look('what a device did in an organization')
    await page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Undo all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Undone: 6 items').waitFor()
    const names = await Promise.all(
      roots.map(async (root_id) => {
        const wish = { root_id, include_deleted: false, page_size: 100 }
        return (await boss.call(listRootChildren, wish)).results.map(({ name }) => name.split('.')[1])
      }),
    )
    // An administrator does not write in the files of others.
    assert.deepEqual(names, [
      ['locked', 'locked', 'locked'],
      ['txt', 'txt', 'txt'],
      ['txt', 'txt', 'txt'],
    ])
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
    await typeTime(page.getByLabel('Deleted on'), formatDate(world.clock.now() - 2 * DAY_MS))
    await page.getByText('No matching deleted files').waitFor()
    await typeTime(page.getByLabel('Deleted on'), formatDate(world.clock.now()))
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
    await typeInto(page.getByLabel('Type “delete” to confirm'), 'delete')
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
