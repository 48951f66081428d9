import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '@holdfast/api/time'
import { OneDevice } from '../../testkit/engine/one-device.ts'
import { refuse } from '../../testkit/model-service/refuse.ts'
import { LARGE } from '../../testkit/sim/contents.ts'
import type { SentChunk } from '../ports/server.ts'
import { LIMITS } from './state/limits.ts'

/** A device with three large files: each has two chunks of its own, and all have one in common. */
function deviceWithLarge(): OneDevice {
  const bench = new OneDevice({ limits: { ...LIMITS, inlineBelow: LARGE, largeFrom: LARGE } })
  for (const n of [3, 6, 9]) bench.write(`file ${n}`, `c${n}`)
  return bench
}
const sent = (bench: OneDevice): string[] =>
  bench.calls
    .flatMap(({ method, args: [first] }) => {
      if (method === 'putChunk') return [String(first)]
      return method === 'putChunks' ? (first as SentChunk[]).map(({ sha256 }) => sha256) : []
    })
    .sort()
const ALL = ['c3', 'c3 more', 'c6', 'c6 more', 'c9', 'c9 more', 'the same']

describe('chunks that a root sends', () => {
  it('go by bundles, each of them once', async () => {
    const bench = deviceWithLarge()
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(sent(bench), ALL)
    assert.deepEqual(['putChunks', 'putChunk'].map(bench.count), [1, 0])
    assert.deepEqual(bench.sync.status().transfers, [])
  })

  it('go one by one to a service that takes no bundles, and to one that takes them no longer', async () => {
    for (const meet of [() => undefined, () => refuse('not_found')]) {
      const bench = deviceWithLarge()
      bench.reached.putChunks = meet
      assert.equal(await bench.sync.syncOnce(), 'synced')
      assert.equal(bench.count('putChunk'), ALL.length)
      assert.deepEqual(bench.remoteNames, ['file 3', 'file 6', 'file 9'])
    }
  })

  it('have their file read again where the service refuses one, and hold up no other file', async () => {
    const bench = deviceWithLarge()
    const plain = bench.reached.putChunks
    let refusals = 1
    bench.reached.putChunks = (chunks) => {
      const isRefused = ({ sha256 }: SentChunk) => sha256 === 'c6 more' && refusals > 0
      const refused = chunks.filter(isRefused)
      plain(chunks.filter((chunk) => !isRefused(chunk)))
      refusals -= refused.length
      return new Set(refused.map(({ sha256 }) => sha256))
    }
    const reads = () =>
      bench.calls.filter(({ method, args }) => method === 'read' && args[1] === 'as_kept').length
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['file 3', 'file 6', 'file 9'])
    assert.equal(reads(), 4, 'one of them twice')
    assert.equal(sent(bench).filter((sha256) => sha256 === 'c3').length, 1)
  })

  it('are sent one by one where all together are too much, so that those go for which there is room', async () => {
    const bench = deviceWithLarge()
    let isFull = true
    bench.reached.putChunks = () => refuse('policy_error')
    const plain = bench.reached.putChunk
    bench.reached.putChunk = (sha256, bytes) =>
      isFull && sha256 === 'c9' ? refuse('policy_error') : plain(sha256, bytes)
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.deepEqual(bench.problems, { 'file 9': 'refused' })
    assert.deepEqual(bench.remoteNames, ['file 3', 'file 6'])
    isFull = false
    bench.now += DAY_MS
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['file 3', 'file 6', 'file 9'])
  })

  it('are sent again as a bundle when the line breaks', async () => {
    const bench = deviceWithLarge()
    let isBroken = true
    bench.before = (method) => {
      if (method === 'putChunks' && isBroken) throw new Error('The line broke.')
    }
    assert.equal(await bench.sync.syncOnce(), 'cut_off')
    assert.equal(bench.count('putChunk'), 0)
    isBroken = false
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(bench.count('putChunk'), 0)
  })
})
