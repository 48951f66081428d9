import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { freePort } from '@holdfast/server/testkit/servers/free-port'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'

const row = (page: Page, name: string) => page.getByRole('row', { name })

/** The same one after a stop: browsers come back to where they were. */
const port = await freePort()

describe('a lost connection', () => {
  const world = useWorld(STACKS[0] as Stack, { config: { port } })
  const { signIn } = useBrowser(world)

  async function withFiles(): Promise<Someone> {
    const ann = await world.person()
    const { id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Letters' })
    await ann.upload('inside.txt', 'text', id)
    await ann.upload('plan.txt', 'text')
    return ann
  }
  /** Nothing is loaded anew: what was noted in the page is still there. */
  const note = (page: Page) => page.evaluate('noted = true')
  const isSamePage = async (page: Page) => assert.equal(await page.evaluate('typeof noted'), 'boolean')

  it('leaves what is shown, refuses in words, and all comes back by itself', async () => {
    const ann = await withFiles()
    const { page, look, end } = await signIn(ann.email, '/')
    await row(page, 'plan.txt').click()
    // Whatever is wanted next is there before the server goes.
    const bell = page.getByRole('button', { name: 'Notifications' })
    await bell.waitFor()
    await note(page)
    await world.service.close()
    await page.getByText(/^Reconnecting… You are seeing files as of/).waitFor()
    await page.keyboard.press('Delete')
    const refusal = page.locator('.toast', { hasText: 'The server cannot be reached' })
    await refusal.waitFor()
    await row(page, 'plan.txt').waitFor()
    await look('a server that is away')
    await page.keyboard.press('F2')
    await page.keyboard.type('other')
    await page.keyboard.press('Enter')
    await row(page, 'other').waitFor({ state: 'detached' })
    await row(page, 'plan.txt').waitFor()
    await row(page, 'Letters').dblclick()
    await page.getByRole('heading', { name: 'Can’t reach the server' }).waitFor()
    await look('a folder of a server that is away')

    await world.start()
    await row(page, 'inside.txt').waitFor()
    await page.getByText(/^Reconnecting…/).waitFor({ state: 'detached' })
    await page.goBack()
    await row(page, 'plan.txt').waitFor()
    // What others do is heard of again.
    await (await world.signIn(ann.email)).upload('later.txt', 'text')
    await row(page, 'later.txt').waitFor()
    await isSamePage(page)
    await end()
  })

  it('of the browser is told at once, and what was opened meanwhile comes when it is over', async () => {
    const ann = await withFiles()
    const { context, page, end } = await signIn(ann.email, '/')
    const other = await context.newPage()
    await other.goto(`${world.url}/recent`)
    await other.getByText('plan.txt').waitFor()
    await row(page, 'plan.txt').waitFor()
    await note(page)
    await context.setOffline(true)
    for (const tab of [page, other]) await tab.getByText('You are offline.').waitFor()
    await row(page, 'Letters').dblclick()
    await page.getByRole('heading', { name: 'Can’t reach the server' }).waitFor()
    await other.getByText('plan.txt').waitFor()
    await context.setOffline(false)
    await row(page, 'inside.txt').waitFor()
    for (const tab of [page, other]) await tab.getByText('You are offline.').waitFor({ state: 'detached' })
    await isSamePage(page)
    await end()
  })
})
