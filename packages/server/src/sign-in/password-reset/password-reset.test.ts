import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { describe, it } from 'node:test'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import { updatePerson } from '@holdfast/api/accounts/people'
import { setWebSettings } from '@holdfast/api/files/preferences'
import type { OrganizationId } from '@holdfast/api/ids'
import { DISABLE, ENABLE, enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const RESET = '/api/2/reset_password'
const NEW = 'quite another phrase'
const BAD_DESTINATION = {
  error: 'invalid_request',
  error_description: 'Invalid value for parameter: destination',
}

for (const stack of STACKS)
  describe(`password reset on ${stack.name}`, () => {
    const world = useWorld(stack)

    const ask = (email: string, destination = `${world.url}/set-password/{token}`) =>
      world.post(RESET, { email, destination })
    const confirm = (token: string) => world.post(`${RESET}/confirm`, { token })
    const signIn = ({ email }: Someone, password = PASSWORD) =>
      world.token({ grant_type: 'password', username: email, password })
    const update = ({ id }: Someone, token: unknown, password = NEW) =>
      world.post(`/api/2/person/${id}/update`, { password }, { authorization: `Bearer ${token}` })
    const reach = (path: string, token: unknown) =>
      world.request(path, { headers: { authorization: `Bearer ${token}` } })

    async function mailedToken({ email }: Someone): Promise<string> {
      await ask(email)
      // Other mails of the same moment may come before it or after it.
      const links = (await world.sent(email)).flatMap(({ text }) => [
        ...text.matchAll(/\/set-password\/([\w-]+)\s/g),
      ])
      return links.at(-1)?.[1] ?? assert.fail('no link in any mail')
    }

    it('mails a link to who has an account, and says the same to who has none', async () => {
      const ann = await world.person()
      const gone = await world.person()
      await world.changePerson(gone.id, { active: 0 })
      for (const email of [ann.email, 'nobody@example.test', gone.email]) {
        const { status, body } = await ask(email)
        assert.deepEqual([status, body], [200, { status: 'ok' }])
      }
      assert.match(await mailedToken(ann), /^[\w-]{43}$/)
      assert.deepEqual(await world.sent('nobody@example.test'), [])
      assert.deepEqual(await world.sent(gone.email), [])
    })

    it('writes in the language of whoever asks, else of the organization, else in English', async () => {
      const organizationId = await world.organization()
      const [ann, bob, cem] = [
        await world.person({ organizationId }),
        await world.person({ organizationId }),
        await world.person({ organizationId }),
      ]
      const speak = (who: Someone, language: string) =>
        who.call(setWebSettings, { person_id: who.id, settings: { language } })
      const greetings = async () => {
        const found = []
        for (const { email } of [ann, bob, cem]) {
          await ask(email)
          found.push(/^Hallo|^Hello/.exec((await world.sent(email)).at(-1)?.text ?? '')?.[0])
        }
        world.clock.advance({ minutes: 10 })
        return found
      }
      await speak(ann, 'de-AT')
      await speak(bob, 'tlh')
      await bob.call(updatePerson, { person_id: bob.id, locale: 'de' })
      assert.deepEqual(await greetings(), ['Hallo', 'Hallo', 'Hello'])
      const admin = await world.admin()
      await admin.call(updateOrganization, { organization_id: organizationId, locale: 'de_DE' })
      await speak(ann, 'en')
      assert.deepEqual(await greetings(), ['Hello', 'Hallo', 'Hallo'])
    })

    it('names what is missing', async () => {
      const without = async (params: Record<string, string>) =>
        (await world.post(RESET, params)).body.error_description
      assert.equal(await without({ destination: '' }), 'Missing required parameter: email')
      assert.equal(await without({ email: 'a@b.test' }), 'Missing required parameter: destination')
      const { body } = await world.post(`${RESET}/confirm`, {})
      assert.equal(body.error_description, 'Missing required parameter: token')
    })

    it('takes a destination anywhere on the own host', async () => {
      const origin = world.url
      for (const destination of [
        `${origin}/set-password/{token}`,
        `${origin}/?token={token}&next=%2F#top`,
        `${origin}?token={token}`,
        `${origin}/app#/set-password/{token}`,
        `${origin.toUpperCase().replace('HTTPS', 'https')}/{token}`,
      ])
        assert.equal((await ask('nobody@example.test', destination)).status, 200, destination)
    })

    it('sends no token anywhere else', async () => {
      const { host, hostname, port } = new URL(world.url)
      for (const destination of [
        `http://${host}/{token}`,
        'https://evil.test/{token}',
        `https://evil.${host}/{token}`,
        `https://${hostname}.evil.test:${port}/{token}`,
        `https://evil.test/${host}/{token}`,
        `https://${hostname}/{token}`,
        `https://${hostname}:${Number(port) - 1}/{token}`,
        `https://{token}.${host}/`,
        `https://${host}@evil.test/{token}`,
        `https://ann@${host}/{token}`,
        `https://:secret@${host}/{token}`,
        `https://@${host}/{token}`,
        `https://${host}\\@evil.test/{token}`,
        `https://evil.test\\@${host}/{token}`,
        `https:\\\\${host}/{token}`,
        `https:/${host}/{token}`,
        `https:${host}/{token}`,
        `//${host}/{token}`,
        `/set-password/{token}`,
        `javascript://${host}/%0a{token}`,
        `https://${host}/`,
        `https://${host}/{token}/{token}`,
        `https://${host}/{token}#{token}`,
        `https://${host}/{token}#a#{token}`,
        `https://${host}/{TOKEN}`,
        `https://${host}/{token}\nhttps://evil.test`,
        ` https://${host}/{token}`,
        `https://${host}/{token} https://evil.test`,
        `https://${host}/{token}?${'x'.repeat(2000)}`,
      ]) {
        const { status, body } = await ask('nobody@example.test', destination)
        assert.deepEqual([status, body], [400, BAD_DESTINATION], destination)
      }
    })

    it("takes the host of the person's own organization, or of one above, and of no other", async () => {
      const hostOf = (id: OrganizationId, hostname: string) =>
        world.service.ctx.db.write((tx) =>
          tx.updateTable('organization').set({ hostname }).where('id', '=', id).execute(),
        )
      const [top, other] = [await world.organization(), await world.organization()]
      const below = await world.organization({}, top)
      await hostOf(top, 'files.top.test')
      await hostOf(other, 'files.other.test')
      const { port } = new URL(world.url)
      const asked = async (destination: string) => {
        const ann = await world.person({ organizationId: below })
        const { status } = await ask(ann.email, destination)
        return [status, (await world.sent(ann.email)).length]
      }
      assert.deepEqual(await asked('https://files.top.test/{token}'), [200, 1])
      assert.deepEqual(await asked(`https://files.top.test:${port}/{token}`), [200, 1])
      assert.deepEqual(await asked('https://files.other.test/{token}'), [200, 0], 'who asks is not told')
      assert.deepEqual(await asked('https://files.top.test:1/{token}'), [400, 0])
      assert.deepEqual(await asked('https://files.nobody.test/{token}'), [400, 0])
    })

    it('does not believe the Host header', async () => {
      const ann = await world.person()
      const askAs = async (host: string, destination: string) => {
        const type = 'application/x-www-form-urlencoded'
        const headers = { host, 'x-forwarded-host': host, 'content-type': type }
        const asked = request(`${world.url}${RESET}`, { method: 'POST', headers, servername: 'localhost' })
        asked.end(new URLSearchParams({ email: ann.email, destination }).toString())
        const [answer] = (await once(asked, 'response')) as [IncomingMessage]
        answer.resume()
        return answer.statusCode
      }
      assert.equal(await askAs('evil.test', 'https://evil.test/{token}'), 400)
      assert.equal(await askAs('evil.test', `${world.url}/{token}`), 200)
    })

    it('is confirmed with exactly the fields of a token answer without guid', async () => {
      const ann = await world.person()
      const { status, body } = await confirm(await mailedToken(ann))
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body).sort(), [
        'access_token',
        'expires_in',
        'refresh_token',
        'scope',
        'token_type',
      ])
      assert.deepEqual([body.expires_in, body.token_type, body.scope], [3600, 'Bearer', 'full'])
      assert.equal((await reach(`/api/2/files/${ann.rootId}`, body.access_token)).status, 200)
      assert.equal((await update(ann, body.access_token)).status, 200)
      assert.equal((await signIn(ann, NEW)).status, 200)
      assert.equal((await signIn(ann)).error, 'invalid_grant')
      const refreshed = await world.token({
        grant_type: 'refresh_token',
        refresh_token: String(body.refresh_token),
      })
      assert.equal(refreshed.status, 200)
      assert.match(String(refreshed.body.guid), /^[0-9a-f-]{36}$/)
    })

    it('works once, within the hour', async () => {
      const ann = await world.person()
      const first = await mailedToken(ann)
      world.clock.advance({ minutes: 59, seconds: 59 })
      assert.equal((await confirm(first)).status, 200)
      const again = await confirm(first)
      assert.deepEqual([again.status, again.error], [401, 'password_reset_token_expired'])
      const second = await mailedToken(ann)
      world.clock.advance({ hours: 1 })
      assert.equal((await confirm(second)).error, 'password_reset_token_expired')
      assert.equal((await confirm('made-up')).error, 'password_reset_token_expired')
    })

    it('gives parallel uses of one token one success', async () => {
      const token = await mailedToken(await world.person())
      const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(token)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401])
    })

    it('ends with a newer token, and with a new password', async () => {
      const ann = await world.person()
      const first = await mailedToken(ann)
      world.clock.advance({ minutes: 1 })
      const second = await mailedToken(ann)
      assert.equal((await confirm(first)).error, 'password_reset_token_expired')
      assert.equal((await update(ann, ann.session?.accessToken)).status, 200)
      assert.equal((await confirm(second)).error, 'password_reset_token_expired')
    })

    it('ends with another address, as do welcome links and whoever came by one', async () => {
      const [admin, ann] = [await world.admin(), await world.person()]
      const move = async (email: string) =>
        assert.equal(
          (await world.post(`/api/2/person/${ann.id}/update`, { email }, admin.bearer)).status,
          200,
        )
      const { body: arrived } = await confirm(await mailedToken(ann))
      world.clock.advance({ minutes: 1 })
      const reset = await mailedToken(ann)
      await move(`moved-${ann.email}`)
      assert.equal((await confirm(reset)).error, 'password_reset_token_expired')
      assert.equal((await update(ann, arrived.access_token)).error, 'access_denied')

      await move(ann.email)
      await world.post(`/api/2/person/${ann.id}/update`, { generate_password: 'true' }, admin.bearer)
      const [, welcome = ''] = /token=([\w-]+)/.exec((await world.sent(ann.email)).at(-1)?.text ?? '') ?? []
      assert.equal(welcome.length, 43)
      await move(`moved-${ann.email}`)
      assert.equal((await confirm(welcome)).error, 'password_reset_token_expired')
      assert.equal((await reach('/api/2/person', ann.session?.accessToken)).status, 200)
    })

    it('ends with the account', async () => {
      const ann = await world.person()
      const token = await mailedToken(ann)
      await world.changePerson(ann.id, { active: 0 })
      assert.equal((await confirm(token)).error, 'password_reset_token_expired')
    })

    it('is mailed once a minute at most', async () => {
      const ann = await world.person()
      const token = await mailedToken(ann)
      world.clock.advance({ seconds: 59 })
      for (let n = 0; n < 3; n++) assert.equal((await ask(ann.email)).status, 200)
      assert.equal((await world.sent(ann.email)).length, 1)
      world.clock.advance({ seconds: 1 })
      assert.notEqual(await mailedToken(ann), token)
      assert.equal((await world.sent(ann.email)).length, 2)
    })

    it('lifts a lock by the new password', async () => {
      const ann = await world.person()
      for (let n = 0; n < 5; n++) await signIn(ann, 'wrong')
      const { body } = await confirm(await mailedToken(ann))
      assert.equal((await signIn(ann)).error, 'account_locked')
      assert.equal((await update(ann, body.access_token)).status, 200)
      assert.equal((await signIn(ann, NEW)).status, 200)
    })

    it('can set the password and nothing else where two-step is on', async () => {
      const ann = await world.person({ siteAdmin: true })
      const bob = await world.person()
      await enableTwoStep(world, ann, 'email')
      const { body } = await confirm(await mailedToken(ann))
      let token = body.access_token
      const bearer = () => ({ authorization: `Bearer ${token}` })
      const assertBound = async () => {
        const files = await reach(`/api/2/files/${ann.rootId}`, token)
        assert.deepEqual([files.status, files.error], [403, 'forbidden'])
        assert.match(String(files.body.error_description), /can only set a new password/)
        for (const path of [DISABLE, ENABLE])
          assert.equal((await world.post(path, { password: NEW, mode: 'email' }, bearer())).status, 403)
        assert.equal((await reach('/api/2/person/sessions', token)).status, 403)
        assert.equal((await update(bob, token)).status, 403, 'someone else’s password')
        assert.equal((await reach('/api/2/person', token)).status, 200)
      }
      await assertBound()
      assert.equal((await update(ann, token)).status, 200)
      await assertBound()
      const refresh_token = String(body.refresh_token)
      token = (await world.token({ grant_type: 'refresh_token', refresh_token })).body.access_token
      await assertBound()
      assert.equal((await signIn(ann, NEW)).error, 'missing_totp')
    })
  })
