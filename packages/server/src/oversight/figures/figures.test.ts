import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createGuest } from '@holdfast/api/accounts/guests'
import { deleteOrganization } from '@holdfast/api/accounts/organizations'
import { deleteFile } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { OrganizationId } from '@holdfast/api/ids'
import { getOrganizationSummary, getUsageHistory, type UsageUnit } from '@holdfast/api/oversight/figures'
import { shareFile } from '@holdfast/api/sharing/links'
import { formatDate, formatUtc } from '@holdfast/api/time'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { Database } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { countFigures } from './count-figures.ts'

for (const stack of STACKS)
  describe(`figures of organizations on ${stack.name}`, () => {
    const world = useWorld(stack)
    // It comes when a test has it come.
    before(() => rawSql(world.service.ctx.db, `delete from schedule where kind = 'count_figures'`))
    const { company } = useCompanies(world)
    const summary = (who: Someone, organization_id: OrganizationId) =>
      who.call(getOrganizationSummary, { organization_id })
    const history = (
      who: Someone,
      organization_id: OrganizationId,
      wish: { from?: string; to?: string; unit?: UsageUnit; below?: boolean } = {},
    ) => who.call(getUsageHistory, { organization_id, ...wish })
    const count = () => countFigures(world.service.ctx)
    const nextDays = async (days: number) => {
      for (let n = 0; n < days; n++) {
        world.clock.advance({ days: 1 })
        await count()
      }
    }
    const today = () => formatDate(world.clock.now())

    /** An organization, one below it and one below that, with some of everything in the lowest. */
    async function family() {
      const top = await company({ num_users_maximum: 7, space_quota: 5000 })
      const middle = await company({}, top.id)
      const low = await company({}, middle.id)
      const { boss } = low
      const kept = await boss.upload('kept.txt', 'x'.repeat(100))
      const file = { name: 'kept.txt', bytes: new Blob(['y'.repeat(30)]) }
      await boss.call(uploadRevision, { root_id: boss.rootId, file_id: kept.id, file })
      const gone = await boss.upload('gone.txt', 'z'.repeat(7))
      await boss.call(deleteFile, { root_id: boss.rootId, file_id: gone.id })
      for (const login_required of [true, false, false])
        await boss.call(shareFile, { root_id: boss.rootId, file_id: kept.id, login_required })
      await boss.call(createGuest, {
        company_id: low.id,
        email: `guest-of-${boss.email}`,
        first_name: 'Guest',
        last_name: 'Doe',
        password: PASSWORD,
      })
      return { top, middle, low }
    }
    const LOW = { organizations: 1, accounts: 1, guests: 1, devices: 1, links: 3, public_links: 2 }
    const SPACE = { live: 30, versions: 100, deleted: 7, stored: 137 }
    const NONE = { organizations: 0, accounts: 0, guests: 0, devices: 0, links: 0, public_links: 0 }
    const EMPTY = { live: 0, versions: 0, deleted: 0, stored: 0 }
    const OWN = { ...NONE, organizations: 1, accounts: 1, devices: 1, ...EMPTY }

    it('are its own and the sum of those below, side by side', async () => {
      const { top, middle, low } = await family()
      assert.equal((await summary(low.boss, low.id)).own.links, 0, 'links are not counted yet')
      await world.service.ctx.db.write((tx) => enqueue(tx, 'count_figures', {}, world.clock.now()))
      await world.runJobs()
      const all = await summary(top.boss, top.id)
      const limits = { quota: 5000, accounts_maximum: 7, accounts_30: 1, grown_30: 0 }
      assert.deepEqual(all.own, { ...OWN, ...limits })
      assert.deepEqual(all.below, {
        ...{ ...LOW, organizations: 2, accounts: 2, devices: 2, ...SPACE },
        ...{ quota: null, accounts_maximum: null, accounts_30: 2, grown_30: 137 },
      })
      assert.deepEqual([all.type, all.at], ['organization_summary', formatUtc(world.clock.now())])
      assert.deepEqual(
        all.fastest.map(({ id, grown }) => [id, grown]),
        [[low.id, 137]],
      )
      const { own, below, fastest } = await summary(low.boss, low.id)
      assert.deepEqual(
        { ...own, quota: 0 },
        { ...LOW, ...SPACE, quota: 0, accounts_maximum: null, accounts_30: 1, grown_30: 137 },
      )
      assert.deepEqual([below.organizations, below.accounts, fastest], [0, 0, []])
      const between = await summary(middle.boss, middle.id)
      assert.deepEqual([between.own.stored, between.below.stored], [0, 137])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('of accounts and stored bytes are current, and none is written again that is the same', async () => {
      const { top } = await family()
      await count()
      world.clock.advance({ minutes: 10 })
      const { ctx } = world.service
      let writes = 0
      const write: Database['write'] = (work) => {
        writes++
        return ctx.db.write(work)
      }
      await countFigures({ ...ctx, db: { read: ctx.db.read, write } as Database })
      assert.equal(writes, 1, 'only when it was')
      assert.equal((await summary(top.boss, top.id)).at, formatUtc(world.clock.now()))
      await world.person({ organizationId: top.id })
      await top.boss.upload('more.txt', 'more')
      const { own } = await summary(top.boss, top.id)
      assert.deepEqual([own.accounts, own.stored, own.live], [2, 4, 0])
      await count()
      assert.equal((await summary(top.boss, top.id)).own.live, 4)
    })

    it('are kept for each day, and a day that nobody counted is missing', async () => {
      const { top, low } = await family()
      await count()
      const first = today()
      await count()
      await nextDays(1)
      await low.boss.upload('more.txt', 'x'.repeat(63))
      world.clock.advance({ days: 2 })
      await nextDays(1)
      const { results } = await history(top.boss, top.id, { below: true })
      const days = [0, 1, 4].map((days) => formatDate(Date.parse(first) + days * 86_400_000))
      assert.deepEqual(
        results.map(({ day, own, below }) => [day, own.accounts, below?.accounts, below?.stored]),
        [
          [days[0], 1, 2, 137],
          [days[1], 1, 2, 137],
          [days[2], 1, 2, 200],
        ],
      )
      const { organizations: _, links: _links, public_links: _public, ...counts } = LOW
      assert.deepEqual((await history(low.boss, low.id, { to: first })).results, [
        { day: first, own: { ...counts, ...SPACE, peak_accounts: 1, peak_stored: 137 }, below: null },
      ])
      const some = await history(top.boss, top.id, { from: days[1] ?? '', to: days[1] ?? '' })
      assert.deepEqual(
        some.results.map(({ day }) => day),
        [days[1]],
      )
    })

    it('of a month are those of its last day, and the most of any', async () => {
      const { id, boss } = await company()
      const file = await boss.upload('a.txt', 'x'.repeat(50))
      await count()
      await boss.call(deleteFile, { root_id: boss.rootId, file_id: file.id })
      await world.person({ organizationId: id })
      const month = today().slice(0, 7)
      while (today().startsWith(month)) await nextDays(1)
      const { results } = await history(boss, id, { unit: 'month' })
      assert.deepEqual(
        results.map(({ own }) => [own.live, own.deleted, own.accounts, own.peak_accounts, own.peak_stored]),
        [
          [0, 50, 2, 2, 50],
          [0, 50, 2, 2, 50],
        ],
      )
      assert.equal(results[1]?.day, today())
      assert.equal(results[0]?.day, formatDate(world.clock.now() - 86_400_000))
    })

    it('tell growth from 30 days ago, or a little earlier where that day is missing', async () => {
      const { top, middle, low } = await family()
      await count()
      world.clock.advance({ days: 29 })
      const grown = async (who = top) => {
        const { own, below } = await summary(who.boss, who.id)
        return [own.accounts_30, own.grown_30, below.accounts_30, below.grown_30]
      }
      await low.boss.upload('more.txt', 'x'.repeat(63))
      await middle.boss.upload('less.txt', 'x'.repeat(5))
      await count()
      assert.deepEqual(await grown(), [1, 0, 2, 205], 'all of it is new')
      await nextDays(1)
      assert.deepEqual(await grown(), [0, 0, 0, 68])
      assert.deepEqual(await grown(low), [0, 63, 0, 0])
      const { fastest } = await summary(top.boss, top.id)
      assert.deepEqual(
        fastest.map(({ id, grown: bytes }) => [id, bytes]),
        [
          [low.id, 63],
          [middle.id, 5],
        ],
      )
      world.clock.advance({ days: 3 })
      await count()
      assert.deepEqual(await grown(), [0, 0, 0, 68])
      world.clock.advance({ days: 1 })
      await count()
      assert.deepEqual(await grown(), [null, null, null, null])
    })

    it('of a deleted organization are gone, also from sums', async () => {
      const { top, middle, low } = await family()
      await count()
      await top.boss.call(deleteOrganization, { organization_id: middle.id })
      await nextDays(1)
      const { below, fastest } = await summary(top.boss, top.id)
      assert.deepEqual([below.organizations, below.stored, below.grown_30, fastest], [0, 0, 0, []])
      const { results } = await history(top.boss, top.id, { below: true })
      assert.deepEqual(
        results.map((day) => day.below?.accounts),
        [2, 0],
        'a day stays as it was counted',
      )
      const left = await rawSql(
        world.service.ctx.db,
        `select organization_id from usage_day where organization_id in (${middle.id}, ${low.id})
         union all select organization_id from organization_figure where organization_id in (${middle.id}, ${low.id})`,
      )
      assert.deepEqual(left, [])
    })

    it('are forgotten after three years, and as many days can be asked for', async () => {
      const { id, boss } = await company()
      await count()
      const first = today()
      world.clock.advance({ days: 1100 })
      await count()
      const admin = await world.admin()
      const days = async (from: string) =>
        (await history(admin, id, { from, unit: 'month' })).results.map(({ day }) => day)
      assert.deepEqual(await days(first), [first, today()])
      await nextDays(1)
      assert.equal((await days(formatDate(world.clock.now() - 1100 * 86_400_000))).includes(first), false)
      for (const wish of [{ from: first, unit: 'month' as const }, { from: '2027-01-01' }])
        await assert.rejects(history(admin, id, wish), { status: 400, code: 'invalid_request' })
      await assert.rejects(history(admin, id, { to: '2027-13-01' }), { code: 'invalid_date_format' })
      assert.ok(boss)
    })

    it('are for administrators of the organization or above, in privacy mode too', async () => {
      const { top, middle, low } = await family()
      await world.changeOrganization(low.id, { privacy_mode: 1 })
      await count()
      for (const { boss } of [top, middle, low]) {
        assert.equal((await summary(boss, low.id)).own.stored, 137)
        assert.equal((await history(boss, low.id)).results.length, 1)
      }
      const plain = await world.person({ organizationId: low.id })
      for (const someone of [plain, (await company()).boss, low.boss])
        for (const ask of [summary, history])
          await assert.rejects(ask(someone, middle.id), { status: 403, code: 'forbidden' })
      await assert.rejects(summary(top.boss, 999_999 as OrganizationId), { code: 'not_found' })
    })
  })
