import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createFolderInRoot, listFolderChildren } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { listPersonSharelinks } from '@holdfast/api/sharing/links'
import { ENTER, ESCAPE, Firefox } from '@holdfast/server/testkit/browser/firefox'
import { Clock } from '@holdfast/server/testkit/servers/clock'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { untilFound } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

/** Another browser is large to install, and slow to start. */
const LONG = process.env.TESTKIT_SOAK !== undefined
const PICTURES = process.env.TESTKIT_SCREENSHOTS
const DAYS = 3
const SHARE = { role: 'dialog', name: 'Share “new.txt”' }

describe('the app in Firefox', { skip: !LONG }, () => {
  // This browser has the real time, and what happens in the past ends there.
  const world = useWorld(STACKS[0] as Stack, { clock: new Clock(Date.now() - DAYS * 86_400_000) })
  let firefox: Firefox
  let disk: string
  before(async () => {
    disk = await mkdtemp(path.join(tmpdir(), 'holdfast-firefox-disk-'))
    firefox = await Firefox.open()
  })
  after(async () => {
    await firefox?.close()
    await rm(disk, { recursive: true })
  })
  const look = async (name: string) => {
    if (PICTURES) await writeFile(path.join(PICTURES, `firefox ${name}.png`), await firefox.picture())
  }

  /** A folder with a file that was changed a day later; then it is today. */
  async function past() {
    const organizationId = await world.organization({ user_rollback: true, excluded_extensions: '' })
    const [ann, bob] = [await world.person({ organizationId }), await world.person({ organizationId })]
    const { id: folder } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
    const offer = await ann.upload('offer.txt', 'the first offer', folder)
    world.clock.advance({ days: 1 })
    const file = { name: 'offer.txt', bytes: new Blob(['the second offer']) }
    await ann.call(uploadRevision, { root_id: ann.rootId, file_id: offer.id, file })
    world.clock.advance({ days: DAYS - 1 })
    return { ann, bob, folder, offer: offer.id }
  }
  const contents = async (who: Someone, folder_id: EntryId) => {
    const there = { root_id: who.rootId, folder_id, include_deleted: false }
    const { results } = await who.call(listFolderChildren, there)
    const texts = results.map(async ({ id, name }) => [name, String(await who.download(id))])
    return Object.fromEntries(await Promise.all(texts)) as Record<string, string>
  }

  it('signs in, uploads, shares, and goes back in time', async () => {
    const { ann, bob, folder, offer } = await past()
    const now = { 'offer.txt': 'the second offer', 'new.txt': 'from Firefox' }

    await firefox.go(`${world.url}/account/sign-in`)
    await firefox.typeInto({ role: 'textbox', name: 'Email address' }, ann.email)
    await firefox.typeInto('input[type=password]', PASSWORD)
    await firefox.keys(ENTER)
    await firefox.click(`#item-${folder}`, 2)
    await firefox.see(`#item-${offer}`)
    await look('folder')

    await writeFile(path.join(disk, 'new.txt'), 'from Firefox')
    await firefox.chooseFiles({ role: 'button', name: 'Upload' }, [path.join(disk, 'new.txt')])
    const uploaded = await untilFound(async () => {
      const { results } = await ann.call(listFolderChildren, { root_id: ann.rootId, folder_id: folder })
      return results.find(({ name }) => name === 'new.txt')
    })
    await firefox.click(`#item-${uploaded.id}`)
    assert.deepEqual(await contents(ann, folder), now)
    await look('uploaded')

    await firefox.keys('s')
    await firefox.see(SHARE)
    await firefox.keys(...bob.email.slice(0, bob.email.indexOf('@') + 1), ENTER)
    await firefox.read('“new.txt” shared with Pat Doe')
    await firefox.click({ role: 'radio', name: 'Anyone with the link No sign-in needed' })
    await firefox.read('Anyone with the link can view and download.')
    await firefox.click({ role: 'button', name: 'Copy link' })
    await firefox.read('Link copied')
    await look('share')
    await firefox.keys(ESCAPE)
    await firefox.gone(SHARE)
    const { results: links } = await ann.call(listPersonSharelinks, { person_id: ann.id })
    assert.deepEqual(links.flatMap(({ subscribers }) => subscribers).length, 1)

    // All of the page anew, with what the browser has kept of it.
    await firefox.go(`${world.url}/files/${ann.rootId}/${folder}`)
    await firefox.click(`#item-${offer}`)
    await firefox.keys(ESCAPE, 'h')
    await firefox.see({ role: 'heading', name: 'Time machine: Plans' })
    await firefox.click('[role=option][aria-label$=": 2 changes"]')
    await firefox.gone(`#item-${uploaded.id}`)
    await look('time machine')
    await firefox.click(`#item-${offer}`, 2)
    await firefox.read('the first offer')
    await look('viewer of the past')
    await firefox.keys(ESCAPE)
    await firefox.gone('dialog')

    // The focus is back in the list: the key takes back what is chosen there.
    await firefox.keys(ESCAPE)
    await firefox.click({ role: 'button', name: 'Restore this folder…' })
    await firefox.click({ role: 'button', name: 'Restore' })
    await firefox.read('“Plans” restored to')
    await look('restored')
    assert.deepEqual(await contents(ann, folder), { 'offer.txt': 'the first offer' })
    await firefox.click({ role: 'button', name: 'Undo' })
    await firefox.read('Undone')
    assert.deepEqual(await contents(ann, folder), now)
    assert.deepEqual(firefox.complaints, [])
  })
})
