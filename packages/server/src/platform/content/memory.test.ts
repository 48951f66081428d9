import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test'
import { MIN_CHUNK } from '@holdfast/api/files/cutter'
import type { File } from '@holdfast/api/files/files'
import {
  type Account,
  adminAccount,
  RawUpload,
  rawDownload,
} from '@holdfast/server/testkit/content/raw-transfer'
import { digestOf, SampleStream, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { ServerProcess } from '@holdfast/server/testkit/servers/server-process'
import { type Place, STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'

const MIB = 1024 * 1024
const LIMIT = 300 * MIB
/** With what a server holds anyway, more than may be held. */
const LARGE = rounds(224, 4096)
const [SMALL_STACK] = STACKS as [Stack]

describe('the memory of a server', () => {
  let place: Place
  let server: ServerProcess
  let account: Account
  before(async () => {
    place = await SMALL_STACK.open()
  })
  // The kernel tells the most that a process ever held: each case has its own.
  beforeEach(async () => {
    server = await ServerProcess.start(place)
    account = await adminAccount(server.url)
  })
  afterEach(() => server.stop())
  after(() => place.dispose())

  it(`does not grow with a file of ${LARGE} MiB, up and down`, async (test) => {
    const { file, sha256 } = await upload('large.bin', LARGE)
    assert.equal(file.size, LARGE * MIB)
    const hash = createHash('sha256')
    for await (const piece of rawDownload(account, file.id)) hash.update(piece)
    assert.equal(hash.digest('hex'), sha256)
    await checkMemory(test)
  })

  it('does not grow with the number of uploads', async (test) => {
    const names = Array.from({ length: 40 }, (_, n) => `many ${n}.bin`)
    const mib = rounds(9, 16)
    assert.ok(names.length * mib * MIB > LIMIT)
    const uploads = await Promise.all(names.map((name) => upload(name, mib)))
    assert.ok(uploads.every(({ file }) => file.size === mib * MIB))
    await checkMemory(test)
  })

  it('does not grow with readers that do not read', async (test) => {
    const { file, sha256 } = await upload('slow.bin', 64)
    const readers = Array.from({ length: 40 }, () => rawDownload(account, file.id))
    const first = await Promise.all(readers.map((reader) => reader.next()))
    assert.ok(first.every(({ value }) => value.length > 0))
    // Another one is served meanwhile.
    const hash = createHash('sha256')
    for await (const piece of rawDownload(account, file.id)) hash.update(piece)
    assert.equal(hash.digest('hex'), sha256)
    await Promise.all(readers.map((reader) => reader.return(undefined)))
    await checkMemory(test)
  })

  it('is not kept by senders that are silent, and nothing of theirs is lost', async (test) => {
    const silent = Array.from({ length: 40 }, (_, n) => new RawUpload(account, `silent ${n}.bin`))
    const sizes = silent.map((_, n) => MIN_CHUNK + 1 + n * 100_000)
    const bytes = sampleBytes(Math.max(...sizes) + MIB, 'silent')
    for (const [n, upload] of silent.entries()) await upload.write(bytes.subarray(0, sizes[n]))
    // Would wait until the others are cut off, which then could not go on.
    const { file } = await upload('lively.bin', 20)
    assert.equal(file.size, 20 * MIB)
    // Some end here and some go on for a while, in turns.
    for (const [n, upload] of silent.entries())
      if (n % 2 === 0) await upload.write(bytes.subarray(sizes[n], (sizes[n] ?? 0) + MIB))
    const files = await Promise.all(silent.map((upload) => upload.finish()))
    for (const [n, { id, size }] of files.entries()) {
      const expected = (sizes[n] ?? 0) + (n % 2 === 0 ? MIB : 0)
      assert.equal(size, expected)
      const pieces: Buffer[] = []
      for await (const piece of rawDownload(account, id)) pieces.push(piece)
      assert.equal(digestOf(Buffer.concat(pieces)), digestOf(bytes.subarray(0, expected)))
    }
    await checkMemory(test)
  })

  /** Sends so many MiB that differ from name to name, none of which stays here. */
  async function upload(name: string, mib: number): Promise<{ file: File; sha256: string }> {
    const sample = new SampleStream(name)
    const hash = createHash('sha256')
    const sending = new RawUpload(account, name)
    const block = Buffer.alloc(MIB)
    for (let n = 0; n < mib; n++) {
      sample.fill(block)
      hash.update(block)
      await sending.write(block)
    }
    return { file: await sending.finish(), sha256: hash.digest('hex') }
  }

  async function checkMemory(test: TestContext): Promise<void> {
    const peak = await server.peakMemory()
    test.diagnostic(`${Math.round(peak / MIB)} MiB at most`)
    assert.ok(peak < LIMIT, `The server held ${Math.round(peak / MIB)} MiB`)
  }
})
