import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createGroup } from '@holdfast/api/accounts/groups'
import { createShare } from '@holdfast/api/sharing/shares'
import { parseSent } from '@holdfast/server/testkit/servers/outbox'
import { type PostOffice, startPostOffice } from '@holdfast/server/testkit/servers/post-office'
import { STACKS, type Stack, USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, useWorld, type WorldOptions } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { pressUndo, useBrowser } from './browser.ts'
import { goToList, typeInto } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Share “${name}”` })

for (const stack of USUAL_STACKS)
  describe(`sharing with people on ${stack.name}`, () => {
    let post: PostOffice
    const config: NonNullable<WorldOptions['config']> = {}
    before(async () => {
      post = await startPostOffice()
      post.open()
      config.smtpUrl = post.url
    })
    const world = useWorld(stack, { config })
    const { signIn, visit } = useBrowser(world)
    after(() => post.close())
    // What it looks like does not depend on what keeps the data.
    const looks = stack === STACKS[0]

    it('lets a person, a group and an unknown address in, who comes as a guest by the mail and sees just that', async () => {
      const organizationId = await world.organization({ excluded_extensions: '', num_users_maximum: 3 })
      const ann = await world.person({ organizationId, siteAdmin: true })
      const bob = await world.person({ organizationId })
      const cyd = await world.person({ organizationId })
      await ann.call(createGroup, { company_id: organizationId, name: 'Roofers', members: [cyd.id] })
      await ann.upload('plan.txt', 'the plan')
      await ann.upload('secret.txt', 'not for others')
      const { page, look, end } = await signIn(ann.email, '/')
      await row(page, 'plan.txt').click()
      await page.keyboard.press('s')
      const share = dialog(page, 'plan.txt')
      const field = share.getByLabel('Add people')
      const add = async (text: string, option: string | RegExp) => {
        await typeInto(field, text)
        await page.getByRole('option', { name: option }).click()
      }
      await add(bob.email.slice(0, -5), bob.email)
      await add('roo', 'Roofers')
      await share.getByLabel('Access', { exact: true }).selectOption('edit')
      await share.getByRole('button', { name: 'Share', exact: true }).click()
      await share.getByText(/^Pat Doe \d+.* and Roofers can view and edit\.$/).waitFor()
      await typeInto(field, 'nobody at all')
      await page.keyboard.press('Enter')
      await share.getByText('“nobody at all” isn’t a valid email address.').waitFor()
      await typeInto(field, 'gina@elsewhere.test')
      await page.keyboard.press(',')
      await share.getByRole('button', { name: 'Add a message' }).click()
      await typeInto(share.getByLabel('Message'), 'Please have a look, Gina.')
      if (looks) await look('choosing whom to share with')
      await share.getByLabel('Access', { exact: true }).selectOption('look')
      await share.getByRole('button', { name: 'Share', exact: true }).click()
      await share.getByText('gina@elsewhere.test can view and download.').waitFor()
      await share.getByRole('button', { name: 'Remove gina@elsewhere.test' }).waitFor({ state: 'detached' })
      const people = share.getByRole('list', { name: 'Shared with' })
      await people.getByText('Guest').waitFor()
      if (looks) await look('shared with people')

      await share.getByRole('button', { name: 'Stop sharing with Roofers' }).click()
      await share.getByText('“plan.txt” is no longer shared with Roofers').waitFor()
      await pressUndo(page)
      await people.getByText('Roofers', { exact: true }).waitFor()
      await people.getByLabel('Access for Roofers').selectOption('look')
      await share.getByText('gina@elsewhere.test and Roofers can view and download.').waitFor()
      await page.keyboard.press('Escape')
      await share.waitFor({ state: 'detached' })
      await goToList(page)
      await page.keyboard.press('i')
      await page.getByRole('tab', { name: 'Access' }).click()
      const panel = page.getByRole('tabpanel', { name: 'Access' })
      await panel
        .getByText(/Through a link to it .*, shared with “Roofers”/)
        .first()
        .waitFor()
      await typeInto(panel.getByLabel('Check access'), bob.email.slice(0, -5))
      await page.getByRole('option', { name: bob.email }).click()
      await panel.getByRole('status').getByText('can edit').waitFor()
      if (looks) await look('who can open what people share')

      await page.keyboard.press('Control+k')
      await page.keyboard.type(bob.email.slice(0, -5))
      await page.getByRole('option', { name: bob.email }).click()
      await page.getByRole('heading', { level: 1, name: 'You and Pat Doe' }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'plan.txt' }).waitFor()
      if (looks) await look('what two people share')
      await page.getByRole('button', { name: 'Notifications: 1 new' }).click()
      await page
        .getByRole('dialog', { name: 'Notifications' })
        .getByText('3 of 3 accounts are in use')
        .waitFor()
      await end()

      const theirs = await signIn(cyd.email, '/shared')
      await theirs.page.getByRole('heading', { name: 'From Pat Doe' }).waitFor()
      await theirs.page.getByRole('main').getByRole('link', { name: 'plan.txt' }).waitFor()
      await theirs.page.getByRole('button', { name: 'Notifications: 1 new' }).click()
      const notices = theirs.page.getByRole('dialog', { name: 'Notifications' })
      await notices.getByRole('link', { name: /plan\.txt.*new/ }).waitFor()
      if (looks) await theirs.look('notices', true)
      await theirs.page.keyboard.press('Escape')
      await theirs.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
      await theirs.end()

      await world.runJobs()
      const letters = () => post.received.map(parseSent).filter(({ to }) => to === 'gina@elsewhere.test')
      await until(() => letters().length > 0)
      const [letter] = letters()
      assert.match(letter?.text ?? '', /Please have a look, Gina\./)
      const [address] = /https:\S+/.exec(letter?.text ?? '') ?? assert.fail(letter?.text)
      const guest = await visit()
      await guest.page.goto(address)
      for (const entry of await guest.page.locator('input[type=password]').all())
        await typeInto(entry, PASSWORD)
      await guest.page.getByRole('button', { name: /Set password/ }).click()
      await guest.page.getByRole('link', { name: 'Download' }).waitFor()
      await guest.open('/')
      await guest.page.getByRole('heading', { name: /You are a guest of/ }).waitFor()
      await guest.page.getByRole('main').getByRole('link', { name: 'plan.txt' }).waitFor()
      assert.deepEqual(await guest.page.getByRole('main').getByRole('link').allInnerTexts(), [
        'plan.txt\n8\u00a0B',
      ])
      if (looks) await guest.look('the home of a guest')
      await guest.page.getByRole('main').getByRole('link', { name: 'plan.txt' }).click()
      await guest.page.getByRole('link', { name: 'Download' }).waitFor()
      await guest.end()
    })
  })

describe('team shares in a browser', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn } = useBrowser(world)

  it('take people in with a role; who is of another organization accepts, declines or leaves', async () => {
    const organizationId = await world.organization()
    const ann = await world.person({ organizationId })
    const bob = await world.person({ organizationId })
    const eve = await world.person({ organizationId: await world.organization() })
    const make = (name: string) =>
      ann.call(createShare, {
        organization_id: organizationId,
        name,
        subscribers: [[ann.id, 'all', 'CO_OWNER']],
        ...(name !== 'Harbour' && { external_subscribers: [[eve.email, 'VIEWER']] }),
      })
    const { id } = await make('Harbour')
    await make('Market')
    const { page, look, end } = await signIn(ann.email, `/files/${id}/0`)
    await page.getByRole('button', { name: 'Share…' }).click()
    const share = dialog(page, 'Harbour')
    await share.getByText('You are the only member.').waitFor()
    const field = share.getByLabel('Add people')
    await typeInto(field, bob.email.slice(0, -5))
    await page.getByRole('option', { name: bob.email }).click()
    await share.getByLabel('Role', { exact: true }).selectOption('UPLOADER')
    await share.getByLabel('Devices', { exact: true }).selectOption('web')
    await share.getByRole('button', { name: 'Share', exact: true }).click()
    await share.getByText(/ can upload files, but not see any\./).waitFor()
    await share.getByLabel(/^Role of/).selectOption('EDITOR')
    await share.getByText(/ can view, edit, and delete\./).waitFor()
    await pressUndo(page)
    await share.getByText(/ can upload files, but not see any\./).waitFor()
    await typeInto(field, 'nobody@nowhere.test')
    await page.keyboard.press('Enter')
    await share.getByText('has no account here').waitFor()
    // Who was not added is not left behind unnoticed.
    await share.getByRole('button', { name: 'Done' }).click()
    await share.getByText('nobody@nowhere.test hasn’t been added yet. Choose “Share”').waitFor()
    await field.and(page.locator(':focus')).waitFor()
    await share.getByRole('button', { name: 'Remove nobody@nowhere.test' }).click()
    await share.getByLabel('Role', { exact: true }).selectOption('EDITOR')
    await typeInto(field, eve.email)
    await page.keyboard.press('Enter')
    await share.getByText('invited, no answer yet').waitFor()
    await share.getByText(`${eve.email} was invited and hasn’t answered yet.`).waitFor()
    await look('a team share and who takes part')
    await end()

    const hers = await signIn(eve.email, '/')
    await hers.page.getByRole('button', { name: 'Notifications: 2 new' }).click()
    await hers.page.getByRole('link', { name: 'You are invited to “Harbour”' }).click()
    await hers.page.getByRole('heading', { level: 1, name: 'Invitations' }).waitFor()
    await hers.page.reload()
    const card = (name: string) => hers.page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await card('Harbour').getByText('As Editor you can view, edit, and delete.').waitFor()
    await hers.look('invitations')
    await card('Harbour').getByRole('button', { name: 'Accept' }).click()
    await hers.page.getByRole('navigation').getByRole('link', { name: 'Harbour' }).first().waitFor()
    await card('Market').getByRole('button', { name: 'Decline' }).click()
    await card('Market').getByRole('button', { name: 'Accept anyway' }).waitFor()
    await hers.look('invitations that were answered')
    await hers.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await card('Harbour').getByRole('link', { name: 'Harbour' }).click()
    await hers.page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()
    await hers.page.getByRole('button', { name: 'New folder' }).first().waitFor()
    assert.equal(await hers.page.getByRole('button', { name: 'Share…' }).count(), 0, 'editors do not share')
    await hers.open('/shared')
    await card('Harbour').getByRole('button', { name: 'Leave' }).click()
    await hers.page.getByText('You left “Harbour”').waitFor()
    await hers.page
      .getByRole('navigation')
      .getByRole('link', { name: 'Harbour' })
      .first()
      .waitFor({ state: 'detached' })
    await pressUndo(hers.page)
    await hers.page.getByRole('navigation').getByRole('link', { name: 'Harbour' }).first().waitFor()
    await hers.end()
  })
})
