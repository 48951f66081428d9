import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { runCommand, runLater, startServing } from '@holdfast/server/testkit/servers/command-line'
import { LATER_MIGRATIONS } from '@holdfast/server/testkit/servers/later-migrations'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, Someone, World } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import type { Database } from '../../platform/db/database.ts'
import { MIGRATIONS } from '../../platform/db/migrations/migrate.ts'
import { bringToForm } from '../../platform/installation/bring-to-form.ts'
import { keepServer, listServers } from '../../platform/installation/server-queries.ts'
import { realNow } from '../opening/open-context.ts'

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
    const migrateLater = (...despite: string[]) =>
      runLater(place.dataDir, ['migrate', ...despite.flatMap((name) => ['--despite', name])], settings())
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
      const [first = '', ...rest] = running
      for (const [despite, named] of [
        [[], running],
        [[first.slice(0, -1), ...rest], [first]],
      ] as const) {
        const refused = await migrateLater(...despite)
        assert.deepEqual([refused.code, refused.output], [1, ''])
        const listed = named.map((name) => `${name} (Holdfast 0.1.0)`).join(', ')
        assert.ok(refused.errors.includes(`other servers still use it: ${listed}. Stop them`), refused.errors)
        const command = `holdfast migrate ${named.map((name) => `--despite ${name}`).join(' ')}`
        assert.ok(refused.errors.endsWith(`run: ${command}`), refused.errors)
      }
      await admin.upload('before.txt', 'before')
      assert.deepEqual(await migrateLater(...running), {
        code: 0,
        output: 'Applied 0002-mottos.',
        errors: '',
      })

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
      const page = await fetch(`${older.url}/docs/operations?from=log`)
      assert.equal(page.status, 200, 'no database is needed to read how to go on')
      assert.match(await page.text(), /<h1>/)
      assert.equal((await fetch(`${older.url}/docsx`)).status, 503)
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
      const given = { migrations: LATER_MIGRATIONS, despite: [own?.name ?? ''] }
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
      const lines: string[] = []
      const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
      assert.deepEqual(await bringToForm({ db, now: later, log }, given), ['0002-mottos'])
      const { from, to, ms } = JSON.parse(lines[0] ?? '')
      assert.deepEqual([from, to, typeof ms], [Object.keys(MIGRATIONS).at(-1), '0002-mottos', 'number'])

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
