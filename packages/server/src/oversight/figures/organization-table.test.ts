import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deleteOrganization } from '@holdfast/api/accounts/organizations'
import type { OrganizationId } from '@holdfast/api/ids'
import type { ParamsOf } from '@holdfast/api/operation'
import { type OrganizationTableRow, tableOrganizations } from '@holdfast/api/oversight/organization-table'
import { DAY_MS, formatUtc } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { keepAlerts } from '../alerts/keep-alerts.ts'
import { countFigures } from './count-figures.ts'

type Wish = Partial<Omit<ParamsOf<typeof tableOrganizations>, 'organization_id'>>

for (const stack of STACKS)
  describe(`the list of organizations on ${stack.name}`, () => {
    const world = useWorld(stack)
    // They come when a test has them come.
    before(() =>
      rawSql(world.service.ctx.db, `delete from schedule where kind in ('count_figures', 'keep_alerts')`),
    )
    const { company } = useCompanies(world)
    const sql = (statement: string) => rawSql(world.service.ctx.db, statement)
    const count = () => countFigures(world.service.ctx)
    const list = (who: Someone, organization_id: OrganizationId, wish: Wish = {}) =>
      who.call(tableOrganizations, { organization_id, ...wish })
    const idsOf = async (who: Someone, id: OrganizationId, wish: Wish = {}) =>
      (await list(who, id, wish)).results.map((row) => row.id)
    const rename = (id: OrganizationId, name: string) =>
      sql(`update organization set name = '${name}' where id = ${id}`)

    /** An organization that looks after two others, and one of those after a third. */
    async function msp() {
      const top = await company()
      const middle = await company({ space_quota: 100 }, top.id)
      const low = await company({}, middle.id)
      const other = await company({ require_two_step_auth: false }, top.id)
      await rename(top.id, 'Harbor IT')
      await rename(middle.id, 'Brightwater Architects')
      await rename(low.id, 'Lyon')
      await rename(other.id, 'alder & Son')
      return { top, middle, low, other }
    }

    it('shows what each has, and what those below it have together', async () => {
      const { top, middle, low, other } = await msp()
      await low.boss.upload('a.txt', 'x'.repeat(70))
      await count()
      world.clock.advance({ days: 1 })
      await low.boss.upload('b.txt', 'x'.repeat(5))
      await middle.boss.upload('c.txt', 'x'.repeat(95))
      const until = world.clock.now() + 3 * DAY_MS
      await world.changeOrganization(middle.id, { trial_until: until })
      await count()
      await keepAlerts(world.service.ctx)
      const { results, total, total_is, at, ...page } = await list(top.boss, top.id, { below: true })
      assert.deepEqual([total, total_is, at], [3, 'exact', formatUtc(world.clock.now())])
      assert.deepEqual(page, { type: 'table_page', cursor: null, back: null, searched: null })
      assert.deepEqual(
        results.map(({ id }) => id),
        [middle.id, low.id, other.id],
      )
      const [first, second, third] = results as [
        OrganizationTableRow,
        OrganizationTableRow,
        OrganizationTableRow,
      ]
      const { days, may, seen_at, ...facts } = first
      assert.deepEqual(facts, {
        id: middle.id,
        name: 'Brightwater Architects',
        organization: { id: top.id, name: 'Harbor IT' },
        path_names: ['Harbor IT'],
        state: 'trial',
        alerts: { urgent: 0, warning: 2 },
        ...{ accounts: 1, accounts_below: 1, space: 95, space_below: 75, quota: 100, grown_30: 95 },
        ...{ devices: 1, trial_until: formatUtc(until), license_until: null, closes_on: null },
      })
      assert.deepEqual(days, [...Array(28).fill(null), 0, 95])
      assert.equal(seen_at, formatUtc(world.clock.now()))
      assert.ok(may.includes('organization.suspend') && may.includes('people.add'))
      assert.deepEqual(second.path_names, ['Harbor IT', 'Brightwater Architects'])
      assert.deepEqual(second.organization, { id: middle.id, name: 'Brightwater Architects' })
      assert.deepEqual([second.state, second.days.at(-2), second.space], ['trial', 70, 75])
      assert.deepEqual([third.state, third.accounts_below, third.alerts.warning], ['ok', 0, 0])
      assert.deepEqual(await idsOf(top.boss, top.id), [middle.id, other.id], 'only those directly below')
      assert.deepEqual(await idsOf(middle.boss, middle.id, { below: true }), [low.id])
    })

    it('is sorted as asked, by pages both ways', async () => {
      const { top, middle, low, other } = await msp()
      const ids: OrganizationId[] = [middle.id, low.id, other.id]
      for (let n = 1; n <= 4; n++) ids.push(await world.organization({}, other.id))
      for (const [n, id] of ids.entries())
        await sql(`update organization set persons_count = ${(n * 3) % 7}, stored_size = ${(n * 2) % 7},
          machines_count = ${(n * 4) % 7} where id = ${id}`)
      await count()
      for (const [n, id] of ids.entries())
        await sql(`update organization_figure set stored_before = ${n === 2 ? 'null' : (n * 5) % 7},
          seen_at = ${n === 4 ? 'null' : 1000 * (1 + ((n * 6) % 7))} where organization_id = ${id}`)
      const all = (await list(top.boss, top.id, { below: true })).results
      const fold = (name: string) => name.toLowerCase()
      const keys = {
        name: (row: OrganizationTableRow) => fold(row.name),
        accounts: (row: OrganizationTableRow) => row.accounts,
        space: (row: OrganizationTableRow) => row.space,
        grown: (row: OrganizationTableRow) => row.grown_30 ?? -Infinity,
        devices: (row: OrganizationTableRow) => row.devices,
        seen: (row: OrganizationTableRow) => row.seen_at ?? '',
      }
      for (const [name, keyOf] of Object.entries(keys)) {
        const sorted = all.toSorted((a, b) => {
          const [one, other] = [keyOf(a), keyOf(b)]
          return one < other ? -1 : one > other ? 1 : a.id - b.id
        })
        for (const sort of [name, `-${name}`] as NonNullable<Wish['sort']>[]) {
          const wanted = (sort === name ? sorted : sorted.toReversed()).map(({ id }) => id)
          assert.deepEqual(await idsOf(top.boss, top.id, { below: true, sort }), wanted, sort)
          const read: number[] = []
          let page = await list(top.boss, top.id, { below: true, sort, limit: 3 })
          for (;;) {
            read.push(...page.results.map(({ id }) => id))
            if (page.cursor === null) break
            page = await list(top.boss, top.id, { below: true, sort, limit: 3, cursor: page.cursor })
          }
          assert.deepEqual(read, wanted, `${sort} by pages`)
          const back = await list(top.boss, top.id, { below: true, sort, limit: 3, cursor: page.back ?? '' })
          assert.deepEqual(
            back.results.map(({ id }) => id),
            wanted.slice(3, 6),
          )
        }
      }
      const { cursor } = await list(top.boss, top.id, { below: true, limit: 3 })
      await assert.rejects(list(top.boss, top.id, { below: true, sort: 'name', cursor: cursor ?? '' }), {
        code: 'invalid_request',
      })
      const from = { below: true, sort: 'name', start: 'bri', limit: 1 } as const
      assert.deepEqual(await idsOf(top.boss, top.id, from), [middle.id])
      await assert.rejects(list(top.boss, top.id, { start: 'b', sort: 'space' }), { code: 'invalid_request' })
    })

    it('begins with what is worst', async () => {
      const { top, middle, low, other } = await msp()
      const ended = await world.organization({}, top.id)
      const shut = await world.organization({}, top.id)
      const trying = await world.organization({}, top.id)
      const now = world.clock.now()
      await world.changeOrganization(trying, { trial_until: now + 60 * DAY_MS })
      await world.changeOrganization(shut, { active: 0 })
      await other.boss.upload('a.txt', 'x'.repeat(20))
      await sql(`update machine set alerted_at = ${now} where person_id = ${other.boss.id}`)
      await sql(`update organization set license_until = ${now} where id = ${ended}`)
      await middle.boss.upload('full.txt', 'x'.repeat(100))
      await keepAlerts(world.service.ctx)
      await sql(`delete from standing_alert where organization_id = ${ended}`)
      const worst = [middle.id, ended, shut, other.id, trying, low.id]
      assert.deepEqual(await idsOf(top.boss, top.id, { below: true }), worst)
      assert.deepEqual(await idsOf(top.boss, top.id, { below: true, sort: '-state' }), worst.toReversed())
      const states = async (wish: Wish) => idsOf(top.boss, top.id, { below: true, ...wish })
      assert.deepEqual(await states({ state: 'expired' }), [ended])
      assert.deepEqual(await states({ state: 'suspended' }), [shut])
      assert.deepEqual(await states({ state: 'trial' }), [trying])
      assert.deepEqual(await states({ ending: true }), [ended])
      assert.deepEqual(await states({ full: 100 }), [middle.id])
    })

    it('is filtered and searched', async () => {
      const { top, middle, low, other } = await msp()
      await middle.boss.upload('a.txt', 'x'.repeat(80))
      await low.boss.upload('a.txt', 'x'.repeat(110))
      await count()
      await sql(`update organization_figure set stored_before = 100 where organization_id = ${low.id}`)
      await sql(`update organization set require_two_step = 1 where id in (${middle.id}, ${low.id})`)
      const found = async (wish: Wish) =>
        (await idsOf(top.boss, top.id, { below: true, sort: 'name', ...wish })).map((id) =>
          new Map([
            [middle.id, 'middle'],
            [low.id, 'low'],
            [other.id, 'other'],
          ]).get(id),
        )
      assert.deepEqual(await found({ q: 'arch' }), ['middle'])
      assert.deepEqual(await found({ q: 'ARCH brig' }), ['middle'])
      assert.deepEqual(await found({ q: 'chitects' }), [])
      assert.deepEqual(await found({ q: ' & ' }), [])
      assert.deepEqual(await found({ full: 80 }), ['middle'])
      assert.deepEqual(await found({ full: 81 }), [])
      assert.deepEqual(await found({ grown: 10 }), ['middle', 'low'], 'what had nothing has grown')
      assert.deepEqual(await found({ grown: 11 }), ['middle'])
      assert.deepEqual(await found({ no_two_step_rule: true }), ['other'])
      assert.deepEqual(await found({ ending: true }), [])
      const { total, total_is } = await list(top.boss, top.id, { below: true, grown: 11 })
      assert.deepEqual([total, total_is], [1, 'exact'])
      for (const wrong of ['sort=colour', 'state=odd', 'size=3']) {
        const path = `/api/2/organization/${top.id}/table/organizations?${wrong}`
        assert.equal((await world.request(path, { headers: top.boss.bearer })).status, 400, wrong)
      }
    })

    it('is the same as CSV', async () => {
      const { top, middle, low, other } = await msp()
      await rename(other.id, '=1+1')
      await count()
      const columns = 'name,organization,path_names,alerts,accounts_below,seen_at'
      const query = new URLSearchParams({ below: 'true', sort: 'name', format: 'csv', columns })
      const path = `/api/2/organization/${top.id}/table/organizations?${query}`
      const response = await fetch(world.url + path, { headers: top.boss.bearer })
      assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
      const { results } = await list(top.boss, top.id, { below: true, sort: 'name' })
      const seen = new Map(results.map(({ id, seen_at }) => [id, seen_at ?? '']))
      assert.deepEqual((await response.text()).split('\r\n'), [
        'Name,Parent organization,Parent organizations,"Alerts (urgent, soon)",Accounts of child organizations,Last activity,ID',
        `'=1+1,Harbor IT,Harbor IT,"0, 0",0,${seen.get(other.id)},${other.id}`,
        `Brightwater Architects,Harbor IT,Harbor IT,"0, 0",1,${seen.get(middle.id)},${middle.id}`,
        `Lyon,Brightwater Architects,"Harbor IT, Brightwater Architects","0, 0",0,${seen.get(low.id)},${low.id}`,
        '',
      ])
    })

    it('is for administrators of the organization or above, and leaves out what is deleted', async () => {
      const { top, middle, low, other } = await msp()
      await world.changeOrganization(low.id, { privacy_mode: 1 })
      assert.deepEqual(await idsOf(await world.admin(), middle.id), [low.id])
      const plain = await world.person({ organizationId: top.id })
      for (const someone of [plain, middle.boss, other.boss])
        await assert.rejects(list(someone, top.id), { status: 403, code: 'forbidden' })
      await assert.rejects(list(top.boss, 999_999 as OrganizationId), { code: 'not_found' })
      await top.boss.call(deleteOrganization, { organization_id: middle.id })
      assert.deepEqual(await idsOf(top.boss, top.id, { below: true }), [other.id])
    })
  })
