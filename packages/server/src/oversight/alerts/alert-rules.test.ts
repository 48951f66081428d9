import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import type { OrganizationId } from '@holdfast/api/ids'
import {
  createAlertRule,
  deleteAlertRule,
  listAlertDeliveries,
  listAlertRules,
  MOST_RULES,
  type RuleKind,
  resendAlertDelivery,
  testAlertRule,
  updateAlertRule,
} from '@holdfast/api/oversight/alert-rules'
import { listAlerts } from '@holdfast/api/oversight/alerts'
import { shareFile, updateSharelink } from '@holdfast/api/sharing/links'
import { DAY_MS, MINUTE_MS } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { useCompanies } from '@holdfast/server/testkit/people/companies'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWebhookReceiver, verified } from '@holdfast/server/testkit/servers/webhook-receiver'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { keepAlerts } from './keep-alerts.ts'
import { PAUSES } from './send-webhook.ts'
import { tellRules } from './tell-rules.ts'

for (const stack of STACKS)
  describe(`alert rules on ${stack.name}`, () => {
    const world = useWorld(stack)
    const { company } = useCompanies(world)
    const receiver = useWebhookReceiver()
    before(async () => {
      await receiver.open()
      receiver.isFoundBy(world)
    })
    const sql = (statement: string) => rawSql(world.service.ctx.db, statement)

    const rules = async (who: Someone, organization_id: OrganizationId) =>
      (await who.call(listAlertRules, { organization_id })).results
    const shipped = async (who: Someone, id: OrganizationId, kind: RuleKind) => {
      const rule = (await rules(who, id)).find((one) => one.kind === kind)
      assert.ok(rule, kind)
      return { organization_id: id, rule_id: rule.id }
    }
    const tell = async () => {
      await tellRules(world.service.ctx)
      await world.runJobs()
    }
    const later = (minutes: number) => {
      world.clock.advance({ minutes })
      return tell()
    }
    /** The mails of rules, as their first lines. */
    const mailsTo = async ({ email }: Someone) =>
      (await world.sent(email))
        .filter(({ text }) => /alert rule/.test(text))
        .map(({ text }) => text.trim().split(/[.\r\n]/)[0])
    const deliveries = async (who: Someone, path: { organization_id: OrganizationId; rule_id: never }) =>
      (await who.call(listAlertDeliveries, path)).results
    /** One whose quota is nearly used up. */
    const full = async (parent?: OrganizationId) => {
      const made = await company({ space_quota: 1000 }, parent)
      await made.boss.upload('most.txt', 'x'.repeat(950))
      return made
    }
    const raise = async (id: OrganizationId, space_quota: number) =>
      (await world.admin()).call(updateOrganizationPolicy, { organization_id: id, space_quota })
    const hooked = (who: Someone, organization_id: OrganizationId, kind: RuleKind, more = {}) =>
      who.call(createAlertRule, {
        ...{ organization_id, kind, webhook_url: receiver.url, administrators: false },
        ...more,
      })

    it('come with every organization, can be turned off, and cannot be deleted', async () => {
      const { id, boss } = await company()
      const own = await rules(boss, id)
      assert.deepEqual(
        own.map(({ kind, threshold, enabled }) => [kind, threshold, enabled]),
        [
          ['space_quota', 90, true],
          ['device_unreachable', 24, true],
          ['backup', 3, true],
          ['sign_ins_blocked', 5, true],
          ['unusual_activity', null, true],
          ['license_ending', 14, true],
          ['mail_waiting', 1, true],
          ['public_link', null, false],
        ],
      )
      assert.ok(own.every((rule) => rule.shipped && rule.administrators && !rule.below))
      const first = await rules(await world.admin(), 1 as OrganizationId)
      assert.equal(first.find(({ kind }) => kind === 'certificate_ending')?.threshold, 14)
      const path = await shipped(boss, id, 'space_quota')
      await assert.rejects(boss.call(deleteAlertRule, path), { code: 'forbidden' })
      const changed = await boss.call(updateAlertRule, { ...path, enabled: false, threshold: 80 })
      assert.deepEqual([changed.enabled, changed.threshold, changed.secret], [false, 80, undefined])
      await assert.rejects(hooked(boss, id, 'certificate_ending'), { code: 'invalid_request' })
    })

    it('tell once by email and webhook, and once when it is over', async () => {
      const { id, boss } = await full()
      const rule = await hooked(boss, id, 'space_quota', { threshold: 80, emails: ['ops@example.test'] })
      const secret = rule.secret ?? ''
      assert.match(secret, /^whsec_[\w+/]+=*$/)
      await tell()
      await tell()
      const [fired, ...more] = receiver.take(secret, world)
      assert.deepEqual(more, [])
      assert.equal(fired?.type, 'alert.fired')
      const { name } = (fired?.data.organization ?? {}) as { name: string }
      assert.deepEqual(fired?.data.items, [
        { organization: { id, name }, name, since: null, used: 950, limit: 1000 },
      ])
      assert.deepEqual(await mailsTo(boss), ['Storage is over 90% of the quota'])
      assert.equal((await world.sent('ops@example.test')).length, 1)
      assert.equal((await rules(boss, id)).at(-1)?.standing, 1)
      await raise(id, 10_000)
      await later(1)
      await later(1)
      assert.deepEqual(
        receiver.take(secret, world).map(({ type }) => type),
        ['alert.over'],
      )
      assert.equal((await mailsTo(boss)).length, 2)
      assert.equal((await rules(boss, id)).at(-1)?.standing, 0)
      const path = { organization_id: id, rule_id: rule.id as never }
      assert.deepEqual(
        (await deliveries(boss, path)).map(({ event, target, state, status }) => [
          event,
          target,
          state,
          status,
        ]),
        [
          ['over', 'webhook', 'delivered', 204],
          ['over', 'email', 'queued', null],
          ['fired', 'webhook', 'delivered', 204],
          ['fired', 'email', 'queued', null],
        ],
      )
    })

    it('tell the same again only after the quiet time', async () => {
      const { id, boss } = await full()
      const { secret = '' } = await hooked(boss, id, 'space_quota', { quiet_minutes: 30 })
      const types = () => receiver.take(secret, world).map(({ type }) => type)
      await tell()
      await raise(id, 10_000)
      await later(5)
      assert.deepEqual(types(), ['alert.fired', 'alert.over'])
      await raise(id, 1000)
      await later(5)
      assert.deepEqual(types(), [])
      await later(25)
      assert.deepEqual(types(), ['alert.fired'])
      await raise(id, 10_000)
      await later(60)
      assert.deepEqual(types(), ['alert.over'])
      await later(60)
      assert.deepEqual(types(), [])
    })

    it('tell once, however many servers look at the same time', async () => {
      const { id, boss } = await full()
      const { secret = '' } = await hooked(boss, id, 'space_quota')
      const { ctx } = world.service
      await Promise.all([tellRules(ctx), tellRules(ctx), tellRules(ctx)])
      await Promise.all([world.runJobs(), world.runJobs()])
      assert.equal(receiver.take(secret, world).length, 1)
    })

    it('are signed, so that a changed byte is noticed, with a secret that is shown once', async () => {
      const { id, boss } = await full()
      const rule = await hooked(boss, id, 'space_quota')
      await tell()
      const [message] = receiver.received.splice(0)
      assert.ok(message)
      const { secret = '' } = rule
      assert.doesNotThrow(() => verified(secret, message, world))
      for (let n = 0; n < message.body.length; n += 7) {
        const body = `${message.body.slice(0, n)}~${message.body.slice(n + 1)}`
        assert.throws(() => verified(secret, { ...message, body }, world))
      }
      const path = { organization_id: id, rule_id: rule.id }
      const same = await boss.call(updateAlertRule, { ...path, quiet_minutes: 5 })
      assert.deepEqual([same.secret, same.webhook_url], [undefined, receiver.url])
      assert.ok(!JSON.stringify(await rules(boss, id)).includes('whsec_'))
      const renewed = await boss.call(updateAlertRule, { ...path, new_secret: true })
      assert.notEqual(renewed.secret, secret)
      await boss.call(testAlertRule, path)
      const [test] = receiver.received.splice(0)
      assert.ok(test)
      assert.throws(() => verified(secret, test, world))
      assert.doesNotThrow(() => verified(renewed.secret ?? '', test, world))
      const [{ webhook_secret }] = (await sql(
        `select webhook_secret from alert_rule where id = ${rule.id}`,
      )) as [{ webhook_secret: Buffer }]
      assert.ok(!webhook_secret.includes(Buffer.from(renewed.secret ?? '')))
    })

    it('try again after growing pauses, with the same id, and tell when they give up', async () => {
      const { id, boss } = await full()
      const rule = await hooked(boss, id, 'space_quota')
      const { secret = '' } = rule
      const path = { organization_id: id, rule_id: rule.id as never }
      receiver.answer = { status: 500 }
      await tell()
      const ids = [receiver.take(secret, world)[0]?.id]
      for (const pause of PAUSES) {
        world.clock.advance({ seconds: pause / 1000 - 1 })
        await world.runJobs()
        assert.equal(receiver.received.length, 0, `after ${pause - 1000} ms`)
        world.clock.advance({ seconds: 1 })
        await world.runJobs()
        ids.push(...receiver.take(secret, world).map((message) => message.id))
      }
      assert.equal(ids.length, PAUSES.length + 1)
      assert.equal(new Set(ids).size, 1)
      const [given] = await deliveries(boss, path)
      assert.deepEqual(
        [given?.state, given?.status, given?.reason, given?.attempts],
        ['failed', 500, 'status', 10],
      )
      world.clock.advance({ days: 2 })
      await world.runJobs()
      assert.equal(receiver.received.length, 0)
      const { results } = await boss.call(listAlerts, { organization_id: id, all: true })
      const alert = results.find(({ kind }) => kind === 'webhook_failed')
      assert.equal(alert?.goes_to, `/admin/${id}/alert-rules`)
      receiver.answer = { status: 200 }
      const again = await boss.call(resendAlertDelivery, { ...path, delivery_id: given?.id as never })
      assert.equal(again.state, 'waiting')
      await world.runJobs()
      assert.equal(receiver.take(secret, world)[0]?.id, ids[0])
      assert.equal((await rules(boss, id)).at(-1)?.webhook_failing, null)
      await assert.rejects(boss.call(resendAlertDelivery, { ...path, delivery_id: given?.id as never }), {
        code: 'invalid_request',
      })
      receiver.answer = { status: 204 }
    })

    it('show what became of a test, and never what was answered', async () => {
      const { id, boss } = await company()
      const { id: rule_id } = await hooked(boss, id, 'space_quota', { emails: ['ops@example.test'] })
      const path = { organization_id: id, rule_id }
      const { results } = await boss.call(testAlertRule, path)
      assert.deepEqual(
        results.map(({ event, target, state, status }) => [event, target, state, status]),
        [
          ['test', 'email', 'queued', null],
          ['test', 'webhook', 'delivered', 204],
        ],
      )
      receiver.answer = { status: 302, headers: { location: receiver.url } }
      const before = receiver.received.length
      const refused = (await boss.call(testAlertRule, path)).results.at(-1)
      assert.deepEqual([refused?.state, refused?.reason, refused?.status], ['failed', 'redirect', 302])
      assert.equal(receiver.received.length, before + 1)
      assert.ok(!JSON.stringify(await deliveries(boss, path as never)).includes('not shown'))
      receiver.answer = { status: 204 }
      receiver.received.length = 0
      for (let n = 2; n < 10; n++) await boss.call(testAlertRule, path)
      await assert.rejects(boss.call(testAlertRule, path), { status: 503 })
      receiver.received.length = 0
    })

    it('take no address that is private, and nothing that makes no sense', async () => {
      const { id, boss } = await company()
      const path = await shipped(boss, id, 'space_quota')
      for (const webhook_url of [
        'http://example.com/x',
        'https://user:secret@example.com/x',
        'https://10.0.0.1/x',
        'https://127.0.0.1/x',
        'https://2130706433/x',
        'https://[::1]/x',
        'https://[::ffff:10.0.0.1]/x',
        'https://169.254.169.254/latest',
        'not an address',
      ])
        await assert.rejects(
          boss.call(updateAlertRule, { ...path, webhook_url }),
          { code: 'invalid_request' },
          webhook_url,
        )
      for (const change of [
        { threshold: 0 },
        { threshold: 101 },
        { emails: ['nobody'] },
        { new_secret: true },
      ])
        await assert.rejects(boss.call(updateAlertRule, { ...path, ...change }), { code: 'invalid_request' })
      const brakes = await shipped(boss, id, 'unusual_activity')
      await assert.rejects(boss.call(updateAlertRule, { ...brakes, threshold: 3 }), {
        code: 'invalid_request',
      })
      const left = MOST_RULES - (await rules(boss, id)).length
      const create = () => boss.call(createAlertRule, { organization_id: id, kind: 'space_quota' })
      for (let n = 0; n < left; n++) await create()
      await assert.rejects(create(), { code: 'policy_error' })
      const { length } = await rules(boss, id)
      assert.equal(length, MOST_RULES)
    })

    it('are about child organizations where they say so', async () => {
      const top = await company()
      const low = await full(top.id)
      const wide = await hooked(top.boss, top.id, 'space_quota', { below: true })
      const narrow = await hooked(top.boss, top.id, 'space_quota')
      await tell()
      const told = receiver.received.splice(0)
      assert.equal(told.length, 1)
      const payload = verified(wide.secret ?? '', told[0] as never, world) as {
        data: { organization: { id: number }; items: { organization: { id: number } }[] }
      }
      assert.equal(payload.data.items[0]?.organization.id, low.id)
      assert.equal(payload.data.organization.id, top.id)
      const path = { organization_id: top.id, rule_id: narrow.id }
      await top.boss.call(deleteAlertRule, path)
      await assert.rejects(top.boss.call(deleteAlertRule, path), { status: 404 })
      await assert.rejects(low.boss.call(listAlertRules, { organization_id: top.id }), { status: 403 })
      const wrong = { organization_id: low.id, rule_id: wide.id }
      await assert.rejects(low.boss.call(updateAlertRule, { ...wrong, enabled: false }), { status: 404 })
    })

    it('name files to whoever set them up as the activity would, now', async () => {
      const top = await company()
      const low = await company({}, top.id)
      const above = await hooked(top.boss, top.id, 'public_link', { below: true })
      const own = await hooked(low.boss, low.id, 'public_link')
      const namesTo = async () => {
        await tell()
        const names = new Map<unknown, string>()
        for (const message of receiver.received.splice(0)) {
          const { data } = JSON.parse(message.body)
          names.set(data.rule.id, data.items[0].name)
        }
        return [names.get(above.id), names.get(own.id)]
      }
      const share = async (name: string) => {
        const { id: file_id } = await low.boss.upload(name, 'x')
        return low.boss.call(shareFile, { root_id: low.boss.rootId, file_id, login_required: false })
      }
      await share('offer.pdf')
      const [fromAbove, fromBelow] = await namesTo()
      assert.match(fromBelow ?? '', /: offer\.pdf$/)
      assert.match(fromAbove ?? '', /: offer\.pdf$/)
      await world.changeOrganization(low.id, { privacy_mode: 1 })
      const link = await share('plan.pdf')
      const [hidden, shown] = await namesTo()
      assert.match(shown ?? '', /: plan\.pdf$/)
      assert.ok(hidden && !hidden.includes('plan'), hidden)
      await low.boss.call(updateSharelink, { sharelink_id: link.id, login_required: true })
      const [hiddenEnd, shownEnd] = await namesTo()
      assert.match(shownEnd ?? '', /: plan\.pdf$/)
      assert.ok(hiddenEnd && !hiddenEnd.includes('plan'), hiddenEnd)
    })

    it('tell of a link that is opened to everyone after it was made, each time', async () => {
      const { id, boss } = await company()
      const { id: file_id } = await boss.upload('private.pdf', 'x')
      const made = { root_id: boss.rootId, file_id, login_required: true }
      const { id: sharelink_id } = await boss.call(shareFile, made)
      world.clock.advance({ days: 2 })
      const { secret = '' } = await hooked(boss, id, 'public_link')
      const told = async () => {
        await tell()
        return receiver.take(secret, world).map(({ type }) => type)
      }
      assert.deepEqual(await told(), [])
      world.clock.advance({ minutes: 1 })
      for (const _ of ['the first time', 'again']) {
        await boss.call(updateSharelink, { sharelink_id, login_required: false })
        assert.deepEqual(await told(), ['alert.fired'])
        await boss.call(updateSharelink, { sharelink_id, login_required: true })
        assert.deepEqual(await told(), ['alert.over'])
        // The quiet time of the rule.
        world.clock.advance({ hours: 2 })
      }
    })

    it('tell of devices, locked accounts, ends, mails and unusual activity', async () => {
      const { id, boss } = await company()
      const now = world.clock.now()
      const fires = async (kind: RuleKind) => {
        const { secret = '', id: rule_id } = await hooked(boss, id, kind)
        await tell()
        const told = receiver
          .take(secret, world)
          .map(({ type, data }) => [type, (data.items as object[]).length])
        assert.deepEqual(told, [['alert.fired', 1]], kind)
        await boss.call(deleteAlertRule, { organization_id: id, rule_id })
      }
      await sql(`update machine set nickname = 'laptop', alerted_at = ${now}, last_disconnect_at = ${now - DAY_MS}
        where person_id = ${boss.id}`)
      await fires('device_unreachable')
      assert.deepEqual(await mailsTo(boss), ['A device is unreachable'])
      await world.changeOrganization(id, { trial_until: now + 10 * DAY_MS })
      await fires('license_ending')
      for (let n = 0; n < 5; n++) {
        const { id: person } = await world.person({ organizationId: id })
        await sql(
          `update person set locked_until = ${world.clock.now() + 25 * MINUTE_MS} where id = ${person}`,
        )
      }
      await fires('sign_ins_blocked')
      await world.service.ctx.db.write(async (tx) => {
        const mail = { to: 'x@example.test', subject: '', text: '', html: '' }
        await enqueue(tx, 'send_mail', mail, world.clock.now() + DAY_MS, id)
        const late = tx.updateTable('job').set({ created_at: now - DAY_MS })
        await late
          .where('lane', '=', `send_mail ${id}`)
          .where('due_at', '>', now + 1)
          .execute()
      })
      await hooked(boss, id, 'mail_waiting')
      await tell()
      assert.equal(receiver.received.length, 0, 'nobody has tried yet')
      await sql(`update job set last_error = 'refused' where lane = 'send_mail ${id}'`)
      await tell()
      const [stuck] = receiver.received.splice(0)
      assert.equal(JSON.parse(stuck?.body ?? '{}').data?.items[0].used, 1)
      await sql(`delete from job where lane = 'send_mail ${id}'`)
      await later(1)
      receiver.received.length = 0
      await keepAlerts(world.service.ctx)
      const { results } = await boss.call(listAlerts, { organization_id: id })
      assert.equal(results.find(({ kind }) => kind === 'sign_ins_blocked')?.count, 5)
      await sql(`insert into brake (root_id, organization_id, person_id, machine_id, session_id, reason, extensions,
        created_at, deleted, rewritten, renamed, first_seq, last_seq, first_at, last_at, state)
        select ${boss.rootId}, ${id}, ${boss.id}, id, null, 'many', '[]', ${now}, 0, 0, 0, 1, 1, 0, 0, 'open'
        from machine where person_id = ${boss.id} limit 1`)
      await fires('unusual_activity')
      const dry = await boss.call(createAlertRule, {
        organization_id: id,
        kind: 'unusual_activity',
        dry_run: true,
      })
      assert.equal(dry.would_have_fired, 1)
      assert.equal(
        (await boss.call(createAlertRule, { organization_id: id, kind: 'backup', dry_run: true }))
          .would_have_fired,
        null,
      )
    })
  })
