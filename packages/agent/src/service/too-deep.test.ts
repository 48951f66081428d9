import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MAX_DEPTH } from '@holdfast/api/files/names'
import type { BatchRequest } from '@holdfast/api/files/sync'
import { HOUR_MS } from '@holdfast/api/time'
import { OneDevice } from '../../testkit/engine/one-device.ts'
import { problemInWords } from './in-words.ts'

/** A way of folders on the disk of a device, from its top: the first and the last. */
function dig(bench: OneDevice, levels: number) {
  const first = bench.disk.add(bench.disk.top, 'level 1', 'folder')
  let last = first
  for (let level = 2; level <= levels; level++) last = bench.disk.add(last, `level ${level}`, 'folder')
  return { first, last }
}

describe('folders that lie deeper than the service allows', () => {
  /** How often a folder was asked for. */
  const asked = (bench: OneDevice, name: string): number =>
    bench.calls.filter(
      ({ method, args: [request] }) =>
        method === 'applyBatch' &&
        (request as BatchRequest).ops.some((op) => op.op === 'mkdir' && op.name === name),
    ).length

  it('stay on the device with all that is in them, told as a problem, and are not sent again and again', async () => {
    const bench = new OneDevice()
    const { last } = dig(bench, MAX_DEPTH + 1)
    bench.write('note.txt', 'c1', last)
    bench.write('beside.txt', 'c2')
    const stop = new AbortController()
    const begun = bench.now
    bench.meanwhile = () => {
      if (bench.now - begun > 3 * HOUR_MS) stop.abort()
    }
    await bench.sync.run(stop.signal)
    const [problem, ...more] = bench.sync.status().problems
    assert.ok(problem)
    assert.deepEqual(more, [])
    assert.deepEqual([problem.reason, problem.path.split('/').length], ['too_deep', MAX_DEPTH + 1])
    assert.match(problemInWords(problem).reason, /more than 128 folders/)
    assert.match(problemInWords(problem).help, /Move it to a folder higher up/)
    assert.equal(bench.remoteNames.filter((name) => name.startsWith('level')).length, MAX_DEPTH)
    assert.ok(bench.remoteNames.includes('beside.txt'))
    assert.ok(bench.localNames.includes('note.txt') && !bench.remoteNames.includes('note.txt'))
    assert.equal(asked(bench, `level ${MAX_DEPTH + 1}`), 1, 'in three hours')
  })

  it('are sent when a folder above them was moved up', async () => {
    const bench = new OneDevice()
    const { first, last } = dig(bench, MAX_DEPTH + 1)
    bench.write('note.txt', 'c1', last)
    await bench.sync.syncOnce()
    assert.deepEqual(Object.values(bench.problems), ['too_deep'])
    const second = bench.disk.named(first, 'level 2') ?? assert.fail('no second level')
    bench.disk.detach(second)
    bench.disk.attach(second, bench.disk.top, 'level 2')
    for (let n = 0; n < 3; n++) await bench.sync.syncOnce()
    assert.deepEqual(bench.problems, {})
    assert.ok(bench.remoteNames.includes('note.txt'))
  })
})
