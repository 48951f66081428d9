import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as momentOf } from 'node:timers/promises'
import { AGENT_CLIENT } from '@holdfast/api/sign-in/oauth'
import { FormBrowser } from '@holdfast/server/testkit/browser/form-browser'
import { headingOf } from '@holdfast/server/testkit/browser/link-pages'
import { answerIn } from '@holdfast/server/testkit/browser/oauth-flow'
import { encodeRequest, openTls, type RawConnection } from '@holdfast/server/testkit/content/raw-http'
import { useSecondServer } from '@holdfast/server/testkit/servers/second-server'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`the agent of a device on ${stack.name}`, () => {
    const world = useWorld(stack)
    const other = useSecondServer(world)
    const client_id = AGENT_CLIENT
    const signIn = async ({ email }: Someone) => {
      const { body } = await world.token({
        grant_type: 'password',
        client_id,
        username: email,
        password: PASSWORD,
        dns_name: 'desk',
        os_type: 'linux',
      })
      return body as Record<'access_token' | 'refresh_token' | 'guid', string>
    }
    const refresh = async (refresh_token: unknown, guid?: string) => {
      const params = { grant_type: 'refresh_token', client_id, refresh_token: String(refresh_token) }
      const { status, body } = await world.token({ ...params, ...(guid !== undefined && { guid }) })
      return { status, ...(body as Record<'access_token' | 'refresh_token', string>) }
    }
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    const reach = async (token: string) => (await world.request('/api/2/person', bearer(token))).status

    it('repeats a refresh whose answer was lost, however late, until it has used what it got', async () => {
      const first = await signIn(await world.person())
      const lost = await refresh(first.refresh_token, first.guid)
      assert.equal(lost.status, 200)
      world.clock.advance({ hours: 1 })
      const again = await refresh(first.refresh_token, first.guid)
      assert.deepEqual([again.status, await reach(lost.access_token)], [200, 401])
      world.clock.advance({ days: 3 })
      const third = await refresh(first.refresh_token, first.guid)
      assert.deepEqual([third.status, await reach(third.access_token)], [200, 200])
      const stolen = await refresh(first.refresh_token, first.guid)
      assert.equal(stolen.status, 400, 'the successor was used')
      assert.equal(await reach(third.access_token), 401, 'the sign-in has ended')
      assert.equal((await refresh(third.refresh_token, first.guid)).status, 400)
    })

    it('is signed out by an old token whose successor was used at another server, or renewed', async () => {
      const ann = await world.person()
      for (const use of ['access', 'refresh'] as const) {
        const first = await signIn(ann)
        const next = await refresh(first.refresh_token, first.guid)
        if (use === 'refresh') await refresh(next.refresh_token, first.guid)
        else for (let n = 0; n < 2; n++) await other.request('/api/2/person', bearer(next.access_token))
        // What tells of the use is kept longer than the access token.
        world.clock.advance({ days: 2 })
        await world.runJobs()
        assert.equal((await refresh(first.refresh_token, first.guid)).status, 400, use)
        assert.equal((await refresh(next.refresh_token, first.guid)).status, 400, use)
      }
    })

    it('cannot repeat a refresh without naming its device', async () => {
      const first = await signIn(await world.person())
      await refresh(first.refresh_token, first.guid)
      assert.equal((await refresh(first.refresh_token)).status, 400)
    })

    it('signs in through a browser, back to any port of its own machine, with PKCE', async () => {
      const ann = await world.person({ organizationId: await world.organization() })
      const verifier = 'v'.repeat(43)
      const pkce = {
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      const address = (params: Record<string, string>) =>
        `${world.url}/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id, ...params })}`
      const redirect_uri = 'http://127.0.0.1:49152/signed-in'
      const browser = new FormBrowser()
      const shown = await browser.open(address({ redirect_uri, state: 's', ...pkce }))
      const asked = await browser.submit(shown, 'sign_in', { email: ann.email, password: PASSWORD })
      assert.match(headingOf(asked), /^Allow Holdfast on this device/)
      assert.doesNotMatch(asked.text, /does not belong|Registered by/)
      const { code = '', state } = answerIn(await browser.submit(asked, 'allow'))
      assert.equal(state, 's')
      const exchange = { grant_type: 'authorization_code', client_id, code, redirect_uri }
      const { body } = await world.token({ ...exchange, code_verifier: verifier, dns_name: 'desk' })
      assert.equal(await reach(String(body.access_token)), 200)
      for (const uri of [
        'http://localhost:1/x',
        'https://127.0.0.1:1/x',
        'http://127.0.0.1.evil.test:1/x',
        'http://127.0.0.1:1@evil.test/',
        'http://evil.test/',
      ]) {
        const refused = await new FormBrowser().open(address({ redirect_uri: uri, ...pkce }))
        assert.deepEqual([refused.status, refused.location], [400, undefined], uri)
      }
      const bare = await new FormBrowser().open(address({ redirect_uri }))
      assert.equal(answerIn(bare).error, 'invalid_request', 'without PKCE nobody is asked')
    })

    it('has sixteen requests under way at once, and takes nothing from the rate of its organization', async () => {
      const organizationId = await world.organization({ api_ratelimit: 3, api_ratelimit_enabled: true })
      const ann = await world.person({ organizationId })
      const { access_token } = await signIn(ann)
      const headers = { authorization: `Bearer ${access_token}` }
      for (let n = 0; n < 6; n++) assert.equal(await reach(access_token), 200)
      const upload = encodeRequest({
        method: 'POST',
        path: `/api/2/files/${ann.rootId}/upload`,
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nbytes\r\n--x--',
      })
      const open: RawConnection[] = []
      const beginUpload = async () => {
        const connection = await openTls(world.url)
        connection.send(upload.subarray(0, -1))
        open.push(connection)
      }
      for (let n = 0; n < 15; n++) await beginUpload()
      const ask = () => world.request('/api/2/person', { headers })
      let answer = await ask()
      // What asks takes a place as well, and may have had the sixteenth when an upload came for it.
      while (answer.status === 200) {
        await beginUpload()
        answer = await ask()
      }
      assert.deepEqual([answer.status, answer.error], [503, 'temporarily_unavailable'])
      assert.match(String(answer.body.error_description), /16 requests/)
      const waiting = await world.request(`/api/2/files/${ann.rootId}/changes?wait=1`, { headers })
      assert.equal(waiting.status, 200, 'who waits does not count')
      for (const connection of open) connection.socket.destroy()
      await until(async () => (await ask()).status === 200)
    })

    it('keeps no place for who left before it had one', async () => {
      const ann = await world.person()
      const { access_token } = await signIn(ann)
      const request = encodeRequest({
        method: 'GET',
        path: '/api/2/person',
        headers: { authorization: `Bearer ${access_token}` },
      })
      for (let round = 0; round < 8; round++) {
        const connections = await Promise.all(Array.from({ length: 8 }, () => openTls(world.url)))
        for (const connection of connections) connection.send(request)
        await momentOf(round)
        for (const connection of connections) connection.socket.destroy()
      }
      await until(async () => (await reach(access_token)) === 200)
    })
  })
