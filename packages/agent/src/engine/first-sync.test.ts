import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BatchRequest } from '@holdfast/api/files/sync'
import { OneDevice } from '../../testkit/engine/one-device.ts'
import { TOP } from '../../testkit/model-service/entry.ts'
import { contentOf } from '../../testkit/sim/contents.ts'
import { LIMITS } from './state/limits.ts'

const FEW = { ...LIMITS, readFiles: 2, notedFiles: 3 }

describe('a first sync of more than is held at once', () => {
  it('notes only so many new files, and sends all of them by and by', async () => {
    const bench = new OneDevice({ limits: FEW })
    for (let n = 0; n < 4; n++) {
      const folder = bench.disk.add(bench.disk.top, `folder ${n}`, 'folder')
      for (let m = 0; m < 6; m++) bench.write(`file ${m}`, 'c1', folder).isFresh = false
    }
    let most = 0
    bench.before = () => {
      most = Math.max(most, bench.sync.engine?.state.toRead.size ?? 0)
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(bench.remoteNames.length, 28)
    assert.ok(most <= 3, `${most} at once`)
    // Two of them at a time would be twelve looks at each folder.
    assert.ok(bench.count('list') < 40, `${bench.count('list')} looks`)
  })

  it('is not held up by files that cannot be read', async () => {
    const bench = new OneDevice({ limits: FEW })
    for (let n = 0; n < 12; n++) bench.write(`file ${n}`, 'c1').isFresh = false
    const closed = (name: string) => Number(name.slice(5)) < 6
    bench.disk.whyRefuses = () => {
      const { method, args } = bench.calls.at(-1) ?? { method: '', args: [] }
      return method === 'read' && closed((args[0] as { rawName: string }).rawName) ? 'denied' : undefined
    }
    await bench.sync.syncOnce()
    assert.deepEqual(bench.remoteNames, ['file 10', 'file 11', 'file 6', 'file 7', 'file 8', 'file 9'])
  })

  it('fetches nothing in the place of a file that it has not noted yet', async () => {
    const bench = new OneDevice({ limits: FEW })
    const remote = bench.web.makeFolder(TOP, 'folder')
    const folder = bench.disk.add(bench.disk.top, 'folder', 'folder')
    for (let n = 0; n < 9; n++) {
      bench.web.upload(remote, `file ${n}`, contentOf('c1'))
      bench.write(`file ${n}`, 'c1', folder).isFresh = false
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual([bench.count('stageFile'), bench.count('applyBatch')], [0, 0])
    assert.equal(bench.sync.status().files, 9)
  })

  it('does not take for deleted what was saved as a file that it has not noted yet', async () => {
    const bench = new OneDevice({ limits: { ...FEW, readFiles: 1 } })
    const old = bench.write('saved', 'c1')
    old.isFresh = false
    await bench.sync.syncOnce()
    bench.disk.destroy(old)
    for (let n = 0; n < 12; n++) bench.write(`file ${n}`, 'c1').isFresh = false
    bench.write('saved', 'c2').isFresh = false
    assert.equal(await bench.sync.syncOnce(), 'synced')
    const ops = bench.calls.flatMap(({ method, args }) =>
      method === 'applyBatch' ? (args[0] as BatchRequest).ops : [],
    )
    assert.equal(ops.filter(({ op }) => op === 'delete').length, 0)
    assert.equal(bench.remoteNames.length, 13)
  })

  it('knows what people have listed before it sends anything', async () => {
    const bench = new OneDevice({ limits: FEW })
    bench.listIgnored('*.log\n')
    for (let n = 0; n < 9; n++) bench.write(`${n}.log`, 'c1').isFresh = false
    bench.write('.holdfastignore', 'c2').isFresh = false
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(bench.remoteNames, ['.holdfastignore'])
  })

  it('makes folders no faster than files come into them', async () => {
    const bench = new OneDevice({ limits: { ...LIMITS, comingFiles: 3 } })
    const outer = bench.web.makeFolder(TOP, 'outer')
    for (let n = 0; n < 6; n++) {
      const folder = bench.web.makeFolder(outer, `folder ${n}`)
      for (let m = 0; m < 3; m++) bench.web.upload(folder, `file ${n} ${m}`, contentOf('c1'))
    }
    let most = 0
    bench.before = () => {
      most = Math.max(most, bench.sync.status().todo.down)
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(bench.localNames.length, 25)
    // Six folders, and the files of one or two.
    assert.ok(most <= 12, `${most} in one plan`)
  })

  it('forgets what a snapshot that was broken off has told', async () => {
    const bench = new OneDevice({ page: 2 })
    const ids = ['a', 'b', 'c', 'd', 'e'].map((name) => bench.web.upload(TOP, name, contentOf('c1')))
    let pages = 0
    bench.before = (method) => {
      if (method === 'getSnapshot' && ++pages === 3) throw new Error('The line broke.')
    }
    const rows = () => [...bench.store.load().shelf.rows()].map(({ name }) => name).sort()
    bench.meanwhile = () => {
      assert.deepEqual([rows(), bench.store.load().position], [['a', 'b', 'c', 'd'], undefined])
      bench.web.delete(ids[0] ?? assert.fail())
    }
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual(
      [rows(), bench.localNames],
      [
        ['b', 'c', 'd', 'e'],
        ['b', 'c', 'd', 'e'],
      ],
    )
  })
})
