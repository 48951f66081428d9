import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Cutter } from '@holdfast/api/files/cutter'
import { type File, listRootChildren } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { RawUpload } from '@holdfast/server/testkit/content/raw-transfer'
import { digestOf, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { listBlobs } from '@holdfast/server/testkit/database/stored-blobs'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld, type World } from '@holdfast/server/testkit/servers/world'
import { startService } from '../../service/service.ts'
import { blobKey } from '../basics/blob-key.ts'
import type { Ctx } from '../context.ts'
import { ACROSS_ROOTS } from '../db/statements.ts'
import { discardIdleChunks } from './garbage-queries.ts'
import { Ingest } from './ingest.ts'
import { insertReservedChunks } from './queries.ts'
import { sweepChunks } from './sweep.ts'

const MIB = 1024 * 1024
const BLOB = 70_000

/** The service itself may be sweeping as well, and not be done yet. */
const untilOnly = ({ place }: World, live: string[]) =>
  until(async () => isDeepStrictEqual(await listBlobs(place.blobs), live))

for (const stack of STACKS)
  describe(`the sweep on ${stack.name}`, () => {
    const world = useWorld(stack)
    const blobs = () => listBlobs(world.place.blobs)

    it('takes what an upload that broke off has stored, after three days, and nothing else', async () => {
      const ann = await world.person()
      const bytes = sampleBytes(5 * MIB, 'kept')
      const kept = await ann.upload('kept.bin', bytes)
      const live = await blobs()
      const upload = await stageUpload(ann, sampleBytes(8 * MIB, 'broken off'))
      upload.destroy()
      const staged = await blobs()

      world.clock.advance({ hours: 71 })
      await world.runJobs()
      assert.deepEqual(await blobs(), staged)

      world.clock.advance({ hours: 2 })
      await world.runJobs()
      await untilOnly(world, live)
      assert.deepEqual(await namesOf(ann), ['kept.bin'])
      assert.equal(digestOf(await ann.download(kept.id)), digestOf(bytes))
      await checkInvariants(world.service.ctx.db.read)
    })

    it('makes an upload that took longer than it allows fail, so that it can be repeated', async () => {
      const ann = await world.person()
      const bytes = sampleBytes(8 * MIB, 'too slow')
      const live = await blobs()
      const upload = await stageUpload(ann, bytes)
      world.clock.advance({ hours: 73 })
      await world.runJobs()
      await assert.rejects(upload.finish(), /503 .*temporarily_unavailable/)
      assert.deepEqual(await namesOf(ann), [])

      const file = await ann.upload('file.bin', bytes)
      assert.equal(digestOf(await ann.download(file.id)), digestOf(bytes))
      // What the slow one put in place after the sweep had passed goes by the next.
      world.clock.advance({ hours: 73 })
      await world.runJobs()
      const cuts = new Cutter().push(bytes).length
      assert.equal((await blobs()).length - live.length, cuts + 1)
      assert.equal(digestOf(await ann.download(file.id)), digestOf(bytes))
      await checkInvariants(world.service.ctx.db.read)
    })

    it('finishes what another began and did not live to finish', async () => {
      const ann = await world.person()
      const { ctx } = world.service
      const live = await blobs()
      for (let n = 0; n < 5; n++) await stage(ctx, ann.rootId, `unfinished ${n}`)
      const [first = assert.fail()] = (await blobs()).filter((key) => !live.includes(key))
      // As far as a sweep came that was killed while it deleted blobs. No time passes: the service would sweep as well.
      await ctx.db.write((tx) => discardIdleChunks(tx, ctx.now() + 1, 100))
      await ctx.blobs.delete(blobKey(first))
      assert.equal((await blobs()).length - live.length, 4)

      await sweepChunks(ctx)
      await untilOnly(world, live)
    })

    it('rests while blobs are being copied, until that lapses', async () => {
      const { ctx } = world.service
      const live = await blobs()
      const key = ctx.content.randomKey()
      await ctx.blobs.put(key, [sampleBytes(100, 'of nobody')])
      const until = ctx.now() + 1000
      await ctx.db.write(async (tx) => {
        await tx.insertInto('blob_garbage').values({ blob_key: key }).execute()
        await tx.insertInto('sweep_hold').values({ purpose: 'backup', holder: 'x', until }).execute()
      })
      await sweepChunks(ctx)
      assert.equal((await blobs()).length, live.length + 1)
      world.clock.advance({ hours: 1 })
      await sweepChunks(ctx)
      await untilOnly(world, live)
    })

    it('deletes nothing for a row that names no key, and forgets it', async () => {
      const { ctx } = world.service
      const live = await blobs()
      await rawSql(ctx.db, "insert into blob_garbage (blob_key) values ('../planted')")
      await sweepChunks(ctx)
      assert.deepEqual(await rawSql(ctx.db, 'select blob_key from blob_garbage'), [])
      assert.deepEqual(await blobs(), live)
    })

    it('may be run by several servers at once, over more than one batch', async () => {
      const ann = await world.person()
      const kept = await ann.upload('kept.bin', sampleBytes(BLOB, 'kept by all'))
      const live = await blobs()
      const { ctx } = world.service
      for (let n = 0; n < 20; n++) await stage(ctx, ann.rootId, `several ${n}`)
      // Each is a request to S3 for every server.
      const length = world.place.blobs.kind === 'disk' ? 600 : 20
      const keys = Array.from({ length }, () => ctx.content.randomKey())
      await ctx.db.write((tx) => insertReservedChunks(tx, ann.rootId, keys, ctx.now()))
      world.clock.advance({ hours: 73 })

      const other = await startService(world.config, { now: world.clock.now, log: ctx.log })
      try {
        await Promise.all([world.runJobs(), other.jobs.runDue(), sweepChunks(ctx), sweepChunks(other.ctx)])
      } finally {
        await other.close()
      }
      await untilOnly(world, live)
      assert.equal((await ann.download(kept.id)).length, BLOB)
      await checkInvariants(ctx.db.read)
    })

    /** An upload whose bytes are all sent and stored, and which does not end. */
    async function stageUpload(who: Someone, bytes: Buffer): Promise<RawUpload> {
      const before = (await blobs()).length
      const account = { url: world.url, accessToken: who.session?.accessToken ?? '', rootId: who.rootId }
      const upload = new RawUpload(account, 'file.bin')
      await upload.write(bytes)
      const cuts = new Cutter().push(bytes).length
      await until(async () => (await blobs()).length - before >= cuts)
      return upload
    }

    /** One blob that belongs to no file. */
    async function stage(ctx: Ctx, rootId: RootId, seed: string): Promise<void> {
      const ingest = new Ingest(ctx.content, 'ann', rootId, MIB)
      await ingest.write(sampleBytes(BLOB, seed))
      await ingest.finish()
    }
  })

for (const stack of STACKS)
  describe(`the sweep of what files let go on ${stack.name}`, () => {
    const world = useWorld(stack)
    const blobs = () => listBlobs(world.place.blobs)

    it('leaves a chunk that a new upload needs again', async () => {
      const ann = await world.person()
      const [again, never] = [sampleBytes(2 * MIB, 'again'), sampleBytes(2 * MIB, 'never again')]
      const needed = await ann.upload('again.bin', again)
      const live = await blobs()
      const forgotten = await ann.upload('never.bin', never)
      const added = (await blobs()).filter((key) => !live.includes(key))
      assert.notEqual(added.length, 0)
      await release(needed)
      await release(forgotten)

      world.clock.advance({ hours: 71 })
      const before = await blobs()
      const file = await ann.upload('once more.bin', again)
      // What earlier tests have left may be on its way out.
      assert.deepEqual(
        (await blobs()).filter((key) => !before.includes(key)),
        [],
      )
      world.clock.advance({ hours: 2 })
      await world.runJobs()
      await until(async () => (await blobs()).every((key) => !added.includes(key)))
      assert.equal(digestOf(await ann.download(file.id)), digestOf(again))
    })

    it('beside commits never takes what one of them was given', async () => {
      const ann = await world.person()
      for (let round = 0; round < rounds(2, 50); round++) {
        const contents = Array.from({ length: 4 }, (_, n) => sampleBytes(BLOB, `race ${round} ${n}`))
        for (const [n, bytes] of contents.entries())
          await release(await ann.upload(`before ${round} ${n}.bin`, bytes))
        world.clock.advance({ hours: 73 })
        const sweeping = sweepChunks(world.service.ctx)
        const uploads = contents.map((bytes, n) => ann.upload(`after ${round} ${n}.bin`, bytes))
        const results = await Promise.allSettled([...uploads, sweeping])
        for (const [n, result] of results.slice(0, contents.length).entries())
          if (result.status === 'fulfilled')
            assert.equal(
              digestOf(await ann.download((result.value as File).id)),
              digestOf(contents[n] as Buffer),
            )
          else assert.equal(result.reason.code, 'temporarily_unavailable')
        await sweeping
      }
    })

    /** Lets go of a file and its bytes, as emptying its history does. Nothing else may use them. */
    async function release(file: File): Promise<void> {
      await world.service.ctx.db.write(async (tx) => {
        const rows = await tx
          .deleteFrom('revision_chunk')
          .where('revision_id', '=', file.revision_id)
          .returning('chunk_id')
          .modifyEnd(ACROSS_ROOTS)
          .execute()
        const ids = rows.map((row) => row.chunk_id)
        await tx
          .updateTable('chunk')
          .set({ refs: 0, idle_since: world.clock.now() })
          .where('id', 'in', ids)
          .modifyEnd(ACROSS_ROOTS)
          .execute()
      })
    }
  })

async function namesOf(who: Someone): Promise<string[]> {
  return (await who.call(listRootChildren, { root_id: who.rootId })).results.map(({ name }) => name)
}
