import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { DAY_MS } from '@holdfast/api/time'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { backUp, restoreTo } from '@holdfast/server/testkit/database/backups'
import { keyFileOf } from '@holdfast/server/testkit/database/installation'
import { listBlobs } from '@holdfast/server/testkit/database/stored-blobs'
import { makeTempDir, type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { isSweepHeld } from '../../platform/content/garbage-queries.ts'
import { isOwnStore } from '../../platform/installation/epoch.ts'
import { runVerify } from '../cli/verify.ts'
import { JOB_HANDLERS } from '../job-handlers.ts'
import { realNow } from '../opening/open-context.ts'
import { startService } from '../service.ts'

const BLOB = 80_000
const ANOTHER = /^ConfigError: The blobs in .* belong to another installation \(epoch [\w-]{11}\)/
const VERIFY = { activity: false, content: true, repair: false, root: undefined }

for (const stack of STACKS)
  describe(`the store of an installation, on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('is used by no copy of it, until one takes it over; then the old one is refused', async (test) => {
      const ann = await world.person()
      const bytes = sampleBytes(BLOB, 'before')
      const file = await ann.upload('before', bytes)
      const kept = path.join(await makeTempDir(), 'kept')
      await backUp(world.service.ctx, kept)
      await ann.upload('after', sampleBytes(BLOB, 'after'))
      const stored = await listBlobs(world.place.blobs)
      const { blobs } = world.place
      const settings = { masterKeyFile: keyFileOf(world.place) }
      const log = pino({ level: 'silent' })
      const start = ({ dataDir, database, blobs }: Place) =>
        startService(
          { ...world.config, ...settings, dataDir, database, blobs },
          { now: world.clock.now, log },
        )

      const copy = await stack.open()
      await restoreTo(copy, kept, { config: settings })
      await assert.rejects(start({ ...copy, blobs }), ANOTHER)
      await (await start(copy)).close()

      const next = await stack.open()
      await assert.rejects(
        restoreTo({ ...next, blobs }, kept, { config: settings }),
        /^BackupError: The store is not empty/,
      )
      await restoreTo({ ...next, blobs }, kept, { config: settings, takeOver: true })
      // The one that still runs deletes nothing any more, and does not start again.
      assert.equal(await isOwnStore(world.service.ctx), false)
      await assert.rejects(
        async () => JOB_HANDLERS.sweep_chunks(world.service.ctx, {}),
        /another installation/,
      )
      await world.service.close()
      await assert.rejects(world.start(), ANOTHER)

      const service = await start({ ...next, blobs })
      test.after(() => service.close())
      const { ctx } = service
      const again = new Someone(service.url, ann.email)
      await again.signIn(ann.email, PASSWORD)
      assert.deepEqual(await again.download(file.id), bytes)
      assert.deepEqual(await listBlobs(blobs), stored)
      await assert.rejects(runVerify(ctx, { ...VERIFY, content: false, removeOrphans: true }), /taken over/)
      const later = realNow() + 40 * DAY_MS
      assert.equal(await isSweepHeld(ctx.db.read, later), true)
      assert.equal(await runVerify(ctx, VERIFY), 0)
      assert.equal(await isSweepHeld(ctx.db.read, realNow() + 29 * DAY_MS), true)
      assert.equal(await isSweepHeld(ctx.db.read, later), false)
      await service.close()
      for (const one of [copy, next]) await one.dispose()
    })
  })
