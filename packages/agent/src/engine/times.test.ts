import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BatchRequest } from '@holdfast/api/files/sync'
import { OneDevice } from '../../testkit/engine/one-device.ts'
import { TOP } from '../../testkit/model-service/entry.ts'
import { contentOf, LARGE } from '../../testkit/sim/contents.ts'
import { LIMITS } from './state/limits.ts'

const THEN = Date.UTC(2022, 1, 2)
const LATER = Date.UTC(2023, 1, 2)

const sentOps = ({ calls }: OneDevice): string[] =>
  calls.flatMap(({ method, args }) =>
    method === 'applyBatch' ? (args[0] as BatchRequest).ops.map(({ op }) => op) : [],
  )

/** A file that both sides have, and what was asked for since. */
async function synced(settings: ConstructorParameters<typeof OneDevice>[0] = {}) {
  const bench = new OneDevice(settings)
  const id = bench.web.upload(TOP, 'a', contentOf('c1'))
  assert.equal(await bench.sync.syncOnce(), 'synced')
  bench.calls.length = 0
  const [node] = bench.disk.all()
  assert.ok(node)
  const entry = () => bench.root.entries.get(id)
  const sync = async () => {
    assert.equal(await bench.sync.syncOnce(), 'synced')
    return sentOps(bench)
  }
  return { bench, id, node, entry, sync }
}

describe('a time of change', () => {
  it('is sent alone where it alone has changed', async () => {
    const { bench, node, entry, sync } = await synced()
    bench.disk.touch(node, THEN)
    const { revisionId } = entry() ?? {}
    assert.deepEqual(await sync(), ['touch'])
    assert.deepEqual([entry()?.modifiedAt, entry()?.revisionId], [THEN, revisionId])
    assert.deepEqual(await sync(), ['touch'])
  })

  it('is set on the file that is there: nothing is fetched or written', async () => {
    const { bench, id, node, sync } = await synced()
    bench.web.touch(id, THEN)
    assert.deepEqual(await sync(), [])
    assert.deepEqual([bench.disk.all(), node.modified], [[node], THEN])
    assert.deepEqual(
      ['setTime', 'stageFile', 'openContent', 'replace'].map((method) => bench.count(method)),
      [1, 0, 0, 0],
    )
  })

  it('is set on a large file that comes while somebody changes it, and is fetched once', async () => {
    const { bench, id, sync } = await synced({ limits: { ...LIMITS, largeFrom: LARGE } })
    bench.web.uploadRevision(id, contentOf('c3'))
    const held = Promise.withResolvers<void>()
    const plain = bench.disk.stageFile.bind(bench.disk)
    bench.disk.stageFile = (source) => {
      const staged = plain(source)
      bench.web.touch(id, THEN)
      // The round is over, and the next one has heard of the time before the file is complete.
      bench.now += LIMITS.sliceMs + 1
      bench.before = (method) => {
        if (method === 'listChanges') held.resolve()
      }
      return held.promise.then(() => staged) as never
    }
    assert.deepEqual(await sync(), [])
    const [node] = bench.disk.all()
    assert.deepEqual([node?.content, node?.modified, bench.count('openContent')], ['c3', THEN, 1])
  })

  it('is the one of the service where both sides have changed it, and never makes a copy', async () => {
    const { bench, id, node, entry, sync } = await synced()
    bench.web.touch(id, THEN)
    bench.disk.touch(node, LATER)
    assert.deepEqual(await sync(), [])
    assert.deepEqual([bench.localNames, node.modified, entry()?.modifiedAt], [['a'], THEN, THEN])
  })

  it('gives way to a content, on either side', async () => {
    const one = await synced()
    one.bench.web.touch(one.id, THEN)
    one.bench.write('a', 'c2')
    assert.deepEqual(await one.sync(), ['put'])
    assert.deepEqual([one.entry()?.content, one.entry()?.modifiedAt], ['c2', one.node.modified])
    const other = await synced()
    other.bench.disk.touch(other.node, THEN)
    other.bench.web.uploadRevision(other.id, contentOf('c2'))
    assert.deepEqual(await other.sync(), [])
    assert.deepEqual([other.bench.localNames, other.bench.disk.all()[0]?.content], [['a'], 'c2'])
  })

  it('keeps no file that somebody deletes', async () => {
    const one = await synced()
    one.bench.web.touch(one.id, THEN)
    one.bench.disk.destroy(one.node)
    assert.deepEqual([await one.sync(), one.bench.remoteNames], [['delete'], []])
    const other = await synced()
    other.bench.disk.touch(other.node, THEN)
    other.bench.web.delete(other.id)
    assert.deepEqual([await other.sync(), other.bench.localNames], [[], []])
  })

  it('is not sent by a device that may only read', async () => {
    const { bench, node, entry, sync } = await synced({ readOnly: true })
    const before = entry()?.modifiedAt
    bench.disk.touch(node, THEN)
    assert.deepEqual([await sync(), entry()?.modifiedAt], [[], before])
  })

  it('is set once on a disk that keeps times less exactly', async () => {
    const { bench, id, entry, sync } = await synced()
    const plain = bench.disk.setTime.bind(bench.disk)
    bench.disk.setTime = (file, at) => plain(file, at - 1000)
    bench.web.touch(id, THEN)
    assert.deepEqual(await sync(), [])
    assert.deepEqual([bench.count('setTime'), entry()?.modifiedAt], [1, THEN])
    assert.deepEqual([await sync(), bench.count('setTime')], [[], 1])
  })

  it('does not hide what is written in the moment in which it is set', async () => {
    const { bench, id, node, entry, sync } = await synced()
    const plain = bench.disk.setTime.bind(bench.disk)
    bench.disk.setTime = (file, at) => {
      const done = plain(file, at)
      node.content = 'c2'
      return done
    }
    bench.web.touch(id, THEN)
    assert.deepEqual(await sync(), ['put'])
    assert.equal(entry()?.content, 'c2')
  })

  it('of files that an earlier version has synced is found, and sent when it changes', async () => {
    const { bench, node, entry } = await synced()
    const stored = bench.store.load()
    const nothing = { intents: new Map(), leftNames: new Map(), leftovers: [], deselected: [], unread: [] }
    bench.store.commit({
      ...{ ...stored, ...nothing, rows: new Map() },
      links: new Map(
        [...stored.shelf.links()].map((link) => [
          link.rowId,
          { ...link, modified: null, localModified: null },
        ]),
      ),
      locals: new Map([...stored.shelf.locals()].map((local) => [local.id, { ...local, modified: null }])),
    })
    const sync = bench.startedWith(bench.store as never)
    assert.equal(await sync.syncOnce(), 'synced')
    assert.deepEqual(sentOps(bench), [])
    bench.disk.touch(node, THEN)
    assert.equal(await sync.syncOnce(), 'synced')
    assert.deepEqual([sentOps(bench), entry()?.modifiedAt], [['touch'], THEN])
  })

  /** What the agent is about to do after its next start when somebody changes the time. */
  const MOMENTS = {
    'before it looks': 'load',
    'while it looks': 'listUnreadable',
    'after it has looked': 'commit',
  }
  for (const what of ['new', 'changed'] as const)
    for (const [when, moment] of Object.entries(MOMENTS))
      it(`of a ${what} file is sent when it changes ${when} after a crash that lost the note of the file`, async () => {
        const { bench, id } = await synced()
        if (what === 'new') bench.web.upload(TOP, 'b', contentOf('c2'))
        else bench.web.uploadRevision(id, contentOf('c2'))
        const placed = () => bench.disk.all().find(({ content }) => content === 'c2')
        bench.before = (method) => {
          if (method === 'commit' && placed()) throw new Error('It is over')
        }
        assert.notEqual(await bench.sync.syncOnce(), 'synced')
        bench.before = (method) => {
          if (method !== moment) return
          bench.before = () => {}
          bench.disk.touch(placed() ?? assert.fail(), THEN)
        }
        const sync = bench.startedWith(bench.store as never)
        assert.equal(await sync.syncOnce(), 'synced')
        assert.equal(await sync.syncOnce(), 'synced')
        assert.deepEqual(sentOps(bench), ['touch'])
      })
})
