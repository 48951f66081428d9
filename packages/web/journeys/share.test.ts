import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { formatDate } from '@holdfast/api/time'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { pressUndo, reachUndo, useBrowser } from './browser.ts'
import { goToList, typeInto, typeTime } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Share “${name}”` })
const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()') as Promise<string>

/** Counts what a person does: presses of buttons and keys. What is typed into a field is not counted. */
function counting(page: Page) {
  let clicks = 0
  return {
    click: (name: Parameters<Page['locator']>[0] | ReturnType<Page['getByRole']>) => {
      clicks++
      return typeof name === 'string' ? page.locator(name).click() : name.click()
    },
    press: (key: string) => {
      clicks++
      return page.keyboard.press(key)
    },
    clicks: () => clicks,
  }
}

describe('links in a browser', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn, visit } = useBrowser(world)
  /** What someone without an account sees of an address. */
  async function stranger(address: string) {
    const visitor = await visit()
    await visitor.page.goto(address)
    return visitor
  }

  it('are made and copied in two clicks, and undone', async () => {
    const { ann } = await sharer(world)
    const { page, end } = await signIn(ann.email, '/', { at: world.clock.now() })
    await row(page, 'plan.txt').waitFor()
    const { click, press, clicks } = counting(page)
    await click(row(page, 'plan.txt'))
    await press('l')
    await page.getByText('Link to “plan.txt” created and copied. Anyone with the link can open it.').waitFor()
    assert.equal(clicks(), 2)
    const address = await copied(page)
    await reachUndo(page)
    const first = await stranger(address)
    await first.page.getByRole('link', { name: 'Download' }).waitFor()
    await row(page, 'plan.txt').getByText('Shared by link').waitFor({ state: 'attached' })
    await goToList(page)
    await press('l')
    await page.getByText('Link copied').waitFor()
    assert.equal(await copied(page), address, 'the same one again')
    await pressUndo(page)
    await first.page.reload()
    await first.page.getByRole('heading', { name: 'You can’t open this link' }).waitFor()
    await first.end()
    await end()
  })

  it('take limits, show who can open what and why, and end', async () => {
    const { ann } = await sharer(world)
    const { page, look, end } = await signIn(ann.email, '/', { at: world.clock.now() })
    await row(page, 'plan.txt').waitFor()
    const lastDay = formatDate(world.clock.now() + 30 * 86_400_000)
    const { click, press, clicks } = counting(page)
    await click(row(page, 'plan.txt'))
    await press('s')
    const share = dialog(page, 'plan.txt')
    await share.getByText('Only you have access.').waitFor()
    await look('sharing nothing yet')
    await click(share.getByLabel('Anyone with the link'))
    await share.getByText('Anyone with the link can view and download.').waitFor()
    await click(share.getByRole('button', { name: 'No password' }))
    await typeInto(share.getByLabel('Password', { exact: true }), 'sesame')
    await click(share.getByRole('button', { name: 'No expiry' }))
    await typeTime(share.getByLabel('Expires after'), lastDay)
    await click(share.getByRole('button', { name: 'Copy link' }))
    assert.equal(clicks(), 6)
    await share.getByText(/and the password can view and download\. Expires [^.]+ \d{4}\./).waitFor()
    await share.getByRole('button', { name: 'Unlimited downloads' }).click()
    await typeInto(share.getByLabel('Download limit'), '1')
    await page.keyboard.press('Enter')
    await share.getByText(/and the password can .* \(at most 1 download\)\. Expires /).waitFor()
    await look('sharing with limits')
    await share.getByRole('button', { name: 'Done' }).click()
    await share.waitFor({ state: 'detached' })

    // Who can open it, and why: the file is chosen already.
    await goToList(page)
    await page.keyboard.press('i')
    await page.getByRole('tab', { name: 'Access' }).click()
    const panel = page.getByRole('tabpanel', { name: 'Access' })
    await panel.getByText('owner of these files').waitFor()
    await panel.getByText(/Through a link to it from .*, with a password, expires/).waitFor()
    const everybody = panel.getByRole('listitem')
    assert.match(await everybody.first().innerText(), /^Anyone with the link/, 'first of all')
    await look('who can open a file')

    const address = await copied(page)
    const other = await stranger(address)
    await typeInto(other.page.getByLabel('Password'), 'sesame')
    await other.page.keyboard.press('Enter')
    const [saved] = await Promise.all([
      other.page.waitForEvent('download'),
      other.page.getByRole('link', { name: 'Download' }).click(),
    ])
    assert.equal(saved.suggestedFilename(), 'plan.txt')

    await page.getByRole('tab', { name: 'Links' }).click()
    await page.getByRole('tabpanel').getByText('1 of 1 downloads').waitFor()
    await look('the links of a file')

    await page.getByRole('link', { name: 'Shared links' }).click()
    const links = page.getByRole('list', { name: 'Links you created' })
    await links.getByText('limit reached').waitFor()
    await links.getByText(/, 1 download/).waitFor()
    await links.getByRole('button', { name: 'Actions for the link to plan.txt' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await share.getByText('The link has reached its download limit').waitFor()
    await share.getByRole('button', { name: '1 of 1 downloads' }).click()
    await share.getByRole('button', { name: 'Remove limit' }).click()
    await share.getByText(/and the password can view and download\. Expires/).waitFor()
    await share.getByRole('button', { name: 'Done' }).click()
    await links.getByText('anyone with the link').waitFor()
    await look('links that someone made')
    await links.getByRole('button', { name: 'Actions for the link to plan.txt' }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    const one = page.getByRole('dialog', { name: 'Link to “plan.txt”' })
    await one.getByText('anyone with the link').waitFor()
    await look('one link')
    const itsAddress = page.url()
    assert.match(itsAddress, /\/links\/\d+$/)
    await page.goBack()
    await one.waitFor({ state: 'detached' })
    await page.goto(itsAddress)
    await one.getByRole('button', { name: 'Copy link' }).click()
    assert.equal(await copied(page), address)
    await page.goto(`${world.url}/links/999999`)
    await page.getByRole('dialog', { name: 'Link not found' }).waitFor()
    await look('a link that is not there')
    await page.keyboard.press('Escape')
    await links.getByRole('button', { name: 'Turn off' }).click()
    await links.getByText('Off', { exact: true }).waitFor()
    await reachUndo(page)
    await other.page.goto(address)
    await other.page.getByRole('heading', { name: 'You can’t open this link' }).waitFor()
    await pressUndo(page)
    await links.getByText('anyone with the link').waitFor()
    await other.page.goto(address)
    await other.page.getByRole('link', { name: 'Download' }).waitFor()
    await links.getByRole('checkbox').check()
    await page.getByText('1 link selected').waitFor()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await look('deleting a link')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No links yet').waitFor()
    await look('no links')
    await other.page.goto(address)
    await other.page.getByRole('heading', { name: 'You can’t open this link' }).waitFor()
    await other.end()
    await end()
  })

  it('to folders take files that nobody else sees; what is above counts below', async () => {
    const { ann } = await sharer(world)
    const { id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Inbox' })
    await ann.upload('first.txt', '1', id)
    const { page, end } = await signIn(ann.email, `/files/${ann.rootId}/${id}`)
    await row(page, 'first.txt').waitFor()
    await page.getByRole('button', { name: 'Share…' }).click()
    const share = dialog(page, 'Inbox')
    await share.getByLabel('Anyone with the link').click()
    await share.getByRole('button', { name: 'Uploads off' }).click()
    await share.getByLabel('Upload only (visitors can’t see files)').check()
    await share.getByText('Anyone with the link can upload files, but not see any.').waitFor()
    await share.getByLabel('Upload only (visitors can’t see files)').uncheck()
    await share.getByText('Anyone with the link can view, download, and upload.').waitFor()
    await share.getByRole('button', { name: 'Done' }).click()
    await share.waitFor({ state: 'detached' })
    await row(page, 'first.txt').click()
    await goToList(page)
    await page.keyboard.press('s')
    await dialog(page, 'first.txt')
      .getByText('Also through a link to “Inbox”: anyone with that link.')
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'first.txt').waitFor({ state: 'detached' })
    await goToList(page)
    await page.keyboard.press('i')
    await page.getByRole('tab', { name: 'Access' }).click()
    await page.getByText('through a link to “/Inbox” from').waitFor()
    await end()
  })

  it('are only for those who sign in where the policy says so, and not made where it does not let one', async () => {
    const { ann } = await sharer(world, { secure_shares: true })
    const { page, look, end } = await signIn(ann.email, '/')
    await row(page, 'plan.txt').click()
    await page.keyboard.press('l')
    const share = dialog(page, 'plan.txt')
    await share.getByText('Your organization requires sign-in').waitFor()
    assert.equal(await share.getByLabel('Anyone with the link').count(), 0)
    await look('sharing where links are private')
    await end()

    const { ann: bob } = await sharer(world, { user_create_shares: false })
    const second = await signIn(bob.email, '/')
    await row(second.page, 'plan.txt').click()
    await second.page.keyboard.press('s')
    await second.page.getByText('doesn’t allow sharing by link').waitFor()
    assert.equal(await dialog(second.page, 'plan.txt').getByLabel('Add people').count(), 0)
    await second.end()
  })
})
