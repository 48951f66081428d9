import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`the requests of an organization on ${stack.name}`, () => {
    const world = useWorld(stack)
    const ask = (who: Someone) => world.request('/api/2/person', { headers: who.bearer })

    it('are as many a minute as its policy says, of all its people together', async () => {
      const organization_id = await world.organization()
      const [ann, bob] = [
        await world.person({ organizationId: organization_id }),
        await world.person({ organizationId: organization_id }),
      ]
      const admin = await world.admin()
      const limit = (api_ratelimit: number | null, api_ratelimit_enabled = true) =>
        admin.call(updateOrganizationPolicy, { organization_id, api_ratelimit, api_ratelimit_enabled })
      await limit(3)
      for (const who of [ann, bob, ann]) assert.equal((await ask(who)).status, 200)
      world.clock.advance({ seconds: 20 })
      const refused = await ask(bob)
      assert.deepEqual(
        [refused.status, refused.error, refused.headers.get('retry-after')],
        [503, 'temporarily_unavailable', '40'],
      )
      assert.match(String(refused.body.error_description), /api_ratelimit/)
      assert.equal((await ask(admin)).status, 200, 'others have their own')
      const unknown = await world.request('/api/2/person', { headers: { authorization: 'Bearer x' } })
      assert.equal(unknown.error, 'access_denied', 'who asks is found out first')
      world.clock.advance({ seconds: 40 })
      assert.equal((await ask(bob)).status, 200)

      await limit(1)
      assert.equal((await ask(bob)).status, 503, 'a new limit counts at once')
      for (const [value, enabled] of [
        [1, false],
        [null, true],
        [0, true],
      ] as const) {
        await limit(value, enabled)
        assert.equal((await ask(bob)).status, 200, `${value} ${enabled}`)
      }
    })

    it('are limited from above only', async () => {
      const organization_id = await world.organization({ api_ratelimit: 50, api_ratelimit_enabled: true })
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      for (const change of [{ api_ratelimit: 100 }, { api_ratelimit_enabled: false }])
        await assert.rejects(boss.call(updateOrganizationPolicy, { organization_id, ...change }), {
          code: 'forbidden',
          message: /api_ratelimit/,
        })
    })
  })
