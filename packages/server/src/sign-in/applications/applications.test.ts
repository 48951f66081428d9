import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import * as api from '@holdfast/api/sign-in/applications'
import type { GrantType } from '@holdfast/api/sign-in/oauth'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const CALLBACK = 'https://app.example.test/callback'
const SETTINGS = {
  name: 'Reports',
  grant_types: ['password', 'refresh_token'] satisfies GrantType[],
}

const SITE = 'https://app.example.test'
const OTHER = 'https://other.example.test'
const ASKED = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }

for (const stack of STACKS)
  describe(`applications on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function company() {
      const organization_id = await world.organization()
      return {
        organization_id,
        boss: await world.person({ organizationId: organization_id, siteAdmin: true }),
      }
    }
    const register = (boss: Someone, organization_id: OrganizationId, settings = {}) =>
      boss.call(api.createApplication, { organization_id, ...SETTINGS, ...settings })

    describe('are registered', () => {
      it('with a secret that is shown once', async () => {
        const { organization_id, boss } = await company()
        const made = await boss.call(api.createApplication, {
          organization_id,
          name: '  Reports ',
          description: 'Monthly figures',
          grant_types: ['authorization_code', 'refresh_token', 'refresh_token'],
          redirect_uris: [CALLBACK, 'myapp:/callback'],
        })
        const { client_secret, ...application } = made
        assert.match(made.client_id, /^[0-9a-f]{32}$/)
        assert.match(client_secret, /^[\w-]{43}$/)
        assert.deepEqual(application, {
          type: 'application',
          id: made.id,
          company_id: organization_id,
          name: 'Reports',
          description: 'Monthly figures',
          grant_types: ['authorization_code', 'refresh_token'],
          redirect_uris: [CALLBACK, 'myapp:/callback'],
          web_origins: [],
          client_id: made.client_id,
          created: made.created,
        })
        const path = { organization_id, application_id: made.id }
        assert.deepEqual(await boss.call(api.getApplication, path), application)
        assert.deepEqual(await boss.call(api.listApplications, { organization_id }), {
          offset: 0,
          total: 1,
          results: [application],
        })
      })

      it('and listed a hundred at a time, those of one organization only', async () => {
        const { organization_id, boss } = await company()
        const other = await company()
        await register(other.boss, other.organization_id)
        for (let n = 0; n < 101; n++) await register(boss, organization_id, { name: `App ${n}` })
        const first = await boss.call(api.listApplications, { organization_id })
        assert.deepEqual([first.total, first.results.length], [101, 100])
        const second = await boss.call(api.listApplications, { organization_id, offset: 100 })
        assert.deepEqual([second.offset, second.total], [100, 101])
        assert.deepEqual(
          [...first.results, ...second.results].map(({ name }) => name),
          Array.from({ length: 101 }, (_, n) => `App ${n}`),
        )
      })

      it('with redirect addresses that cannot leak a code', async () => {
        const { organization_id, boss } = await company()
        const redirect = (uri: string) =>
          register(boss, organization_id, { grant_types: ['authorization_code'], redirect_uris: [uri] })
        for (const uri of [
          'not a valid URL',
          '/callback',
          'http://app.example.test/callback',
          'http://localhost.evil.test/callback',
          'http://127.0.0.1.evil.test/',
          `${CALLBACK}#fragment`,
          `${CALLBACK}#`,
          'https://user@app.example.test/',
          'https://user:secret@app.example.test/',
          'https://@app.example.test/',
          'https://app.example.test\\@evil.test/',
          'https:app.example.test/callback',
          'https:/app.example.test/callback',
          'https:///app.example.test/callback',
          'https://app.example.test/call\nback',
          'https://app.example.test/call back',
          'javascript:alert(1)',
          'data:text/html,hello',
          'file:///etc/passwd',
          'blob:https://app.example.test/1',
        ])
          await assert.rejects(
            redirect(uri),
            { status: 400, code: 'invalid_request', message: /redirect_uris/ },
            uri,
          )
        for (const uri of [
          CALLBACK,
          `${CALLBACK}?tenant=1`,
          'http://localhost:3000/callback',
          'http://127.0.0.1/callback',
          'http://[::1]:9/callback',
          'com.example.app:/oauth',
          'myapp://callback',
        ])
          assert.deepEqual((await redirect(uri)).redirect_uris, [uri])
      })

      it('with all that their grants need', async () => {
        const { organization_id, boss } = await company()
        const cases: [settings: object, message: RegExp][] = [
          [{ name: '' }, /Missing required parameter: name/],
          [{ name: '   ' }, /Missing required parameter: name/],
          [{ name: 'x'.repeat(101) }, /Invalid value for parameter: name/],
          [{ grant_types: [] }, /Missing required parameter: grant_types/],
          [{ grant_types: ['client_credentials'] }, /Invalid value for parameter: grant_types/],
          [{ grant_types: ['authorization_code'] }, /Missing required parameter: redirect_uris/],
        ]
        for (const [settings, message] of cases)
          await assert.rejects(register(boss, organization_id, settings), {
            code: 'invalid_request',
            message,
          })
      })
    })

    describe('are managed', () => {
      it('by changing some of their settings', async () => {
        const { organization_id, boss } = await company()
        const { id } = await register(boss, organization_id, { description: 'Old' })
        const path = { organization_id, application_id: id }
        const renamed = await boss.call(api.updateApplication, { ...path, name: 'Invoices' })
        assert.deepEqual([renamed.name, renamed.description], ['Invoices', 'Old'])
        assert.deepEqual(renamed.grant_types, SETTINGS.grant_types)
        const grant_types: GrantType[] = ['authorization_code']
        await assert.rejects(boss.call(api.updateApplication, { ...path, grant_types }), {
          message: /redirect_uris/,
        })
        const changed = await boss.call(api.updateApplication, {
          ...path,
          grant_types,
          redirect_uris: [CALLBACK],
        })
        assert.deepEqual([changed.grant_types, changed.redirect_uris], [grant_types, [CALLBACK]])
        assert.deepEqual(await boss.call(api.getApplication, path), changed)
      })

      it('by administrators of their organization or above, nobody else', async () => {
        const { organization_id, boss } = await company()
        const { id: application_id } = await register(boss, organization_id)
        const { boss: sibling, organization_id: elsewhere } = await company()
        const plain = await world.person({ organizationId: organization_id })
        const below = await world.organization({}, organization_id)
        const path = { organization_id, application_id }
        const calls = (who: Someone) => [
          () => register(who, organization_id),
          () => who.call(api.listApplications, { organization_id }),
          () => who.call(api.getApplication, path),
          () => who.call(api.updateApplication, { ...path, name: 'Mine' }),
          () => who.call(api.rotateApplicationSecret, path),
          () => who.call(api.deleteApplication, path),
        ]
        const belowBoss = await world.person({ organizationId: below, siteAdmin: true })
        for (const who of [plain, sibling, belowBoss])
          for (const call of calls(who)) await assert.rejects(call(), { status: 403, code: 'forbidden' })
        await register(boss, below)
        for (const call of calls(await world.admin())) await call()
        for (const wrong of [
          { organization_id: elsewhere, application_id },
          { organization_id: 999_999 as OrganizationId, application_id },
        ])
          for (const op of [
            api.getApplication,
            api.updateApplication,
            api.rotateApplicationSecret,
            api.deleteApplication,
          ])
            await assert.rejects((await world.admin()).call(op, wrong), { status: 404, code: 'not_found' })
      })
    })

    describe('let pages of other sites in, which', () => {
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
        const grant = {
          grant_type: 'password',
          client_id,
          client_secret,
          username: email,
          password: PASSWORD,
        }
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
  })
