import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { useChromium } from '@holdfast/server/testkit/browser/browser'
import { OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Page } from 'playwright-core'

/** A site that applications are sent back to; `/onward` leads on to another host, as many do. */
async function openSite(): Promise<{ server: Server; url: string }> {
  const server = createServer((req, res) => {
    const { port } = server.address() as AddressInfo
    if (req.url?.startsWith('/onward'))
      res.writeHead(302, {
        location: `http://localhost:${port}/arrived${new URL(req.url, 'http://x').search}`,
      })
    res.end('arrived')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('the authorization page in Chromium', () => {
  const world = useWorld(STACKS[0] as Stack)
  const openBrowser = useChromium()
  const flow = new OAuthFlow(world)
  let site: Awaited<ReturnType<typeof openSite>>

  before(async () => {
    site = await openSite()
  })
  after(() => site.server.close())

  for (const javaScriptEnabled of [true, false])
    describe(`with scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      async function visit(path = '/callback') {
        const redirect_uri = site.url + path
        const { client_id } = await flow.application({ redirect_uris: [redirect_uri] })
        const context = await (await openBrowser()).newContext({ javaScriptEnabled })
        const page = await context.newPage()
        const complaints: string[] = []
        page.on('console', (message) => complaints.push(message.text()))
        const open = () => page.goto(flow.address({ client_id, redirect_uri, state: 'st&te' }))
        await open()
        return { page, open, complaints, close: () => context.close() }
      }
      const signIn = async (page: Page, email: string) => {
        await page.getByLabel('Email address').fill(email)
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Sign in' }).click()
      }
      const arrival = async (page: Page) => {
        await page.waitForURL((url) => url.protocol === 'http:')
        const url = new URL(page.url())
        return { path: url.pathname, ...Object.fromEntries(url.searchParams) } as Record<string, string>
      }

      it('signs in, allows, and arrives with code and state', async () => {
        const { email } = await world.person()
        const { page, complaints, close } = await visit()
        await signIn(page, email)
        await page.getByRole('heading', { name: 'Allow Photo Printer to access your account?' }).waitFor()
        await page.getByRole('button', { name: 'Allow' }).click()
        const { code = '', state, iss, path } = await arrival(page)
        assert.deepEqual([path, state, iss], ['/callback', 'st&te', world.url])
        assert.match(code, /^[\w-]{43}$/)
        assert.deepEqual(complaints, [], 'the policy of the pages stops nothing that they need')
        await close()
      })

      it('denies, once signed in again after a wrong password', async () => {
        const { email } = await world.person()
        const { page, open, close } = await visit()
        await page.getByLabel('Email address').fill(email)
        await page.getByLabel('Password').fill('wrong')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').waitFor()
        assert.equal(await page.getByLabel('Email address').inputValue(), email)
        await signIn(page, email)
        await page.getByRole('button', { name: 'Deny' }).click()
        const { error, state } = await arrival(page)
        assert.deepEqual([error, state], ['access_denied', 'st&te'])
        await open()
        await page.getByRole('button', { name: 'Not you? Sign out' }).click()
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await close()
      })

      it('asks for the code of the authenticator', async () => {
        const someone = await world.person()
        const code = await flow.addAuthenticator(someone)
        const { page, close } = await visit()
        await signIn(page, someone.email)
        await page.getByLabel('Code').fill('000000')
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByRole('alert').waitFor()
        await page.getByLabel('Code').fill(`${code().slice(0, 3)} ${code().slice(3)}`)
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Allow' }).click()
        assert.ok((await arrival(page)).code)
        await close()
      })

      it('lets a site lead on to another host of its own', async () => {
        const { email } = await world.person()
        const { page, close } = await visit('/onward')
        await signIn(page, email)
        await page.getByRole('button', { name: 'Allow' }).click()
        const { path, code } = await arrival(page)
        assert.equal(path, '/arrived')
        assert.ok(code)
        await close()
      })
    })
})
