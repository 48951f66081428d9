import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOrganizationBrand, setOrganizationBrand } from '@holdfast/api/accounts/brand'
import { createOrganization, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { brandOf } from './brand.ts'

for (const stack of STACKS)
  describe(`the look of an organization on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('is its own, or that of the nearest one above', async () => {
      const admin = await world.admin()
      const above = await world.organization()
      const { id: below, name } = await admin.call(createOrganization, {
        organization_id: above,
        name: 'Below',
        slug: 'below',
        email: 'below@example.test',
      })
      const look = async () => {
        const { color, own_color } = await admin.call(getOrganizationBrand, { organization_id: below })
        return [color, own_color]
      }
      const standard = (await look())[0]
      assert.deepEqual(await look(), [standard, null])
      await admin.call(setOrganizationBrand, { organization_id: above, color: '#0A7F5A' })
      assert.deepEqual(await look(), ['#0a7f5a', null])
      const own = await admin.call(setOrganizationBrand, { organization_id: below, color: '#aa3355' })
      assert.deepEqual([own.name, own.color, own.own_color], [name, '#aa3355', '#aa3355'])
      assert.deepEqual([own.inherited?.color, own.inherited?.color_from?.id], ['#0a7f5a', above])
      const { ctx } = world.service
      assert.equal((await brandOf(ctx, ctx.db.read, below)).color, '#aa3355')
      // Without the right to one it is as if there were none.
      await admin.call(updateOrganizationPolicy, { organization_id: below, branding_enabled: false })
      assert.deepEqual(await look(), ['#0a7f5a', '#aa3355'])
      const refused = admin.call(setOrganizationBrand, { organization_id: below, color: '#aa3355' })
      assert.equal(await refusal(refused), 'policy_error')
      await admin.call(setOrganizationBrand, { organization_id: above, color: null })
      assert.deepEqual(await look(), [standard, '#aa3355'])
    })

    it('is a colour and nothing else', async () => {
      const admin = await world.admin()
      const organization_id = await world.organization()
      for (const color of ['red', '#12345', '#1234567', 'url(x)', '#12345g'])
        assert.equal(
          await refusal(admin.call(setOrganizationBrand, { organization_id, color })),
          'invalid_request',
          color,
        )
    })
  })
