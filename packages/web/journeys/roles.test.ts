import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOrganization } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import { createFolderInRoot, uploadToRoot } from '@holdfast/api/files/files'
import { createShare, type Role } from '@holdfast/api/sharing/shares'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('a role in a team share', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  /** Ann looks after a team share, in which Udo has a role. */
  async function office(role: Role) {
    const home = await world.organization()
    const named = async (first_name: string, last_name: string) => {
      const someone = await world.person({ organizationId: home })
      await someone.call(updatePerson, { person_id: someone.id, first_name, last_name })
      return someone
    }
    const [ann, udo] = [await named('Ann', 'Keller'), await named('Udo', 'Brandt')]
    const { id: root_id } = await ann.call(createShare, {
      ...{ organization_id: home, name: 'Inbox' },
      subscribers: [
        [ann.id, 'all', 'CO_OWNER'],
        [udo.id, 'all', role],
      ],
    })
    return { home, ann, udo, root_id }
  }

  it('to upload only shows a receipt, and claims of nothing that it did not happen', async () => {
    const { ann, udo, root_id } = await office('UPLOADER')
    await ann.call(createFolderInRoot, { root_id, name: 'Invoices' })
    const { page, look, end } = await signIn(udo.email, `/files/${root_id}/0`, { at: world.clock.now() })
    await row(page, 'Invoices').waitFor()
    await page.getByText('You can add files here. You won’t see them afterwards').waitFor()
    await page.getByText('Files that you add are listed here.').waitFor()
    for (const name of ['Sort by', 'Grid view']) assert.equal(await button(page, name).count(), 0, name)
    assert.equal(await page.getByRole('columnheader').count(), 0)
    assert.equal(await row(page, 'Invoices').getByText('0 B').count(), 0)
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'Upload').click()
    await (await choosing).setFiles([
      { name: 'Rechnung 🧾.txt', mimeType: 'text/plain', buffer: Buffer.from('due') },
    ])
    const added = page.getByRole('region', { name: 'You added' })
    await added.getByText('Rechnung 🧾.txt').waitFor()
    await added.getByText('3 B').waitFor()
    await added.getByText('For more access, ask Ann Keller.').waitFor()
    const uploads = page.getByRole('region', { name: 'Uploads' }).first()
    await uploads.getByText('Rechnung 🧾.txt').waitFor()
    assert.equal(await uploads.getByRole('link').count(), 0, 'it leads to nothing')
    await look('files that an uploader added')

    await page.getByRole('link', { name: 'Changes' }).click()
    await page.getByRole('heading', { name: 'No changes to show' }).waitFor()
    await page.getByText('You can’t see changes in Inbox, because you can only add files there.').waitFor()
    await look('changes of an uploader')
    await page.getByRole('link', { name: 'Recent' }).click()
    await page.getByText('You can’t see changes in Inbox').waitFor()

    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    assert.equal(await page.evaluate("JSON.stringify(localStorage).includes('Rechnung')"), false)
    await end()
  })

  it('to view only is said beside the name, with whom to ask', async () => {
    const { ann, udo, root_id } = await office('PREVIEWER')
    await ann.call(uploadToRoot, { root_id, file: { name: 'Offer.docx', bytes: new Blob(['x']) } })
    const { page, look, end } = await signIn(udo.email, `/files/${root_id}/0`)
    await row(page, 'Offer.docx').click()
    await page.getByText('You can’t download files here').waitFor()
    await look('what someone selected who can only view')
    await button(page, 'You can view only').click()
    const hint = page.getByRole('dialog', { name: 'You can view only' })
    await hint.getByText('You can view files in the browser. You can’t download or change them.').waitFor()
    await hint.getByText('For more access, ask Ann Keller.').waitFor()
    await look('what a role means', true)
    await page.keyboard.press('Escape')
    await hint.waitFor({ state: 'detached' })
    await row(page, 'Offer.docx').dblclick()
    const viewer = page.getByRole('dialog', { name: 'Offer.docx' })
    await viewer.getByText('so you can’t open it in another app either').waitFor()
    await viewer.getByText('For more access, ask Ann Keller.').waitFor()
    await look('a file that cannot be shown to someone who can only view')
    await end()
  })

  it('is told with the names of those who have it', async () => {
    const { ann, home, root_id } = await office('UPLOADER')
    const { page, look, end } = await signIn(ann.email, `/files/${root_id}/0`)
    await button(page, 'You manage this share').waitFor()
    await button(page, 'Share…').click()
    const meaning = page.getByRole('dialog').getByRole('status').last()
    await meaning.getByText('Udo Brandt can upload files, but not see any.').waitFor()
    await meaning.getByText('Ann Keller can view, edit, delete, and share files, and add people.').waitFor()
    assert.doesNotMatch(await meaning.innerText(), /see everything|1 person/)
    await look('members of a team share', true)
    await end()

    const admin = await world.admin()
    const { name } = await admin.call(getOrganization, { organization_id: String(home) })
    const above = await signIn('admin@localhost', `/files/${root_id}/0`)
    await button(above.page, 'You manage members').click()
    const hint = above.page.getByRole('dialog', { name: 'You manage members' })
    await hint.getByText('You can view files and manage members, but not change files.').waitFor()
    await hint.getByText(`This team share belongs to ${name}.`).waitFor()
    await above.look('what an administrator may do in a team share of another organization', true)
    await above.page.keyboard.press('Escape')
    await button(above.page, 'Share…').click()
    const members = above.page.getByRole('dialog').getByRole('list', { name: 'Members' })
    await members.getByText('Ann Keller', { exact: true }).waitFor()
    await above.end()
  })
})
