import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import { LentMemory, lentSize } from './lent-memory.ts'

const MIB = 1024 * 1024

describe('memory that bodies are received into', () => {
  it('has few sizes, none of them less than is needed or much more', () => {
    const sizes = new Set<number>()
    for (let bytes = MIB / 4; bytes <= MAX_CHUNK; bytes += 12_345) {
      const size = lentSize(bytes)
      assert.ok(size >= bytes && size < bytes + MIB / 2, `${size} for ${bytes}`)
      sizes.add(size)
    }
    assert.ok(sizes.size <= 8, `${sizes.size} sizes`)
    assert.deepEqual([0, 1, MAX_CHUNK].map(lentSize), [0, 1, MAX_CHUNK])
  })

  it('is lent to one at a time, and again once it was given back', () => {
    const lent = new LentMemory()
    const [one, other] = [lent.take(MIB), lent.take(MIB)]
    assert.notEqual(one.buffer, other.buffer)
    lent.giveBack(one)
    const half = lent.take(MIB / 2)
    assert.equal(half.length, MIB / 2)
    assert.equal(lent.take(MIB), one)
    assert.notEqual(lent.take(MIB), one)
  })

  it('is kept up to a limit', () => {
    const lent = new LentMemory()
    const many = Array.from({ length: 20 }, () => lent.take(MIB))
    for (const memory of many) lent.giveBack(memory)
    const again = new Set(Array.from({ length: 20 }, () => lent.take(MIB)))
    assert.equal(many.filter((memory) => again.has(memory)).length, 16)
    const newest = lent.take(4 * MIB)
    for (const memory of [...many, newest]) lent.giveBack(memory)
    assert.equal(lent.take(4 * MIB), newest, 'what was given back last is kept')
  })
})
