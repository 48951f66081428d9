import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BatchRequest } from '@holdfast/api/files/sync'
import { MINUTE_MS } from '@holdfast/api/time'
import { OneDevice } from '../../testkit/engine/one-device.ts'
import { TOP } from '../../testkit/model-service/entry.ts'
import { contentOf } from '../../testkit/sim/contents.ts'
import type { Node } from '../../testkit/sim/disk-tree.ts'

/** What a program does with the file `f` to save it; each is one step. */
type Save = (bench: OneDevice, folder: Node, text: string) => (() => void)[]

const rename = ({ disk }: OneDevice, folder: Node, from: string, to: string): void => {
  const node = disk.named(folder, from) ?? assert.fail(from)
  const over = disk.named(folder, to)
  if (over) disk.destroy(over)
  disk.detach(node)
  disk.attach(node, folder, to)
}
const remove = ({ disk }: OneDevice, folder: Node, name: string): void =>
  disk.destroy(disk.named(folder, name) ?? assert.fail(name))

const PROGRAMS: Record<string, { save: Save; isBackupKept?: boolean }> = {
  Emacs: {
    save: (bench, folder, text) => [
      () => rename(bench, folder, 'f', 'f~'),
      () => void bench.write('f', text, folder),
    ],
    isBackupKept: true,
  },
  vim: {
    save: (bench, folder, text) => [
      () => rename(bench, folder, 'f', 'f~'),
      () => void bench.write('f', text, folder),
      () => remove(bench, folder, 'f~'),
    ],
  },
  'vim in a hurry': {
    save: (bench, folder, text) => [
      () => rename(bench, folder, 'f', 'f~'),
      () => remove(bench, folder, 'f~'),
      () => void bench.write('f', text, folder),
    ],
  },
  Word: {
    save: (bench, folder, text) => [
      () => void bench.write('~WRD.tmp', text, folder),
      () => rename(bench, folder, 'f', '~WRL.tmp'),
      () => rename(bench, folder, '~WRD.tmp', 'f'),
      () => remove(bench, folder, '~WRL.tmp'),
    ],
  },
  gedit: {
    save: (bench, folder, text) => [
      () => void bench.write('.goutputstream-X', text, folder),
      () => rename(bench, folder, '.goutputstream-X', 'f'),
    ],
  },
  'one that deletes and writes': {
    save: (bench, folder, text) => [
      () => remove(bench, folder, 'f'),
      () => void bench.write('f', text, folder),
    ],
  },
}

/** The file `f` in a folder that both sides have. */
async function synced() {
  const bench = new OneDevice()
  const folderId = bench.web.makeFolder(TOP, 'folder')
  const id = bench.web.upload(folderId, 'f', contentOf('c1'))
  assert.equal(await bench.sync.syncOnce(), 'synced')
  const folder = bench.disk.named(bench.disk.top, 'folder') ?? assert.fail()
  const contents = () =>
    [...bench.root.revisions.values()].flatMap((one) => (one.entryId === id ? one.content.id : []))
  const ops = () =>
    bench.calls.flatMap(({ method, args }) =>
      method === 'applyBatch' ? (args[0] as BatchRequest).ops.map(({ op }) => op) : [],
    )
  const sync = async () => assert.equal(await bench.sync.syncOnce(), 'synced')
  return { bench, folder, folderId, id, contents, ops, sync }
}

describe('a file', () => {
  for (const [program, { save, isBackupKept = false }] of Object.entries(PROGRAMS))
    for (const looks of ['at once', 'with a look after each step'] as const)
      it(`keeps its history when ${program} saves it ${looks}, again and again`, async () => {
        const { bench, folder, id, contents, sync } = await synced()
        for (const text of ['c2', 'c4', 'c5']) {
          for (const step of save(bench, folder, text)) {
            step()
            if (looks !== 'at once') await sync()
          }
          await sync()
          const entry = bench.root.entries.get(id)
          assert.deepEqual([entry?.name, entry?.content, entry?.deleted], ['f', text, false])
        }
        assert.deepEqual(contents(), ['c1', 'c2', 'c4', 'c5'])
        const names = ['f', 'folder', ...(isBackupKept ? ['f~'] : [])]
        assert.deepEqual([bench.localNames, bench.remoteNames], [names, names])
        const backup = [...bench.root.entries.values()].find(({ name, deleted }) => name === 'f~' && !deleted)
        assert.equal(backup?.content, isBackupKept ? 'c4' : undefined)
      })

  it('keeps its history when somebody moves its folder while it is saved', async () => {
    const { bench, folder, folderId, id, sync } = await synced()
    const elsewhere = bench.web.makeFolder(TOP, 'elsewhere')
    rename(bench, folder, 'f', 'f~')
    await sync()
    bench.web.move(folderId, elsewhere)
    bench.write('f', 'c2', folder)
    await sync()
    const entry = bench.root.entries.get(id)
    assert.deepEqual([entry?.name, entry?.parentId, entry?.content], ['f', folderId, 'c2'])
    assert.deepEqual(bench.localNames, bench.remoteNames)
  })

  it('is another one when its name is taken again after more than a minute, or in another folder', async () => {
    const { bench, folder, id, ops, sync } = await synced()
    rename(bench, folder, 'f', 'f~')
    await sync()
    bench.now += MINUTE_MS + 1
    bench.write('f', 'c2', folder)
    await sync()
    assert.equal(bench.root.entries.get(id)?.name, 'f~')
    const node = bench.disk.named(folder, 'f~') ?? assert.fail()
    bench.disk.detach(node)
    bench.disk.attach(node, bench.disk.top, 'f~')
    await sync()
    bench.write('f~', 'c4', folder)
    await sync()
    assert.deepEqual([bench.root.entries.get(id)?.parentId, ops().includes('retake')], [TOP, false])
  })

  it('is left alone where somebody else has changed it meanwhile', async () => {
    const { bench, folder, id, contents, sync } = await synced()
    rename(bench, folder, 'f', 'f~')
    await sync()
    bench.web.uploadRevision(id, contentOf('c7'))
    bench.write('f', 'c2', folder)
    await sync()
    assert.deepEqual([bench.root.entries.get(id)?.name, contents()], ['f~', ['c1', 'c7']])
    assert.deepEqual(bench.remoteNames, ['f', 'folder', 'f~'])
  })

  it('is saved as a new one where the service refuses to give it its name back', async () => {
    const { bench, folder, id, ops, sync } = await synced()
    rename(bench, folder, 'f', 'f~')
    await sync()
    bench.before = (method, [request]) => {
      // The clock of the service is far ahead.
      if (method === 'applyBatch' && (request as BatchRequest).ops.some(({ op }) => op === 'retake'))
        bench.now += MINUTE_MS
    }
    bench.write('f', 'c2', folder)
    await sync()
    assert.deepEqual([bench.root.entries.get(id)?.name, ops().slice(-2)], ['f~', ['retake', 'put']])
    assert.deepEqual([bench.remoteNames, bench.problems], [['f', 'folder', 'f~'], {}])
  })

  it('has no backup of the name and content of a file that is new here: that may change elsewhere', async () => {
    const { bench, folder, folderId, id, contents, sync } = await synced()
    const other = bench.web.upload(folderId, 'f~', contentOf('c1'))
    rename(bench, folder, 'f', 'f~')
    // The next look reads it.
    bench.write('f', 'c2', folder).isFresh = false
    await sync()
    bench.web.uploadRevision(other, contentOf('c4'))
    await sync()
    const there = bench.disk.all().flatMap(({ kind, content }) => (kind === 'file' ? content : []))
    assert.deepEqual([there.sort(), bench.localNames], [['c1', 'c2', 'c4'], bench.remoteNames])
    assert.deepEqual([bench.root.entries.get(id)?.name, contents()], ['f', ['c1', 'c2']])
  })

  it('keeps what is written to its backup, which is another file by then', async () => {
    const { bench, folder, id, sync } = await synced()
    rename(bench, folder, 'f', 'f~')
    await sync()
    bench.write('f', 'c2', folder)
    bench.before = (method) => {
      if (method !== 'applyBatch') return
      bench.before = () => {}
      bench.write('f~', 'c5', folder)
    }
    await sync()
    const contentsBy = Object.fromEntries(bench.disk.all().map(({ name, content }) => [name, content]))
    assert.deepEqual(contentsBy, { folder: '', f: 'c2', 'f~': 'c5' })
    assert.deepEqual([bench.root.entries.get(id)?.content, bench.remoteNames], ['c2', ['f', 'folder', 'f~']])
  })

  it('is known again by an agent that was ended before it heard that it had saved it', async () => {
    const { bench, folder, id, sync } = await synced()
    rename(bench, folder, 'f', 'f~')
    await sync()
    bench.write('f', 'c2', folder)
    let isDone = false
    bench.before = (method, [request]) => {
      if (isDone) throw new Error('It is over')
      isDone = method === 'applyBatch' && (request as BatchRequest).ops.some(({ op }) => op === 'retake')
    }
    await bench.sync.syncOnce().catch(() => undefined)
    bench.before = () => {}
    bench.disk.destroy(bench.disk.named(folder, 'f~') ?? assert.fail())
    assert.equal(await bench.startedWith(bench.store as never).syncOnce(), 'synced')
    assert.deepEqual([bench.root.entries.get(id)?.content, bench.root.entries.get(id)?.name], ['c2', 'f'])
    assert.deepEqual(
      [bench.localNames, bench.remoteNames],
      [
        ['f', 'folder'],
        ['f', 'folder'],
      ],
    )
  })
})
