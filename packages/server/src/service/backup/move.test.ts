import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommand, startCommand } from '@holdfast/server/testkit/command-line'
import { checkInvariants } from '@holdfast/server/testkit/invariants'
import { openQuietly } from '@holdfast/server/testkit/open-quietly'
import { sampleBytes } from '@holdfast/server/testkit/sample-bytes'
import { settingsOf } from '@holdfast/server/testkit/server-process'
import { type Place, STACKS } from '@holdfast/server/testkit/stacks'
import { useWorld } from '@holdfast/server/testkit/world'
import type { DatabaseLocation } from '../../platform/config.ts'
import { listWholeTables, readLastIds } from '../../platform/db/whole/tables.ts'
import { lineOf } from './pieces.ts'

const [small = assert.fail(), large = assert.fail()] = STACKS

/** All that is kept, ids that were given too, in an order that does not depend on the database. */
async function contentsOf(location: DatabaseLocation) {
  const db = await openQuietly(location)
  await checkInvariants(db.read)
  const all = await db.snapshot(async (moment) => {
    const tables: Record<string, string[]> = {}
    for (const { name, columns } of await listWholeTables(moment.db)) {
      tables[name] = []
      for await (const rows of moment.rows(name, columns)) tables[name].push(...rows.map(lineOf))
      tables[name].sort()
    }
    return { tables, ids: await readLastIds(moment.db) }
  })
  await db.close()
  return all
}

describe('moving an installation', () => {
  const world = useWorld(small)
  const opened: Place[] = []
  after(async () => {
    for (const place of opened) await place.dispose()
  })
  const argumentsFor = (place: Place) => {
    const { HOLDFAST_DATABASE_URL: database = '', HOLDFAST_BLOBS_URL: blobs = '' } = settingsOf(place)
    return ['move', '--database', database, '--blobs', blobs]
  }

  it('leaves nothing behind and changes nothing, there and back', async () => {
    const ann = await world.person()
    for (let n = 0; n < 4; n++) await ann.upload(`large ${n}`, sampleBytes(80_000, `large ${n}`))
    await ann.upload('small', 'a few bytes')
    const there = await large.open()
    const back = await small.open()
    opened.push(there, back)
    const HOLDFAST_MASTER_KEY_FILE = path.join(world.place.dataDir, 'master.key')
    const run = (from: Place, args: string[]) =>
      runCommand(world.place.dataDir, args, { ...settingsOf(from), HOLDFAST_MASTER_KEY_FILE })
    const done = async (from: Place, args: string[]) => {
      const { code, output, errors } = await run(from, args)
      assert.deepEqual({ code, errors }, { code: 0, errors: '' }, output)
      return output
    }

    assert.match(
      (await run(world.place, argumentsFor(there))).errors,
      /^The database is in use: stop the service/,
    )
    await world.service.close()
    const told = await done(world.place, argumentsFor(there))
    assert.match(told, /^Moved \d+ rows and 4 blobs, and held them against what they were\.$/m)
    assert.match(told, /Now set HOLDFAST_DATABASE_URL to postgres:\/\/[^@]+ and HOLDFAST_BLOBS_URL to s3:/)
    const before = await contentsOf(world.place.database)
    assert.deepEqual(await contentsOf(there.database), before)
    assert.match(await done(there, ['verify', '--content']), /^The files are whole/)
    assert.match(await done(there, ['verify', '--activity']), /^The activity is whole/)

    const child = startCommand(world.place.dataDir, argumentsFor(back), {
      ...settingsOf(there),
      HOLDFAST_MASTER_KEY_FILE,
    })
    while (!existsSync(path.join(back.dataDir, 'blobs/fi'))) await delay(1)
    child.process.kill('SIGKILL')
    await child.ended
    // PostgreSQL sees a moment later that nobody is there any more.
    let again = await run(there, argumentsFor(back))
    while (/is in use: stop/.test(again.errors)) again = await run(there, argumentsFor(back))
    assert.deepEqual({ code: again.code, errors: again.errors }, { code: 0, errors: '' })
    assert.deepEqual(await contentsOf(back.database), before)
    assert.match(await done(back, ['verify', '--content']), /^The files are whole/)
  })
})
