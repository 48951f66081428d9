import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DAY_MS } from '@holdfast/api/time'
import { OneDevice } from '../../testkit/engine/one-device.ts'
import { TOP } from '../../testkit/model-service/entry.ts'
import { refuse } from '../../testkit/model-service/refuse.ts'
import { contentOf, LARGE } from '../../testkit/sim/contents.ts'
import { ContentMismatch, DiskTrouble } from '../ports/disk.ts'
import { LIMITS } from './state/limits.ts'

/** A device that is to bring so many small files. */
function deviceWith(files: number, limits = LIMITS): OneDevice {
  const bench = new OneDevice({ limits })
  for (let n = 0; n < files; n++) bench.web.upload(TOP, `web ${n}`, contentOf('c1'))
  return bench
}

/** Until it is reported what fails again and again. */
async function tryOften(bench: OneDevice): Promise<void> {
  for (let n = 0; n < 10; n++) {
    assert.equal(await bench.sync.syncOnce(), 'problems')
    bench.now += DAY_MS
  }
}

const brought = ({ disk }: OneDevice) => disk.all().length

describe('small files that a root brings', () => {
  it('come by groups, with one request and one flush each', async () => {
    const bench = deviceWith(250)
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(brought(bench), 250)
    assert.deepEqual(
      ['openContents', 'stageFiles', 'openContent', 'stageFile'].map(bench.count),
      [3, 3, 0, 0],
    )
    assert.deepEqual(bench.sync.status().transfers, [])
  })

  it('come by groups of so many bytes, and what is larger by itself', async () => {
    const bench = deviceWith(8, { ...LIMITS, contentsBytes: 3, inlineBelow: LARGE })
    bench.web.upload(TOP, 'not so small', contentOf('c3'))
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(brought(bench), 9)
    assert.deepEqual(['openContents', 'openContent'].map(bench.count), [3, 1])
  })

  it('come one by one from a service that has no such call, and from one that has lost it', async () => {
    for (const meet of [() => undefined, () => refuse('not_found')]) {
      const bench = deviceWith(20)
      bench.reached.openContents = meet
      assert.equal(await bench.sync.syncOnce(), 'synced')
      assert.deepEqual([brought(bench), bench.count('stageFile')], [20, 20])
    }
  })

  it('wait where the service leaves them out or does not send them, and do not hold up others', async () => {
    const bench = deviceWith(20)
    const rows = [...bench.root.entries.values()]
    const [damaged, missing] = [rows[3]?.id, rows[4]?.id]
    const plain = bench.reached.openContents
    let isWhole = false
    bench.reached.openContents = (asked) => {
      const given = new Map(plain(asked))
      if (isWhole) return given
      for (const { id } of asked) if (id === damaged) given.set(id, { leftOut: 'Its bytes are damaged.' })
      given.delete(missing as never)
      return given
    }
    await tryOften(bench)
    assert.equal(brought(bench), 18)
    assert.deepEqual(bench.problems, { 'web 3': 'refused', 'web 4': 'refused' })
    isWhole = true
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(brought(bench), 20)
  })

  it('that the disk refuses are told of each, and the rest is shown', async () => {
    for (const [why, reason] of [
      [new DiskTrouble('denied'), 'disk_denied'],
      [new ContentMismatch(), 'refused'],
    ] as const) {
      const bench = deviceWith(5)
      const plain = bench.disk.stageFiles.bind(bench.disk)
      let isRefusing = true
      bench.disk.stageFiles = (files) => {
        const staged = plain(files)
        return isRefusing
          ? staged.map((id, n) => (files.length < 5 || n === 2 ? (why as typeof id) : id))
          : staged
      }
      bench.disk.stageFile = () => {
        if (isRefusing) throw why
        return plain([{ content: 'c1', modified: 0, bytes: new Uint8Array() }])[0] as never
      }
      await tryOften(bench)
      assert.equal(brought(bench), 4)
      assert.deepEqual(Object.values(bench.problems), [reason])
      isRefusing = false
      assert.equal(await bench.sync.syncOnce(), 'synced')
    }
  })

  it('are not taken for missing when the line breaks', async () => {
    const bench = deviceWith(20)
    let isBroken = true
    bench.before = (method) => {
      if (method === 'openContents' && isBroken) throw new Error('The line broke.')
    }
    assert.equal(await bench.sync.syncOnce(), 'cut_off')
    assert.deepEqual([brought(bench), bench.count('stageFile'), bench.problems], [0, 0, {}])
    isBroken = false
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(brought(bench), 20)
  })
})
