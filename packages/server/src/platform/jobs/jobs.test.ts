import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it, mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { OrganizationId } from '@holdfast/api/ids'
import { DAY_MS } from '@holdfast/api/time'
import {
  closedPostOffice,
  type PostOffice,
  startPostOffice,
} from '@holdfast/server/testkit/servers/post-office'
import { countOutbox, useServers } from '@holdfast/server/testkit/servers/servers'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { JOB_HANDLERS } from '../../service/job-handlers.ts'
import { openContext } from '../../service/opening/open-context.ts'
import type { Service } from '../../service/service.ts'
import type { Database } from '../db/database.ts'
import { unlock } from '../installation/unlock.ts'
import { enqueue, SCHEDULE } from './jobs.ts'
import { claimJob, insertJob } from './queries.ts'
import { startJobWorker } from './worker.ts'

const MESSAGE = { to: 'ann@example.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

/** Jobs that were asked for; those that come round by themselves are left out. */
const listJobs = (db: Database) =>
  db.read
    .selectFrom('job')
    .selectAll()
    .where(
      'kind',
      'not in',
      SCHEDULE.map(({ kind }) => kind),
    )
    .orderBy('id')
    .execute()

const enqueueMail = ({ ctx }: Service, at = ctx.now()) =>
  ctx.db.write((tx) => enqueue(tx, 'send_mail', MESSAGE, at))

const clear = ({ ctx }: Service) => ctx.db.write((tx) => tx.deleteFrom('job').execute())

for (const stack of STACKS) {
  describe(`a job on ${stack.name}`, () => {
    const servers = useServers(stack)
    let server: Service
    before(async () => {
      server = await servers.start()
    })
    afterEach(() => clear(server))

    it('of a transaction that fails never runs', async () => {
      const failing = server.ctx.db.write(async (tx) => {
        await enqueue(tx, 'send_mail', MESSAGE, servers.clock.now())
        throw new Error('no')
      })
      await assert.rejects(failing, { message: 'no' })
      const before = await countOutbox(server)
      await server.jobs.runDue()
      assert.equal(await countOutbox(server), before)
    })

    it('runs when it is due, not before, and is gone then', async () => {
      const before = await countOutbox(server)
      await enqueueMail(server, servers.clock.now() + 2000)
      servers.clock.advance({ seconds: 1 })
      await server.jobs.runDue()
      assert.equal(await countOutbox(server), before)
      assert.equal((await listJobs(server.ctx.db)).length, 1)
      servers.clock.advance({ seconds: 1 })
      await server.jobs.runDue()
      assert.equal(await countOutbox(server), before + 1)
      assert.deepEqual(await listJobs(server.ctx.db), [])
    })

    for (const kind of ['no_such_job', 'constructor'])
      it(`of the unknown kind ${kind} fails cleanly, and others run`, async () => {
        const before = await countOutbox(server)
        await server.ctx.db.write((tx) =>
          insertJob(tx, { kind, lane: kind, payload: '{}' }, servers.clock.now()),
        )
        await enqueueMail(server)
        await server.jobs.runDue()
        const [job, ...others] = await listJobs(server.ctx.db)
        assert.deepEqual(others, [])
        assert.equal(job?.last_error, `No job is called ${kind}`)
        assert.equal(job.lease, null)
        assert.equal(await countOutbox(server), before + 1)
      })

    it('whose server died is taken over when its lease has run out', async () => {
      const before = await countOutbox(server)
      const now = servers.clock.now()
      // In one transaction, so that the living server cannot be quicker.
      await server.ctx.db.write(async (tx) => {
        await enqueue(tx, 'send_mail', MESSAGE, now)
        await claimJob(tx, { lane: 'send_mail', lease: 'dead', now, ahead: { wait: DAY_MS, lease: 60_000 } })
      })
      await server.jobs.runDue()
      assert.equal(await countOutbox(server), before)
      servers.clock.advance({ seconds: 61 })
      await server.jobs.runDue()
      assert.equal(await countOutbox(server), before + 1)
      assert.deepEqual(await listJobs(server.ctx.db), [])
    })

    it('that ended its server at each attempt is given up', async () => {
      await enqueueMail(server, servers.clock.now() + 1000)
      const before = await countOutbox(server)
      await server.ctx.db.write((tx) => tx.updateTable('job').set({ attempts: 12, lease: 'dead' }).execute())
      servers.clock.advance({ seconds: 2 })
      await server.jobs.runDue()
      const [job] = await listJobs(server.ctx.db)
      assert.match(job?.last_error ?? '', /server stopped/)
      assert.equal(job?.given_up_at, servers.clock.now())
      assert.equal(await countOutbox(server), before)
    })

    it('is looked for again after the database has failed', async () => {
      const before = await countOutbox(server)
      await enqueueMail(server, servers.clock.now() + 1000)
      const rename = (from: string, to: string) =>
        server.ctx.db.write((tx) => tx.schema.alterTable(from).renameTo(to).execute())
      await rename('job', 'job_away')
      await assert.rejects(server.jobs.runDue())
      await rename('job_away', 'job')
      servers.clock.advance({ seconds: 2 })
      await server.jobs.runDue()
      assert.equal(await countOutbox(server), before + 1)
    })
  })

  describe(`a job that fails on ${stack.name}`, () => {
    const servers = useServers(stack)

    it('is tried again after ever longer pauses, and kept with its error when given up', async () => {
      const server = await servers.start({ smtpUrl: await closedPostOffice() })
      const counted = { organizationId: 1 as OrganizationId, as: 'news' } as const
      await server.ctx.db.write((tx) =>
        enqueue(tx, 'send_mail', { ...MESSAGE, counted }, servers.clock.now()),
      )
      const pauses: number[] = []
      for (let attempt = 1; attempt <= 12; attempt++) {
        await server.jobs.runDue()
        const [job] = await listJobs(server.ctx.db)
        assert.equal(job?.attempts, attempt)
        assert.match(job.last_error ?? '', /ECONNREFUSED/)
        const limits = await server.ctx.db.read.selectFrom('limit_count').select('taken').execute()
        assert.deepEqual(limits, [{ taken: 0 }], 'what was not sent counts in no limit')
        assert.equal(job.given_up_at, attempt === 12 ? servers.clock.now() : null)
        const pause = job.due_at - servers.clock.now()
        pauses.push(pause)
        // Too early by a second, nothing happens.
        servers.clock.advance({ seconds: pause / 1000 - 1 })
        await server.jobs.runDue()
        assert.equal((await listJobs(server.ctx.db))[0]?.attempts, attempt)
        servers.clock.advance({ seconds: 1 })
      }
      assert.deepEqual(pauses.slice(0, 4), [10_000, 40_000, 160_000, 640_000])
      assert.ok(pauses.every((pause, n) => pause >= (pauses[n - 1] ?? 0) && pause < DAY_MS))
      servers.clock.advance({ days: 30 })
      await server.jobs.runDue()
      const [job, ...others] = await listJobs(server.ctx.db)
      assert.deepEqual(others, [])
      assert.equal(job?.attempts, 12)
    })
  })

  describe(`servers that share jobs on ${stack.name}`, () => {
    const servers = useServers(stack)
    let post: PostOffice
    before(async () => {
      post = await startPostOffice()
    })
    after(() => post.close())
    afterEach(async () => {
      post.open()
      await servers.stopAll()
      await post.close()
      post = await startPostOffice()
    })

    it('leave a job to the one that runs it', async () => {
      const first = await servers.start({ smtpUrl: post.url })
      await enqueueMail(first)
      const running = first.jobs.runDue()
      await post.arrival()
      const second = await servers.start()
      await second.jobs.runDue()
      assert.equal(await countOutbox(second), 0)
      assert.equal((await listJobs(second.ctx.db)).length, 1)
      post.open()
      await running
      assert.equal(post.received.length, 1)
      assert.deepEqual(await listJobs(second.ctx.db), [])
    })

    it('do not listen to one that has lost its lease', async () => {
      const slow = await servers.start({ smtpUrl: post.url })
      await enqueueMail(slow)
      const running = slow.jobs.runDue()
      await post.arrival()
      servers.clock.advance({ seconds: 61 })
      const failing = await servers.start({ smtpUrl: await closedPostOffice() })
      await failing.jobs.runDue()
      post.open()
      await running
      const [job] = await listJobs(failing.ctx.db)
      assert.equal(job?.attempts, 2)
      assert.match(job.last_error ?? '', /ECONNREFUSED/)
      await clear(failing)
    })

    it('finish the job under way when they stop, and take no other', async () => {
      const server = await servers.start({ smtpUrl: post.url })
      await enqueueMail(server)
      const running = server.jobs.runDue()
      await post.arrival()
      await enqueueMail(server)
      let isStopped = false
      const stopped = server.jobs.stop().then(() => {
        isStopped = true
      })
      for (let n = 0; n < 50; n++) await turn()
      assert.equal(isStopped, false)
      post.open()
      await Promise.all([running, stopped])
      assert.equal(post.received.length, 1)
      await server.jobs.runDue()
      const left = await listJobs(server.ctx.db)
      assert.deepEqual(
        left.map(({ attempts }) => attempts),
        [0],
      )
      await clear(server)
    })

    it('run each schedule once for all of them', async () => {
      const both = [await servers.start(), await servers.start()]
      const [one] = both
      assert.ok(one)
      const never = servers.clock.now() + 1000 * DAY_MS
      const newestId = async () => {
        await enqueueMail(one, never)
        return (await listJobs(one.ctx.db)).at(-1)?.id ?? Number.NaN
      }
      for (let round = 1; round <= 3; round++) {
        const before = await newestId()
        servers.clock.advance({ days: 2 })
        await Promise.all(both.map(({ jobs }) => jobs.runDue()))
        // The activity of each organization is verified by a job of its own: there is one.
        assert.equal((await newestId()) - before - 1, SCHEDULE.length + 1)
      }
      await clear(one)
    })

    it('keep a job as long as it takes', { timeout: 60_000 }, async () => {
      const { ctx: neighbour } = await servers.start()
      const ctx = await openContext(
        { ...neighbour.config, smtpUrl: post.url },
        { now: servers.clock.now, log: neighbour.log },
      )
      await unlock(ctx)
      await servers.stopAll()
      mock.timers.enable({ apis: ['setInterval'] })
      try {
        const worker = startJobWorker(ctx, JOB_HANDLERS)
        await ctx.db.write((tx) => enqueue(tx, 'send_mail', MESSAGE, servers.clock.now()))
        const running = worker.runDue()
        await post.arrival()
        servers.clock.advance({ seconds: 30 })
        mock.timers.tick(20_000)
        const renewed = servers.clock.now() + 60_000
        const dueAt = async () => (await listJobs(ctx.db))[0]?.due_at
        await until(async () => (await dueAt()) === renewed)
        post.open()
        await running
        await worker.stop()
      } finally {
        mock.timers.reset()
        post.open()
        await ctx.close()
      }
    })
  })
}
