import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS, MINUTE_MS } from '@holdfast/api/time'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import { enqueue, SCHEDULE } from '../../platform/jobs/jobs.ts'
import { claimJob } from '../../platform/jobs/queries.ts'

const YEARS = { days: 3650 }
const BACK = { days: -3650 }
const MAIL = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

for (const stack of STACKS)
  describe(`a clock that was years ahead and is right again, ${stack.name},`, () => {
    const world = useWorld(stack)
    const db = () => world.service.ctx.db
    const queueMail = (to: string) =>
      db().write((tx) => enqueue(tx, 'send_mail', { ...MAIL, to }, world.clock.now()))

    it('holds up no schedule, no job and no lease', async () => {
      await world.runJobs()
      world.clock.advance(YEARS)
      await world.runJobs()
      await queueMail('leased@example.test')
      const now = world.clock.now()
      const ahead = { wait: DAY_MS, lease: MINUTE_MS }
      assert.ok(await db().write((tx) => claimJob(tx, { lane: 'send_mail', lease: 'dead', now, ahead })))
      await queueMail('queued@example.test')
      world.clock.advance(BACK)
      assert.equal((await world.sent('leased@example.test')).length, 1)
      assert.equal((await world.sent('queued@example.test')).length, 1)
      const schedules = await db().read.selectFrom('schedule').selectAll().execute()
      for (const { kind, everyMs } of SCHEDULE) {
        const next = schedules.find((schedule) => schedule.kind === kind)?.next_at ?? 0
        assert.ok(next <= world.clock.now() + everyMs, kind)
      }
    })

    it('keeps nobody locked out', async () => {
      const { email } = await world.person()
      const signIn = (password: string) => world.token({ grant_type: 'password', username: email, password })
      world.clock.advance(YEARS)
      for (let n = 0; n < 5; n++) await signIn('wrong')
      assert.equal((await signIn(PASSWORD)).error, 'account_locked')
      world.clock.advance(BACK)
      assert.equal((await signIn(PASSWORD)).status, 200)
    })
  })
