import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { downloadFile, getRoot, listRootChildren } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { RawUpload } from '@holdfast/server/testkit/content/raw-transfer'
import { digestOf, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { listBlobs, removeBucket } from '@holdfast/server/testkit/database/stored-blobs'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { makeBucket } from '@holdfast/server/testkit/servers/buckets'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld, type World } from '@holdfast/server/testkit/servers/world'

const KIB = 1024
const MIB = 1024 * KIB

/** Sizes around every limit: rows and blobs, one chunk and several, one slab and several. */
const SIZES = [0, 1, 65535, 65536, 262143, 262144, 262145, 512 * KIB, MIB + 1, 5 * MIB, rounds(9, 20) * MIB]

for (const stack of STACKS)
  describe(`content on ${stack.name}`, () => {
    const world = useWorld(stack)

    describe('of any size', () => {
      for (const size of SIZES)
        it(`comes back as it was sent: ${size} bytes`, async () => {
          const ann = await world.person()
          const bytes = sampleBytes(size, `size ${size}`)
          const file = await ann.upload('file.bin', bytes)
          assert.equal(file.size, size)
          assert.equal(digestOf(await ann.download(file.id)), digestOf(bytes))
          assert.equal(await storedSize(ann), size)
        })

      it('comes back by ranges, across chunks', async () => {
        const ann = await world.person()
        const bytes = sampleBytes(9 * MIB, 'ranges')
        const { id } = await ann.upload('file.bin', bytes)
        for (const [start, end] of [
          [0, 1],
          [5 * MIB, 5 * MIB + 1],
          [262143, 8 * MIB + 3],
          [9 * MIB - 1, 9 * MIB],
        ] as const)
          assert.equal(digestOf(await range(ann, id, start, end)), digestOf(bytes.subarray(start, end)))
      })

      it('comes back whatever pieces it was sent in', async () => {
        const ann = await world.person()
        const bytes = sampleBytes(3 * MIB, 'pieces')
        const upload = new RawUpload(accountOf(world, ann), 'file.bin')
        const lengths = [1, 2, 7, 4095, 16_385, 65_537, 300_001]
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const length = lengths[n % lengths.length] as number
          await upload.write(bytes.subarray(at, at + length))
          at += length
        }
        const { id } = await upload.finish()
        assert.equal(digestOf(await ann.download(id)), digestOf(bytes))
      })

      it('comes back when every piece ends as a boundary might begin', async () => {
        const ann = await world.person()
        const bytes = sampleBytes(3 * MIB, 'carriage returns')
        // The parser holds this byte back, and gives it alone: the last that goes into a slab, too.
        for (let at = 16_383; at < bytes.length; at += 16_384) bytes[at] = 0x0d
        const upload = new RawUpload(accountOf(world, ann), 'file.bin')
        for (let at = 0; at < bytes.length; at += 16_384) await upload.write(bytes.subarray(at, at + 16_384))
        const { id } = await upload.finish()
        assert.equal(digestOf(await ann.download(id)), digestOf(bytes))
      })

      it('comes back when many upload at once', async () => {
        const people = await Promise.all([world.person(), world.person(), world.person()])
        const uploads = Array.from({ length: 30 }, (_, n) => sampleBytes(1 + n * 55_555, `parallel ${n}`))
        const whose = (n: number) => people[n % people.length] as Someone
        const files = await Promise.all(uploads.map((bytes, n) => whose(n).upload(`${n}.bin`, bytes)))
        for (const [n, file] of files.entries())
          assert.equal(digestOf(await whose(n).download(file.id)), digestOf(uploads[n] as Buffer))
      })
    })

    describe('that a root already holds', () => {
      it('is stored once for it, and again for another', async () => {
        const [ann, bob] = [await world.person(), await world.person()]
        const bytes = sampleBytes(3 * MIB, 'twice')
        const before = await listBlobs(world.place.blobs)
        const one = await ann.upload('one.bin', bytes)
        const first = await listBlobs(world.place.blobs)
        const two = await ann.upload('two.bin', bytes)
        assert.equal(await storedSize(ann), bytes.length)
        assert.deepEqual(await listBlobs(world.place.blobs), first)
        const his = await bob.upload('one.bin', bytes)
        assert.equal(await storedSize(bob), bytes.length)
        assert.equal((await listBlobs(world.place.blobs)).length - first.length, first.length - before.length)
        for (const [who, file] of [
          [ann, one],
          [ann, two],
          [bob, his],
        ] as const)
          assert.equal(digestOf(await who.download(file.id)), digestOf(bytes))
      })

      it('is stored once when it is small, too', async () => {
        const ann = await world.person()
        await ann.upload('one.txt', 'the same few bytes')
        const two = await ann.upload('two.txt', 'the same few bytes')
        assert.equal(await storedSize(ann), 18)
        assert.equal((await ann.download(two.id)).toString(), 'the same few bytes')
      })

      it('is stored once when a file repeats it', async () => {
        const ann = await world.person()
        const before = await listBlobs(world.place.blobs)
        const zeros = Buffer.alloc(rounds(8, 16) * MIB)
        const file = await ann.upload('zeros.bin', zeros)
        assert.equal((await listBlobs(world.place.blobs)).length - before.length, 1)
        assert.equal(await storedSize(ann), 4 * MIB)
        assert.equal(digestOf(await ann.download(file.id)), digestOf(zeros))
        await ann.upload('again.bin', zeros)
        assert.equal(await storedSize(ann), 4 * MIB)
      })

      it('is stored once but for what an insert changed', async () => {
        const ann = await world.person()
        const bytes = sampleBytes(rounds(12, 20) * MIB, 'insert')
        await ann.upload('before.bin', bytes)
        const inserted = sampleBytes(KIB, 'inserted')
        const changed = Buffer.concat([bytes.subarray(0, 7 * MIB), inserted, bytes.subarray(7 * MIB)])
        const file = await ann.upload('after.bin', changed)
        const more = (await storedSize(ann)) - bytes.length
        assert.ok(more > 0 && more < 4 * MIB, `${more} bytes more`)
        assert.equal(digestOf(await ann.download(file.id)), digestOf(changed))
      })

      it('has the same tag wherever it lies, and no other content has it', async () => {
        const [ann, bob] = [await world.person(), await world.person()]
        const bytes = sampleBytes(2 * MIB, 'tag')
        const tags = new Set<string | null>()
        for (const who of [ann, bob])
          for (const name of ['one.bin', 'two.bin'])
            tags.add(await tagOf(who, (await who.upload(name, bytes)).id))
        assert.equal(tags.size, 1)
        bytes[MIB] = (bytes[MIB] as number) ^ 1
        tags.add(await tagOf(ann, (await ann.upload('three.bin', bytes)).id))
        tags.add(await tagOf(ann, (await ann.upload('empty.bin', '')).id))
        assert.equal(tags.size, 3)
      })
    })

    describe('that is refused', () => {
      it('for its size is refused while it is still being sent, and leaves nothing', async () => {
        const organizationId = await world.organization({ max_file_size: 2 })
        const ann = await world.person({ organizationId })
        await ann.upload('fits.bin', sampleBytes(2 * MIB, 'fits'))
        const upload = new RawUpload(accountOf(world, ann), 'large.bin')
        await upload.write(sampleBytes(2 * MIB, 'large'))
        await upload.write(Buffer.from('!'))
        // The rest never comes.
        const { status, body } = await upload.answer()
        assert.deepEqual([status, body.error], [409, 'policy_error'])
        upload.destroy()
        assert.deepEqual(await namesOf(ann), ['fits.bin'])
        assert.equal(await storedSize(ann), 2 * MIB)
      })

      it('by a store that fails leaves nothing, and the next one is taken', async () => {
        const ann = await world.person()
        const bytes = sampleBytes(10 * MIB, 'failing store')
        const mend = await breakStore(world)
        const upload = new RawUpload(accountOf(world, ann), 'lost.bin')
        await upload.write(bytes)
        const { status, body } = await upload.answer()
        assert.deepEqual([status, body.error], [503, 'temporarily_unavailable'])
        upload.destroy()
        await mend()
        assert.deepEqual(await namesOf(ann), [])
        const file = await ann.upload('kept.bin', bytes)
        assert.equal(digestOf(await ann.download(file.id)), digestOf(bytes))
        assert.equal(await storedSize(ann), bytes.length)
      })
    })
  })

const accountOf = (world: World, who: Someone) => ({
  url: world.url,
  accessToken: who.session?.accessToken ?? '',
  rootId: who.rootId,
})

async function storedSize(who: Someone): Promise<number> {
  return (await who.call(getRoot, { root_id: who.rootId, include_children: false })).revision_space_used
}

async function namesOf(who: Someone): Promise<string[]> {
  return (await who.call(listRootChildren, { root_id: who.rootId })).results.map(({ name }) => name)
}

async function tagOf(who: Someone, fileId: EntryId): Promise<string | null> {
  const response = await who.open(downloadFile, { root_id: who.rootId, file_id: fileId })
  await response.arrayBuffer()
  return response.headers.get('etag')
}

async function range(who: Someone, fileId: EntryId, start: number, end: number): Promise<Buffer> {
  const headers = { range: `bytes=${start}-${end - 1}` }
  const response = await who.open(downloadFile, { root_id: who.rootId, file_id: fileId }, { headers })
  assert.equal(response.status, 206)
  return Buffer.from(await response.arrayBuffer())
}

/** Makes the store of a world fail; gives what makes it work again. */
async function breakStore({ place: { blobs } }: World): Promise<() => Promise<unknown>> {
  if (blobs.kind === 'disk') {
    // Where the folder of all blobs was, no folder can be made.
    const away = `${blobs.dir} away`
    await rename(blobs.dir, away)
    await writeFile(blobs.dir, '')
    return () => rm(blobs.dir).then(() => rename(away, blobs.dir))
  }
  await removeBucket(blobs)
  return () => makeBucket(blobs.bucket)
}
