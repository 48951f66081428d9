import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { AVERAGE_CHUNK, CUTTER_VERSION, Cutter, gearTable, MAX_CHUNK, MIN_CHUNK } from './cutter.ts'

const KiB = 1024
const MiB = 1024 * KiB

/** xorshift32: enough for test data, and the same everywhere. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

function randomBytes(size: number, seed: number): Buffer {
  const bytes = Buffer.alloc(size)
  const next = random(seed)
  for (let i = 0; i < size; i += 4) bytes.writeUInt32LE(next(), i)
  return bytes
}

/** All cut points of what the pieces make together, and the size of what is left after the last. */
function cutPoints(pieces: Iterable<Uint8Array>): { cuts: number[]; pending: number } {
  const cutter = new Cutter()
  const cuts: number[] = []
  let offset = 0
  for (const piece of pieces) {
    for (const cut of cutter.push(piece)) cuts.push(offset + cut)
    offset += piece.length
  }
  return { cuts, pending: cutter.pending }
}

function* piecesOf(content: Buffer, nextSize: (at: number) => number): Iterable<Uint8Array> {
  let at = 0
  while (at < content.length) {
    const end = Math.min(content.length, at + nextSize(at))
    yield content.subarray(at, end)
    at = end
  }
}

function chunkSizes(content: Buffer): number[] {
  const { cuts, pending } = cutPoints([content])
  const sizes = cuts.map((cut, i) => cut - (cuts[i - 1] ?? 0))
  return pending > 0 ? [...sizes, pending] : sizes
}

function chunkNames(content: Buffer): string[] {
  let at = 0
  return chunkSizes(content).map((size) => {
    const chunk = content.subarray(at, at + size)
    at += size
    return createHash('sha256').update(chunk).digest('hex')
  })
}

/** The algorithm as its paper states it, a byte at a time. */
function expectedCuts(content: Buffer): number[] {
  const gear = gearTable()
  const cuts: number[] = []
  let hash = 0
  let size = 0
  for (let i = 0; i < content.length; i++) {
    size++
    if (size <= MIN_CHUNK) continue
    hash = ((hash << 1) + (gear[content[i] ?? 0] ?? 0)) | 0
    const zeroBits = size <= AVERAGE_CHUNK ? 22 : 18
    if (hash >>> (32 - zeroBits) === 0 || size === MAX_CHUNK) {
      cuts.push(i + 1)
      hash = 0
      size = 0
    }
  }
  return cuts
}

describe('the cutter', () => {
  const content = randomBytes(24 * MiB, 7)
  const whole = cutPoints([content])

  it('never changes within a version', () => {
    const tableHash = createHash('sha256').update(gearTable().join()).digest('hex')
    assert.deepEqual(
      [CUTTER_VERSION, MIN_CHUNK, AVERAGE_CHUNK, MAX_CHUNK],
      [1, 262_144, 1_048_576, 4_194_304],
    )
    assert.equal(tableHash, 'b4246207a97747045b605f6b8f0c9e19a84538846913cf1d9e8af3bd7f25c263')
    assert.deepEqual(whole, {
      cuts: [
        2062629, 3306121, 4019523, 5167752, 6466523, 7674461, 9298781, 10710036, 11787618, 12227084, 13878757,
        15067129, 16184746, 17758040, 18826912, 19849524, 20585119, 22312419, 23380909, 25050609,
      ],
      pending: 115215,
    })
  })

  it('cuts as the plain algorithm does', () => {
    assert.deepEqual(whole.cuts, expectedCuts(content))
  })

  it('cuts the same however the stream is split', () => {
    for (let seed = 1; seed <= 15; seed++) {
      const next = random(seed)
      const longest = [9, 70, 5_000, 300_000, 3_000_000][seed % 5] ?? 1
      // Less content keeps the runs with tiny pieces short.
      const sample = longest < 1000 ? content.subarray(0, 3 * MiB) : content
      const expected = longest < 1000 ? cutPoints([sample]) : whole
      assert.deepEqual(cutPoints(piecesOf(sample, () => next() % (longest + 1))), expected, `seed ${seed}`)
    }
  })

  it('cuts the same in single bytes around every cut and every change of rule', () => {
    const starts = [0, ...whole.cuts]
    const edges = starts.flatMap((start) =>
      [0, MIN_CHUNK, AVERAGE_CHUNK, MAX_CHUNK].map((rule) => start + rule),
    )
    const sorted = edges.sort((a, b) => a - b)
    const nextSize = (at: number) => {
      const edge = sorted.find((candidate) => candidate + 40 > at) ?? content.length
      return at < edge - 40 ? edge - 40 - at : 1
    }
    assert.deepEqual(cutPoints(piecesOf(content, nextSize)), whole)
  })

  it('cuts a view the same wherever it lies in its buffer', () => {
    for (const shift of [1, 2, 3, 5]) {
      const shifted = Buffer.alloc(content.length + shift)
      content.copy(shifted, shift)
      assert.deepEqual(cutPoints([shifted.subarray(shift)]), whole)
    }
  })

  it('keeps chunks within their bounds and near their average', () => {
    const sizes = chunkSizes(randomBytes(128 * MiB, 3))
    const inner = sizes.slice(0, -1)
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      128 * MiB,
    )
    assert.ok(inner.every((size) => size > MIN_CHUNK && size <= MAX_CHUNK))
    const mean = inner.reduce((sum, size) => sum + size, 0) / inner.length
    assert.ok(mean > 0.95 * MiB && mean < 1.35 * MiB, `mean ${mean}`)
  })

  it('finds nearly all chunks again after an insert', () => {
    const before = randomBytes(64 * MiB, 11)
    const at = Math.floor(before.length / 10)
    const after = Buffer.concat([before.subarray(0, at), randomBytes(KiB, 12), before.subarray(at)])
    const known = new Set(chunkNames(before))
    const fresh = chunkNames(after).filter((name) => !known.has(name))
    assert.ok(fresh.length >= 1 && fresh.length <= 3, `${fresh.length} of ${known.size} chunks changed`)
  })

  it('cuts zeros into the longest chunks', () => {
    assert.deepEqual(chunkSizes(Buffer.alloc(10 * MiB)), [MAX_CHUNK, MAX_CHUNK, 2 * MiB])
  })

  it('has nothing pending before the first byte and after a cut', () => {
    assert.deepEqual(cutPoints([]), { cuts: [], pending: 0 })
    assert.deepEqual(cutPoints([Buffer.alloc(0)]), { cuts: [], pending: 0 })
    assert.deepEqual(cutPoints([Buffer.alloc(MAX_CHUNK)]), { cuts: [MAX_CHUNK], pending: 0 })
    assert.deepEqual(cutPoints([Buffer.alloc(MIN_CHUNK)]), { cuts: [], pending: MIN_CHUNK })
  })
})
