import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/sign-in/applications'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const password = ({ email }: Someone) => ({ grant_type: 'password', username: email, password: PASSWORD })
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
const escaped = (text: string) =>
  text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)

for (const stack of STACKS)
  describe(`sign-in through applications on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function application(settings = {}) {
      const organization_id = await world.organization()
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      const made = await boss.call(api.createApplication, {
        organization_id,
        name: 'Reports',
        grant_types: ['password', 'refresh_token'],
        ...settings,
      })
      const { id: application_id, client_id, client_secret } = made
      return { boss, client_id, client_secret, path: { organization_id, application_id } }
    }
    const reach = async (token: unknown) =>
      (await world.request('/api/2/person', { headers: { authorization: `Bearer ${token}` } })).status

    it('takes their secret in the body or by HTTP Basic', async () => {
      const { client_id, client_secret } = await application()
      const ann = await world.person()
      const answers = [
        await world.token({ ...password(ann), client_id, client_secret }),
        await world.post('/oauth/token', password(ann), basic(client_id, client_secret)),
        await world.post('/oauth/token', password(ann), basic(escaped(client_id), escaped(client_secret))),
      ]
      for (const { status, body } of answers) {
        assert.equal(status, 200)
        assert.equal(await reach(body.access_token), 200)
      }
    })

    it('is refused without it', async () => {
      const { client_id, client_secret } = await application()
      const ann = await world.person()
      const wrong = await world.token({ ...password(ann), client_id, client_secret: 'wrong' })
      assert.deepEqual([wrong.status, wrong.error], [401, 'invalid_client'])
      assert.deepEqual((await world.token({ ...password(ann), client_id })).body, wrong.body)
      const unknown = await world.token({ ...password(ann), client_id: 'nobody', client_secret })
      assert.deepEqual([unknown.status, unknown.body], [401, wrong.body])
      for (const header of [
        basic(client_id, 'wrong'),
        basic(client_id, ''),
        basic(client_id, `${client_secret}:`),
        { authorization: `Basic ${Buffer.from(client_id).toString('base64')}` },
      ]) {
        const refused = await world.post('/oauth/token', password(ann), header)
        assert.deepEqual([refused.status, refused.body], [401, wrong.body])
        assert.equal(refused.headers.get('www-authenticate'), 'Basic')
      }
    })

    it('takes the grants they were registered for', async () => {
      const { client_id, client_secret } = await application({ grant_types: ['refresh_token'] })
      const ann = await world.person()
      const refused = await world.token({ ...password(ann), client_id, client_secret })
      assert.deepEqual([refused.status, refused.error], [400, 'unauthorized_client'])
      const unknown = await world.token({ grant_type: 'magic', client_id, client_secret })
      assert.deepEqual([unknown.status, unknown.error], [400, 'unsupported_grant_type'])
      const builtIn = await world.token({ grant_type: 'authorization_code', code: 'x' })
      assert.deepEqual([builtIn.status, builtIn.error], [400, 'unauthorized_client'])
    })

    it('renews their own tokens only', async () => {
      const { client_id, client_secret } = await application()
      const second = await application()
      const ann = await world.person()
      const { body } = await world.token({ ...password(ann), client_id, client_secret })
      const refresh = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
      const foreign = [
        await world.token(refresh),
        await world.token({
          ...refresh,
          client_id: second.client_id,
          client_secret: second.client_secret,
        }),
      ]
      for (const { status, error } of foreign) assert.deepEqual([status, error], [400, 'invalid_grant'])
      assert.equal((await world.token({ ...refresh, client_id, client_secret })).status, 200)
    })

    it('takes a changed secret at once, and lets go on what there is', async () => {
      const { boss, client_id, client_secret, path } = await application()
      const ann = await world.person()
      const { body } = await world.token({ ...password(ann), client_id, client_secret })
      const rotated = await boss.call(api.rotateApplicationSecret, path)
      assert.equal(rotated.client_id, client_id)
      assert.notEqual(rotated.client_secret, client_secret)
      assert.equal(
        (await world.token({ ...password(ann), client_id, client_secret })).error,
        'invalid_client',
      )
      assert.equal(await reach(body.access_token), 200)
      const refresh = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
      const renewed = await world.token({ ...refresh, client_id, client_secret: rotated.client_secret })
      assert.equal(renewed.status, 200)
    })

    it('ends on the day that the policy says, though it is in use, and never on devices', async () => {
      const { client_id, client_secret } = await application()
      const organizationId = await world.organization({ application_sign_in_days: 30 })
      const ann = await world.person({ organizationId })
      let { body } = await world.token({ ...password(ann), client_id, client_secret })
      const renew = async () => {
        const { refresh_token } = body as { refresh_token: string }
        const answer = await world.token({
          grant_type: 'refresh_token',
          refresh_token,
          client_id,
          client_secret,
        })
        body = answer.body
        return answer.status
      }
      for (const days of [15, 15]) {
        world.clock.advance({ days })
        assert.equal(await renew(), 200)
        await ann.renew()
      }
      world.clock.advance({ seconds: 1 })
      assert.equal(await renew(), 400)
      await ann.renew()
      assert.equal((await world.request('/api/2/person', { headers: ann.bearer })).status, 200)
    })

    it('ends when they are removed', async () => {
      const { boss, client_id, client_secret, path } = await application()
      const ann = await world.person()
      const { body } = await world.token({ ...password(ann), client_id, client_secret })
      assert.deepEqual(await boss.call(api.deleteApplication, path), { status: 'ok' })
      assert.equal(await reach(body.access_token), 401)
      assert.equal(
        (await world.token({ ...password(ann), client_id, client_secret })).error,
        'invalid_client',
      )
      assert.equal(await reach(ann.session?.accessToken), 200, 'other sign-ins go on')
      await assert.rejects(boss.call(api.getApplication, path), { code: 'not_found' })
      await assert.rejects(boss.call(api.deleteApplication, path), { code: 'not_found' })
    })
  })
