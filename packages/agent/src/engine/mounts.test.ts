import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OneDevice } from '../../testkit/engine/one-device.ts'
import { TOP } from '../../testkit/model-service/entry.ts'
import { contentOf } from '../../testkit/sim/contents.ts'

describe('a folder on which another volume is mounted', () => {
  it('is left out, its siblings sync, and it does once it is unmounted', async () => {
    const bench = new OneDevice()
    const folder = bench.web.makeFolder(TOP, 'mnt')
    const inner = bench.web.makeFolder(folder, 'inner')
    bench.web.upload(inner, 'paper', contentOf('c1'))
    await bench.sync.syncOnce()
    const mnt = bench.disk.named(bench.disk.top, 'mnt')
    const covered = mnt && bench.disk.named(mnt, 'inner')
    assert.ok(covered)
    bench.disk.covered.add(covered)
    bench.write('beside', 'c2', mnt)
    bench.web.upload(inner, 'later', contentOf('c3'))
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.deepEqual(bench.problems['mnt/inner'], 'other_volume')
    assert.deepEqual(bench.remoteNames, ['beside', 'inner', 'later', 'mnt', 'paper'])
    bench.disk.covered.clear()
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.ok(bench.localNames.includes('later'))
  })

  it('is not taken for deleted where the agent was ended before it had seen the folder that it made', async () => {
    const bench = new OneDevice()
    bench.web.makeFolder(TOP, 'mnt')
    bench.before = () => {
      if (bench.localNames.includes('mnt')) throw new Error('It is over')
    }
    await bench.sync.syncOnce().catch(() => undefined)
    bench.before = () => {}
    bench.disk.covered.add(bench.disk.named(bench.disk.top, 'mnt') ?? assert.fail())
    const after = bench.startedWith(bench.store as never)
    for (let n = 0; n < 3; n++) assert.equal(await after.syncOnce(), 'problems')
    assert.deepEqual([bench.remoteNames, bench.count('applyBatch')], [['mnt'], 0])
    bench.disk.covered.clear()
    assert.equal(await after.syncOnce(), 'synced')
    assert.deepEqual([bench.localNames, bench.remoteNames], [['mnt'], ['mnt']])
  })
})
