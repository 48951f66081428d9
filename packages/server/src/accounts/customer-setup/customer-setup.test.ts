import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getCustomerSetup, updateCustomerSetup } from '@holdfast/api/accounts/customer-setup'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`setup steps of a new customer on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('are kept for whoever continues, in the order in which they are done', async () => {
      const home = await world.organization()
      const organization_id = await world.organization({}, home)
      const ines = await world.person({ organizationId: home, siteAdmin: true })
      const grace = await world.person({ organizationId: home, siteAdmin: true })
      const note = (
        given: Omit<Parameters<typeof ines.call<typeof updateCustomerSetup>>[1], 'organization_id'>,
      ) => ines.call(updateCustomerSetup, { organization_id, ...given })
      assert.deepEqual((await grace.call(getCustomerSetup, { organization_id })).steps, [])
      await note({ step: 'share', state: 'open', value: 'Patients' })
      await note({
        step: 'administrator',
        state: 'open',
        email: 'kim@x.test',
        first_name: 'Kim',
        last_name: 'Lee',
      })
      await note({
        step: 'administrator',
        state: 'failed',
        error: 'This address is in use.',
        email: 'kim@y.test',
      })
      const { steps } = await grace.call(getCustomerSetup, { organization_id })
      assert.deepEqual(
        steps.map(({ changed: _, ...rest }) => rest),
        [
          {
            step: 'administrator',
            state: 'failed',
            error: 'This address is in use.',
            first_name: 'Kim',
            last_name: 'Lee',
            email: 'kim@y.test',
            value: null,
          },
          {
            ...{ step: 'share', state: 'open', error: null, first_name: null, last_name: null, email: null },
            value: 'Patients',
          },
        ],
      )
      await note({ step: 'administrator', state: 'done' })
      const [administrator] = (await grace.call(getCustomerSetup, { organization_id })).steps
      assert.deepEqual(
        [administrator?.state, administrator?.error, administrator?.email],
        ['done', null, 'kim@y.test'],
      )
    })

    it('are for those above, and for steps that there are', async () => {
      const home = await world.organization()
      const organization_id = await world.organization({}, home)
      const own = await world.person({ organizationId: organization_id, siteAdmin: true })
      const ines = await world.person({ organizationId: home, siteAdmin: true })
      assert.equal(await refusal(own.call(getCustomerSetup, { organization_id })), 'forbidden')
      const open = { organization_id, step: 'color', state: 'open' } as const
      assert.equal(await refusal(own.call(updateCustomerSetup, open)), 'forbidden')
      const wrong = { ...open, step: 'party' as 'color' }
      assert.equal(await refusal(ines.call(updateCustomerSetup, wrong)), 'invalid_request')
      assert.deepEqual((await ines.call(getCustomerSetup, { organization_id })).steps, [])
    })
  })
