import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createActivity } from '@holdfast/api/oversight/activity'
import {
  getActivityVerified,
  tableActivity,
  verifyOrganizationActivity,
} from '@holdfast/api/oversight/activity-table'
import { formatUtc } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { ACTIVITY_TYPES } from '../../records/activity/types.ts'

for (const stack of STACKS)
  describe(`what verifying the activity found, on ${stack.name}`, () => {
    const world = useWorld(stack)
    async function organization() {
      const organization_id = await world.organization()
      const boss = await world.person({ organizationId: organization_id, siteAdmin: true })
      for (let n = 0; n < 3; n++)
        await boss.call(createActivity, { activity_type_id: ACTIVITY_TYPES.noted.id })
      const get = () => boss.call(getActivityVerified, { organization_id })
      const verify = () => boss.call(verifyOrganizationActivity, { organization_id })
      const last = async () => (await boss.call(tableActivity, { organization_id })).results[0]
      return { organization_id, boss, get, verify, last }
    }

    it('is nothing before, then how far it is intact, every day', async () => {
      const { get, verify, last } = await organization()
      const never = await get()
      assert.deepEqual(
        [never.ok, never.up_to, never.at, never.checking, never.first_bad],
        [null, 0, null, false, null],
      )
      const { number } = (await last()) ?? assert.fail()
      assert.equal((await verify()).checking, true)
      assert.equal((await verify()).checking, true)
      await world.runJobs()
      const good = await get()
      assert.deepEqual(
        [good.ok, good.up_to, good.at, good.checking],
        [true, number, formatUtc(world.clock.now()), false],
      )
      world.clock.advance({ days: 1 })
      await world.runJobs()
      assert.notEqual((await get()).at, good.at)
    })

    it('names the record that was changed after it was written, and puts that on record once', async () => {
      const { organization_id, get, verify, last } = await organization()
      await verify()
      await world.runJobs()
      const { number } = (await last()) ?? assert.fail()
      await rawSql(
        world.service.ctx.db,
        `update activity set acted_on_text = 'someone else' where acted_on_company_id = ${organization_id} and seq = ${number - 1}`,
      )
      for (let n = 0; n < 2; n++) {
        await verify()
        await world.runJobs()
        const { ok, first_bad } = await get()
        assert.deepEqual([ok, first_bad], [false, { number: number - 1, what: 'changed' }])
      }
      const found = await last()
      assert.deepEqual(
        [found?.number, found?.activity_type_id, found?.data_text],
        [number + 1, ACTIVITY_TYPES.activity_damaged.id, `#${number - 1}`],
      )
    })

    it('names the first that is missing, and where the end was taken away', async () => {
      const { organization_id, get, verify, last } = await organization()
      const { number } = (await last()) ?? assert.fail()
      const { db } = world.service.ctx
      await rawSql(db, `delete from activity where acted_on_company_id = ${organization_id} and seq = 2`)
      await verify()
      await world.runJobs()
      assert.deepEqual((await get()).first_bad, { number: 2, what: 'missing' })
      assert.ok(number > 2)
    })

    it('is for administrators', async () => {
      const { organization_id } = await organization()
      const ann = await world.person({ organizationId: organization_id })
      assert.equal(await refusal(ann.call(getActivityVerified, { organization_id })), 'forbidden')
      assert.equal(await refusal(ann.call(verifyOrganizationActivity, { organization_id })), 'forbidden')
    })
  })
