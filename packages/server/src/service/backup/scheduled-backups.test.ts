import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getInstallationBackup } from '@holdfast/api/oversight/installation-backup'
import { DAY_MS } from '@holdfast/api/time'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { listAlerts } from '../../oversight/alerts/list-alerts.ts'
import type { BackupSchedule } from '../../platform/config/config.ts'
import type { PersonPrincipal } from '../../platform/principal.ts'
import { ROOT_ORGANIZATION } from '../../records/organizations.ts'
import { deleteHold, insertHold } from './queries.ts'
import type { Answer } from './run-backup.ts'
import { ScheduledBackups } from './scheduled-backups.ts'

const SCHEDULE: BackupSchedule = {
  place: { kind: 'disk', dir: '/nowhere' },
  everyMs: DAY_MS,
  keep: { last: 2 },
}
const ADMINISTRATOR = {
  kind: 'person',
  organizationId: ROOT_ORGANIZATION,
  systemAdmin: true,
} as PersonPrincipal
const MADE: Answer = { backup: '20260115T120000000Z', blobs: 3, bytes: 4_000_000, damaged: 0 }

for (const stack of STACKS)
  describe(`backups that ${stack.name} makes by itself`, () => {
    const world = useWorld(stack)
    const newest = async () => (await world.admin()).call(getInstallationBackup, {})
    const mails = async () => (await world.sent('admin@localhost')).map(({ text }) => text)

    it('are made by one of all servers, again when they fail, and administrators are told once', async () => {
      const { ctx } = world.service
      const config = { ...ctx.config, backup: SCHEDULE }
      const answers: Answer[] = []
      let runs = 0
      const server = (run = async () => answers.shift() ?? MADE) =>
        new ScheduledBackups({ ...ctx, config }, () => {
          runs++
          return run()
        })
      const servers = [server(), server()]
      const look = async (by: Parameters<typeof world.clock.advance>[0]) => {
        const before = runs
        world.clock.advance(by)
        for (const one of servers) await one.look()
        return runs - before
      }
      await look({})
      assert.equal(runs, 1)
      assert.equal(await look({ hours: 23 }), 0)
      const { state, begun, bytes } = await newest()
      assert.deepEqual({ state, bytes }, { state: 'complete', bytes: 4_000_000 })
      assert.deepEqual(await mails(), [])

      answers.push({ error: 'The disk is full.' }, { error: 'The disk is full.' })
      assert.equal(await look({ hours: 1 }), 1)
      assert.equal(await look({ minutes: 59 }), 0)
      assert.equal(await look({ minutes: 1 }), 1)
      const failed = await newest()
      assert.deepEqual(
        [failed.state, failed.error, failed.newest_complete, failed.overdue],
        ['failed', 'The disk is full', begun, false],
      )
      const told = await mails()
      assert.equal(told.length, 1)
      assert.match(
        told[0] ?? '',
        /The backup of your Holdfast server to file:.* failed: The disk is full\.\s/,
      )
      const { results } = await listAlerts({ ...ctx, config }, ADMINISTRATOR, ROOT_ORGANIZATION)
      assert.deepEqual(
        results.map(({ kind, level }) => ({ kind, level })),
        [
          { kind: 'backup_failed', level: 'urgent' },
          { kind: 'setup_open', level: 'warning' },
        ],
      )
      assert.equal(await look({ hours: 1 }), 1)
      answers.push({ ...MADE, damaged: 2 })
      assert.equal(await look({ days: 1 }), 1)
      assert.match((await mails())[1] ?? '', /2 blobs are damaged or missing in the service/)
      assert.equal((await newest()).backup, MADE.backup)
      assert.equal(await look({ days: 1 }), 1)

      // A backup by hand that never ends.
      const hold = { holder: 'elsewhere 1 x', until: world.clock.now() + 9 * DAY_MS }
      await ctx.db.write((tx) => insertHold(tx, hold))
      assert.equal(await look({ days: 2 }), 0)
      assert.equal((await mails()).length, 2)
      assert.equal(await look({ hours: 2 }), 0)
      assert.match((await mails())[2] ?? '', /is overdue: the last one is more than twice the interval ago/)
      assert.equal(await look({ hours: 2 }), 0)
      assert.equal((await mails()).length, 3)
      await ctx.db.write((tx) => deleteHold(tx, hold.holder))

      // One whose server is gone is made by another.
      server(() => new Promise<Answer>(() => {}))
      await until(async () => (await newest()).state === 'running', 5)
      assert.equal(await look({ minutes: 2 }), 0)
      assert.equal(await look({ minutes: 2 }), 1)
      assert.equal((await newest()).state, 'complete')
      for (const one of servers) await one.close()
    })
  })
