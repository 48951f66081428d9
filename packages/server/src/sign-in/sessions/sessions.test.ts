import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGuest } from '@holdfast/api/accounts/guests'
import { getOrganization } from '@holdfast/api/accounts/organizations'
import type { OrganizationId, SessionId } from '@holdfast/api/ids'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { createApplication } from '@holdfast/api/sign-in/applications'
import {
  type CurrentSession,
  endOtherSessions,
  endSession,
  getWebSession,
  listSessions,
} from '@holdfast/api/sign-in/sessions'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { codeOf, enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import { checkShape } from '@holdfast/server/testkit/servers/checked-client'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const CREATE = '/api/2/session/create'
type Headers = Record<string, string>

for (const stack of STACKS)
  describe(`web sessions on ${stack.name}`, () => {
    const world = useWorld(stack)

    const signIn = ({ email }: Someone, more: Headers = {}, headers: Headers = {}) =>
      world.post(CREATE, { email, password: PASSWORD, ...more }, headers)
    const get = (path: string, headers: Headers) => world.request(path, { headers })
    const createFolder = ({ rootId }: Someone, name: string, headers: Headers) =>
      world.post(`/api/2/files/${rootId}/create_folder`, { name }, headers)

    async function browser(someone: Someone): Promise<{ cookie: string; csrf: string }> {
      const { body, headers } = await signIn(someone)
      return {
        cookie: headers.get('set-cookie')?.split(';')[0] ?? assert.fail(),
        csrf: String(body.csrf_token),
      }
    }

    it('begin with a cookie that scripts and other sites cannot touch', async () => {
      const ann = await world.person()
      const { status, body, headers } = await signIn(ann)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body).sort(), ['csrf_token', 'person_id'])
      assert.equal(body.person_id, ann.id)
      const [pair = '', ...flags] = headers.get('set-cookie')?.split('; ') ?? []
      assert.match(pair, /^__Host-holdfast=[\w-]{43}$/)
      assert.deepEqual(flags.sort(), ['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax', 'Secure'])
    })

    it('stand for a token in requests that read, and with a header in those that change', async () => {
      const ann = await world.person()
      const { cookie, csrf } = await browser(ann)
      const other = await browser(ann)
      assert.equal((await get('/api/2/person', { cookie })).body.id, ann.id)
      assert.equal((await get('/api/2/person', { cookie: `a=b; ${cookie}; c=d` })).status, 200)
      for (const headers of [
        { cookie },
        { cookie, 'x-csrf-token': '' },
        { cookie, 'x-csrf-token': 'wrong' },
        { cookie, 'x-csrf-token': other.csrf },
        { cookie, 'x-csrf-token': `${csrf.slice(0, -1)}é` },
      ]) {
        const { status, error } = await createFolder(ann, 'plans', headers)
        assert.deepEqual([status, error], [403, 'forbidden'], JSON.stringify(headers))
      }
      assert.equal((await createFolder(ann, 'plans', { cookie, 'x-csrf-token': csrf })).status, 200)
      const again = await get('/api/2/session', { cookie })
      assert.deepEqual([again.body.person_id, again.body.csrf_token], [ann.id, csrf])
    })

    it('tell in one answer who it is, for whom they work, and what is to be done first', async () => {
      const organizationId = await world.organization()
      const boss = await world.person({ organizationId, siteAdmin: true })
      const gus = {
        company_id: organizationId,
        email: 'gus@example.test',
        first_name: 'Gus',
        last_name: 'Guest',
      }
      const guest = await boss.call(createGuest, { ...gus, password: PASSWORD })
      await world.changePerson(boss.id, { pw_force_reset: 1 })
      const [own, theirs] = [await webHeaders(world, boss.email), await webHeaders(world, gus.email)]
      const told = await get('/api/2/session', own)
      checkShape(getWebSession.result ?? {}, told.body, 'get_web_session')
      const { person, who_type, organization, brand, duty, build } = told.body as unknown as CurrentSession
      const { name } = await (await world.admin()).call(getOrganization, {
        organization_id: String(organizationId),
      })
      assert.deepEqual([person?.email, who_type, duty], [boss.email, 'person', 'set_password'])
      assert.deepEqual(organization, { id: organizationId, name })
      assert.deepEqual([brand.name, brand.own_color], [name, null])
      assert.match(build, /^\d+\.\d+\.\d+/)
      const { body } = await get('/api/2/session', theirs)
      checkShape(getWebSession.result ?? {}, body, 'get_web_session')
      assert.deepEqual([body.guest, body.person_id, body.duty], [guest, null, null])
      assert.equal(body.csrf_token, theirs['x-csrf-token'])
      assert.equal((await world.post('/api/2/session/delete', {}, theirs)).status, 200)
      assert.equal((await get('/api/2/session', theirs)).status, 401)
    })

    it('count on their own site alone', async () => {
      const ann = await world.person()
      const { cookie, csrf } = await browser(ann)
      const own = new URL(world.url).origin
      const foreign: Headers[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site', origin: own },
        { origin: 'https://evil.test' },
        { origin: 'null' },
        { origin: own.replace('https', 'http') },
        { origin: `${own}0` },
      ]
      for (const headers of foreign) {
        const read = await get('/api/2/person', { cookie, ...headers })
        assert.deepEqual([read.status, read.error], [401, 'access_denied'], JSON.stringify(headers))
        const change = await createFolder(ann, 'evil', { cookie, 'x-csrf-token': csrf, ...headers })
        assert.equal(change.status, 401)
        const begin = await signIn(ann, {}, headers)
        assert.deepEqual([begin.status, begin.error], [403, 'forbidden'])
        assert.equal(begin.headers.get('set-cookie'), null)
      }
      for (const headers of [
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'same-origin', origin: own },
        { origin: own },
      ] as Headers[]) {
        assert.equal((await get('/api/2/person', { cookie, ...headers })).status, 200)
        assert.equal((await signIn(ann, {}, headers)).status, 200)
      }
    })

    it('are refused with what is no cookie of ours', async () => {
      const ann = await world.person()
      const { cookie } = await browser(ann)
      for (const bad of [
        '__Host-holdfast=nonsense',
        '__Host-holdfast=',
        `${cookie}x`,
        cookie.slice(7),
        'a',
      ]) {
        const { status, error } = await get('/api/2/person', { cookie: bad })
        assert.deepEqual([status, error], [401, 'access_denied'], bad)
      }
      const token = ann.session?.accessToken
      assert.equal((await get('/api/2/person', { cookie: `__Host-holdfast=${token}` })).status, 401)
      const value = cookie.split('=')[1]
      assert.equal((await get('/api/2/person', { authorization: `Bearer ${value}` })).status, 401)
    })

    it('give way to an Authorization header', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const { cookie } = await browser(ann)
      assert.equal((await get('/api/2/person', { cookie, ...bob.bearer })).body.id, bob.id)
      assert.equal((await get('/api/2/person', { cookie, authorization: 'Bearer nonsense' })).status, 401)
      assert.equal((await createFolder(bob, 'plans', { cookie, ...bob.bearer })).status, 200)
      const { status, headers } = await get('/api/2/session', { cookie, ...bob.bearer })
      assert.deepEqual([status, headers.get('set-cookie')], [404, null])
    })

    it('ask for the code where two-step is on', async () => {
      const ann = await world.person()
      const keys = await enableTwoStep(world, ann, 'authenticator')
      const missing = await signIn(ann)
      assert.deepEqual([missing.status, missing.error], [401, 'missing_totp'])
      assert.equal(missing.body.two_step_mode, 'authenticator')
      assert.equal((await signIn(ann, { auth_code: '000000' })).error, 'invalid_totp')
      assert.equal((await signIn(ann, { auth_code: codeOf(world, keys) })).status, 200)
      const wrong = await signIn(ann, { password: 'wrong' })
      assert.deepEqual([wrong.status, wrong.error], [400, 'invalid_grant'])
    })

    it('end when the browser signs out', async () => {
      const ann = await world.person()
      const { cookie, csrf } = await browser(ann)
      const other = await browser(ann)
      const out = (headers: Headers) => world.post('/api/2/session/delete', {}, headers)
      assert.equal((await out({ cookie })).error, 'forbidden', 'that is a change')
      const { status, headers } = await out({ cookie, 'x-csrf-token': csrf })
      assert.equal(status, 200)
      assert.match(headers.get('set-cookie') ?? '', /^__Host-holdfast=; Path=\/; Max-Age=0; Secure/)
      assert.equal((await get('/api/2/person', { cookie })).status, 401)
      assert.equal((await get('/api/2/person', { cookie: other.cookie })).status, 200)
    })

    it('last two weeks from the last look, and no longer', async () => {
      const ann = await world.person()
      const [used, idle] = [await browser(ann), await browser(ann)]
      world.clock.advance({ days: 13 })
      const renewed = await get('/api/2/session', { cookie: used.cookie })
      assert.match(renewed.headers.get('set-cookie') ?? '', /Max-Age=1209600/)
      world.clock.advance({ days: 1 })
      assert.equal((await get('/api/2/person', { cookie: idle.cookie })).status, 401)
      await ann.signIn(ann.email, PASSWORD)
      await get('/api/2/session', { cookie: idle.cookie, ...ann.bearer })
      assert.equal((await get('/api/2/person', { cookie: idle.cookie })).status, 401, 'nothing revives it')
      world.clock.advance({ days: 12, hours: 23 })
      assert.equal((await get('/api/2/person', { cookie: used.cookie })).status, 200)
      world.clock.advance({ hours: 1 })
      assert.equal((await get('/api/2/person', { cookie: used.cookie })).status, 401)
    })

    describe('and other sign-ins', () => {
      it('are listed, latest use first', async () => {
        const ann = await world.person()
        await world.post('/api/2/session/delete', {}, (await world.signIn(ann.email)).bearer)
        world.clock.advance({ minutes: 1 })
        const admin = await world.admin()
        const { client_id, client_secret } = await admin.call(createApplication, {
          organization_id: 1 as OrganizationId,
          name: 'Reports',
          grant_types: ['password'],
        })
        const credentials = { grant_type: 'password', username: ann.email, password: PASSWORD }
        await world.token({ ...credentials, client_id, client_secret, dns_name: 'desk', os_type: 'linux' })
        world.clock.advance({ minutes: 1 })
        await browser(ann)
        const { offset, total, results } = await ann.call(listSessions, {})
        assert.deepEqual([offset, total], [0, 3])
        assert.deepEqual(
          results.map(({ client, dns_name, os_type, is_current }) => [client, dns_name, os_type, is_current]),
          [
            ['web', null, null, false],
            ['Reports', 'desk', 'linux', false],
            ['anchor', null, null, true],
          ],
        )
        const later = await ann.call(listSessions, { offset: 2 })
        assert.deepEqual([later.total, later.results], [3, results.slice(2)])
      })

      it('are no longer listed when nothing can open them', async () => {
        const organizationId = await world.organization({ deactivate_token_frequency: 7 })
        const ann = await world.person({ organizationId })
        await world.signIn(ann.email)
        await browser(ann)
        const total = async () => (await ann.call(listSessions, {})).total
        assert.equal(await total(), 3)
        world.clock.advance({ days: 6 })
        await ann.renew()
        world.clock.advance({ days: 1, seconds: 1 })
        await ann.renew()
        assert.equal(await total(), 2, 'this one, and the browser')
        world.clock.advance({ days: 6, hours: 23, minutes: 59, seconds: 59 })
        await ann.renew()
        assert.equal(await total(), 1)
      })

      it('end on the day that the policy says, though they are in use', async () => {
        const organizationId = await world.organization({ browser_sign_in_days: 20 })
        const strict = await world.organization({ browser_sign_in_days: 1 })
        const [ann, bob] = [
          await world.person({ organizationId }),
          await world.person({ organizationId: strict }),
        ]
        const [{ cookie }, short] = [await browser(ann), await browser(bob)]
        const use = async () => {
          await get('/api/2/session', { cookie })
          return (await get('/api/2/person', { cookie })).status
        }
        world.clock.advance({ hours: 23 })
        assert.equal((await get('/api/2/person', { cookie: short.cookie })).status, 200)
        world.clock.advance({ days: 9, hours: 1 })
        assert.equal((await get('/api/2/person', { cookie: short.cookie })).status, 401)
        assert.equal(await use(), 200)
        world.clock.advance({ days: 9, hours: 23 })
        assert.equal(await use(), 200)
        world.clock.advance({ hours: 1 })
        assert.equal(await use(), 401)
      })

      it('are ended one by one, by their own person alone', async () => {
        const [ann, bob] = [await world.person(), await world.person()]
        const { cookie } = await browser(ann)
        const web = (await ann.call(listSessions, {})).results.find(({ client }) => client === 'web')
        const session_id = web?.id as SessionId
        const gone = { status: 404, code: 'not_found' }
        await assert.rejects(bob.call(endSession, { session_id }), gone)
        await assert.rejects((await world.admin()).call(endSession, { session_id }), gone)
        assert.equal((await get('/api/2/person', { cookie })).status, 200)
        assert.deepEqual(await ann.call(endSession, { session_id }), { status: 'ok' })
        const { results } = await ann.call(listPersonActivity, { person_id: ann.id })
        assert.equal(results[0]?.action_text, 'ended a session of the account')
        assert.equal((await get('/api/2/person', { cookie })).status, 401)
        await assert.rejects(ann.call(endSession, { session_id }), gone)
        const current = (await ann.call(listSessions, {})).results.find((session) => session.is_current)
        await ann.call(endSession, { session_id: current?.id as SessionId })
        assert.equal((await get('/api/2/person', ann.bearer)).status, 401)
      })
    })

    it('are told apart by browser and network, and all others are ended at once', async () => {
      const ann = await world.person()
      const firefox = {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      }
      const { status, body } = await signIn(ann, {}, firefox)
      assert.equal(status, 200, JSON.stringify(body))
      const { cookie } = await browser(ann)
      const { results } = await ann.call(listSessions, {})
      const named = results.filter((session) => session.browser === 'Firefox on Linux')
      assert.deepEqual(
        named.map(({ client, address, application_id }) => [client, address, application_id]),
        [['web', '127.0.0.1', null]],
      )
      assert.deepEqual(await ann.call(endOtherSessions, { browsers_only: true }), { status: 'ok', count: 2 })
      assert.equal((await get('/api/2/person', { cookie })).status, 401)
      const again = await world.signIn(ann.email)
      assert.equal((await again.call(endOtherSessions, {})).count, 1)
      assert.equal((await get('/api/2/person', ann.bearer)).status, 401)
      assert.deepEqual((await again.call(endOtherSessions, {})).count, 0)
      const { results: records } = await again.call(listPersonActivity, { person_id: ann.id })
      assert.deepEqual(
        [records[0]?.action_text, records[0]?.data_text],
        ['ended a session of the account', '1 others'],
      )
    })
  })
