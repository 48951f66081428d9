import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createFolderInRoot, listFolderChildren } from '@holdfast/api/files/files'
import { listFileRevisions } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page, Route } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { chooseFiles, dropFiles, typeInto } from './hands.ts'

const LONG = process.env.TESTKIT_SOAK !== undefined
const MIB = 1024 * 1024
const TOP = 0 as EntryId
const randomBytes = (length: number, seed: string) =>
  new Uint8Array(createHash('shake256', { outputLength: length }).update(seed).digest())
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Files of the person at the browser. */
function useDisk() {
  let folder = ''
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'holdfast-uploads-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))
  return (name: string, content?: string | Uint8Array): string => {
    const file = path.join(folder, name)
    mkdirSync(content === undefined ? file : path.dirname(file), { recursive: true })
    if (content !== undefined) writeFileSync(file, content)
    return file
  }
}

/** All that a page finds in IndexedDB and in localStorage. */
const ALL_KEPT = `(async () => {
  const said = (what) => new Promise((resolve, reject) => {
    what.onsuccess = () => resolve(what.result)
    what.onerror = () => reject(what.error)
  })
  const all = [JSON.stringify(localStorage)]
  for (const { name } of await indexedDB.databases()) {
    const db = await said(indexedDB.open(name))
    for (const store of db.objectStoreNames)
      all.push(name, JSON.stringify(await said(db.transaction(store).objectStore(store).getAll())))
    db.close()
  }
  return all.join(' ')
})()`

/** Of a page while something happens, in ms of processor time: a busy machine makes no task longer. */
async function longestTask(page: Page, happens: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await happens()
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const ofPages = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map((event) => threadOf(event)),
  )
  const tasks = traceEvents.filter((event) => event.tdur !== undefined && ofPages.has(threadOf(event)))
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0)
}

interface TraceEvent {
  pid: number
  tid: number
  args?: { name?: string }
  /** Time of the thread, in µs. */
  tdur?: number
}

const childrenOf = async (who: Someone, folder: EntryId) =>
  (await who.call(listFolderChildren, { root_id: who.rootId, folder_id: folder, page_size: 100 })).results
const named = async (who: Someone, folder: EntryId, name: string): Promise<EntryId> => {
  const item = (await childrenOf(who, folder)).find((one) => one.name === name)
  assert.ok(item, name)
  return item.id
}
for (const stack of LONG ? STACKS : STACKS.slice(0, 1))
  describe(`uploads in a browser, ${stack.name}`, () => {
    const world = useWorld(stack as Stack)
    const { signIn } = useBrowser(world, { plain: true })
    const disk = useDisk()
    const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' }).first()

    it('take a dropped tree whole: many files in one folder, folders without any, names of all scripts', async () => {
      const ann = await world.person()
      const { page, look, end } = await signIn(ann.email, '/')
      await page.getByText('This folder is empty').waitFor()
      for (let n = 0; n < 250; n++) disk(`tree/photos/${n}.txt`, `photo ${n}`)
      disk('tree/nothing/inside')
      const names = [
        'Ωμέγα.txt',
        '文件.txt',
        'наука.txt',
        'عربي.txt',
        'ไทย.txt',
        '🗂️ emoji.txt',
        'é e\u0301.txt',
      ]
      for (const name of names) disk(`tree/scripts/${name}`, name)
      await dropFiles(page.getByRole('main'), [disk('tree')])
      await tray(page)
        .getByText(/^Uploading/)
        .waitFor()
      await look('uploads under way')
      // The list is there for its own use meanwhile.
      await page.getByRole('row', { name: 'tree' }).click()
      await tray(page).getByText('258 items uploaded').waitFor()
      // What is read aloud of it makes the page no longer: it would move aside for a bar to scroll by.
      assert.equal(await page.evaluate('document.documentElement.scrollHeight - innerHeight'), 0)
      // One line for the folder, and not one for each of its files.
      await tray(page).getByRole('link', { name: 'Show tree in folder' }).waitFor()
      assert.equal(await tray(page).getByRole('listitem').count(), 1)
      const tree = await named(ann, TOP, 'tree')
      const photos = await named(ann, tree, 'photos')
      const { total } = await ann.call(listFolderChildren, { root_id: ann.rootId, folder_id: photos })
      assert.equal(total, 250)
      const nothing = await named(ann, tree, 'nothing')
      assert.deepEqual(
        (await childrenOf(ann, nothing)).map(({ name }) => name),
        ['inside'],
      )
      const scripts = await childrenOf(ann, await named(ann, tree, 'scripts'))
      assert.deepEqual(
        new Set(scripts.map(({ name }) => name)),
        new Set(names.map((name) => name.normalize('NFC'))),
      )
      await end()
    })

    it('ask about taken names before a byte is sent, and tell what cannot go', async () => {
      const organizationId = await world.organization({ excluded_extensions: '.$$,.113,.bat,.exe' })
      const bob = await world.person({ organizationId })
      for (const name of ['new.txt', 'both.txt', 'skip.txt']) await bob.upload(name, 'old')
      const album = await bob.call(createFolderInRoot, { root_id: bob.rootId, name: 'album' })
      const { page, look, end } = await signIn(bob.email, '/')
      await page.getByRole('row', { name: 'album' }).waitFor()
      const mine = ['new.txt', 'both.txt', 'skip.txt', 'a?\u202eb.txt', 'setup.exe', 'fine.txt'].map((name) =>
        disk(name, 'mine'),
      )
      disk('album/one.txt', 'one')
      await dropFiles(page.getByRole('main'), [...mine, disk('album')])
      const dialog = page.getByRole('dialog')
      await dialog.getByText('4 of 7 already exist').waitFor()
      await dialog.getByLabel('Decide for each').check()
      await dialog.getByLabel('What to do with both.txt').selectOption('Keep both')
      await dialog.getByLabel('What to do with skip.txt').selectOption('Skip')
      await look('names that are taken')
      await dialog.getByRole('button', { name: 'Upload' }).click()
      await tray(page).getByText('2 items could not be uploaded').waitFor()
      await tray(page).getByText('A name can’t contain these characters: ? U+202E').waitFor()
      await tray(page).getByText('.exe files aren’t allowed here.', { exact: true }).waitFor()
      // Of the kinds that nobody tried it says nothing.
      await tray(page)
        .getByText('.exe files aren’t allowed here. Your administrator decides which are.', { exact: true })
        .waitFor()
      await look('uploads that can never work')
      assert.equal(
        await tray(page)
          .getByRole('button', { name: /^Retry/ })
          .count(),
        0,
      )
      const items = await childrenOf(bob, TOP)
      assert.deepEqual(items.map(({ name }) => name).sort(), [
        'album',
        'both (2).txt',
        'both.txt',
        'fine.txt',
        'new.txt',
        'skip.txt',
      ])
      const texts = await Promise.all(
        ['new.txt', 'both.txt', 'both (2).txt', 'skip.txt'].map(async (name) =>
          (await bob.download(await named(bob, TOP, name))).toString(),
        ),
      )
      assert.deepEqual(texts, ['mine', 'old', 'mine', 'old'])
      const file_id = await named(bob, TOP, 'new.txt')
      const { total } = await bob.call(listFileRevisions, { root_id: bob.rootId, file_id })
      assert.equal(total, 2)
      assert.equal((await bob.download(await named(bob, album.id, 'one.txt'))).toString(), 'one')
      await end()

      const german = await signIn(bob.email, '/', { locale: 'de' })
      await german.page.getByRole('row', { name: 'album' }).waitFor()
      await dropFiles(german.page.getByRole('main'), [disk('c\u202ed.txt', 'mine')])
      await german.page.getByText('Ein Name darf diese Zeichen nicht enthalten: U+202E').first().waitFor()
      await german.end()
    })

    it('send of a large file that has changed only what has', async () => {
      const eve = await world.person()
      const bytes = randomBytes(9 * MIB, 'large')
      await eve.upload('large.bin', bytes)
      const { page, end } = await signIn(eve.email, '/')
      await page.getByRole('row', { name: 'large.bin' }).waitFor()
      const sent: string[] = []
      page.on('request', (request) => {
        if (['PUT', 'PATCH'].includes(request.method())) sent.push(request.url())
      })
      const changed = Buffer.concat([bytes.subarray(0, 5 * MIB), Buffer.from('!'), bytes.subarray(5 * MIB)])
      await chooseFiles(page.getByRole('button', { name: 'Upload', exact: true }).first(), [
        disk('large.bin', changed),
      ])
      await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
      await tray(page).getByText('1 item uploaded').waitFor()
      assert.equal(sent.length, 1)
      assert.equal(hashOf(await eve.download(await named(eve, TOP, 'large.bin'))), hashOf(changed))
      await end()
    })

    it('go on through a cut line, a sign-out and a reload at the byte where they were', async () => {
      const dan = await world.person()
      const { context, page, look, end } = await signIn(dan.email, '/')
      await page.getByText('This folder is empty').waitFor()
      page.on('dialog', (dialog) => void dialog.accept())
      // The second piece is cut off at first, when nobody is signed in any more; then it is on its way for ever.
      const offsets: string[] = []
      const held = Promise.withResolvers<void>()
      const tries = [
        async (route: Route) => {
          await context.clearCookies()
          await route.abort('internetdisconnected')
        },
        async () => held.resolve(),
        (route: Route) => route.continue(),
      ]
      page.on('request', (request) => {
        if (request.method() !== 'PATCH') return
        if (offsets.push(request.headers()['upload-offset'] ?? '') > 1) return
        // Not before: what is watched so goes through this process.
        void page.route('**/api/2/uploads/*', (route, request) =>
          request.method() === 'PATCH' ? tries.shift()?.(route) : route.continue(),
        )
      })
      const bytes = randomBytes(17 * MIB, 'huge')
      const file = disk('huge.bin', bytes)
      await chooseFiles(page.getByRole('button', { name: 'Upload', exact: true }).first(), [file])
      await typeInto(page.getByLabel('Password'), PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await held.promise
      await page.reload()
      await tray(page).getByText('1 upload was interrupted').waitFor()
      await look('an interrupted upload')
      await chooseFiles(page.getByRole('button', { name: 'Select the files again', exact: true }).first(), [
        disk('other.bin', 'other'),
      ])
      await tray(page).getByText('These are different files').waitFor()
      await chooseFiles(page.getByRole('button', { name: 'Select the files again', exact: true }).first(), [
        file,
      ])
      await tray(page).getByText('1 item uploaded').waitFor()
      assert.deepEqual(offsets, [0, 16 * MIB, 16 * MIB, 16 * MIB].map(String))
      assert.equal(hashOf(await dan.download(await named(dan, TOP, 'huge.bin'))), hashOf(bytes))
      // Whoever signs out is asked about what is not done, and leaves no name behind.
      const kept = async () => String(await page.evaluate(ALL_KEPT))
      // Held for ever: none of what would upload it is answered.
      await page.route('**/api/2/files/**', (route, request) =>
        request.method() === 'GET' ? route.continue() : undefined,
      )
      await chooseFiles(page.getByRole('button', { name: 'Upload', exact: true }).first(), [
        disk('secret.txt', 'secret'),
      ])
      await until(async () => (await kept()).includes('secret.txt'))
      const signOut = async () => {
        await page.getByRole('button', { name: /^Your account/ }).click()
        await page.getByRole('menuitem', { name: 'Sign out' }).click()
      }
      const dialog = page.getByRole('dialog', { name: 'Sign out?' })
      await signOut()
      await dialog.getByText('1 upload isn’t finished. If you sign out, it is cancelled.').waitFor()
      await dialog.getByRole('button', { name: 'Keep uploading' }).click()
      await dialog.waitFor({ state: 'detached' })
      await signOut()
      await dialog.getByRole('button', { name: 'Sign out and cancel uploads' }).click()
      await page.getByLabel('Password', { exact: true }).waitFor()
      const left = await kept()
      assert.ok(!/holdfast-uploads|secret|settings:/.test(left), left)
      await end()
    })

    it('of thousands leave the page free for other things', { skip: !LONG }, async (test) => {
      const fay = await world.person()
      const { page, end } = await signIn(fay.email, '/')
      await page.getByText('This folder is empty').waitFor()
      for (let n = 0; n < 5000; n++) disk(`many/${n}.txt`, `number ${n}`.padEnd(4096))
      const longest = await longestTask(page, async () => {
        await dropFiles(page.getByRole('main'), [disk('many')])
        await tray(page)
          .getByText(/of 5,000/)
          .waitFor()
        await page.getByRole('toolbar').getByRole('button', { name: 'New folder' }).click()
        await typeInto(page.getByLabel('Name of the new folder'), 'Meanwhile')
        await page.keyboard.press('Enter')
        await page.getByRole('row', { name: 'Meanwhile' }).waitFor()
        await tray(page).getByText('5,000 items uploaded').waitFor({ timeout: 600_000 })
      })
      test.diagnostic(`longest task: ${longest.toFixed(0)} ms`)
      assert.ok(longest > 0 && longest < 200, `${longest} ms`)
      await end()
    })
  })
