import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { JobId, OrganizationId } from '@holdfast/api/ids'
import { tableActivity } from '@holdfast/api/oversight/activity-table'
import {
  getSystemStatus,
  listDamagedContent,
  listSystemServers,
  startSystemBackup as startBackup,
  verifySystem,
} from '@holdfast/api/oversight/system'
import {
  dropSystemJob,
  listSystemJobs,
  retrySystemJob,
  type SystemJobState,
} from '@holdfast/api/oversight/system-jobs'
import { listLogLines, setLogLevel } from '@holdfast/api/oversight/system-log'
import { DAY_MS, formatUtc } from '@holdfast/api/time'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { givenUpJob } from '@holdfast/server/testkit/people/system-jobs'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import type { BackupSchedule } from '../../platform/config/config.ts'
import { THE_INSTALLATION } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { claimJob } from '../../platform/jobs/queries.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { ScheduledBackups } from '../../service/backup/scheduled-backups.ts'
import { startSystemBackup } from './start-backup.ts'

const ROOT = 1 as OrganizationId
const SECRET = 'open-sesame-7'
const SMTP = `smtp://ann:${SECRET}@127.0.0.1:9`
const MAIL = { to: 'ann@example.test', subject: 'Quillfeather', text: 'Quillfeather', html: '<p>x</p>' }
const SCHEDULE: BackupSchedule = {
  place: { kind: 'disk', dir: '/nowhere' },
  everyMs: DAY_MS,
  keep: { last: 2 },
}

for (const stack of STACKS)
  describe(`the installation on ${stack.name}`, () => {
    const world = useWorld(stack, { config: { smtpUrl: SMTP } })
    let boss: Someone
    before(async () => {
      boss = await world.admin()
    })
    const ctx = () => world.service.ctx
    const status = () => boss.call(getSystemStatus, {})
    const jobsIn = async (state: SystemJobState) =>
      (await boss.call(listSystemJobs, { state, limit: 100 })).results
    const recorded = async () =>
      (await boss.call(tableActivity, { organization_id: ROOT, kind: 'system' })).results.map(
        ({ activity_type_id: type, data_text: about }) => `${type} ${about}`,
      )
    const emptied = () => ctx().db.write((tx) => tx.deleteFrom('job').execute())

    it('is described by what is kept of it, without anything that opens something', async () => {
      await boss.upload('some.txt', 'x'.repeat(1000))
      world.clock.advance({ minutes: 10 })
      await world.runJobs()
      const answer = await status()
      const { database, store, mail, scrub, versions, certificate } = answer
      assert.equal(database.kind, ctx().db.dialect)
      assert.match(database.version, /^\d+\.\d+/)
      assert.ok((database.size ?? 0) > 100_000, `${database.size}`)
      assert.equal(database.counted, formatUtc(world.clock.now()))
      assert.equal(store.live, 1000)
      assert.equal(store.stored, 1000)
      assert.deepEqual(versions, [answer.version])
      assert.equal(certificate?.self_signed, true)
      assert.deepEqual(
        [mail.kind, mail.host, mail.port, mail.encryption, mail.signs_in],
        ['smtp', '127.0.0.1', 9, 'none', true],
      )
      assert.equal(scrub.damaged, 0)
      assert.equal(answer.backup.place, null)
      assert.ok(!JSON.stringify(answer).includes(SECRET))
    })

    it('lists each process with what it told of itself', async () => {
      const { db, now } = ctx()
      await db.write((tx) =>
        tx
          .insertInto('running_server')
          .values({ id: 'other', name: 'files-2:7', version: '9.9.9', until: now() + 60_000 })
          .execute(),
      )
      // It says so itself only every ten seconds, and the clock of this test has gone on.
      await rawSql(db, `update running_server set until = ${now() + 60_000}`)
      const { results } = await boss.call(listSystemServers, {})
      const [other, own] = [true, false].map((isOther) => results.find(({ this: is }) => is !== isOther))
      assert.deepEqual(
        [other?.name, other?.version, other?.memory, other?.at],
        ['files-2:7', '9.9.9', null, null],
      )
      assert.ok((own?.memory ?? 0) > 10_000_000)
      assert.ok((own?.cores ?? 0) > 0)
      assert.ok(own?.disks.some(({ uses, total }) => uses.includes('data') && total > 0))
      assert.deepEqual((await status()).versions, [own?.version, '9.9.9'])
      await rawSql(db, `delete from running_server where id = 'other'`)
    })

    it('shows jobs by their state, without what they contain', async () => {
      await emptied()
      const { db, now } = ctx()
      const below = await world.organization()
      await db.write(async (tx) => {
        for (let n = 0; n < 3; n++) await enqueue(tx, 'send_mail', MAIL, now() + DAY_MS / 2, below)
        await enqueue(tx, 'send_sms', { to: '+100', text: 'x' }, now())
        await claimJob(tx, { lane: 'codes', lease: 'x', now: now(), ahead: { wait: DAY_MS, lease: 60_000 } })
      })
      const id = await givenUpJob(world, 'send_mail', MAIL)
      await rawSql(db, `update job set last_error = 'no ${SECRET}' where id = ${id}`)
      const page = await boss.call(listSystemJobs, { state: 'waiting', limit: 2 })
      const rest = await boss.call(listSystemJobs, { state: 'waiting', limit: 2, after: page.next ?? 0 })
      assert.equal(page.results.length, 2)
      assert.deepEqual([rest.results.length, rest.next], [1, null])
      assert.equal(rest.results[0]?.organization?.id, below)
      assert.equal((await jobsIn('running'))[0]?.kind, 'send_sms')
      const [given] = await jobsIn('given_up')
      assert.deepEqual([given?.id, given?.attempts, given?.error, given?.next], [id, 12, 'no …', null])
      await rawSql(
        db,
        `update job set given_up_at = null, attempts = 3, due_at = due_at + 40000000 where id = ${id}`,
      )
      assert.equal((await jobsIn('failing'))[0]?.id, id)
      const { jobs, mail } = await status()
      assert.deepEqual(jobs, { waiting: 3, running: 1, failing: 1, given_up: 0 })
      assert.deepEqual([mail.waiting, mail.given_up], [4, 0])
      const all = await boss.call(listSystemJobs, { state: 'waiting' })
      assert.ok(!JSON.stringify(all).includes('Quillfeather'))
      await emptied()
    })

    it('attempts a job again, and drops only what nothing depends on, on record', async () => {
      const retried = await givenUpJob(world)
      const job = await boss.call(retrySystemJob, { job_id: retried })
      assert.deepEqual([job.state, job.attempts, job.given_up], ['waiting', 0, null])
      await world.runJobs()
      assert.deepEqual(await jobsIn('given_up'), [])
      await assert.rejects(boss.call(retrySystemJob, { job_id: retried }), { code: 'not_found' })

      const dropped = await givenUpJob(world)
      await boss.call(dropSystemJob, { job_id: dropped })
      await assert.rejects(boss.call(dropSystemJob, { job_id: dropped }), { code: 'not_found' })
      const needed = await givenUpJob(world, 'delete_organizations', {})
      assert.equal((await jobsIn('given_up'))[0]?.droppable, false)
      await assert.rejects(boss.call(dropSystemJob, { job_id: needed }), { code: 'policy_error' })
      await rawSql(ctx().db, `update job set kind = 'of_another_version' where id = ${needed}`)
      await assert.rejects(boss.call(dropSystemJob, { job_id: needed }), { code: 'policy_error' })
      const records = await recorded()
      assert.ok(records.includes('137 mail_damage') && records.includes('138 mail_damage'), `${records}`)
      await emptied()
    })

    it('leaves a job alone that somebody works on', async () => {
      const { db, now } = ctx()
      const id = await db.write(async (tx) => {
        await enqueue(tx, 'mail_damage', {}, now())
        const job = await claimJob(tx, {
          ...{ lane: 'mail_damage', lease: 'x', now: now() },
          ahead: { wait: DAY_MS, lease: 60_000 },
        })
        return job?.id as JobId
      })
      for (const op of [retrySystemJob, dropSystemJob])
        await assert.rejects(boss.call(op, { job_id: id }), { code: 'resource_locked' })
      await emptied()
    })

    it('writes more to the log for a time, also after a restart, and ends that by itself', async () => {
      const usual = ctx().config.logLevel
      const own = ctx().log.level
      const set = await boss.call(setLogLevel, { level: 'debug', minutes: 30 })
      assert.deepEqual(set, { level: 'debug', usual, until: formatUtc(world.clock.now() + 30 * 60_000) })
      await until(() => ctx().log.level === 'debug', 5)
      await world.restart()
      boss = await world.admin()
      assert.equal(ctx().log.level, 'debug')
      world.clock.advance({ minutes: 31 })
      await until(async () => {
        await world.service.pulse.look()
        return ctx().log.level === own
      })
      assert.deepEqual((await status()).log, { level: usual, usual, until: null })
      await boss.call(setLogLevel, { level: 'trace', minutes: 5 })
      assert.equal((await boss.call(setLogLevel, { level: 'trace', minutes: 0 })).until, null)
      await until(() => ctx().log.level === own)
      assert.ok((await recorded()).includes('139 debug, 30 min'))
    })

    it('shows the last lines of the log, but no names', async () => {
      await boss.call(setLogLevel, { level: 'info', minutes: 5 })
      await until(() => ctx().log.level === 'info')
      ctx().log.info({ to: 'ann@example.test', subject: 'Quillfeather', file: 'x' }, 'mail written')
      ctx().log.warn({ err: new Error(`not ${SECRET}`), kind: 'send_mail' }, 'a job failed')
      const { results } = await boss.call(listLogLines, {})
      const failed = results.find(({ message }) => message === 'a job failed')
      assert.equal(failed?.level, 'warn')
      assert.deepEqual(Object.fromEntries(failed?.fields.map(({ name, value }) => [name, value]) ?? []), {
        kind: 'send_mail',
        errorType: 'Error',
        error: 'not …',
      })
      assert.ok(results.some(({ message }) => message === 'mail written'))
      assert.ok(results.some(({ fields }) => fields.some(({ name }) => name === 'reqId')))
      const text = JSON.stringify(results)
      assert.ok(!text.includes('Quillfeather') && !text.includes('ann@') && !text.includes(SECRET))
      const worse = await boss.call(listLogLines, { level: 'warn' })
      assert.ok(worse.results.every(({ level }) => ['fatal', 'error', 'warn'].includes(level)))
    })

    it('verifies everything when asked, and names damage to those who may see it', async () => {
      const id = await world.organization()
      const ann = await world.person({ organizationId: id })
      await ann.upload('Plans.txt', 'Quillfeather')
      assert.equal((await status()).verify.state, 'none')
      await boss.call(verifySystem, {})
      await boss.call(verifySystem, {})
      await world.runJobs()
      const good = (await status()).verify
      assert.deepEqual([good.state, good.problems, good.error], ['done', 0, null])
      assert.ok((good.chunks ?? 0) >= 2)
      assert.equal((await status()).scrub.last, good.ended)
      const hex = Buffer.from('Quillfeathex').toString('hex')
      const bytes = ctx().db.dialect === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`
      await rawSql(ctx().db, `update chunk set data = ${bytes} where root_id = ${ann.rootId}`)
      await boss.call(verifySystem, {})
      await world.runJobs()
      const bad = (await status()).verify
      assert.deepEqual([bad.state, bad.problems], ['done', 1])
      const damaged = async () => (await boss.call(listDamagedContent, {})).results
      const [found] = await damaged()
      assert.deepEqual(
        [found?.organization.id, found?.root?.id, found?.path, found?.hidden, found?.size],
        [id, ann.rootId, '/Plans.txt', false, 12],
      )
      await world.changeOrganization(id, { privacy_mode: 1 })
      const [hidden] = await damaged()
      assert.deepEqual([hidden?.root, hidden?.path, hidden?.hidden], [null, null, true])
      assert.equal((await status()).scrub.damaged, 1)
      const records = await recorded()
      assert.deepEqual(
        records.filter((record) => /^14[12]/.test(record)),
        ['142 1', '141 ', '142 0', '141 '],
      )
    })

    it('makes a backup when asked, but not two at once', async () => {
      await assert.rejects(boss.call(startBackup, {}), { code: 'invalid_request' })
      const config = { ...ctx().config, backup: SCHEDULE }
      const own = { ...ctx(), config }
      const who = {
        ...{ kind: 'person', personId: boss.id, organizationId: ROOT, machineId: null },
        ...{ name: 'Ann', siteAdmin: true, systemAdmin: true, at: world.clock.now() },
      } as PersonPrincipal
      let runs = 0
      let finish = () => {}
      const backups = new ScheduledBackups(own, () => {
        runs++
        return new Promise((resolve) => {
          finish = () => resolve({ backup: 'x', blobs: 0, bytes: 0, damaged: 0 })
        })
      })
      await until(() => runs === 1, 5)
      await startSystemBackup(own, who)
      finish()
      await backups.look()
      world.clock.advance({ minutes: 5 })
      await backups.look()
      assert.equal(runs, 1)
      await startSystemBackup(own, who)
      backups.hear([THE_INSTALLATION])
      await until(() => runs === 2, 5)
      finish()
      await backups.close()
      assert.equal((await recorded()).filter((record) => record.startsWith('140')).length, 1)
    })

    it('is nobody else’s affair', async () => {
      const others = [
        await world.person({ siteAdmin: true }),
        await world.person({ siteAdmin: true, organizationId: await world.organization() }),
        await world.person(),
      ]
      for (const who of others) {
        for (const op of [getSystemStatus, listSystemServers, listLogLines, listDamagedContent, verifySystem])
          await assert.rejects(who.call(op, {}), { code: 'forbidden' })
        await assert.rejects(who.call(listSystemJobs, { state: 'waiting' }), { code: 'forbidden' })
        await assert.rejects(who.call(setLogLevel, { level: 'info', minutes: 1 }), { code: 'forbidden' })
      }
    })
  })
