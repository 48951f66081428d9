import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { File } from '@holdfast/api/files'
import { type Account, adminAccount, RawUpload, rawDownload } from '@holdfast/server/testkit/raw-transfer'
import { SampleStream } from '@holdfast/server/testkit/sample-bytes'
import { ServerProcess } from '@holdfast/server/testkit/server-process'
import { type Place, STACKS, type Stack } from '@holdfast/server/testkit/stacks'

const MIB = 1024 * 1024
const LIMIT = 300 * MIB
const [SMALL_STACK] = STACKS as [Stack]

describe('the memory of a server', () => {
  let place: Place
  let server: ServerProcess
  let account: Account
  before(async () => {
    place = await SMALL_STACK.open()
    server = await ServerProcess.start(place)
    account = await adminAccount(server.url)
  })
  after(async () => {
    await server.stop()
    await place.dispose()
  })

  it('does not grow with a file of 2 GiB, up and down', async () => {
    const { file, sha256 } = await upload('large.bin', 2048)
    assert.equal(file.size, 2048 * MIB)
    const hash = createHash('sha256')
    for await (const piece of rawDownload(account, file.id)) hash.update(piece)
    assert.equal(hash.digest('hex'), sha256)
    await checkMemory()
  })

  it('does not grow with the number of uploads', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `many ${n}.bin`)
    const uploads = await Promise.all(names.map((name) => upload(name, 16)))
    assert.ok(uploads.every(({ file }) => file.size === 16 * MIB))
    await checkMemory()
  })

  it('does not grow with readers that do not read', async () => {
    const { file, sha256 } = await upload('slow.bin', 64)
    const readers = Array.from({ length: 40 }, () => rawDownload(account, file.id))
    const first = await Promise.all(readers.map((reader) => reader.next()))
    assert.ok(first.every(({ value }) => value.length > 0))
    // Another one is served meanwhile.
    const hash = createHash('sha256')
    for await (const piece of rawDownload(account, file.id)) hash.update(piece)
    assert.equal(hash.digest('hex'), sha256)
    await Promise.all(readers.map((reader) => reader.return(undefined)))
    await checkMemory()
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

  async function checkMemory(): Promise<void> {
    const peak = await server.peakMemory()
    assert.ok(peak < LIMIT, `The server held ${Math.round(peak / MIB)} MiB`)
  }
})
