import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { createApplication } from '@holdfast/api/sign-in/applications'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'

interface Tokens {
  access: string
  refresh: string
}

for (const stack of STACKS)
  describe(`revocation on ${stack.name}`, () => {
    const world = useWorld(stack)

    const revoke = (params: Record<string, string>, headers = {}) =>
      world.post('/oauth/revoke', { client_id: 'anchor', ...params }, headers)
    const reach = async ({ access }: Tokens) =>
      (await world.request('/api/2/person', { headers: { authorization: `Bearer ${access}` } })).status
    const refresh = ({ refresh }: Tokens) =>
      world.token({ grant_type: 'refresh_token', refresh_token: refresh })

    async function tokens(client: Record<string, string> = {}): Promise<Tokens> {
      const { email } = await world.person()
      const { body } = await world.token({
        grant_type: 'password',
        username: email,
        password: PASSWORD,
        ...client,
      })
      return { access: String(body.access_token), refresh: String(body.refresh_token) }
    }
    async function application(): Promise<{ client_id: string; client_secret: string }> {
      const admin = await world.admin()
      const { client_id, client_secret } = await admin.call(createApplication, {
        organization_id: 1 as OrganizationId,
        name: 'Reports',
        grant_types: ['password', 'refresh_token'],
      })
      return { client_id, client_secret }
    }

    it('answers every valid request alike', async () => {
      const { access, refresh } = await tokens()
      for (const params of [
        { token: access, token_type_hint: 'access_token' },
        { token: access },
        { token: refresh, token_type_hint: 'access_token' },
        { token: refresh, token_type_hint: 'refresh_token' },
        { token: 'made-up' },
        { token: 'made-up', token_type_hint: 'pigeon' },
      ]) {
        const { status, body } = await revoke(params)
        assert.deepEqual([status, body], [200, { status: 'ok' }], JSON.stringify(params))
      }
    })

    it('ends an access token, and leaves the sign-in', async () => {
      const given = await tokens()
      await revoke({ token: given.access, token_type_hint: 'refresh_token' })
      assert.equal(await reach(given), 401)
      assert.equal((await refresh(given)).status, 200)
    })

    it('ends a refresh token with every access token of its sign-in', async () => {
      const given = await tokens()
      const { body } = await refresh(given)
      const later = { access: String(body.access_token), refresh: String(body.refresh_token) }
      await revoke({ token: later.refresh })
      assert.deepEqual([await reach(given), await reach(later)], [401, 401])
      assert.equal((await refresh(later)).error, 'invalid_grant')
    })

    it('works in the order that scripts use: the access token first, then the refresh token', async () => {
      const given = await tokens()
      assert.equal((await revoke({ token: given.access, token_type_hint: 'access_token' })).status, 200)
      assert.equal((await revoke({ token: given.refresh, token_type_hint: 'refresh_token' })).status, 200)
      assert.equal(await reach(given), 401)
      assert.equal((await refresh(given)).error, 'invalid_grant')
    })

    it('is on record, each token once', async () => {
      const ann = await world.person()
      const { body } = await world.token({ grant_type: 'password', username: ann.email, password: PASSWORD })
      for (const token of [body.access_token, body.access_token, body.refresh_token, body.refresh_token])
        await revoke({ token: String(token) })
      const { results } = await ann.call(listPersonActivity, { person_id: ann.id })
      const words = results.map(({ actor_text, action_text }) => `${actor_text} ${action_text}`)
      const name = results[0]?.actor_text
      assert.deepEqual(words.slice(0, 3), [
        `${name} ended a session of the account`,
        `${name} revoked an access token of the account`,
        `${name} signed in to the account`,
      ])
    })

    it('leaves tokens of another client alone', async () => {
      const client = await application()
      const [ours, theirs] = [await tokens(), await tokens(client)]
      for (const token of [theirs.access, theirs.refresh]) assert.equal((await revoke({ token })).status, 200)
      for (const token of [ours.access, ours.refresh])
        assert.equal((await revoke({ token, ...client })).status, 200)
      assert.deepEqual([await reach(ours), await reach(theirs)], [200, 200])
      assert.equal((await refresh(ours)).status, 200)
      await revoke({ token: theirs.refresh, ...client })
      assert.equal(await reach(theirs), 401)
    })

    it('asks a registered client for its secret, in the body or by HTTP Basic', async () => {
      const client = await application()
      const { client_id, client_secret } = client
      const given = await tokens(client)
      for (const params of [{ client_id }, { client_id, client_secret: 'wrong' }, { client_id: 'nobody' }]) {
        const { status, error } = await revoke({ token: given.refresh, ...params })
        assert.deepEqual([status, error], [401, 'invalid_client'])
      }
      assert.equal(await reach(given), 200)
      const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
      assert.equal((await revoke({ token: given.refresh, client_id: '' }, { authorization })).status, 200)
      assert.equal(await reach(given), 401)
    })

    it('names what is missing', async () => {
      const missing = (name: string) => ({
        error: 'invalid_request',
        error_description: `Missing required parameter: ${name}`,
      })
      const noToken = await revoke({})
      assert.deepEqual([noToken.status, noToken.body], [400, missing('token')])
      const noClient = await revoke({ token: 'x', client_id: '' })
      assert.deepEqual([noClient.status, noClient.body], [400, missing('client_id')])
    })
  })
