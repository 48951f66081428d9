import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/applications'
import type { OrganizationId } from '@holdfast/api/ids'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/world'

const SITE = 'https://app.example.test'
const OTHER = 'https://other.example.test'
const ASKED = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }

for (const stack of STACKS)
  describe(`pages of other sites on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** An application with the sites it registers, and a token of somebody who signed in through it. */
    async function application(web_origins?: string[]) {
      const admin = await world.admin()
      const { email } = await world.person()
      const organization_id = 1 as OrganizationId
      const made = await admin.call(api.createApplication, {
        organization_id,
        name: 'Reports',
        grant_types: ['password'],
        ...(web_origins && { web_origins }),
      })
      const { client_id, client_secret } = made
      const grant = { grant_type: 'password', client_id, client_secret, username: email, password: PASSWORD }
      const { body } = await world.token(grant)
      return {
        admin,
        made,
        path: { organization_id, application_id: made.id },
        token: String(body.access_token),
      }
    }
    const send = (
      path: string,
      origin: string,
      init: RequestInit & { headers?: Record<string, string> } = {},
    ) => fetch(world.url + path, { ...init, headers: { origin, ...init.headers } })
    const person = (origin: string, authorization: string) =>
      send('/api/2/person', origin, { headers: { authorization } })
    const preflight = (origin: string, path = '/api/2/person') =>
      send(path, origin, { method: 'OPTIONS', headers: ASKED })
    const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')
    const corsHeaders = ({ headers }: Response) =>
      [...headers.keys()].filter((name) => name.startsWith('access-control-'))

    it('may read answers to tokens of the application that registered them, and only those', async () => {
      const { token } = await application([SITE])
      const { token: othersToken } = await application()
      const asked = await preflight(SITE)
      assert.equal(asked.status, 204)
      assert.equal(allowed(asked), SITE)
      assert.match(asked.headers.get('access-control-allow-headers') ?? '', /\bAuthorization\b/)
      assert.equal(asked.headers.get('vary'), 'Origin')
      const answer = await person(SITE, `Bearer ${token}`)
      assert.deepEqual([answer.status, allowed(answer)], [200, SITE])
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /\bETag\b/)
      for (const response of [
        await preflight(OTHER),
        await preflight('null'),
        await preflight(`${SITE}.evil.test`),
        await preflight(SITE, '/oauth/token'),
        await preflight(SITE, '/'),
        await person(OTHER, `Bearer ${token}`),
        await person('null', `Bearer ${token}`),
        await person(SITE, `Bearer ${othersToken}`),
        await person(SITE, (await world.person()).bearer.authorization),
        await person(SITE, 'Bearer nonsense'),
        await send('/api/2/version', SITE),
        await send('/api/2/person', SITE, { headers: { cookie: '__Host-holdfast=x' } }),
        await send('/oauth/token', SITE, { method: 'POST' }),
      ])
        assert.deepEqual(corsHeaders(response), [], response.url)
      for (const response of [asked, answer])
        assert.equal(response.headers.get('access-control-allow-credentials'), null)
    })

    it('are none unless an application says so, and no more once it says otherwise', async () => {
      const site = 'https://later.example.test:8080'
      const { admin, made, path, token } = await application()
      assert.deepEqual(made.web_origins, [])
      assert.deepEqual(corsHeaders(await preflight(site)), [])
      const changed = await admin.call(api.updateApplication, { ...path, web_origins: [site, site] })
      assert.deepEqual(changed.web_origins, [site])
      assert.equal(allowed(await preflight(site)), site)
      assert.equal(allowed(await person(site, `Bearer ${token}`)), site)
      // A page has to see that its token is over.
      world.clock.advance({ hours: 2 })
      const late = await person(site, `Bearer ${token}`)
      assert.deepEqual([late.status, allowed(late)], [401, site])
      const again = await world.admin()
      await again.call(api.deleteApplication, path)
      assert.deepEqual(corsHeaders(await preflight(site)), [])
      assert.deepEqual(corsHeaders(await person(site, `Bearer ${token}`)), [])
    })

    it('are named as browsers name them', async () => {
      const admin = await world.admin()
      for (const origin of [
        '*',
        'null',
        'https://a.test/',
        'HTTPS://a.test',
        'https://a.test:443',
        'http://a.test',
        'a.test',
        'ftp://a.test',
        'app:/x',
      ])
        await assert.rejects(
          admin.call(api.createApplication, {
            organization_id: 1 as OrganizationId,
            name: 'x',
            grant_types: ['password'],
            web_origins: [origin],
          }),
          { code: 'invalid_request' },
          origin,
        )
      await application(['http://localhost:3000'])
    })
  })
