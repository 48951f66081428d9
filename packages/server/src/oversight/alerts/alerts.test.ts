import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deleteOrganization, updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import type { OrganizationId } from '@holdfast/api/ids'
import { FIRST_ALERTS, listAlerts } from '@holdfast/api/oversight/alerts'
import { DAY_MS, formatUtc } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { keepAlerts } from './keep-alerts.ts'

for (const stack of STACKS)
  describe(`alerts of many organizations on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    const sql = (statement: string) => rawSql(world.service.ctx.db, statement)
    const alerts = (who: Someone, organization_id: OrganizationId, below = true, all = true) =>
      who.call(listAlerts, { organization_id, below, all })
    const keep = () => keepAlerts(world.service.ctx)
    const soon = () => world.clock.now() + 3 * DAY_MS
    const kinds = async (who: Someone, id: OrganizationId) =>
      (await alerts(who, id)).results.map(({ kind, organization }) => [kind, organization?.id])

    /** An organization, one below it, and one below that. */
    async function family() {
      const top = await company()
      const middle = await company({}, top.id)
      const low = await company({ space_quota: 1000 }, middle.id)
      return { top, middle, low }
    }

    it('tell whose they are, since when, and where to resolve them', async () => {
      const { top, middle, low } = await family()
      const began = formatUtc(world.clock.now())
      await low.boss.upload('most.txt', 'x'.repeat(950))
      await world.changeOrganization(middle.id, { trial_until: soon() })
      await keep()
      world.clock.advance({ minutes: 1 })
      const lost = formatUtc(world.clock.now())
      await sql(`update machine set alerted_at = ${world.clock.now()}, nickname = 'laptop'
        where person_id = ${middle.boss.id}`)
      const at = world.clock.now()
      const record = JSON.stringify({ status: 'failed', finishedAt: at, failures: 1 })
      await sql(`insert into auth_source
        (organization_id, host, port, protocol, ssl, login, password, settings, last_import, created_at)
        values (${top.id}, 'ldap.test', 636, 3, 1, 'cn=x', ${stack.name.startsWith('sqlite') ? `x'00'` : `'\\x00'`}, '{}', '${record}', 0)`)
      await keep()
      const { results, counts } = await alerts(top.boss, top.id)
      const [source] = results.find(({ kind }) => kind === 'directory_failed')?.items ?? []
      assert.equal(source?.name, 'ldap.test')
      const names = new Map(results.map(({ organization }) => [organization?.id, organization?.name ?? '']))
      const expected = (kind: string, { id }: typeof top, since: string, page: string) => ({
        ...{ id: `${id}-${kind}`, kind, organization: { id, name: names.get(id) }, since },
        goes_to: `/admin/${id}/${page}`,
      })
      const byId = (a: { id?: string | undefined }, b: { id?: string | undefined }) =>
        String(a.id).localeCompare(String(b.id))
      assert.deepEqual(
        results
          .map(({ id, kind, organization, since, goes_to }) => ({ id, kind, organization, since, goes_to }))
          .sort(byId),
        [
          expected('directory_failed', top, lost, `directories/${source?.id}`),
          expected('machines_unreachable', middle, lost, 'devices?view=unreachable'),
          expected('space_quota', low, began, 'policies?section=limits'),
          expected('trial_ending', middle, began, 'organization'),
        ].sort(byId),
      )
      assert.deepEqual(
        results.map(({ since }) => since),
        [lost, lost, began, began],
      )
      assert.ok([...names.values()].every((name) => name.startsWith('Organization ')))
      assert.deepEqual(counts, { urgent: 0, warning: 4 })
      const [machines] = results.filter(({ kind }) => kind === 'machines_unreachable')
      assert.deepEqual([machines?.count, machines?.items[0]?.name], [1, 'laptop'])
      assert.equal(results.find(({ kind }) => kind === 'space_quota')?.used, 950)
      const own = await alerts(top.boss, top.id, false)
      assert.deepEqual(
        own.results.map(({ kind }) => kind),
        ['directory_failed'],
      )
    })

    it('are urgent first, keep when they began, and are gone at once where a limit is raised', async () => {
      const { top, middle, low } = await family()
      const began = formatUtc(world.clock.now())
      await low.boss.upload('most.txt', 'x'.repeat(950))
      await keep()
      world.clock.advance({ minutes: 5 })
      await world.changeOrganization(middle.id, { trial_until: soon() })
      await low.boss.upload('rest.txt', 'y'.repeat(50))
      await keep()
      const { results } = await alerts(top.boss, top.id)
      assert.deepEqual(
        results.map(({ kind, level, since }) => [kind, level, since]),
        [
          ['space_quota', 'urgent', began],
          ['trial_ending', 'warning', formatUtc(world.clock.now())],
        ],
      )
      await middle.boss.call(updateOrganizationPolicy, { organization_id: low.id, space_quota: 5000 })
      assert.deepEqual(await kinds(top.boss, top.id), [['trial_ending', middle.id]])
      await keep()
      assert.deepEqual(await sql(`select kind from standing_alert where organization_id = ${low.id}`), [])
    })

    it('of a deleted organization are gone', async () => {
      const { top, middle, low } = await family()
      await world.changeOrganization(low.id, { trial_until: soon() })
      await keep()
      assert.deepEqual(await kinds(top.boss, top.id), [['trial_ending', low.id]])
      await top.boss.call(deleteOrganization, { organization_id: middle.id })
      assert.deepEqual(await kinds(top.boss, top.id), [])
      await keep()
      assert.deepEqual(await sql(`select kind from standing_alert where organization_id = ${low.id}`), [])
    })

    it(`are the first ${FIRST_ALERTS}, with how many there are, unless all are asked for`, async () => {
      const { top } = await family()
      for (let n = 0; n <= FIRST_ALERTS; n++)
        await world.changeOrganization(await world.organization({}, top.id), { trial_until: soon() })
      await keep()
      const some = await alerts(top.boss, top.id, true, false)
      const all = await alerts(top.boss, top.id)
      assert.deepEqual([some.results.length, all.results.length], [FIRST_ALERTS, FIRST_ALERTS + 1])
      assert.deepEqual(some.counts, { urgent: 0, warning: FIRST_ALERTS + 1 })
    })

    it('come by a job, and lead nowhere where only a system administrator can do something', async () => {
      const { low } = await family()
      const { db } = world.service.ctx
      await db.write(async (tx) => {
        // What rules have told in other tests is still to be sent, and would be as old as this one.
        await tx.deleteFrom('job').where('kind', '=', 'send_mail').execute()
        const mail = { to: 'x@example.test', subject: '', text: '', html: '' }
        await enqueue(tx, 'send_mail', mail, world.clock.now() + DAY_MS, low.id)
        await tx.updateTable('job').set({ created_at: 1 }).where('kind', '=', 'send_mail').execute()
        await enqueue(tx, 'keep_alerts', {}, world.clock.now())
      })
      await world.runJobs()
      const mails = async (who: Someone, id: OrganizationId) =>
        (await alerts(who, id)).results
          .filter(({ kind }) => kind === 'mail_waiting')
          .map(({ organization, count, goes_to }) => [organization?.id, count, goes_to])
          .sort()
      assert.deepEqual(await mails(low.boss, low.id), [[low.id, 1, null]])
      assert.deepEqual(await mails(await world.admin(), 1 as OrganizationId), [
        [1, 1, '/admin/system/email'],
        [low.id, 1, '/admin/system/email'],
      ])
      await db.write((tx) => tx.deleteFrom('job').where('kind', '=', 'send_mail').execute())
      await keep()
    })

    it('lead nowhere from above where privacy mode keeps directories from those', async () => {
      const { top, low } = await family()
      const record = JSON.stringify({ status: 'failed', finishedAt: world.clock.now(), failures: 1 })
      await sql(`insert into auth_source
        (organization_id, host, port, protocol, ssl, login, password, settings, last_import, created_at)
        values (${low.id}, 'ldap.test', 636, 3, 1, 'cn=x', ${stack.name.startsWith('sqlite') ? `x'00'` : `'\\x00'`}, '{}', '${record}', 0)`)
      await keep()
      const leads = async (who: Someone, id: OrganizationId) =>
        (await alerts(who, id)).results.find(({ kind }) => kind === 'directory_failed')?.goes_to
      const page = await leads(low.boss, low.id)
      assert.match(page ?? '', new RegExp(`^/admin/${low.id}/directories/`))
      assert.equal(await leads(top.boss, top.id), page)
      await world.changeOrganization(low.id, { privacy_mode: 1 })
      assert.deepEqual([await leads(low.boss, low.id), await leads(top.boss, top.id)], [page, null])
      await sql(`delete from auth_source where organization_id = ${low.id}`)
      await keep()
    })

    it('are as they were for those who do not ask, and are for administrators of all of them', async () => {
      const { top, middle, low } = await family()
      await world.changeOrganization(low.id, { trial_until: soon(), privacy_mode: 1 })
      await keep()
      const { results, ...more } = await low.boss.call(listAlerts, { organization_id: low.id })
      assert.deepEqual(more, {})
      assert.deepEqual(results, [
        {
          ...{ type: 'alert', kind: 'trial_ending', level: 'warning', at: formatUtc(soon()) },
          ...{ used: null, limit: null, count: 0, items: [] },
        },
      ])
      assert.deepEqual((await middle.boss.call(listAlerts, { organization_id: middle.id })).results, [])
      for (const { boss } of [top, middle, low])
        assert.deepEqual(await kinds(boss, low.id), [['trial_ending', low.id]])
      const plain = await world.person({ organizationId: middle.id })
      for (const someone of [plain, low.boss, (await company()).boss])
        await assert.rejects(alerts(someone, middle.id), { status: 403, code: 'forbidden' })
    })
  })
