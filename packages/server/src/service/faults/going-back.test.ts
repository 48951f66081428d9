import assert from 'node:assert/strict'
import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { openQuietly } from '@holdfast/server/testkit/database/open-quietly'
import { runCommand } from '@holdfast/server/testkit/servers/command-line'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { administer, makeTempDir, type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { MIGRATIONS, type Migrations } from '../../platform/db/migrations/migrate.ts'
import { bringToForm } from '../../platform/installation/bring-to-form.ts'
import { realNow } from '../opening/open-context.ts'
import { startService } from '../service.ts'

const log = pino({ level: 'silent' })

/** What a version that does not exist yet makes of the database at its first start. */
const LATER: Migrations = {
  ...MIGRATIONS,
  '0002-mottos': async (tx) => {
    await tx.schema.alterTable('organization').addColumn('motto', 'text').execute()
  },
}

/** Step 2 of «Going back to an older version» in docs/install.md; gives where the service is from then on. */
async function putAside(place: Place, test: { after(work: () => Promise<void>): void }): Promise<Place> {
  const { database, blobs, dataDir } = place
  if (database.kind === 'postgres') {
    const name = path.basename(new URL(database.url).pathname)
    await administer(`alter database ${name} rename to ${name}_newer`)
    await administer(`create database ${name}`)
    test.after(() => administer(`drop database ${name}_newer`))
  } else {
    await mkdir(path.join(dataDir, 'newer'))
    for (const name of ['holdfast.db', 'blobs'])
      await rename(path.join(dataDir, name), path.join(dataDir, 'newer', name))
  }
  return blobs.kind === 's3' ? { ...place, blobs: { ...blobs, prefix: 'again' } } : place
}

for (const stack of STACKS)
  describe(`going back to an older version on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('works by the steps of the page, and only by them', async (test) => {
      const ann = await world.person()
      const bytes = sampleBytes(80_000, 'kept')
      const { id } = await ann.upload('kept.bin', bytes)
      await world.service.close()
      const kept = path.join(await makeTempDir(), 'kept')
      const run = (place: Place, ...args: string[]) =>
        runCommand(place.dataDir, args, { ...settingsOf(place), HOLDFAST_LOG_LEVEL: 'silent' })
      assert.equal((await run(world.place, 'backup', kept)).code, 0)
      const db = await openQuietly(world.place.database)
      await bringToForm({ db, now: realNow, log }, { migrations: LATER })
      await db.close()

      const older = await run(world.place, 'serve')
      assert.equal(older.code, 65)
      assert.match(older.errors, /The database was changed by a newer version of Holdfast \(0002-mottos\)/)
      assert.match((await run(world.place, 'restore', kept)).errors, /^The database is not empty/)

      const place = await putAside(world.place, test)
      const restored = await run(place, 'restore', kept)
      assert.deepEqual([restored.code, restored.errors], [0, ''])
      assert.equal((await run(place, 'backup', kept)).code, 1, 'until it is told that the other is gone')
      assert.equal((await run(place, 'backup', kept, '--take-over')).code, 0)
      const { database, blobs } = place
      const service = await startService({ ...world.config, database, blobs }, { now: realNow, log })
      try {
        const again = new Someone(service.url, ann.email)
        await again.signIn(ann.email, PASSWORD)
        assert.deepEqual(await again.download(id), Buffer.from(bytes))
      } finally {
        await service.close()
      }
    })
  })
