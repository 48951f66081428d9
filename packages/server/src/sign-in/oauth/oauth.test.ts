import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import { getOwnPerson, updatePerson } from '@holdfast/api/accounts/people'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const LOCKED = 'Account temporarily locked due to repeated failed login attempts.'

for (const stack of STACKS)
  describe(`token endpoint on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function ask(params: Record<string, string>) {
      const body = new URLSearchParams({ client_id: 'anchor', ...params })
      const response = await fetch(`${world.url}/oauth/token`, { method: 'POST', body })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const signIn = (username: string, more: Record<string, string> = {}) =>
      ask({ grant_type: 'password', username, password: PASSWORD, ...more })
    const refresh = (token: unknown, more: Record<string, string> = {}) =>
      ask({ grant_type: 'refresh_token', refresh_token: String(token), ...more })
    const reach = async (token: unknown) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${world.url}/api/2/person`, { headers })).status
    }

    it('answers a password with exactly the frozen fields', async () => {
      const { email } = await world.person()
      const { status, body } = await signIn(email)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body).sort(), [
        'access_token',
        'expires_in',
        'guid',
        'refresh_token',
        'scope',
        'token_type',
      ])
      assert.deepEqual([body.expires_in, body.token_type, body.scope], [3600, 'Bearer', 'full'])
      assert.match(String(body.guid), GUID)
      assert.equal(await reach(body.access_token), 200)
    })

    it('takes the address without regard to case and an auth_code that is not needed', async () => {
      const { email } = await world.person()
      assert.equal((await signIn(email.toUpperCase(), { auth_code: '123456' })).status, 200)
    })

    it('says the same of an unknown user, a wrong password and a disabled user', async () => {
      const [ann, gone, newcomer] = [await world.person(), await world.person(), await world.person()]
      await world.changePerson(gone.id, { active: 0 })
      await rawSql(world.service.ctx.db, `update person set password_hash = null where id = ${newcomer.id}`)
      const wrong = await signIn(ann.email, { password: 'wrong' })
      assert.equal(wrong.status, 400)
      assert.deepEqual(wrong.body, {
        error: 'invalid_grant',
        error_description: 'Invalid credentials given.',
      })
      assert.deepEqual(await signIn('nobody@example.test'), wrong)
      assert.deepEqual(await signIn(newcomer.email), wrong, 'has set no password yet')
      assert.deepEqual(await signIn(gone.email), wrong)
      assert.deepEqual(await signIn(gone.email, { password: 'wrong' }), wrong)
    })

    it('locks addresses that nobody has as it locks accounts, at once too', async () => {
      const [ann, bob, gone] = [await world.person(), await world.person(), await world.person()]
      await world.changePerson(gone.id, { active: 0 })
      const wrong = (username: string) => signIn(username, { password: 'wrong' })
      const sequence = async (username: string) => {
        const answers: unknown[] = []
        for (let n = 0; n < 7; n++) answers.push((await wrong(username)).body.error)
        return answers
      }
      const known = await sequence(ann.email)
      assert.deepEqual(known, [...Array(5).fill('invalid_grant'), ...Array(2).fill('account_locked')])
      assert.deepEqual(await sequence('stranger@example.test'), known)
      assert.deepEqual(await sequence(gone.email), known)
      assert.deepEqual(await wrong('STRANGER@example.test'), await wrong(ann.email))
      const parallel = async (username: string) => {
        const answers = await Promise.all(Array.from({ length: 12 }, () => wrong(username)))
        return answers.filter(({ status }) => status === 400).length
      }
      assert.equal(await parallel('another@example.test'), 5)
      assert.equal(await parallel(bob.email), 5)
      world.clock.advance({ hours: 1 })
      assert.equal((await wrong('stranger@example.test')).body.error, 'invalid_grant')
    })

    it('names what is missing or unknown', async () => {
      const missing = (name: string) => ({
        status: 400,
        body: { error: 'invalid_request', error_description: `Missing required parameter: ${name}` },
      })
      assert.deepEqual(await ask({}), missing('grant_type'))
      assert.deepEqual(await ask({ grant_type: 'password', client_id: '' }), missing('client_id'))
      assert.deepEqual(await ask({ grant_type: 'password' }), missing('username'))
      assert.deepEqual(await ask({ grant_type: 'password', username: 'x' }), missing('password'))
      assert.deepEqual(await ask({ grant_type: 'refresh_token' }), missing('refresh_token'))
      const unknown = await ask({ grant_type: 'password', client_id: 'nobody' })
      assert.deepEqual([unknown.status, unknown.body.error], [401, 'invalid_client'])
      const grant = await ask({ grant_type: 'magic' })
      assert.deepEqual([grant.status, grant.body.error], [400, 'unsupported_grant_type'])
    })

    it('mails its owner in the own time zone, or else in that of the organization', async () => {
      const organizationId = await world.organization()
      const [ann, bob] = [await world.person({ organizationId }), await world.person({ organizationId })]
      await ann.call(updatePerson, { person_id: ann.id, timezone: 'Asia/Kolkata' })
      const until = async ({ email }: Someone) => {
        for (let n = 0; n < 5; n++) await signIn(email, { password: 'wrong' })
        return /locked until Jan \d+, 2026, \d+:(\d+\s[AP]M .+?)\. You/.exec(
          (await world.sent(email)).at(-1)?.text ?? '',
        )?.[1]
      }
      assert.match((await until(ann)) ?? '', /^00\s[AP]M \(Asia\/Kolkata\)$/)
      const boss = await world.admin()
      await boss.call(updateOrganization, { organization_id: organizationId, timezone: 'Europe/Berlin' })
      assert.match((await until(bob)) ?? '', /^30\s[AP]M \(Europe\/Berlin\)$/)
    })

    it('locks an account after five failures for half an hour, and mails its owner once', async () => {
      const { email } = await world.person()
      for (let n = 0; n < 5; n++) assert.equal((await signIn(email, { password: 'wrong' })).status, 400)
      const locked = await signIn(email)
      assert.equal(locked.status, 403)
      assert.deepEqual(locked.body, { error: 'account_locked', error_description: LOCKED })
      const [mail, ...more] = await world.sent(email)
      assert.match(mail?.text ?? '', /locked until Jan 15, 2026, \d+:30 [AP]M UTC\. You may still/)
      assert.match(mail?.text ?? '', /127\.0\.0\.1/)
      assert.deepEqual(more, [])
      world.clock.advance({ minutes: 29 })
      assert.equal((await signIn(email)).status, 403)
      world.clock.advance({ minutes: 1 })
      assert.equal((await signIn(email)).status, 200)
    })

    it('counts failures in a row only', async () => {
      const { email } = await world.person()
      for (let round = 0; round < 3; round++) {
        for (let n = 0; n < 4; n++) await signIn(email, { password: 'wrong' })
        assert.equal((await signIn(email)).status, 200)
      }
    })

    it('gives thirty-two parallel guesses five looks', async () => {
      const { email } = await world.person()
      const guesses = Array.from({ length: 32 }, () => signIn(email, { password: 'wrong' }))
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 400).length, 5)
      assert.equal(statuses.filter((status) => status === 403).length, 27)
    })

    it('ends access tokens after an hour', async () => {
      const { email } = await world.person()
      const { body } = await signIn(email)
      world.clock.advance({ minutes: 59 })
      assert.equal(await reach(body.access_token), 200)
      world.clock.advance({ minutes: 1 })
      assert.equal(await reach(body.access_token), 401)
    })

    it('refuses what is no token with 401 and a challenge', async () => {
      for (const authorization of ['', 'Bearer', 'Bearer nonsense', 'Basic YTpi', 'Bearer a b']) {
        const response = await fetch(`${world.url}/api/2/person`, { headers: { authorization } })
        assert.equal(response.status, 401, authorization)
        assert.equal(response.headers.get('www-authenticate'), 'Bearer')
        assert.equal(((await response.json()) as { error: string }).error, 'access_denied')
      }
    })

    describe('refresh', () => {
      it('gives new tokens of the same device', async () => {
        const { email } = await world.person()
        const { body: first } = await signIn(email)
        const { status, body: second } = await refresh(first.refresh_token, { guid: '' })
        assert.equal(status, 200)
        assert.equal(second.guid, first.guid)
        assert.notEqual(second.access_token, first.access_token)
        assert.notEqual(second.refresh_token, first.refresh_token)
        assert.equal(await reach(second.access_token), 200)
      })

      it('forgives a device that names itself a repeat within seconds and takes a later one for theft', async () => {
        const { email } = await world.person()
        const { body: first } = await signIn(email)
        const { body: second } = await refresh(first.refresh_token)
        world.clock.advance({ seconds: 10 })
        const same = { guid: String(first.guid) }
        const { status, body: third } = await refresh(first.refresh_token, same)
        assert.equal(status, 200)
        assert.deepEqual([await reach(second.access_token), await reach(third.access_token)], [401, 200])
        world.clock.advance({ seconds: 1 })
        const stolen = await refresh(first.refresh_token, same)
        assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant'])
        assert.equal((await refresh(third.refresh_token)).status, 400, 'the whole family is revoked')
        assert.equal(await reach(third.access_token), 401)
      })

      it('leaves a thief who repeats a request in time no tokens beside those of the owner', async () => {
        const { email } = await world.person()
        for (const next of ['the owner goes on', 'the owner repeats', 'the owner went on'] as const) {
          const { body: first } = await signIn(email)
          const same = { guid: String(first.guid) }
          const { body: owner } = await refresh(first.refresh_token)
          if (next === 'the owner went on') await refresh(owner.refresh_token)
          const { status, body: thief } = await refresh(first.refresh_token, same)
          if (next === 'the owner went on') {
            assert.equal(status, 400, 'nothing was lost on the way')
            continue
          }
          assert.equal(await reach(thief.access_token), 200)
          const token = next === 'the owner repeats' ? first.refresh_token : owner.refresh_token
          assert.equal((await refresh(token, same)).status, 400, next)
          assert.equal(await reach(thief.access_token), 401, next)
          assert.equal((await refresh(thief.refresh_token)).status, 400, next)
        }
      })

      it('gives parallel repeats of a device that names itself one live pair of tokens at most', async () => {
        const { email } = await world.person()
        const { body: first } = await signIn(email)
        const same = { guid: String(first.guid) }
        const repeats = Array.from({ length: 4 }, () => refresh(first.refresh_token, same))
        for (const { body } of await Promise.all(repeats))
          if (body.access_token) assert.equal(await reach(body.access_token), 401)
      })

      it('gives parallel uses of one token one success, and ends the sign-in for the others', async () => {
        const { email } = await world.person()
        const { body } = await signIn(email)
        const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(body.refresh_token)))
        const [success, ...more] = answers.filter(({ status }) => status === 200)
        assert.ok(success)
        assert.deepEqual(more, [])
        for (const { status, body } of answers)
          if (status !== 200) assert.deepEqual([status, body.error], [400, 'invalid_grant'])
        assert.equal(await reach(success.body.access_token), 401)
        assert.equal((await refresh(success.body.refresh_token)).status, 400)
      })

      it('lapses when it is not used for the days the policy says', async () => {
        const organizationId = await world.organization({ deactivate_token_frequency: 7 })
        const { email } = await world.person({ organizationId })
        const { body: first } = await signIn(email)
        world.clock.advance({ days: 7 })
        const { status, body: second } = await refresh(first.refresh_token)
        assert.equal(status, 200)
        world.clock.advance({ days: 7, seconds: 1 })
        assert.equal((await refresh(second.refresh_token)).status, 400)
      })

      it('forgets what was used and what ended, after a month', async () => {
        const organizationId = await world.organization({ deactivate_token_frequency: 365 })
        const { email, id } = await world.person({ organizationId })
        const { body: kept } = await signIn(email)
        const { body: ended } = await signIn(email)
        const { body: second } = await refresh(kept.refresh_token)
        await refresh(ended.refresh_token)
        assert.equal((await refresh(ended.refresh_token)).status, 400, 'its second use ends it')
        const left = async () => {
          world.clock.advance({ days: 15 })
          await world.service.jobs.runDue()
          const [row] = await rawSql<{ sessions: number; tokens: number }>(
            world.service.ctx.db,
            `select count(distinct s.id) as sessions, count(*) as tokens
             from session s join refresh_token t on t.session_id = s.id where s.person_id = ${id}`,
          )
          return [Number(row?.sessions), Number(row?.tokens)]
        }
        // The session of the world's own sign-in, and the two of above.
        assert.deepEqual(await left(), [3, 5])
        assert.deepEqual(await left(), [3, 5], 'a month is not over')
        assert.deepEqual(await left(), [2, 2])
        const { status, body: third } = await refresh(second.refresh_token)
        assert.equal(status, 200, 'what was not used still works')
        assert.equal(await reach(third.access_token), 200)
        assert.equal((await refresh(kept.refresh_token)).status, 400)
        assert.equal(await reach(third.access_token), 200, 'what is forgotten does nobody harm')
      })
    })

    describe('devices', () => {
      it('keep their guid, and a script that names none gets one machine', async () => {
        const { email } = await world.person()
        const { body: first } = await signIn(email)
        const { body: second } = await signIn(email)
        assert.equal(second.guid, first.guid)
        const { body: named } = await signIn(email, { dns_name: 'laptop', os_type: 'linux' })
        assert.notEqual(named.guid, first.guid)
        assert.equal((await signIn(email, { dns_name: 'laptop' })).body.guid, named.guid)
        assert.equal((await signIn(email, { guid: String(named.guid) })).body.guid, named.guid)
      })

      it('get a new guid for one the server does not know or another person has', async () => {
        const [ann, bob] = [await world.person(), await world.person()]
        const made = '00000000-0000-4000-8000-000000000000'
        const { body } = await signIn(ann.email, { guid: made })
        assert.match(String(body.guid), GUID)
        assert.notEqual(body.guid, made)
        const foreign = await signIn(bob.email, { guid: String(body.guid) })
        assert.notEqual(foreign.body.guid, body.guid)
      })
    })

    it('survives a restart of the server', async () => {
      const ann = await world.person()
      await world.restart()
      const headers = { authorization: `Bearer ${ann.session?.accessToken}` }
      assert.equal((await fetch(`${world.url}/api/2/person`, { headers })).status, 200)
    })

    it('shows the person its token belongs to', async () => {
      const admin = await world.admin()
      const person = await admin.call(getOwnPerson, {})
      assert.equal(person.email, 'admin@localhost')
      assert.deepEqual([person.system_admin, person.company_id], [true, 1])
      assert.equal(person.roots[0]?.id, person.root_id)
      assert.equal(person.company_policy.num_orgs_maximum, null)
    })
  })
