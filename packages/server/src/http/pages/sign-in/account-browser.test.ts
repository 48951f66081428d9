import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shareFile } from '@holdfast/api/sharing/links'
import { checkWithAxe } from '@holdfast/server/testkit/browser/axe'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { sharer } from '@holdfast/server/testkit/people/sharing'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { BrowserContextOptions, Page } from 'playwright-core'

const NEW = 'quite another one'

describe('the pages of accounts in Chromium', () => {
  const world = useWorld(STACKS[0] as Stack)
  const openBrowser = useChromium()

  async function visit(options: BrowserContextOptions, path: string, look: (page: Page) => Promise<void>) {
    const context = await (await openBrowser()).newContext(options)
    const page = await context.newPage()
    const complaints: string[] = []
    // Pages that ask for a password say by their status that something is in the way; browsers complain about that.
    page.on(
      'console',
      (message) => /status of 40[13]/.test(message.text()) || complaints.push(message.text()),
    )
    await page.goto(new URL(path, world.url).href)
    await look(page)
    assert.deepEqual(complaints, [], 'the policy of the pages stops nothing that they need')
    await context.close()
  }
  const type = async (page: Page, label: string, text: string) => {
    await page.getByLabel(label).click()
    await page.keyboard.type(text)
  }
  async function mailedTo(email: string): Promise<string> {
    const body = new URLSearchParams({ email })
    await fetch(`${world.url}/account/forgot`, { method: 'POST', body })
    const mail = (await world.sent(email)).at(-1)?.text ?? ''
    return /https:\/\/\S+\/account\/password\S+/.exec(mail)?.[0] ?? assert.fail(mail)
  }

  it('show the password that is typed, to whoever wants to see it, and send it as one', async () => {
    const { email } = await world.person()
    await visit({ viewport: { width: 360, height: 740 } }, '/', async (page) => {
      await page.getByRole('heading', { name: 'Sign in to Holdfast' }).waitFor()
      await type(page, 'Email address', email)
      await type(page, 'Password', PASSWORD)
      const [field, show] = [page.locator('#password'), page.getByRole('button', { name: 'Show password' })]
      assert.equal(await field.getAttribute('type'), 'password')
      const { width = 0, height = 0 } = (await show.boundingBox()) ?? {}
      assert.ok(width >= 44 && height >= 40, `${width} × ${height}`)
      await show.click()
      assert.equal(await field.getAttribute('type'), 'text')
      assert.equal(await show.getAttribute('aria-pressed'), 'true')
      await checkWithAxe(page, 'sign-in')
      await show.click()
      assert.equal(await field.getAttribute('type'), 'password')
      await show.click()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.locator('#app > *').first().waitFor()
    })
  })

  it('have no button that does nothing where scripts do not run', async () => {
    const { ann, at } = await sharer(world)
    const { hash } = await ann.call(shareFile, { ...at, password: 'open sesame' })
    await visit({ javaScriptEnabled: false }, `/shares/file/${hash}/`, async (page) => {
      assert.equal(await page.getByRole('button').count(), 1)
      await type(page, 'Password', 'open sesame')
      await page.getByRole('button', { name: 'Open' }).click()
      await page.getByRole('heading', { name: 'plan.txt' }).waitFor()
    })
    await visit({}, `/shares/file/${hash}/`, async (page) => {
      await page.getByRole('button', { name: 'Show password' }).click()
      await type(page, 'Password', 'open sesame')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'plan.txt' }).waitFor()
    })
  })

  it('take the name of an invited guest on the way to the file, by keys alone and on a phone', async () => {
    const { ann, at } = await sharer(world)
    const email = 'gisela@example.test'
    await ann.call(shareFile, { ...at, login_required: true, subscribers: [email] })
    const [welcome] = /https:\S+\/account\/welcome\S+/.exec((await world.sent(email))[0]?.text ?? '') ?? []
    await visit({ viewport: { width: 360, height: 740 } }, welcome ?? assert.fail(), async (page) => {
      await checkWithAxe(page, 'first password')
      const room = (name: string) => page.getByLabel(name, { exact: true }).boundingBox()
      const [first, last, under] = [
        await room('First name'),
        await room('Last name'),
        await room('New password'),
      ]
      assert.ok(first && last && under && first.y === last.y && last.x >= first.x + first.width + 8)
      assert.ok(under.y > first.y + first.height && last.x + last.width <= under.x + under.width)
      for (const text of ['Gisela', 'Ott', NEW]) {
        await page.keyboard.type(text)
        if (text !== NEW) await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'plan.txt' }).waitFor()
      await page.getByText('You’re signed in as Gisela Ott.').waitFor()
    })
  })

  it('lead from a chosen password to the app, and ask for the code before where there is one', async () => {
    const [bob, eve] = [await world.person(), await world.person()]
    const code = await new OAuthFlow(world).addAuthenticator(eve)
    await visit({}, await mailedTo(bob.email), async (page) => {
      await type(page, 'New password', NEW)
      await page.keyboard.press('Enter')
      await page.locator('#app > *').first().waitFor()
      assert.equal(new URL(page.url()).pathname.startsWith('/account'), false)
    })
    await visit({}, await mailedTo(eve.email), async (page) => {
      await type(page, 'New password', NEW)
      await page.getByRole('button', { name: 'Set password' }).click()
      await type(page, 'Code', code())
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.locator('#app > *').first().waitFor()
    })
  })
})
