import assert from 'node:assert/strict'
import { createCipheriv, hash } from 'node:crypto'
import { appendFileSync, chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { DAY_MS } from '@holdfast/api/time'
import { openRealDisk, type RealDisk, smallOf, sourceOf } from '../../testkit/disk/real-disk.ts'
import { see } from '../../testkit/disk/see.ts'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { ContentMismatch, type ContentSource } from '../ports/disk.ts'
import { contentIdOf } from './cut.ts'

const MIB = 1024 * 1024
/** Bytes that look random, and are the same everywhere. */
const sample = (size: number, seed: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(size))

describe('a download', () => {
  let one: RealDisk
  before(async () => {
    one = await openRealDisk(tmpdir())
  })
  after(() => one.close())
  const content = sample(8 * MIB, 1)
  const partials = () => readdirSync(one.path(STAGING_FOLDER, 'partial'))

  it('of a large file fetches only what no file near has', async () => {
    const old = Buffer.concat([content.subarray(0, 3 * MIB), sample(1000, 2), content.subarray(3 * MIB)])
    writeFileSync(one.path('near'), old)
    const ranges: number[] = []
    const source = sourceOf(content, (from, to) => ranges.push(to - from))
    const { id: staged } = await one.disk.stageFile(source, [await see(one.disk, 'near')])
    assert.equal(ranges.length, 1)
    assert.ok((ranges[0] ?? 0) < content.length / 2)
    await one.disk.place(staged, [], 'whole')
    assert.ok(readFileSync(one.path('whole')).equals(content))
    assert.equal(statSync(one.path('whole')).mtimeMs, source.modified)
    const read = await one.disk.read(await see(one.disk, 'whole'))
    assert.ok(read !== 'changed')
    assert.deepEqual([read.content, read.modified], [source.content, source.modified])
    assert.deepEqual(read.chunks, await source.chunks())
    assert.deepEqual(partials(), [])
  })

  it('of a large file in which a little changed begins with a clone, and fetches what changed', async () => {
    const old = Buffer.from(content)
    sample(1000, 8).copy(old, 5 * MIB)
    writeFileSync(one.path('old'), old, { mode: 0o400 })
    const ranges: number[] = []
    const source = sourceOf(content, (from, to) => ranges.push(to - from))
    const { id: staged } = await one.disk.stageFile(source, [await see(one.disk, 'old')])
    assert.equal(ranges.length, 1)
    const largest = Math.max(...(await source.chunks()).map(({ size }) => size))
    assert.ok((ranges[0] ?? 0) <= 2 * largest)
    await one.disk.place(staged, [], 'renewed')
    assert.ok(readFileSync(one.path('renewed')).equals(content))
    assert.equal(statSync(one.path('renewed')).mode & 0o600, 0o600, 'its mode is not that of the old')
    assert.deepEqual(partials(), [])
    // One that grew while it was cut off is found whatever its mode is.
    writeFileSync(one.path(STAGING_FOLDER, 'partial', source.content), 'x', { mode: 0o400 })
    await one.disk.dropStaged((await one.disk.stageFile(source, [])).id)
  })

  it('that breaks off is gone on with, for a day', async () => {
    const source = sourceOf(content)
    const breaking: ContentSource = {
      ...source,
      async *bytes(from, to) {
        yield* source.bytes(from, Math.min(to, 5 * MIB))
        throw new Error('The line broke')
      },
    }
    await assert.rejects(one.disk.stageFile(breaking, []), /The line broke/)
    assert.deepEqual(partials(), [source.content])
    await one.disk.tend()
    const ranges: number[] = []
    const { id: staged } = await one.disk.stageFile(
      sourceOf(content, (from) => ranges.push(from)),
      [],
    )
    assert.equal(ranges.length, 1)
    assert.ok((ranges[0] ?? 0) > 3 * MIB)
    await one.disk.place(staged, [], 'resumed')
    assert.ok(readFileSync(one.path('resumed')).equals(content))
    await assert.rejects(one.disk.stageFile(breaking, []), /The line broke/)
    one.aheadMs = DAY_MS + 1000
    await one.disk.tend()
    one.aheadMs = 0
    assert.deepEqual(partials(), [])
  })

  it('that brings other bytes than announced shows nothing', async () => {
    for (const bytes of [content, sample(1000, 3), Buffer.alloc(0)]) {
      const source = sourceOf(bytes)
      const wrong = sourceOf(Buffer.concat([bytes, sample(1, 4)]))
      const lies: ContentSource[] = [
        {
          ...source,
          bytes: (from, to) => wrong.bytes(Math.min(from + 1, wrong.size), Math.min(to + 2, wrong.size)),
        },
        { ...source, size: source.size + 1 },
        { ...source, content: wrong.content },
        { ...source, chunks: wrong.chunks, async *bytes() {} },
      ]
      // Nothing is asked for where there is nothing.
      for (const lie of bytes.length > 0 ? lies : lies.slice(1, 3))
        await assert.rejects(one.disk.stageFile(lie, []), ContentMismatch)
    }
    const hostile = { ...sourceOf(content), content: '../../../outside' }
    await assert.rejects(one.disk.stageFile(hostile, []), ContentMismatch)
    assert.deepEqual(await one.disk.listStaged(), [])
  })

  it('that another client cut otherwise is taken by the chunks that it names', async () => {
    const bytes = Buffer.from('cut by another client')
    const chunks = [bytes.subarray(0, 4), bytes.subarray(4)].map((part) => ({
      sha256: hash('sha256', part),
      size: part.length,
    }))
    const source = { ...sourceOf(bytes), content: contentIdOf(chunks), chunks: async () => chunks }
    const lies: Partial<ContentSource>[] = [
      { content: sourceOf(Buffer.from('another')).content },
      { bytes: sourceOf(Buffer.from('cut by another Client')).bytes },
      { chunks: async () => chunks.toReversed() },
    ]
    for (const lie of lies)
      await assert.rejects(one.disk.stageFile({ ...source, ...lie }, []), ContentMismatch)
    await one.disk.place((await one.disk.stageFile(source, [])).id, [], 'otherwise.txt')
    assert.equal(readFileSync(one.path('otherwise.txt'), 'utf8'), String(bytes))
  })

  it('of many small files leaves out those that are others than announced', async () => {
    const [right, other] = [smallOf('right'), smallOf('other')]
    const staged = await one.disk.stageFiles([right, { ...right, bytes: other.bytes }, other])
    assert.ok(staged[1] instanceof ContentMismatch)
    assert.deepEqual(
      staged.map((outcome) => 'id' in outcome),
      [true, false, true],
    )
    for (const [n, outcome] of staged.entries())
      if ('id' in outcome) await one.disk.place(outcome.id, [], `many ${n}`)
    assert.deepEqual(
      [one.read('many 0'), one.read('many 1'), one.read('many 2')],
      ['right', undefined, 'other'],
    )
    assert.equal(statSync(one.path('many 0')).mtimeMs, right.modified)
    assert.deepEqual(await one.disk.listStaged(), [])
  })

  it('rejects as its source does, whatever that says', async () => {
    for (const code of ['EACCES', 'ENOENT', 'ECONNRESET', 'ENOSPC']) {
      const failure = Object.assign(new Error('connect'), { code, syscall: 'connect' })
      const fails = () => Promise.reject(failure)
      for (const bytes of [content, sample(10, 6)])
        await assert.rejects(
          one.disk.stageFile(
            {
              ...sourceOf(bytes),
              chunks: fails,
              bytes: () => ({ [Symbol.asyncIterator]: () => ({ next: fails }) }),
            },
            [],
          ),
          failure,
        )
    }
  })

  it('may come twice at once', async () => {
    const staged = await Promise.all([1, 2].map(() => one.disk.stageFile(sourceOf(content), [])))
    assert.equal(new Set(staged.map(({ id }) => id)).size, 2)
    for (const { id } of staged) await one.disk.dropStaged(id)
  })

  it('of an empty file is empty, and one in the place of another has its mode', async () => {
    one.write('old', 'old')
    chmodSync(one.path('old'), 0o750)
    const { id: staged } = await one.disk.stageFile(sourceOf(Buffer.alloc(0)), [])
    await one.disk.replace(staged, await see(one.disk, 'old'))
    assert.deepEqual([one.read('old'), statSync(one.path('old')).mode & 0o777], ['', 0o750])
  })
})

describe('reading a large file', () => {
  let one: RealDisk
  before(async () => {
    one = await openRealDisk(tmpdir())
  })
  after(() => one.close())

  it('lets others go on, and notices who writes to it meanwhile', async () => {
    writeFileSync(one.path('large'), sample(48 * MIB, 5))
    const seen = await see(one.disk, 'large')
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    const whole = await one.disk.read(seen)
    assert.ok(whole !== 'changed' && whole.size === 48 * MIB)
    assert.ok(turns > 3, `${turns} turns`)
    const reading = one.disk.read(seen)
    // What is written while it is read, by anyone who has it open.
    const writing = setInterval(() => appendFileSync(one.path('large'), 'more'), 1)
    assert.equal(await reading, 'changed')
    clearInterval(writing)
    clearInterval(counting)
    const bytes = await one.disk.readBytes(await see(one.disk, 'large'), 47 * MIB, MIB)
    assert.ok(bytes !== 'changed' && Buffer.from(bytes).equals(sample(48 * MIB, 5).subarray(47 * MIB)))
  })

  it('gives bytes that are those of the content, into memory that was given', async () => {
    writeFileSync(one.path('small'), 'some bytes')
    const seen = await see(one.disk, 'small')
    const file = await one.disk.read(seen, 'with_bytes')
    assert.ok(file !== 'changed')
    assert.equal(Buffer.from(file.bytes ?? []).toString(), 'some bytes')
    assert.equal(file.content, sourceOf(Buffer.from('some bytes')).content)
    const memory = new Uint8Array(100)
    const bytes = await one.disk.readBytes(seen, 5, 5, memory)
    assert.ok(bytes !== 'changed' && bytes.buffer === memory.buffer)
    assert.equal(Buffer.from(bytes).toString(), 'bytes')
  })

  it('is done once for a look and for sending, as long as its stamp tells every edit', async () => {
    const read = async (how?: 'as_kept') => one.disk.read(await see(one.disk, 'calm'), how)
    writeFileSync(one.path('calm'), sample(3 * MIB, 7))
    const restless = await read()
    assert.notEqual(await read('as_kept'), restless, 'the next edit might not show')
    one.aheadMs = 10_000
    const calm = await read()
    assert.notEqual(await read(), calm, 'whoever asks for it has it read')
    const again = await read()
    assert.equal(await read('as_kept'), again)
    assert.notEqual(await read('as_kept'), again, 'whoever comes again was told that it is not right')
    assert.deepEqual(await read(), calm)
    appendFileSync(one.path('calm'), 'more')
    one.aheadMs = 20_000
    const longer = await read('as_kept')
    assert.ok(longer !== 'changed' && longer.size === 3 * MIB + 4)
    one.aheadMs = 0
  })
})
