import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { updatePerson } from '@holdfast/api/accounts/people'
import type { OrganizationId } from '@holdfast/api/ids'
import { listAlerts } from '@holdfast/api/oversight/alerts'
import { getSetup, SETUP_STEPS, testMail, updateSetup } from '@holdfast/api/oversight/setup'
import { formatUtc } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { enableTwoStep } from '@holdfast/server/testkit/people/two-step'
import {
  closedPostOffice,
  type PostOffice,
  startPostOffice,
} from '@holdfast/server/testkit/servers/post-office'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const ROOT = 1 as OrganizationId
const OTHER_PASSWORD = 'quiet-harbour-seven-lanterns'

for (const stack of STACKS)
  describe(`the setup of a new installation on ${stack.name}`, () => {
    const world = useWorld(stack)
    let boss: Someone
    before(async () => {
      boss = await world.admin()
    })
    const statesOf = async (who = boss) =>
      Object.fromEntries((await who.call(getSetup, {})).steps.map(({ step, state }) => [step, state]))
    const left = async () =>
      (await boss.call(listAlerts, { organization_id: ROOT })).results
        .filter(({ kind }) => kind === 'setup_open')
        .map(({ level, count }) => [level, count])

    it('begins with every step open, and says how the request arrived', async () => {
      const { finished, steps, probe } = await boss.call(getSetup, {})
      assert.equal(finished, false)
      assert.deepEqual(
        steps.map(({ step, state }) => [step, state]),
        SETUP_STEPS.map((step) => [step, 'open']),
      )
      assert.deepEqual(probe, {
        host: new URL(world.url).host,
        address: world.url,
        matches: true,
        secure: true,
        certificate: { self_signed: true, ends: probe.certificate?.ends },
        mail: 'none',
        clock: formatUtc(world.clock.now()),
      })
      assert.match(probe.certificate?.ends ?? '', /^\d{4}-\d\d-\d\dT/)
      assert.deepEqual(await left(), [['warning', 6]])
    })

    it('knows what the own account shows, and keeps the rest', async () => {
      world.clock.advance({ minutes: 1 })
      for (const step of ['password', 'two_step'] as const)
        await assert.rejects(boss.call(updateSetup, { step, state: 'done' }), { code: 'invalid_request' })
      await boss.call(updateSetup, { step: 'two_step', state: 'skipped' })
      await boss.call(updateSetup, { step: 'email', state: 'done' })
      const { steps } = await boss.call(updateSetup, { step: 'brand', state: 'skipped' })
      assert.deepEqual(
        steps.filter(({ state }) => state !== 'open').map(({ step, state }) => `${step} ${state}`),
        ['two_step skipped', 'email done', 'brand skipped'],
      )
      await boss.call(updatePerson, {
        ...{ person_id: boss.id, current_password: PASSWORD, password: OTHER_PASSWORD },
      })
      await boss.signIn(boss.email, OTHER_PASSWORD)
      assert.equal((await statesOf()).password, 'done')
      assert.deepEqual(await left(), [['warning', 4]])
      const other = await world.person({ siteAdmin: true })
      assert.equal((await statesOf(other)).password, 'open')
    })

    it('is finished once nothing is open, and what was skipped stays an alert until it is done', async () => {
      const { finished } = await boss.call(updateSetup, { finished: true })
      assert.equal(finished, true)
      assert.deepEqual(await statesOf(), {
        ...{ password: 'done', two_step: 'skipped', address: 'skipped' },
        ...{ email: 'done', brand: 'skipped', people: 'skipped' },
      })
      assert.deepEqual(await left(), [['warning', 4]])
      for (const step of ['address', 'brand', 'people'] as const)
        await boss.call(updateSetup, { step, state: 'done' })
      assert.deepEqual(await left(), [['warning', 1]])
      await boss.call(updatePerson, {
        ...{ person_id: boss.id, current_password: OTHER_PASSWORD, password: PASSWORD },
      })
      await boss.signIn(boss.email, PASSWORD)
      await enableTwoStep(world, boss, 'authenticator')
      assert.deepEqual(await left(), [])
      assert.equal((await statesOf()).two_step, 'done')
    })

    it('is over for an installation that has none', async () => {
      await rawSql(world.service.ctx.db, 'delete from setup_step')
      const other = await world.person({ siteAdmin: true })
      const { finished, steps } = await other.call(updateSetup, { step: 'email', state: 'skipped' })
      assert.equal(finished, true)
      assert.ok(steps.every(({ state }) => state === 'done'))
    })

    it('refuses what is incomplete, and those who do not run the installation', async () => {
      const other = await world.person({ siteAdmin: true })
      for (const wish of [{}, { step: 'email' }, { finished: false }] as const)
        await assert.rejects(other.call(updateSetup, wish), { code: 'invalid_request' })
      const below = await world.person({ siteAdmin: true, organizationId: await world.organization() })
      for (const who of [below, await world.person()]) {
        await assert.rejects(who.call(getSetup, {}), { code: 'forbidden' })
        await assert.rejects(who.call(updateSetup, { finished: true }), { code: 'forbidden' })
        await assert.rejects(who.call(testMail, { to: 'ann@example.test' }), { code: 'forbidden' })
      }
    })

    it('has no mail server at first, and says so', async () => {
      const other = await world.person({ siteAdmin: true })
      const { ok, answer } = await other.call(testMail, { to: 'ann@example.test' })
      assert.deepEqual([ok, answer], [false, 'No mail server is set (HOLDFAST_SMTP_URL).'])
      assert.equal((await world.sent('ann@example.test')).length, 0)
    })
  })

for (const stack of STACKS)
  describe(`a test email on ${stack.name}`, () => {
    let office: PostOffice
    let url = ''
    before(async () => {
      office = await startPostOffice({
        onAuth: ({ password = '' }, _session, done) =>
          password === 'open sesame' ? done(null, { user: 'ann' }) : done(new Error(`not ${password}`)),
      })
      office.open()
      url = office.url
    })
    const world = useWorld(stack, {
      config: {
        get smtpUrl() {
          return url
        },
      },
    })
    after(() => office.close())
    const test = async (to: string) => {
      const { ok, answer } = await (await world.admin()).call(testMail, { to })
      return { ok, answer }
    }
    const at = (credentials: string) => office.url.replace('//', `//${credentials}@`)

    it('is sent at once, with what the mail server answers', async () => {
      assert.deepEqual(await test('ann@example.test'), { ok: true, answer: '250 OK: message queued' })
      assert.match(office.received[0] ?? '', /^Subject: Test email from Holdfast/m)
    })

    it('tells a refusal, but no password', async () => {
      assert.deepEqual(await test('nobody@example.test'), { ok: false, answer: '550 no such user' })
      url = at('ann:wrong%20one')
      await world.restart()
      assert.deepEqual(await test('ann@example.test'), { ok: false, answer: '535 not …' })
      url = await closedPostOffice()
      await world.restart()
      const { ok, answer } = await test('ann@example.test')
      assert.equal(ok, false)
      assert.match(answer, /ECONNREFUSED/)
    })

    it('goes to one plain address, twenty times an hour', async () => {
      url = at('ann:open%20sesame')
      await world.restart()
      const boss = await world.admin()
      await assert.rejects(boss.call(testMail, { to: 'Ann <ann@example.test>' }), { code: 'invalid_request' })
      world.clock.advance({ hours: 1 })
      const before = office.received.length
      for (let n = 0; n < 20; n++) assert.equal((await test('ann@example.test')).ok, true)
      await assert.rejects(test('ann@example.test'), { code: 'temporarily_unavailable' })
      assert.equal(office.received.length, before + 20)
      world.clock.advance({ hours: 1 })
      assert.equal((await test('ann@example.test')).ok, true)
    })
  })
