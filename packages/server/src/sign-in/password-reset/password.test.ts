import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updatePerson } from '@holdfast/api/accounts/people'
import { getRoot } from '@holdfast/api/files/files'
import { OAuthFlow } from '@holdfast/server/testkit/browser/oauth-flow'
import { webHeaders } from '@holdfast/server/testkit/browser/web-session'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const NEW = 'quite another phrase'

for (const stack of STACKS)
  describe(`passwords on ${stack.name}`, () => {
    const world = useWorld(stack)

    const signIn = ({ email }: Someone, password = PASSWORD) =>
      world.token({ grant_type: 'password', username: email, password })
    const update = (who: Someone, { id }: { id: number }, password = NEW) =>
      world.post(`/api/2/person/${id}/update`, { password }, who.bearer)
    const reach = ({ rootId }: Someone, headers: Record<string, string>) =>
      world.request(`/api/2/files/${rootId}`, { headers })

    it('are changed by their owner, who goes on while every other sign-in ends', async () => {
      const ann = await world.person()
      const other = await world.signIn(ann.email)
      const web = await world.post('/api/2/session/create', { email: ann.email, password: PASSWORD })
      const cookie = { cookie: web.headers.get('set-cookie')?.split(';')[0] ?? '' }
      assert.equal((await reach(ann, cookie)).status, 200)

      world.clock.advance({ minutes: 5 })
      const person = await ann.call(updatePerson, { person_id: ann.id, password: NEW })
      assert.equal(person.id, ann.id)
      assert.equal(person.pw_last_changed, new Date(world.clock.now()).toISOString().slice(0, 19))

      assert.equal((await reach(ann, ann.bearer)).status, 200)
      assert.equal((await reach(ann, other.bearer)).status, 401)
      const refresh_token = other.session?.refreshToken ?? ''
      assert.equal((await world.token({ grant_type: 'refresh_token', refresh_token })).error, 'invalid_grant')
      assert.equal((await reach(ann, cookie)).status, 401)
      assert.equal((await signIn(ann)).error, 'invalid_grant')
      assert.equal((await signIn(ann, NEW)).status, 200)
    })

    it('let no sign-in with the old one outlive the change', async () => {
      const ann = await world.person()
      const signIns = Array.from({ length: 8 }, () => signIn(ann))
      const change = update(ann, ann)
      const answers = await Promise.all(signIns)
      assert.equal((await change).status, 200)
      for (const { status, body } of answers) {
        if (status !== 200) continue
        const headers = { authorization: `Bearer ${body.access_token}` }
        assert.equal((await reach(ann, headers)).status, 401)
      }
      assert.equal((await reach(ann, ann.bearer)).status, 200)
    })

    it('must differ from the current one', async () => {
      const ann = await world.person()
      const { status, error } = await update(ann, ann, PASSWORD)
      assert.deepEqual([status, error], [400, 'password_unchanged'])
    })

    it('are refused when they are short, well known, the account’s own name or too long', async () => {
      const ann = await world.person()
      for (const password of [
        'seven77',
        'password123',
        'Password123',
        'qwertyuiop',
        '1234567890',
        'aaaaaaaaaaaa',
        ann.email,
        ann.email.toUpperCase(),
        'x'.repeat(1025),
        'ü1'.repeat(342),
      ]) {
        const { status, error, body } = await update(ann, ann, password)
        assert.deepEqual([status, error], [400, 'invalid_request'], password)
        assert.match(String(body.error_description), /^Invalid value for parameter: password/)
      }
      assert.equal((await signIn(ann)).status, 200)
    })

    it('work up to 1024 bytes, in every spelling that looks the same', async () => {
      const ann = await world.person()
      for (const [set, given] of [
        ['abcd '.repeat(204), 'abcd '.repeat(204)],
        ['ｐｌｅｎｔｙ ｏｆ ｗｉｄｔｈ'.repeat(20), 'plenty of width'.repeat(20)],
        ['ＷＩＤＥ １２３４'.repeat(100), 'ＷＩＤＥ １２３４'.repeat(100)],
        ['u\u0308ber den Wolken', 'über den Wolken'],
        ['%&=+? "quoted"', '%&=+? "quoted"'],
      ] as const) {
        assert.equal((await update(ann, ann, set)).status, 200, set)
        assert.equal((await signIn(ann, given)).status, 200, given)
        assert.equal((await signIn(ann, given.slice(0, -1))).error, 'invalid_grant', 'hashed whole')
      }
      assert.equal((await signIn(ann, 'x'.repeat(60_000))).error, 'invalid_grant')
    })

    it('stay as they are in an update without one', async () => {
      const ann = await world.person()
      assert.equal((await world.post(`/api/2/person/${ann.id}/update`, {}, ann.bearer)).status, 200)
      assert.equal((await signIn(ann)).status, 200)
    })

    describe('of one’s own', () => {
      const flow = new OAuthFlow(world)
      const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` })
      const set = (id: number, headers: Record<string, string>, current_password = '') =>
        world.post(`/api/2/person/${id}/update`, { password: NEW, current_password }, headers)
      const refreshed = async (refresh_token: unknown, client: object = {}) => {
        const grant = { grant_type: 'refresh_token', refresh_token: String(refresh_token), ...client }
        return bearer((await world.token(grant)).body.access_token)
      }

      it('are not set by whoever stole a refresh token, or was let in by a code', async () => {
        const ann = await world.person()
        const application = await flow.application()
        const { client_id, client_secret } = application
        const codes = await flow.letIn(ann.email, application)
        const stolen = [
          bearer(codes.access_token),
          await refreshed(codes.refresh_token, { client_id, client_secret }),
          await refreshed(ann.session?.refreshToken),
        ]
        for (const headers of stolen) {
          const { status, error, body } = await set(ann.id, headers)
          assert.deepEqual([status, error], [403, 'forbidden'])
          assert.match(String(body.error_description), /current_password/)
          assert.equal((await set(ann.id, headers, 'a wrong guess')).error, 'forbidden')
        }
        assert.equal((await signIn(ann)).status, 200)
        for (const headers of stolen.slice(0, 1))
          assert.equal((await set(ann.id, headers, PASSWORD)).status, 200, 'who knows it may')
        assert.equal((await signIn(ann, NEW)).status, 200)
      })

      it('lock the account after five wrong guesses at the current one', async () => {
        const ann = await world.person()
        for (let n = 0; n < 5; n++) assert.equal((await set(ann.id, ann.bearer, 'wrong')).error, 'forbidden')
        assert.equal((await set(ann.id, ann.bearer, PASSWORD)).error, 'account_locked')
        assert.equal((await signIn(ann)).error, 'account_locked')
      })

      it('are set in a browser within the hour of its sign-in', async () => {
        const ann = await world.person()
        const browser = await webHeaders(world, ann.email)
        world.clock.advance({ hours: 1 })
        assert.equal((await set(ann.id, browser)).error, 'forbidden')
        assert.equal((await set(ann.id, browser, PASSWORD)).status, 200)
      })
    })

    describe('that have to be changed', () => {
      const WHY = 'Set a new password first (update_person).'

      async function assertDue(ann: Someone): Promise<void> {
        const { status, error, body } = await reach(ann, ann.bearer)
        assert.deepEqual([status, error, body.error_description], [403, 'forbidden', WHY])
        assert.equal(body.duty, 'set_password')
        assert.equal((await world.request('/api/2/person', { headers: ann.bearer })).status, 200)
        assert.equal((await update(ann, ann)).status, 200)
        assert.equal((await reach(ann, ann.bearer)).status, 200)
      }

      it('are so by the age that the policy allows', async () => {
        const organizationId = await world.organization({ change_password_frequency: 30 })
        const ann = await world.person({ organizationId })
        world.clock.advance({ days: 29, hours: 23 })
        await ann.signIn(ann.email, PASSWORD)
        assert.equal((await reach(ann, ann.bearer)).status, 200)
        world.clock.advance({ minutes: 59, seconds: 59 })
        assert.equal((await reach(ann, ann.bearer)).status, 200)
        world.clock.advance({ seconds: 1 })
        await ann.signIn(ann.email, PASSWORD)
        await assertDue(ann)
      })

      it('are so when an administrator said so', async () => {
        const ann = await world.person()
        await world.changePerson(ann.id, { pw_force_reset: 1 })
        await assertDue(ann)
      })

      it('are so from the hour they were given for', async () => {
        const ann = await world.person()
        await world.changePerson(ann.id, { pw_expires_at: world.clock.now() + 30 * 60_000 })
        world.clock.advance({ minutes: 29, seconds: 59 })
        await ann.call(getRoot, { root_id: ann.rootId })
        world.clock.advance({ seconds: 1 })
        await assertDue(ann)
      })
    })

    describe('set by an administrator', () => {
      it('work for people in the own organization and below it, and end their sign-ins', async () => {
        const organizationId = await world.organization()
        const boss = await world.person({ organizationId, siteAdmin: true })
        const ann = await world.person({ organizationId })
        const bob = await world.person({ organizationId: await world.organization({}, organizationId) })
        for (const [who, someone] of [
          [boss, ann],
          [await world.admin(), bob],
        ] as const) {
          assert.equal((await update(who, someone)).status, 200)
          assert.equal((await reach(someone, someone.bearer)).status, 401)
          assert.equal((await signIn(someone, NEW)).status, 200)
          assert.equal((await reach(who, who.bearer)).status, 200)
        }
      })

      it('are not set by an application that was let in by a code, nor is what leads to them', async () => {
        const organizationId = await world.organization()
        const boss = await world.person({ organizationId, siteAdmin: true })
        const ann = await world.person({ organizationId })
        const flow = new OAuthFlow(world)
        const { access_token } = await flow.letIn(boss.email, await flow.application())
        const headers = { authorization: `Bearer ${access_token}` }
        const path = `/api/2/person/${ann.id}`
        for (const change of [
          { password: NEW },
          { email: 'thief@example.test' },
          { generate_password: 'true' },
          { site_admin: 'true' },
        ])
          assert.equal((await world.post(`${path}/update`, change, headers)).error, 'forbidden')
        const thief = { email: 'thief@example.test', first_name: 'T', last_name: 'T', password: NEW }
        const admin = { ...thief, company_id: String(organizationId), site_admin: 'true' }
        assert.equal((await world.post('/api/2/person/create', admin, headers)).error, 'forbidden')
        assert.equal((await world.post(`${path}/two_step/reset`, {}, headers)).error, 'forbidden')
        assert.equal((await world.post(`${path}/update`, { last_name: 'Roe' }, headers)).status, 200)
        assert.equal((await signIn(ann)).status, 200)
      })

      it('are nobody else’s business', async () => {
        const [first, second] = [await world.organization(), await world.organization()]
        const ann = await world.person({ organizationId: first })
        const colleague = await world.person({ organizationId: first })
        const boss = await world.person({ organizationId: first, siteAdmin: true })
        const stranger = await world.person({ organizationId: second, siteAdmin: true })
        const rootAdmin = await world.person({ siteAdmin: true })
        const cases: [string, Someone, Someone][] = [
          ['a colleague', colleague, ann],
          ['an administrator next door', stranger, ann],
          ['an administrator below', boss, rootAdmin],
          ['a site administrator and a system administrator', rootAdmin, await world.admin()],
        ]
        for (const [what, who, someone] of cases) {
          assert.equal((await update(who, someone)).error, 'forbidden', what)
          assert.equal((await signIn(someone)).status, 200)
        }
        assert.equal((await update(boss, { id: 999_999 })).error, 'not_found')
      })
    })
  })
