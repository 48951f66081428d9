import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { testZip, unzip, zipPaths } from '@holdfast/server/testkit/content/unzip'
import { Spool } from './spool.ts'
import { writeZip, type ZipEntry } from './zip-writer.ts'

const MODIFIED = Date.UTC(2020, 1, 29, 13, 14, 16)
const EVERYTHING_IS_LARGE = 0

const inPieces = async function* (bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const known = (name: string, bytes: Buffer): ZipEntry => ({
  path: name,
  modified: MODIFIED,
  size: bytes.length,
  content: bytes,
})
const streamed = (name: string, bytes: Buffer, pieceSize: number): ZipEntry => ({
  ...known(name, bytes),
  content: inPieces(bytes, pieceSize),
})
const folder = (name: string): ZipEntry => known(`${name}/`, Buffer.alloc(0))

describe('a zip', () => {
  let dir: string
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'holdfast-spool-'))
  })
  after(() => rm(dir, { recursive: true }))

  async function zipOf(entries: Iterable<ZipEntry>, large?: number): Promise<Buffer> {
    const spool = new Spool(dir, 'spool')
    const pieces: Buffer[] = []
    async function* all() {
      yield* entries
    }
    for await (const piece of writeZip(all(), spool, large)) pieces.push(piece)
    assert.deepEqual(await readdir(dir), [])
    await spool[Symbol.asyncDispose]()
    return Buffer.concat(pieces)
  }

  const bytes = randomBytes(300_000)
  const sample = () => [
    known('a.txt', Buffer.from('short')),
    known('empty', Buffer.alloc(0)),
    folder('hollow'),
    folder('ordner'),
    known('ordner/日本 – ünï.txt', bytes.subarray(0, 1000)),
    streamed('ordner/long.bin', bytes, 70_000),
    streamed('ordner/one block.bin', bytes.subarray(0, 65_535), 65_535),
    streamed('ordner/one byte more.bin', bytes.subarray(0, 65_536), 65_536),
    streamed('z.bin', bytes.subarray(0, 100_001), 1000),
  ]

  for (const [name, large] of [
    ['holds what was put in', undefined],
    ['holds what was put in, with every field of 64 bits', EVERYTHING_IS_LARGE],
  ] as const)
    it(name, async () => {
      const zip = await zipOf(sample(), large)
      assert.match(await testZip(zip), /No errors detected/)
      const found = await unzip(zip)
      assert.deepEqual(
        found.map((item) => [item.path, item.bytes?.length]),
        [
          ['a.txt', 5],
          ['empty', 0],
          ['hollow/', undefined],
          ['ordner/', undefined],
          ['ordner/long.bin', 300_000],
          ['ordner/one block.bin', 65_535],
          ['ordner/one byte more.bin', 65_536],
          ['ordner/日本 – ünï.txt', 1000],
          ['z.bin', 100_001],
        ],
      )
      assert.ok(found[4]?.bytes?.equals(bytes))
      assert.ok(found[8]?.bytes?.equals(bytes.subarray(0, 100_001)))
      assert.ok(found.every(({ modified }) => modified.getTime() === MODIFIED))
    })

  it('with nothing in it is one all the same', async () => {
    const zip = await zipOf([])
    assert.equal(zip.toString('hex'), `504b0506${'00'.repeat(18)}`)
  })

  it('can hold more entries than 16 bits count, and their list lies in a file meanwhile', async () => {
    function* many() {
      for (let n = 0; n < 70_000; n++) yield known(`file ${n}`, Buffer.alloc(0))
    }
    const zip = await zipOf(many())
    const paths = await zipPaths(zip)
    assert.equal(paths.length, 70_000)
    assert.equal(paths.at(-1), 'file 69999')
    assert.match(await testZip(zip), /No errors detected/)
  })

  it('says of times that it cannot hold the nearest that it can', async () => {
    for (const [given, told] of [
      [1955, 1980],
      [1979, 1980],
      [2050, 2050],
      [2107, 2107],
      [2200, 2107],
    ] as const) {
      const zip = await zipOf([{ ...known('a', Buffer.alloc(0)), modified: Date.UTC(given, 5, 5) }])
      assert.equal(1980 + (zip.readUInt16LE(12) >> 9), told)
      await testZip(zip)
    }
  })

  it('is not made of a file that is not as long as it should be', async () => {
    const short = { ...known('a', Buffer.from('abc')), size: 4 }
    await assert.rejects(zipOf([short]), /4 bytes gave 3/)
    const long = { ...streamed('a', bytes, 1000), size: 299_999 }
    await assert.rejects(zipOf([long]), /299999 bytes gave 300000/)
  })

  it('leaves out what breaks off, unless told to break off as well', async () => {
    const broken = (leaveOut?: ZipEntry['leaveOut']): ZipEntry => ({
      ...streamed('broken.bin', bytes, 1000),
      content: (async function* () {
        yield* inPieces(bytes.subarray(0, 200_000), 1000)
        throw new Error('gone')
      })(),
      ...(leaveOut && { leaveOut }),
    })
    const [before, behind] = [known('a', bytes), streamed('z', bytes, 1000)]
    const zip = await zipOf([before, broken(async () => {}), behind])
    assert.deepEqual(await zipPaths(zip), ['a', 'z'])
    assert.match(await testZip(zip), /No errors detected/)
    assert.ok((await unzip(zip))[1]?.bytes?.equals(bytes))
    await assert.rejects(zipOf([broken()]), /gone/)
    const refuse = (error: unknown) => Promise.reject(error)
    await assert.rejects(zipOf([broken(refuse)]), /gone/)
  })

  it('is not made with a path that no zip can hold', async () => {
    await assert.rejects(zipOf([known('ü'.repeat(32_768), Buffer.alloc(0))]), /too long/)
    const zip = await zipOf([known(`${'ü'.repeat(32_767)}x`, Buffer.alloc(0))])
    assert.ok(zip.length > 2 * 65_535)
  })
})
