import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fingerprint } from './fingerprint.ts'

const printOf = (...notes: unknown[][]): string => {
  const print = new Fingerprint()
  for (const note of notes) print.note(...note)
  return print.digest()
}

describe('a fingerprint of a run', () => {
  it('is the same for the same history', () => {
    assert.equal(printOf([1, 'd1', { a: 1 }], [2]), printOf([1, 'd1', { a: 1 }], [2]))
  })

  it('is another where a step, its order, or what was written down differs', () => {
    const all = [
      printOf([1], [2]),
      printOf([2], [1]),
      printOf([1, 2]),
      printOf([{ rows: new Map([[1, 'a']]) }]),
      printOf([{ rows: new Map([[1, 'b']]) }]),
      printOf([{ left: new Set([1]) }]),
      printOf([{ left: new Set([2]) }]),
    ]
    assert.equal(new Set(all).size, all.length)
  })
})
