import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import { type Cut, cut } from './cut.ts'

async function chunksOf(file: Blob): Promise<Cut[]> {
  const chunks: Cut[] = []
  for await (const chunk of cut(file)) chunks.push(chunk)
  return chunks
}

describe('cutting a file in a browser', () => {
  it('gives all of its bytes in order, and equal chunks for what is equal', async () => {
    const length = 6 * 2 ** 20 + 123
    const bytes = new Uint8Array(createHash('shake256', { outputLength: length }).update('any').digest())
    const chunks = await chunksOf(new Blob([bytes]))
    assert.ok(chunks.length > 2)
    let at = 0
    for (const { sha256, size } of chunks) {
      const part = bytes.subarray(at, at + size)
      assert.equal(sha256, createHash('sha256').update(part).digest('hex'))
      assert.ok(size <= MAX_CHUNK)
      at += size
    }
    assert.equal(at, bytes.length)
    const changed = await chunksOf(new Blob(['a few words', bytes]))
    const known = new Set(chunks.map(({ sha256 }) => sha256))
    assert.equal(changed.filter(({ sha256 }) => !known.has(sha256)).length, 1)
  })
})
