import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGuest } from '@holdfast/api/accounts/guests'
import { lockFile } from '@holdfast/api/files/file-locks'
import { renameFile } from '@holdfast/api/files/file-places'
import { createFolderInRoot, deleteFile, uploadToRoot } from '@holdfast/api/files/files'
import { addSharelinkSubscriber, shareFile } from '@holdfast/api/sharing/links'
import { createShare, ROLES, type Role } from '@holdfast/api/sharing/shares'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { codeOf, enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import { STACKS, type Stack, USUAL_STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'
import { typeInto } from './hands.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })

for (const stack of USUAL_STACKS)
  describe(`the way into the app on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { visit } = useBrowser(world)

    it('leads through a second step to where one wanted to go, and out in all tabs', async () => {
      const ann = await world.person()
      const { id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
      await ann.upload('deep.txt', 'x', id)
      const keys = await enableTwoStep(world, ann, 'authenticator')
      const { page, context, open, look, end } = await visit()
      await open(`/files/${ann.rootId}/${id}?sort=size`)
      await typeInto(page.getByLabel('Email'), ann.email)
      await typeInto(page.getByLabel('Password'), PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      world.clock.advance({ minutes: 1 })
      await typeInto(page.getByLabel(/code/i), codeOf(world, keys))
      await page.getByRole('button').first().click()
      await row(page, 'deep.txt').waitFor()
      assert.ok(page.url().endsWith(`/files/${ann.rootId}/${id}?sort=size`))
      await look('a folder by its address')

      const second = await context.newPage()
      await second.goto(world.url)
      const plans = (await second.getByRole('row', { name: 'Plans' }).boundingBox()) ?? assert.fail('no row')
      const account = page.getByRole('button', { name: 'Your account' })
      await account.click()
      await page.getByRole('menuitemradio', { name: 'Dark' }).click()
      await page.reload()
      await page.locator('html[data-theme=dark]').waitFor()
      await account.click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByLabel('Password').waitFor()
      // It may know already, and say so in front of the row.
      await second.mouse.dblclick(plans.x + 200, plans.y + 10)
      await second.getByRole('heading', { name: 'You were signed out' }).waitFor()
      await second.close()
      await end()
    })
  })

describe('places in the app', () => {
  const world = useWorld(STACKS[0] as Stack)
  const { signIn, visit } = useBrowser(world)

  it('are what their address says, and Back and Forward walk through them', async () => {
    const ann = await world.person()
    const { id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
    const first = await ann.upload('one.txt', '1', id)
    const second = await ann.upload('two.txt', '2', id)
    const { page, end, look } = await signIn(ann.email, `/files/${ann.rootId}/${id}?sel=${second.id}`)
    await page.locator('.item-selected', { hasText: 'two.txt' }).waitFor()
    await page.getByText('1 selected').waitFor()
    await ann.call(deleteFile, { root_id: ann.rootId, file_id: first.id })
    await row(page, 'one.txt').waitFor({ state: 'detached' })
    await page.goto(`${world.url}/files/${ann.rootId}/${id}?as_of=3`)
    await row(page, 'one.txt').waitFor()
    await page.getByRole('button', { name: 'Now' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Upload' }).count(), 0, 'the past is looked at only')
    await look('a folder as it was')
    await page.getByRole('button', { name: 'Now' }).click()
    await row(page, 'one.txt').waitFor({ state: 'detached' })
    await page.goBack()
    await row(page, 'one.txt').waitFor()
    await page.goForward()
    await row(page, 'one.txt').waitFor({ state: 'detached' })
    await page.goto(`${world.url}/open/${ann.rootId}/${id}`)
    await row(page, 'two.txt').waitFor()
    await page.goto(`${world.url}/files/${ann.rootId}/99999`)
    await page.getByRole('heading', { name: 'Can’t find this item' }).waitFor()
    await look('a deleted item')
    await page.goto(`${world.url}/team`)
    await page.getByText('No team shares yet').waitFor()
    await look('no team shares')
    await page.goto(`${world.url}/shared`)
    await page.getByText('Nothing shared with you yet').waitFor()
    await look('nothing shared')
    await end()
  })

  it('of a guest are what is shared with it', async () => {
    const { ann, organizationId, at } = await sharer(world)
    const guest = { email: 'gus@example.test', first_name: 'Gus', last_name: 'Guest', password: PASSWORD }
    await (await world.admin()).call(createGuest, { company_id: organizationId, ...guest })
    const link = await ann.call(shareFile, { ...at, login_required: true })
    await ann.call(addSharelinkSubscriber, { sharelink_id: link.id, email: guest.email })
    const { page, look, end } = await signIn(guest.email, '/')
    const card = page.getByRole('main').getByRole('link')
    await card.waitFor()
    assert.match(page.url(), /\/shared$/)
    for (const name of ['My files', 'Team shares'])
      assert.equal(await page.getByRole('link', { name }).count(), 0, name)
    await look('the home of a guest')
    await card.click()
    await page.getByRole('link', { name: 'Download' }).waitFor()
    await page.goto(`${world.url}/files/${ann.rootId}/0`)
    await page.getByRole('main').getByRole('heading').waitFor()
    assert.equal(await page.getByRole('row').count(), 0, 'nothing else of the sharer')
    await end()
  })

  it('let in neither a style nor a script that was put into the page, and such a journey fails', async () => {
    const ann = await world.person()
    const { page, complaints, end } = await signIn(ann.email, '/', { plain: true })
    await page.getByText('This folder is empty').waitFor()
    for (const injected of [
      "document.querySelector('h1').setAttribute('style', 'color: red')",
      "document.head.append(Object.assign(document.createElement('style'), { textContent: 'h1 { color: red }' }))",
      "document.head.append(Object.assign(document.createElement('script'), { text: 'window.taken = 1' }))",
      "document.querySelector('h1').innerHTML = '<b>taken</b>'",
    ]) {
      complaints.length = 0
      await page.evaluate(injected).catch(() => {})
      await until(() => complaints.length > 0)
      await assert.rejects(end, injected)
    }
    assert.equal(
      await page.evaluate("getComputedStyle(document.querySelector('h1')).color === 'rgb(255, 0, 0)'"),
      false,
    )
    assert.equal(await page.evaluate('window.taken'), undefined)
    await page.context().close()
  })

  it('know nothing of who used the tab before', async () => {
    const kept = `(async () => [
      document.cookie, localStorage.length, sessionStorage.length, history.length, (await indexedDB.databases()).length,
    ].join())()`
    // So that there is a tab which was used.
    await (await visit()).end()
    const first = await visit()
    await first.open('/healthz')
    const nothing = await first.page.evaluate(kept)
    await first.page.evaluate(`new Promise((resolve) => {
      document.cookie = 'a=b'
      localStorage.a = sessionStorage.a = 'b'
      indexedDB.open('a').onsuccess = ({ target }) => resolve(target.result.close())
    })`)
    await first.open('/healthz?again')
    assert.notEqual(await first.page.evaluate(kept), nothing)
    await first.end()
    const second = await visit()
    assert.equal(second.page, first.page)
    await second.open('/healthz')
    assert.equal(await second.page.evaluate(kept), nothing)
    await second.end()
  })

  it('show each role of a team share what it may do, and no more', async () => {
    const organizationId = await world.organization()
    const keeper = await world.person({ organizationId })
    const member = await world.person({ organizationId })
    const expected: Record<Role, string[]> = {
      CO_OWNER: ['Upload', 'New folder', 'Download', 'Rename', 'Delete'],
      COLLABORATOR: ['Upload', 'New folder', 'Download', 'Rename', 'Delete'],
      EDITOR: ['Upload', 'New folder', 'Download', 'Rename', 'Delete'],
      WEB_EDITOR: ['Upload', 'New folder', 'Download', 'Rename', 'Delete'],
      VIEWER: ['Download'],
      PREVIEWER: [],
      UPLOADER: ['Upload'],
    }
    const { page, end, look } = await signIn(member.email, '/team')
    for (const role of ROLES) {
      const { id: root_id } = await keeper.call(createShare, {
        organization_id: organizationId,
        name: `Share of a ${role}`,
        subscribers: [
          [keeper.id, 'all', 'CO_OWNER'],
          [member.id, 'all', role],
        ],
      })
      await keeper.call(uploadToRoot, { root_id, file: { name: 'paper.txt', bytes: new Blob(['x']) } })
      await page.goto(`${world.url}/files/${root_id}/0`)
      await page.getByRole('heading', { level: 1, name: `Share of a ${role}` }).waitFor()
      const shown: string[] = []
      const note = async (names: string[]) => {
        const button = (name: string) => page.getByRole('button', { name, exact: true })
        for (const name of names) if (expected[role].includes(name)) await button(name).first().waitFor()
        for (const name of names) if ((await button(name).count()) > 0) shown.push(name)
      }
      if (role === 'UPLOADER') await page.getByRole('heading', { name: 'Add files here' }).waitFor()
      else await row(page, 'paper.txt').waitFor()
      await note(['Upload', 'New folder'])
      if (role !== 'UPLOADER') {
        await row(page, 'paper.txt').click()
        await page.getByText('1 selected').waitFor()
        await note(['Download', 'Rename', 'Delete'])
      }
      assert.deepEqual([...new Set(shown)], expected[role], role)
      if (role === 'PREVIEWER' || role === 'UPLOADER') await look(`a share of a ${role}`)
    }
    await page.goto(`${world.url}/team`)
    await page.getByRole('main').getByRole('link', { name: 'Share of a VIEWER' }).waitFor()
    await look('team shares')
    await end()
  })

  it('change as others work in them', async () => {
    const organizationId = await world.organization()
    const ann = await world.person({ organizationId })
    const bob = await world.person({ organizationId })
    const { id: root_id } = await ann.call(createShare, {
      organization_id: organizationId,
      name: 'Together',
      subscribers: [
        [ann.id, 'all', 'CO_OWNER'],
        [bob.id, 'all', 'EDITOR'],
      ],
    })
    const add = (name: string) => ann.call(uploadToRoot, { root_id, file: { name, bytes: new Blob([name]) } })
    const { id: file_id } = await add('plan.txt')
    const { page, context, end } = await signIn(bob.email, `/files/${root_id}/0`)
    await row(page, 'plan.txt').waitFor()
    const others = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))
    await Promise.all(others.map((tab) => tab.goto(`${world.url}/files/${root_id}/0`)))
    const [last = page] = others
    await add('more.txt')
    await row(page, 'more.txt').waitFor()
    await row(last, 'more.txt').waitFor()
    await ann.call(renameFile, { root_id, file_id, name: 'project.txt' })
    await row(last, 'project.txt').waitFor()
    await ann.call(lockFile, { root_id, file_id })
    await page.getByText(/Locked by/).waitFor({ state: 'attached' })
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await ann.call(deleteFile, { root_id, file_id: (await add('short.txt')).id })
    await context.setOffline(false)
    await add('after.txt')
    await row(page, 'after.txt').waitFor()
    await end()
  })
})
