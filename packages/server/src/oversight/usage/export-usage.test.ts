import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OrganizationId } from '@holdfast/api/ids'
import { exportUsage } from '@holdfast/api/oversight/usage'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const HEADER =
  'month,organization_id,parent_id,name,accounts,admin_accounts,guests,groups,machines,organizations,' +
  'head_bytes,stored_bytes,peak_accounts,peak_bytes,billed_accounts,monthly_cost_cents,' +
  'monthly_cost_currency,cost_cents,plan_id,psa'

for (const stack of STACKS)
  describe(`the usage export on ${stack.name}`, () => {
    // In January 2026, as the clock of tests begins.
    const world = useWorld(stack)
    const sql = (statement: string) => rawSql(world.service.ctx.db, statement)
    const open = (who: Someone, organization_id: OrganizationId, month?: string) =>
      who.open(exportUsage, { organization_id, ...(month !== undefined && { month }) })

    const table = async (who: Someone, id: OrganizationId, month?: string) => {
      const text = await (await open(who, id, month)).text()
      const [header, ...lines] = text.split('\r\n')
      assert.equal(header, HEADER)
      assert.equal(lines.pop(), '', 'the last line ends too')
      const names = HEADER.split(',')
      return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])))
    }

    it('has a row for the organization and each below it, with what is to pay', async () => {
      const top = await world.organization({
        monthly_cost_cents: 250,
        monthly_cost_currency: 'EUR',
        num_users_minimum: 5,
        service_plans_enabled: true,
        psa_enabled: false,
      })
      await sql(`update organization set settings = '{"plan_id":3}' where id = ${top}`)
      const admin = await world.person({ organizationId: top, siteAdmin: true })
      const middle = await world.organization({ monthly_cost_cents: 100 }, top)
      const bottom = await world.organization({}, middle)
      const gone = await world.organization({}, top)
      await sql(`update organization set deleted_at = ${world.clock.now()} where id = ${gone}`)
      await sql(`update organization set children_count = children_count - 1 where id = ${top}`)
      const pat = await world.person({ organizationId: middle })
      await world.person({ organizationId: middle })
      await pat.upload('a.txt', 'twelve bytes')

      const response = await open(admin, top)
      assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
      const disposition = response.headers.get('content-disposition') ?? ''
      assert.ok(disposition.startsWith(`attachment; filename="usage-${top}-2026-01.csv"`), disposition)

      const [first, second, third, ...more] = await table(admin, top)
      assert.deepEqual(more, [])
      assert.deepEqual(first, {
        month: '2026-01',
        organization_id: `${top}`,
        parent_id: '1',
        name: first?.name,
        accounts: '1',
        admin_accounts: '1',
        guests: '0',
        groups: '0',
        machines: '1',
        organizations: '1',
        head_bytes: '0',
        stored_bytes: '0',
        peak_accounts: '1',
        peak_bytes: '0',
        billed_accounts: '5',
        monthly_cost_cents: '250',
        monthly_cost_currency: 'EUR',
        cost_cents: '1250',
        plan_id: '3',
        psa: 'false',
      })
      assert.deepEqual(
        [second?.organization_id, second?.parent_id, second?.head_bytes, second?.stored_bytes],
        [`${middle}`, `${top}`, '12', '12'],
      )
      assert.deepEqual([second?.billed_accounts, second?.cost_cents, second?.plan_id], ['2', '200', ''])
      assert.deepEqual([third?.organization_id, third?.cost_cents, third?.psa], [`${bottom}`, '', 'true'])
    })

    it('remembers months as they were counted, and the most there was in them', async () => {
      const id = await world.organization({ monthly_cost_cents: 100 })
      const admin = await world.person({ organizationId: id, siteAdmin: true })
      const root = await world.admin()
      const setAccounts = (count: number) =>
        sql(`update organization set persons_count = ${count} where id = ${id}`)
      const peaks = async (month?: string) => {
        const [row] = await table(admin, id, month)
        return row && [row.accounts, row.peak_accounts, row.cost_cents]
      }
      const nextDay = async () => {
        world.clock.advance({ days: 1 })
        await world.runJobs()
      }
      assert.deepEqual(await peaks('2026-01'), ['1', '1', '100'])
      await setAccounts(9)
      await nextDay()
      await setAccounts(4)
      assert.deepEqual(await peaks(), ['4', '9', '900'])
      await nextDay()
      assert.deepEqual(await peaks(), ['4', '9', '900'])
      // Counted twice on a day: nothing changes.
      await rawSql(world.service.ctx.db, `update schedule set next_at = 0 where kind = 'count_usage'`)
      await world.runJobs()
      assert.deepEqual(await peaks(), ['4', '9', '900'])

      world.clock.advance({ days: 16 })
      await setAccounts(2)
      assert.deepEqual(await peaks(), ['2', '2', '200'], 'a new month begins anew')
      assert.deepEqual(await peaks('2026-01'), ['4', '9', '900'])
      assert.deepEqual(await table(admin, id, '2025-12'), [])
      assert.deepEqual(await table(admin, id, '2026-03'), [])

      // What was deleted after a month still stands in it, not so in later ones.
      const listed = async (month?: string) =>
        (await table(root, 1 as OrganizationId, month)).some((row) => row.organization_id === `${id}`)
      await sql(`update organization set deleted_at = ${world.clock.now()} where id = ${id}`)
      assert.deepEqual([await listed('2026-01'), await listed()], [true, false])
    })

    it('counts any number of organizations', async () => {
      const { db } = world.service.ctx
      const top = await world.organization()
      const columns = 'name, email, active, policy, require_two_step, settings, created_at'
      await sql(
        `with recursive n (n) as (select 1 union all select n + 1 from n where n < 450)
         insert into organization (parent_id, slug, ${columns})
         select ${top}, 'many-' || n, ${columns} from n cross join organization o where o.id = ${top}`,
      )
      await sql(`update organization set path = '1/${top}/' || id || '/' where parent_id = ${top}`)
      world.clock.advance({ days: 2 })
      await world.runJobs()
      const [counted] = await rawSql<{ count: number }>(
        db,
        `select count(*) as count from usage_month u join organization o on o.id = u.organization_id
         where o.parent_id = ${top} and u.month = '2026-02'`,
      )
      assert.equal(counted?.count, 450)
      const rows = await table(await world.admin(), top, '2026-02')
      assert.equal(rows.length, 451)
    })

    it('gives programs for tables no formulas', async () => {
      const id = await world.organization()
      const admin = await world.person({ organizationId: id, siteAdmin: true })
      await sql(`update organization set name = '=cmd("x"), y' where id = ${id}`)
      const text = await (await open(admin, id)).text()
      assert.ok(text.includes(`,"'=cmd(""x""), y",`), text)
    })

    it('refuses what is no month, and whoever does not administer', async () => {
      const id = await world.organization()
      const admin = await world.person({ organizationId: id, siteAdmin: true })
      for (const month of ['2026-13', '2026', 'January', '2026-1', '2026-01-01'])
        await assert.rejects(open(admin, id, month), { status: 400, code: 'invalid_request' })
      const pat = await world.person({ organizationId: id })
      await assert.rejects(open(pat, id), { status: 403, code: 'forbidden' })
      await assert.rejects(open(admin, 1 as OrganizationId), { status: 403, code: 'forbidden' })
      await assert.rejects(open(admin, 999_999 as OrganizationId), { status: 404, code: 'not_found' })
    })
  })
