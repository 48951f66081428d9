import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { updatePerson } from '@holdfast/api/accounts/people'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { listRequestMissing } from '@holdfast/api/sharing/file-requests'
import { listPersonSharelinks } from '@holdfast/api/sharing/links'
import { useNotices } from '@holdfast/server/testkit/people/notices'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { PHONE, useBrowser } from './browser.ts'
import { typeInto, typeTime } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const [GINA, HUGO, IDA] = ['gina@elsewhere.test', 'hugo@elsewhere.test', 'ida@elsewhere.test'] as const

describe('file requests in a browser', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn, visit } = useBrowser(world)
  const { lettersTo, later } = useNotices(world)

  /** The page that the last mail to someone leads to. */
  async function pageOf(email: string, words: RegExp) {
    const mail = (await world.sent(email)).at(-1) ?? assert.fail(`no mail to ${email}`)
    assert.match(mail.text, words)
    const visitor = await visit({ at: world.clock.now() })
    await visitor.page.goto(/https:\S+/.exec(mail.text)?.[0] ?? assert.fail(mail.text))
    await visitor.page.getByRole('heading', { level: 1, name: 'Tax papers' }).waitFor()
    await visitor.page.getByText('Upload by Dec 31, 2036').waitFor()
    return visitor
  }

  async function answer(email: string, name: string, files: string[]) {
    const { page, end } = await pageOf(email, /is asking you to upload files for “Tax papers”/)
    await page.getByText('Everything of 2035, please.').waitFor()
    await typeInto(page.getByLabel('Your name'), name)
    await page.keyboard.press('Enter')
    const choosing = page.waitForEvent('filechooser')
    await page.locator('#files').click()
    await (await choosing).setFiles(
      files.map((file) => ({ name: file, mimeType: 'text/plain', buffer: Buffer.from(`${name}: ${file}`) })),
    )
    await page.getByText('Thank you!').waitFor()
    await end()
  }

  it('are asked of three guests, answered by two, and the third is reminded', async () => {
    const { ann } = await sharer(world)
    await ann.call(updatePerson, { person_id: ann.id, first_name: 'Ann', last_name: 'Keller' })
    await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Papers' })
    const { page, look, end } = await signIn(ann.email, '/', { at: world.clock.now() })
    await row(page, 'Papers').click()
    await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Request files…' }).click()
    const form = page.getByRole('dialog', { name: 'Request files for “Papers”' })
    await form.getByLabel('Title').and(page.locator(':focus')).waitFor()
    await typeInto(form.getByLabel('Title'), 'Tax papers')
    await typeInto(form.getByLabel('Note (optional)'), 'Everything of 2035, please.')
    await typeTime(form.getByLabel('Deadline (optional)'), '2036-12-31')
    await form.getByLabel('Create a folder for each sender').check()
    const people = form.getByRole('combobox', { name: 'Invite people' })
    for (const email of [GINA, HUGO]) {
      await typeInto(people, email)
      await page.keyboard.press(',')
    }
    await look('asking for files')
    const boxOf = async (label: string) =>
      (await form.locator('.option').filter({ hasText: label }).boundingBox()) ?? assert.fail(label)
    const [one, next] = [await boxOf('Ask senders'), await boxOf('Create a folder')]
    assert.ok(next.y - (one.y + one.height) >= 4, 'two boxes, not one')
    // The last one stays as typed: the button takes it along.
    await typeInto(people, IDA)
    await form.getByRole('button', { name: 'Create request' }).click()
    const request = page.getByRole('dialog', { name: 'File request “Tax papers”' })
    await request.getByText('Not sent yet (3)').waitFor()
    await request.getByText(/^Open until Dec 31, 2036/).waitFor()

    await answer(GINA, 'Gina Rossi', ['invoices.txt', 'receipts.txt'])
    // One sender alone is open, and stays so when another comes.
    const gina = request.getByRole('listitem').filter({ hasText: 'Gina Rossi' }).first()
    await gina.getByRole('link', { name: 'receipts.txt' }).waitFor()
    await answer(HUGO, 'Hugo', ['letter.txt'])
    // Nobody reloads anything.
    await request.getByText('Sent (2)').waitFor()
    await request.getByText('Not sent yet (1)').waitFor()
    await request.getByText(`Invited as ${HUGO}`).waitFor()
    await request.locator('summary').filter({ hasText: 'Hugo' }).locator('.icon').click()
    await request.getByRole('link', { name: 'letter.txt' }).waitFor()
    await gina.getByText(createHash('sha256').update('Gina Rossi: invoices.txt').digest('hex')).waitFor()
    await request.getByRole('button', { name: `Remind ${IDA}` }).click()
    await request.getByText('Reminder sent to 1 person').waitFor()
    await request.getByText(/ · reminded /).waitFor()
    assert.equal(await request.getByRole('button', { name: /^Remind/ }).count(), 0, 'once a day')
    await look('who has sent files')
    // Read by whom it was for: the reminder, and what was sent.
    const ida = await pageOf(IDA, /Ann Keller .* hasn’t received any files/s)
    await ida.page.getByLabel('Your name').waitFor()
    await ida.end()
    await gina.getByRole('link', { name: 'invoices.txt' }).click()
    await page.getByText('Gina Rossi: invoices.txt').waitFor()
    await page.keyboard.press('Escape')

    // One mail about all that came.
    await later()
    const letters = await lettersTo(ann)
    assert.equal(letters.length, 1, letters.map(({ subject }) => subject).join())
    for (const name of ['Gina Rossi', 'Hugo']) assert.ok(letters[0]?.text.includes(name), letters[0]?.text)

    await page.getByRole('link', { name: 'Shared links' }).click()
    const links = page.getByRole('list', { name: 'Links you created' })
    await links.getByText('File request', { exact: true }).waitFor()
    await links.getByText(/3 files from 2 senders · 1 person hasn’t sent files$/).waitFor()
    await look('a file request among links')
    await links.getByRole('button', { name: 'Actions for the link to Papers' }).click()
    await page.getByRole('menuitem', { name: 'Show request' }).click()
    await request.getByRole('button', { name: 'Close request' }).click()
    await request.getByText('Closed', { exact: true }).waitFor()
    await page.setViewportSize(PHONE)
    await look('a closed file request on a phone')
    await end()
    const [{ id } = assert.fail('no link')] = (await ann.call(listPersonSharelinks, { person_id: ann.id }))
      .results
    const { results } = await ann.call(listRequestMissing, { sharelink_id: id })
    assert.deepEqual(
      results.map(({ name }) => name),
      [IDA],
    )
  })

  it('can be made of a link that takes uploads only, and changed in the share dialog', async () => {
    const { ann } = await sharer(world)
    await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Inbox' })
    const { page, look, end } = await signIn(ann.email, '/')
    await row(page, 'Inbox').click()
    await page.keyboard.press('s')
    const share = page.getByRole('dialog', { name: 'Share “Inbox”' })
    await share.getByLabel('Anyone with the link').click()
    await share.getByRole('button', { name: 'Uploads off' }).click()
    await share.getByLabel('Upload only (visitors can’t see files)').check()
    await share.getByRole('button', { name: 'Turn into a file request…' }).click()
    const form = page.getByRole('dialog', { name: 'Request files for “Inbox”' })
    await typeInto(form.getByLabel('Title'), 'Photos')
    await form.getByRole('button', { name: 'Create request' }).click()
    const request = page.getByRole('dialog', { name: 'File request “Photos”' })
    await request.getByText('Nobody has sent files yet.').waitFor()
    await request.getByRole('button', { name: 'Edit request' }).click()
    await typeInto(request.getByLabel('Title'), 'Pictures')
    await request.getByRole('button', { name: 'Save' }).click()
    const changed = page.getByRole('dialog', { name: 'File request “Pictures”' })
    await changed.getByRole('button', { name: 'Done' }).click()
    // What asks for files is not the link to the folder.
    await page.keyboard.press('s')
    await share.getByText('nothing sent yet').waitFor()
    await share.getByLabel('No public link').and(page.locator(':checked')).waitFor()
    // What it collects is seen by nobody who comes through it.
    assert.equal(await share.getByText('anyone with that link').count(), 0)
    await look('a folder with a file request')
    await end()
    const { results } = await ann.call(listPersonSharelinks, { person_id: ann.id })
    assert.deepEqual(
      results.map((link) => link.type === 'folder_sharelink' && [link.upload_only, link.upload_notify]),
      [[true, true]],
    )
  })
})
