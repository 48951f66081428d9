import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findMissingChunks, MAX_BUNDLE_BYTES, putChunks } from '@holdfast/api/files/chunks'
import { getRoot } from '@holdfast/api/files/files'
import { encodeFramed } from '@holdfast/api/files/framed'
import {
  type CutChunk,
  chunkOf,
  commit,
  put,
  putBundle,
  refsOf,
} from '@holdfast/server/testkit/content/client-cut'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { WHOLE_ROOT } from '../../platform/db/statements.ts'

const MIB = 1024 * 1024

for (const stack of STACKS)
  describe(`a bundle of chunks on ${stack.name}`, () => {
    const world = useWorld(stack)
    const chunksOf = (name: string, ...sizes: number[]) =>
      sizes.map((size, n) => chunkOf(sampleBytes(size, `${name} ${n}`)))
    const missingOf = async (who: Someone, chunks: readonly CutChunk[]) =>
      (await who.call(findMissingChunks, { root_id: who.rootId, chunks: refsOf(chunks) })).missing
    const send = (who: Someone, body: Uint8Array<ArrayBuffer>, root_id = who.rootId) =>
      who.call(putChunks, { root_id, body })
    const countRows = async (who: Someone) =>
      (
        await world.service.ctx.db.read
          .selectFrom('chunk')
          .select('id')
          .where('root_id', '=', who.rootId)
          .modifyEnd(WHOLE_ROOT)
          .execute()
      ).length
    const countBlobs = async () => {
      let count = 0
      for await (const keys of world.service.ctx.blobs.list()) count += keys.length
      return count
    }

    it('is stored chunk by chunk, each once, whatever its sizes are', async () => {
      const ann = await world.person()
      const chunks = chunksOf('sizes', 1, 65_535, 65_536, 300_000, MIB, 2 * MIB)
      const [first = assert.fail()] = chunks
      await put(ann, chunks[3] ?? assert.fail())
      assert.deepEqual(await putBundle(ann, [...chunks, first]), [])
      assert.deepEqual(await missingOf(ann, chunks), [])
      assert.equal(await countRows(ann), chunks.length, 'nothing that was reserved is left')
      assert.deepEqual(await putBundle(ann, chunks), [])
      const file = await commit(ann, chunks, { name: 'of a bundle' })
      assert.ok((await ann.download(file.id)).equals(Buffer.concat(chunks.map(({ bytes }) => bytes))))
      await checkInvariants(world.service.ctx.db.read)
    })

    it('is counted as its chunks are one by one', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const chunks = chunksOf('counted', 1000, 70_000, 80_000)
      await putBundle(ann, chunks)
      for (const chunk of chunks) await put(bob, chunk)
      const pending = async (who: Someone) =>
        await world.service.ctx.db.read
          .selectFrom('root')
          .select(['pending_size', 'stored_size'])
          .where('id', '=', who.rootId)
          .executeTakeFirstOrThrow()
      assert.deepEqual(await pending(ann), await pending(bob))
      await commit(ann, chunks, { name: 'counted' })
      assert.equal((await ann.call(getRoot, { root_id: ann.rootId })).space_used, 151_000)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('has those refused whose bytes are others, and the rest stored', async () => {
      const ann = await world.person()
      const [one, two, three] = chunksOf('refused', 70_000, 80_000, 90_000) as [CutChunk, CutChunk, CutChunk]
      const forged = { ...two, bytes: sampleBytes(80_000, 'something else') }
      assert.deepEqual(await putBundle(ann, [one, forged, three]), [two.sha256])
      assert.deepEqual(await missingOf(ann, [one, two, three]), [two.sha256])
      assert.deepEqual(await putBundle(ann, [forged]), [two.sha256])
      assert.equal(await countRows(ann), 2)
    })

    it('is refused as a whole where it cannot be read, or is too large', async () => {
      const ann = await world.person()
      const [chunk = assert.fail()] = chunksOf('unread', 1000)
      const bodies = [
        new Uint8Array(),
        Buffer.from('\0\0\0\x09[]'),
        Buffer.from('\0\0\0\x01['),
        encodeFramed([], []),
        encodeFramed({}, []),
        encodeFramed(refsOf([chunk]), []),
        encodeFramed(refsOf([chunk]), [chunk.bytes, chunk.bytes]),
        encodeFramed([{ sha256: chunk.sha256, size: -1 }], [chunk.bytes]),
        encodeFramed([{ size: 1000 }], [chunk.bytes]),
        encodeFramed(
          Array.from({ length: 1001 }, () => ({ sha256: chunk.sha256, size: 1 })),
          [Buffer.alloc(1001)],
        ),
        new Uint8Array(MAX_BUNDLE_BYTES + 1),
      ]
      for (const [n, body] of bodies.entries())
        await assert.rejects(
          send(ann, new Uint8Array(body)),
          { status: 400, code: 'invalid_request' },
          `${n}`,
        )
      assert.equal(await countRows(ann), 0)
      const bob = await world.person()
      const bundle = encodeFramed(refsOf([chunk]), [chunk.bytes])
      await assert.rejects(send(bob, bundle, ann.rootId), { status: 403, code: 'forbidden' })
    })

    it('that a quota has no room for is refused before anything of it is stored', async () => {
      const ann = await world.person({ spaceQuota: 100_000 })
      const before = await countBlobs()
      await assert.rejects(putBundle(ann, chunksOf('too much', 70_000, 80_000)), {
        status: 409,
        code: 'policy_error',
      })
      assert.deepEqual([await countRows(ann), await countBlobs()], [0, before])
      const fits = chunksOf('fits', 90_000)
      assert.deepEqual(await putBundle(ann, fits), [])
      // What is there takes no room.
      assert.deepEqual(await putBundle(ann, fits), [])
    })

    it('of the largest size can be sent by two devices of a person, two at once', async () => {
      const ann = await world.person()
      const { whole } = world.service.ctx.content
      const others = whole.tryHold(ann.id, 3 * MAX_BUNDLE_BYTES) ?? assert.fail('nothing else is held')
      const [chunk = assert.fail()] = chunksOf('largest', MAX_BUNDLE_BYTES - 200)
      assert.deepEqual(await putBundle(ann, [chunk]), [])
      const more = whole.tryHold(ann.id, 1) ?? assert.fail('what was answered is held no longer')
      const refused = await putBundle(ann, chunksOf('one too many', MAX_BUNDLE_BYTES - 200)).catch(
        (error) => error,
      )
      assert.deepEqual([refused.status, refused.code], [503, 'temporarily_unavailable'])
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      more()
      others()
    })
  })
