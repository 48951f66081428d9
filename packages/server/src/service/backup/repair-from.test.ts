import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { DAY_MS } from '@holdfast/api/time'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { backUp } from '@holdfast/server/testkit/database/backups'
import { atInstallation, listProblems } from '@holdfast/server/testkit/database/installation'
import { listBlobs } from '@holdfast/server/testkit/database/stored-blobs'
import { makeBucket } from '@holdfast/server/testkit/servers/buckets'
import { runCommandHere } from '@holdfast/server/testkit/servers/command-here'
import { settingsOf } from '@holdfast/server/testkit/servers/server-process'
import { makeTempDir, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { blobKey } from '../../platform/basics/blob-key.ts'
import type { BlobsLocation } from '../../platform/config/config.ts'
import { ACROSS_ROOTS } from '../../platform/db/statements.ts'
import { runVerify } from '../cli/verify.ts'
import { realNow } from '../opening/open-context.ts'

const BLOB = 80_000
const ORPHANS = ['ab'.repeat(16), 'cd'.repeat(16)]
const REMOVE = { activity: false, content: false, repair: false, root: undefined, removeOrphans: true }

STACKS.forEach((stack, n) => {
  describe(`bytes that ${stack.name} has lost`, () => {
    const world = useWorld(stack)

    it('come back from a backup, and only what nothing needs is removed', async () => {
      const ann = await world.person()
      for (let of = 0; of < 3; of++) await ann.upload(`large ${of}`, sampleBytes(BLOB, `large ${of}`))
      const text = await ann.upload('small', 'bytes in a row')
      const location: BlobsLocation =
        n === 0
          ? { kind: 'disk', dir: path.join(await makeTempDir(), 'kept') }
          : await makeBucket(`repair-${process.pid}`)
      await atInstallation(world.place, (ctx) => backUp(ctx, location))

      const { db, blobs } = world.service.ctx
      const stored = await db.read
        .selectFrom('chunk')
        .select(['id', 'blob_key'])
        .where('stored', '=', 1)
        .where('refs', '>', 0)
        .modifyEnd(ACROSS_ROOTS)
        .execute()
      const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = stored.flatMap(
        ({ blob_key }) => blob_key ?? [],
      )
      const small = stored.find(({ blob_key }) => blob_key === null)?.id ?? assert.fail()
      const bytes = await blobs.get(first)
      await blobs.delete(first)
      await blobs.put(first, [Buffer.from(bytes).fill(0, 9, 99)])
      await blobs.delete(second)
      await db.write((tx) =>
        tx
          .updateTable('chunk')
          .set({ data: Buffer.from('bytes in a sow') })
          .where('id', '=', small)
          .modifyEnd(ACROSS_ROOTS)
          .execute(),
      )
      for (const key of ORPHANS) await blobs.put(blobKey(key), [Buffer.from('of none')])

      const from = settingsOf({ ...world.place, blobs: location }).HOLDFAST_BLOBS_URL ?? assert.fail()
      const { code, output, errors } = await runCommandHere(
        ['verify', '--content', '--repair-from', from, '--remove-orphans'],
        settingsOf(world.place),
      )
      assert.deepEqual({ code, errors }, { code: 0, errors: '' }, output)
      for (const told of [/are damaged in blob/, /blob \w+ does not exist/, /are damaged in the database/])
        assert.match(output, told)
      assert.match(output, /^3 chunks repaired from the backup\.$/m)
      // They may be those of an upload that is under way.
      assert.match(output, /^No problems found\. .*, 0 unused blobs deleted\.$/m)
      assert.ok((await blobs.get(third)).length > 0)
      assert.equal((await ann.download(text.id)).toString(), 'bytes in a row')
      assert.deepEqual(await listProblems(world.service.ctx), [])

      const before = await listBlobs(world.place.blobs)
      const later = () => realNow() + 4 * DAY_MS
      assert.equal(await atInstallation(world.place, (ctx) => runVerify({ ...ctx, now: later }, REMOVE)), 0)
      assert.deepEqual(
        await listBlobs(world.place.blobs),
        before.filter((key) => !ORPHANS.includes(key)),
      )
      assert.ok(ORPHANS.every((key) => before.includes(key)))
      assert.deepEqual(await listProblems(world.service.ctx), [])
    })
  })
})
