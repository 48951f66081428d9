import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganization } from '@holdfast/api/accounts/organizations'
import type { OrganizationId } from '@holdfast/api/ids'
import { exportUsage, getUsageMonth } from '@holdfast/api/oversight/usage'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`the usage of a month on ${stack.name}`, () => {
    const world = useWorld(stack)
    const of = (who: Someone, organization_id: OrganizationId, month?: string, offset?: number) =>
      who.call(getUsageMonth, { organization_id, ...(month && { month }), ...(offset && { offset }) })

    async function provider() {
      const top = await world.organization({ monthly_cost_cents: 250, monthly_cost_currency: 'EUR' })
      const admin = await world.person({ organizationId: top, siteAdmin: true })
      const zoo = await world.organization({ monthly_cost_cents: 100, monthly_cost_currency: 'EUR' }, top)
      const bar = await world.organization(
        { monthly_cost_cents: 300, monthly_cost_currency: 'USD', num_users_minimum: 4 },
        zoo,
      )
      const free = await world.organization({}, top)
      const root = await world.admin()
      for (const [organization_id, name] of [
        [zoo, 'Zoo'],
        [bar, 'bar'],
        [free, 'Élan'],
      ] as const)
        await root.call(updateOrganization, { organization_id, name })
      const zoe = await world.person({ organizationId: zoo })
      await zoe.upload('a.txt', 'twelve bytes')
      return { top, admin, zoo, bar, free }
    }

    it('has what is its own, what is below by name, and the sum of that', async () => {
      const { top, admin, zoo, bar, free } = await provider()
      const usage = await of(admin, top)
      assert.deepEqual(
        [usage.month, usage.current_month, usage.first_month],
        ['2026-01', '2026-01', '2026-01'],
      )
      assert.deepEqual([usage.own?.id, usage.own?.accounts, usage.own?.cost_cents], [top, 1, 250])
      assert.deepEqual(
        usage.results.map(({ id }) => id),
        [bar, free, zoo],
      )
      const { below } = usage
      assert.deepEqual([below?.organizations, below?.accounts, below?.billed_accounts], [3, 1, 5])
      assert.equal(below?.stored_bytes, 12)
      assert.deepEqual(
        below.costs.toSorted((a, b) => b.cents - a.cents),
        [
          { currency: 'USD', cents: 1200 },
          { currency: 'EUR', cents: 100 },
        ],
      )
      assert.equal(usage.results.find(({ id }) => id === free)?.cost_cents, null)
      const rest = await of(admin, top, '2026-01', 2)
      assert.deepEqual([rest.results.map(({ id }) => id), rest.total, rest.below], [[zoo], 3, below])
      const alone = await of(admin, free)
      assert.deepEqual([alone.own?.id, alone.below, alone.results], [free, null, []])
    })

    it('is what the export says, whatever month', async () => {
      const { top, admin } = await provider()
      world.clock.advance({ days: 1 })
      await world.runJobs()
      const counted = new Date(world.clock.now()).toISOString().slice(0, 10)
      await rawSql(world.service.ctx.db, `update organization set persons_count = 7 where id = ${top}`)
      world.clock.advance({ days: 17 })
      const now = await of(admin, top)
      const then = await of(admin, top, '2026-01')
      assert.deepEqual([now.own?.accounts, then.own?.accounts], [7, 1])
      assert.equal(then.counted_at?.slice(0, 10), counted)
      assert.deepEqual(
        [now.first_month, then.first_month, then.current_month],
        ['2026-01', '2026-01', '2026-02'],
      )
      for (const usage of [now, then]) {
        const text = await (
          await admin.open(exportUsage, { organization_id: top, month: usage.month })
        ).text()
        const [head = '', ...lines] = text.trim().split('\r\n')
        const names = head.split(',')
        const cells = (line: string) => (name: string) => line.split(',')[names.indexOf(name)]
        const inFile = lines
          .map(cells)
          .map((of) => [
            ...[of('organization_id'), of('accounts'), of('peak_accounts'), of('billed_accounts')],
            ...[of('stored_bytes'), of('peak_bytes'), of('monthly_cost_cents'), of('cost_cents')],
          ])
        const here = [usage.own, ...usage.results]
          .flatMap((row) => row ?? [])
          .map((row) => [
            ...[row.id, row.accounts, row.peak_accounts, row.billed_accounts],
            ...[row.stored_bytes, row.peak_bytes, row.monthly_cost_cents ?? '', row.cost_cents ?? ''],
          ])
        const sorted = (rows: unknown[][]) => rows.map((row) => row.join()).toSorted()
        assert.deepEqual(sorted(here), sorted(inFile))
      }
      const before = await of(admin, top, '2025-12')
      assert.deepEqual([before.own, before.below, before.counted_at], [null, null, null])
    })

    it('refuses what is no month, and whoever does not administer', async () => {
      const { top, admin, zoo } = await provider()
      await assert.rejects(of(admin, top, '2026-13'), { code: 'invalid_request' })
      const pat = await world.person({ organizationId: zoo })
      await assert.rejects(of(pat, zoo), { code: 'forbidden' })
      await assert.rejects(of(admin, 1 as OrganizationId), { code: 'forbidden' })
    })
  })
