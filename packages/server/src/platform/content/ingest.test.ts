import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { Client } from '@holdfast/api/client'
import { MAX_CHUNK, MIN_CHUNK } from '@holdfast/api/files/cutter'
import { adminAccount, RawUpload } from '@holdfast/server/testkit/content/raw-transfer'
import { digestOf, SampleStream, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { ServerProcess } from '@holdfast/server/testkit/servers/server-process'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, useWorld } from '@holdfast/server/testkit/servers/world'
import { CutterPool } from './cutter-pool.ts'
import { Ingest } from './ingest.ts'
import { Slab } from './slabs.ts'
import type { StagedContent } from './staged.ts'

const MIB = 1024 * 1024

describe('the cutter thread', () => {
  // A thread keeps no process from ending, and here nothing else may be there to wait for.
  const waiting = setInterval(() => {}, 1000)
  after(() => clearInterval(waiting))

  it('leaves this one free while it cuts', async () => {
    const cutters = new CutterPool()
    const memory = new SharedArrayBuffer(200 * MIB)
    const cutting = cutters.openStream().cut(memory, memory.byteLength, true)
    let turns = 0
    const turn = () => {
      turns++
      counting = setImmediate(turn)
    }
    let counting = setImmediate(turn)
    const cuts = await cutting
    clearImmediate(counting)
    assert.equal(cuts.length, memory.byteLength / MAX_CHUNK)
    // Cut on this thread, it would have got none.
    assert.ok(turns > 1000, `${turns} turns of the event loop`)
    await cutters.close()
  })

  it('fails the streams it had when it dies, and a new one takes the next', async () => {
    const cutters = new CutterPool()
    const [half, deadly] = [cutters.openStream(), cutters.openStream()]
    const memory = new SharedArrayBuffer(MIB)
    assert.deepEqual(await half.cut(memory, MIB, false), [])
    // More than there is: an error that nobody catches over there.
    await assert.rejects(deadly.cut(memory, 2 * MIB, true), RangeError)
    // Another thread would not know the first half of the chunk, and give the rest of it a hash of its own.
    await assert.rejects(half.cut(memory, MIB, true), RangeError)
    half.abandon()
    const [cut, ...others] = await cutters.openStream().cut(memory, MIB, true)
    assert.deepEqual([cut?.end, others], [MIB, []])
    await cutters.close()
  })
})

describe('a slab', () => {
  it('takes bytes as copying does, wherever they begin and end', () => {
    const source = sampleBytes(1000, 'slab')
    for (const [length, from, to] of [
      [0, 0, 1000],
      [5, 0, 1],
      [7, 999, 1000],
      [MIB / 2 - 1, 0, 1000],
      [MIB / 2 - 10, 3, 900],
    ] as const) {
      const [slab, copy] = [new Slab(), Buffer.alloc(MIB / 2)]
      const bytes = source.subarray(0, to)
      assert.equal(slab.append(length, bytes, from), bytes.copy(copy, length, from))
      assert.ok(copy.equals(slab.bytes))
    }
  })
})

describe('a server that takes a large upload', () => {
  it('answers others meanwhile', async () => {
    const place = await (STACKS[0] as Stack).open()
    const server = await ServerProcess.start(place)
    const account = await adminAccount(server.url)
    const client = new Client({ baseUrl: server.url })
    await client.signIn('admin@localhost', PASSWORD)
    let uploading = true
    let answers = 0
    const asking = (async () => {
      for (; uploading; answers++) await client.call(getOwnPerson, {})
    })()
    const mib = rounds(120, 200)
    const [upload, block] = [new RawUpload(account, 'large.bin'), Buffer.alloc(MIB)]
    const sample = new SampleStream('large')
    for (let n = 0; n < mib; n++) {
      sample.fill(block)
      await upload.write(block)
    }
    const { size } = await upload.finish()
    uploading = false
    await asking
    assert.equal(size, mib * MIB)
    assert.ok(answers > 50, `${answers} answers`)
    await server.stop()
    await place.dispose()
  })
})

for (const stack of STACKS)
  describe(`ingest on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('keeps the order of what is written without waiting', async () => {
      const ann = await world.person()
      const bytes = sampleBytes(12 * MIB, 'impatient')
      const ingest = new Ingest(world.service.ctx.content, 'ann', ann.rootId, bytes.length)
      for (let at = 0; at < bytes.length; at += 100_003) {
        const written = ingest.write(bytes.subarray(at, at + 100_003))
        written?.catch(() => {})
      }
      const content = await ingest.finish()
      const patient = new Ingest(world.service.ctx.content, 'ann', ann.rootId, bytes.length)
      for (let at = 0; at < bytes.length; at += MIB) await patient.write(bytes.subarray(at, at + MIB))
      assert.deepEqual(summary(content), summary(await patient.finish()))
      assert.equal(digestOf(await readBlobs(content)), digestOf(bytes))
    })

    it('gives memory back, however an upload ends', async () => {
      const ann = await world.person()
      const bytes = sampleBytes(MIN_CHUNK * 2, 'given up')
      const begin = () => {
        const ingest = new Ingest(world.service.ctx.content, 'ann', ann.rootId, bytes.length)
        return { ingest, written: Promise.resolve(ingest.write(bytes)) }
      }
      // Far more than can hold memory at once, so most of them wait for it when they are given up.
      for (let round = 0; round < 3; round++)
        await Promise.all(Array.from({ length: 40 }, begin).map(({ ingest }) => ingest.abandon()))
      const finished = await Promise.all(
        Array.from({ length: 40 }, begin).map(async ({ ingest, written }) => {
          await written
          return ingest.finish()
        }),
      )
      assert.equal(new Set(finished.map(({ id }) => id.toString('hex'))).size, 1)
    })

    async function readBlobs({ chunks }: StagedContent): Promise<Buffer> {
      const { blobs } = world.service.ctx
      const read = chunks.map(({ data, blob }) => data ?? blobs.get(blob?.key ?? assert.fail()))
      return Buffer.concat(await Promise.all(read))
    }
  })

const summary = ({ id, size, chunks }: StagedContent) => ({
  id: id.toString('hex'),
  size,
  chunks: chunks.map((chunk) => `${chunk.size} ${chunk.sha256.toString('hex')}`),
})
