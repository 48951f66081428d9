import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { runCommand, startServing } from '@holdfast/server/testkit/servers/command-line'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, Someone, World } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import type { Database } from '../../platform/db/database.ts'
import { MIGRATIONS, type Migrations } from '../../platform/db/migrations/migrate.ts'
import { bringToForm, OtherServersError } from '../../platform/installation/bring-to-form.ts'
import { keepServer, listServers } from '../../platform/installation/server-queries.ts'
import { realNow } from '../opening/open-context.ts'

/** The program of a version that does not exist yet. */
const LATER: Migrations = {
  ...MIGRATIONS,
  '0002-mottos': async (tx) => {
    await tx.schema.alterTable('organization').addColumn('motto', 'text').execute()
  },
}
const silent = pino({ level: 'silent' })

STACKS.forEach((stack, n) => {
  // On SQLite, several processes are workers of one server.
  const workers = n === 0 ? 2 : 1

  describe(`servers of two versions on ${stack.name}`, () => {
    let place: Place
    let db: Database
    before(async () => {
      place = await stack.open('migrated')
      db = await openQuietly(place.database)
    })
    after(async () => {
      await db.close()
      await place.dispose()
    })
    const migrateLater = (despite: string[] = [], log = silent) =>
      bringToForm({ db, now: realNow, log }, { migrations: LATER, despite })
    const settings = () => ({
      ...settingsOf(place),
      HOLDFAST_WORKERS: String(workers),
      HOLDFAST_ADMIN_PASSWORD: PASSWORD,
      HOLDFAST_LOG_LEVEL: 'warn',
    })

    it('do not change the database while an older one uses it, unless told; then that one writes nothing more', async (test) => {
      const older = await startServing(place.dataDir, settings())
      test.after(() => older.stop('SIGKILL'))
      const admin = new Someone(older.url, 'admin@localhost')
      await admin.signIn('admin@localhost', PASSWORD)
      await until(async () => (await listServers(db.read, realNow())).length === workers)
      const running = (await listServers(db.read, realNow())).map(({ name }) => name)
      await assert.rejects(migrateLater(), (error) => {
        assert.ok(error instanceof OtherServersError)
        for (const name of running) {
          assert.ok(error.message.includes(`${name} (Holdfast 0.1.0)`), error.message)
          assert.ok(error.message.includes(`--despite ${name}`), error.message)
        }
        return true
      })
      await assert.rejects(migrateLater(running.slice(1)), /still use it/)
      await admin.upload('before.txt', 'before')

      const lines: string[] = []
      const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
      assert.deepEqual(await migrateLater(running, log), ['0002-mottos'])
      const { from, to, ms } = JSON.parse(lines[0] ?? '')
      assert.deepEqual([from, to, typeof ms], [Object.keys(MIGRATIONS).at(-1), '0002-mottos', 'number'])

      const ready = async () => {
        const answer = await fetch(`${older.url}/readyz`)
        return { status: answer.status, ...((await answer.json()) as { ready: boolean; reason?: string }) }
      }
      // Each process finds it by itself.
      await until(
        () =>
          older.lines.filter((line) => /changed by a newer version of Holdfast/.test(line)).length ===
          workers,
      )
      for (let asked = 0; asked < 2 * workers; asked++) {
        const state = await ready()
        assert.deepEqual([state.status, state.ready], [503, false])
        assert.match(
          state.reason ?? '',
          /newer version of Holdfast \(0002-mottos\).+Stop it, and start the newer version/,
        )
        await assert.rejects(admin.upload(`after ${asked}.txt`, 'after'), (error: Error) => {
          const { status, reason } = error as Error & { status?: number; reason?: string }
          assert.equal(status, 503, `${reason}`)
          return true
        })
      }
      assert.equal(await older.stop(), 0)

      const again = await runCommand(place.dataDir, ['serve'], settings())
      assert.equal(again.code, 65, 'what systemd does not try again')
      assert.match(
        again.errors,
        /changed by a newer version of Holdfast \(0002-mottos\)\. Start that version\./,
      )
    })
  })

  describe(`servers of another version that are killed, on ${stack.name}`, () => {
    const world = new World(stack)
    before(() => world.open())
    after(() => world.close())
    const elsewhere = { id: 'x', name: 'elsewhere:7', version: '0.0.9' }
    const put = (at: number) =>
      world.service.ctx.db.write((tx) => keepServer(tx, { ...elsewhere, until: at }))

    it('count as dead after a while, and as alive when they say so again; one that stops is gone at once', async () => {
      const { db } = world.service.ctx
      const now = world.clock.now()
      const [own] = await listServers(db.read, now)
      const given = { migrations: LATER, despite: [own?.name ?? ''] }
      await put(now + 20_000)
      let settled = false
      const refused = bringToForm({ db, now: world.clock.now, log: silent }, given)
      const ended = refused.then(
        () => 'migrated',
        (error: Error) => error.message,
      )
      void ended.finally(() => {
        settled = true
      })
      for (let at = now + 20_000; !settled; at++) await put(at)
      assert.match(await ended, /elsewhere:7 \(Holdfast 0\.0\.9\)/)

      await put(now + 20_000)
      let asked = 0
      const later = () => now + 10_000 * asked++
      assert.deepEqual(await bringToForm({ db, now: later, log: silent }, given), ['0002-mottos'])

      await world.service.close()
      const beside = await openQuietly(world.place.database)
      const left = await listServers(beside.read, now)
      await beside.close()
      assert.deepEqual(
        left.map(({ name }) => name).filter((name) => name !== elsewhere.name),
        [],
      )
    })
  })
})

describe('a service that cannot start', () => {
  it('ends with a code of its own where another try would not help', async () => {
    const dir = await makeTempDir()
    const wrong = await runCommand(dir, ['serve'], { HOLDFAST_PORT: 'none' })
    assert.equal(wrong.code, 78)
    const away = { HOLDFAST_BLOBS_URL: 's3://files/x?endpoint=http://127.0.0.1:1', AWS_ACCESS_KEY_ID: 'x' }
    const passing = await runCommand(dir, ['serve'], {
      ...away,
      AWS_SECRET_ACCESS_KEY: 'x',
      HOLDFAST_DATA_DIR: path.join(dir, 'data'),
    })
    assert.equal(passing.code, 1, 'the store may be there a moment later')
  })
})
