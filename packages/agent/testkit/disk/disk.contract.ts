import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { until } from '@holdfast/server/testkit/servers/until'
import type { LocalId } from '../../src/core/local-id.ts'
import { TOP_LOCAL, type Way } from '../../src/core/local-tree.ts'
import { type ContentSource, type Disk, DiskGone } from '../../src/ports/disk.ts'
import { listAt, namesAt, see as seeOn, wayTo as wayOn } from './see.ts'

/** A disk and the people who use its folder; paths begin at its top. */
export interface DiskInUse {
  readonly disk: Disk
  write(path: string, text: string): void
  makeFolder(path: string): void
  move(from: string, to: string): void
  remove(path: string): void
  /** Undefined where nothing is. */
  read(path: string): string | undefined
  /** The folder is not there, until it is again. */
  unmount(): void
  mount(): void
  source(text: string): ContentSource
  close(): Promise<void>
}

const NO_LEFTOVERS: ReadonlySet<LocalId> = new Set()

/** What every disk promises, whatever it is made of. */
export function describeDisk(name: string, open: () => Promise<DiskInUse>): void {
  describe(name, () => {
    let one: DiskInUse
    let disk: Disk
    beforeEach(async () => {
      one = await open()
      disk = one.disk
    })
    afterEach(() => one.close())

    const list = (way: Way = []) => listAt(disk, way)
    const names = (way: Way = []) => namesAt(disk, way)
    const see = (path: string) => seeOn(disk, path)
    const wayTo = (path: string) => wayOn(disk, path)
    const stage = async (text: string) => (await disk.stageFile(one.source(text), [])).id

    it('lists files and folders, and nothing that is ignored', async () => {
      one.write('a.txt', 'a')
      one.makeFolder('f')
      one.write('f/b.txt', 'b')
      one.write('thumbs.db', 'nobody’s work')
      assert.deepEqual(
        (await list()).map(({ rawName, kind }) => [rawName, kind]),
        [
          ['a.txt', 'file'],
          ['f', 'folder'],
        ],
      )
      assert.deepEqual(await names(await wayTo('f')), ['b.txt'])
      assert.deepEqual(await disk.listUnreadable(), [])
    })

    it('tells what lies there under names that are ignored', async () => {
      one.write('a.txt', 'a')
      const [seen] = await list()
      one.move('a.txt', 'a.tmp')
      const listing = await disk.list([])
      assert.ok(typeof listing === 'object')
      assert.ok(seen)
      assert.deepEqual([listing.entries, listing.hidden.includes(seen.id)], [[], true])
    })

    it('sets the time of a file, with whatever content it has, and lets it be read again', async () => {
      one.write('a', 'a')
      const seen = await see('a')
      const at = Date.UTC(2022, 1, 2, 10, 11, 12)
      assert.deepEqual(await disk.setTime(seen, at), { modified: at })
      const now = await see('a')
      assert.deepEqual([now.id, (await list())[0]?.modified, one.read('a')], [seen.id, at, 'a'])
      assert.notEqual(now.stamp, seen.stamp)
      assert.equal(await disk.setTime(seen, 0), 'changed')
      one.write('a', 'another')
      assert.equal(await disk.setTime(now, 0), 'changed')
      one.remove('a')
      assert.equal(await disk.setTime(now, 0), 'changed')
    })

    it('knows an item wherever it is moved, and never takes another for it', async () => {
      one.makeFolder('f')
      one.write('a', 'a')
      const { id } = await see('a')
      one.move('a', 'f/b')
      assert.equal((await see('f/b')).id, id)
      const folder = await see('f')
      one.move('f', 'g')
      assert.deepEqual([(await see('g')).id, (await see('g/b')).id], [folder.id, id])
      const before = new Set([id])
      for (let n = 0; n < 20; n++) {
        one.remove('g/b')
        one.write('g/b', 'b')
        const next = await see('g/b')
        assert.ok(!before.has(next.id))
        before.add(next.id)
      }
    })

    it('says that a folder is as it was, and only then', async () => {
      one.makeFolder('f')
      one.makeFolder('f/a')
      const way = await wayTo('f')
      const lookAgain = async (mark?: string) => {
        const found = await disk.list(way, mark)
        return typeof found === 'string' ? found : found.mark
      }
      const first = await lookAgain()
      assert.equal(await lookAgain(first), 'same')
      one.makeFolder('f/a/b')
      assert.equal(await lookAgain(first), 'same')
      one.move('f/a', 'f/c')
      const second = await lookAgain(first)
      one.makeFolder('f/d')
      const third = await lookAgain(second)
      one.remove('f/d')
      one.makeFolder('f/d')
      const fourth = await lookAgain(third)
      assert.equal(new Set([first, second, third, fourth, 'same', undefined]).size, 6)
      assert.equal(await lookAgain(fourth), 'same')
    })

    it('reads what was seen, and nothing else', async () => {
      one.write('a', 'first')
      const seen = await see('a')
      const content = await disk.read(seen)
      assert.ok(content !== 'changed')
      assert.equal(content.content, one.source('first').content)
      one.write('a', 'second')
      assert.equal(await disk.read(seen), 'changed')
      assert.equal(await disk.readBytes(seen, 0, 1), 'changed')
      const again = await see('a')
      assert.notEqual(again.stamp, seen.stamp)
      one.move('a', 'b')
      assert.equal(await disk.read(again), 'changed')
      one.write('a', 'first')
      assert.equal(await disk.read(again), 'changed')
    })

    it('does nothing by a way that is another by now', async () => {
      one.makeFolder('f')
      one.write('f/a', 'a')
      one.makeFolder('to')
      const way = await wayTo('f')
      const to = await wayTo('to')
      const item = await see('f/a')
      const staged = await stage('new')
      one.move('f', 'elsewhere')
      one.makeFolder('f')
      one.write('f/a', 'a')
      assert.deepEqual(
        [
          await disk.list(way),
          await disk.read(item),
          await disk.move(item, to, 'b'),
          await disk.remove(item, NO_LEFTOVERS),
          await disk.place(staged, way, 'b'),
          await disk.replace(staged, item),
        ],
        Array.from({ length: 6 }, () => 'changed'),
      )
      await disk.flush(way)
      assert.deepEqual([one.read('elsewhere/a'), one.read('f/a'), one.read('to/b')], ['a', 'a', undefined])
      assert.deepEqual(await disk.listStaged(), [staged])
    })

    it('says of a staged file which time of change it will have where it is shown', async () => {
      const source = { ...one.source('new'), modified: Date.UTC(2022, 1, 2, 3, 4, 5, 678) }
      const staged = await disk.stageFile(source, [])
      const [other] = await disk.stageFiles([{ ...source, bytes: Buffer.from('new') }])
      assert.ok(other && 'id' in other)
      const shown = [await disk.place(staged.id, [], 'a'), await disk.place(other.id, [], 'b')]
      const times = shown.map((one) => (typeof one === 'object' ? one.modified : one))
      assert.deepEqual(times, [staged.modified, other.modified])
      assert.deepEqual(times, [Date.UTC(2022, 1, 2, 3, 4, 5), Date.UTC(2022, 1, 2, 3, 4, 5)])
    })

    it('stages many small files at once, each of them its own', async () => {
      const files = ['one', 'two', 'one'].map((text) => {
        const { content, modified } = one.source(text)
        return { content, modified, bytes: Buffer.from(text) }
      })
      const staged = (await disk.stageFiles(files)).map((outcome) =>
        'id' in outcome ? outcome.id : assert.fail(outcome),
      )
      assert.deepEqual(new Set(staged), new Set(await disk.listStaged()))
      assert.equal(new Set(staged).size, 3)
      assert.deepEqual(await names(), [])
      for (const [n, id] of staged.entries())
        assert.ok(typeof (await disk.place(id, [], `${n}`)) === 'object')
      assert.deepEqual([one.read('0'), one.read('1'), one.read('2')], ['one', 'two', 'one'])
      assert.deepEqual(await disk.stageFiles([]), [])
      one.unmount()
      await assert.rejects(disk.stageFiles(files), DiskGone)
      one.mount()
      assert.deepEqual(await disk.listStaged(), [])
    })

    it('moves an item, but never onto another', async () => {
      one.makeFolder('f')
      one.makeFolder('f/inside')
      one.write('a', 'a')
      one.write('f/b', 'b')
      const item = await see('a')
      const way = await wayTo('f')
      assert.equal(await disk.move(item, way, 'b'), 'taken')
      const moved = await disk.move(item, way, 'a')
      assert.ok(typeof moved === 'object')
      await disk.flush(way)
      await disk.flush([])
      const there = await see('f/a')
      assert.deepEqual([there.id, there.stamp], [item.id, moved.stamp])
      assert.deepEqual([one.read('f/a'), one.read('f/b'), one.read('a')], ['a', 'b', undefined])
      const folder = await see('f')
      assert.equal(await disk.move(folder, [...way, await see('f/inside')], 'f'), 'changed')
      one.makeFolder('g')
      assert.equal(await disk.move(folder, [], 'g'), 'taken')
      assert.ok(typeof (await disk.move(folder, [], 'F')) === 'object')
      assert.deepEqual(await names(), ['F', 'g'])
      assert.equal(one.read('F/a'), 'a')
      assert.ok(typeof (await disk.move(await see('F/a'), await wayTo('F'), 'A')) === 'object')
      assert.deepEqual(await names(await wayTo('F')), ['A', 'b', 'inside'])
    })

    it('shows what was staged wholly, under a name that is free', async () => {
      one.write('taken', 'mine')
      const [file, folder] = [await stage('new'), await disk.stageFolder()]
      assert.deepEqual(await names(), ['taken'])
      assert.deepEqual(new Set(await disk.listStaged()), new Set([file, folder]))
      for (const id of [file, folder]) assert.equal(await disk.place(id, [], 'taken'), 'taken')
      const placed = await disk.place(file, [], 'a')
      assert.ok(typeof placed === 'object')
      const seen = await see('a')
      assert.deepEqual([seen.id, seen.stamp], [file, placed.stamp])
      assert.ok(typeof (await disk.place(folder, [], 'f')) === 'object')
      assert.equal((await see('f')).id, folder)
      assert.deepEqual([one.read('a'), one.read('taken')], ['new', 'mine'])
      assert.deepEqual(await disk.listStaged(), [])
      assert.equal(await disk.place(file, [], 'again'), 'changed')
      for (const id of [await stage('dropped'), await disk.stageFolder()]) await disk.dropStaged(id)
      assert.deepEqual(await disk.listStaged(), [])
    })

    it('replaces a file that is still what was seen', async () => {
      one.write('a', 'old')
      const old = await see('a')
      one.write('a', 'edited')
      const staged = await stage('new')
      assert.equal(await disk.replace(staged, old), 'changed')
      assert.equal(one.read('a'), 'edited')
      const replaced = await disk.replace(staged, await see('a'))
      assert.ok(typeof replaced === 'object')
      const seen = await see('a')
      assert.deepEqual([seen.id, seen.stamp, one.read('a')], [staged, replaced.stamp, 'new'])
      assert.deepEqual(await disk.listStaged(), [])
    })

    it('removes files, and folders while nothing is in them', async () => {
      one.makeFolder('f')
      one.makeFolder('f/left')
      one.write('f/a', 'a')
      const edited = await see('f/a')
      one.write('f/a', 'b')
      assert.equal(await disk.remove(edited, NO_LEFTOVERS), 'changed')
      assert.equal(await disk.remove(await see('f'), NO_LEFTOVERS), 'not_empty')
      assert.equal(await disk.remove(await see('f/a'), NO_LEFTOVERS), 'done')
      const left = await see('f/left')
      assert.equal(await disk.remove(await see('f'), new Set([left.id])), 'leftover')
      assert.equal(await disk.remove(left, NO_LEFTOVERS), 'done')
      one.write('f/thumbs.db', 'nobody’s work')
      assert.equal(await disk.remove(await see('f'), NO_LEFTOVERS), 'leftover')
      one.remove('f/thumbs.db')
      assert.equal(await disk.remove(await see('f'), NO_LEFTOVERS), 'done')
      assert.deepEqual(await names(), [])
    })

    it('tells in which folder something happened', async () => {
      one.makeFolder('f')
      const { id } = await see('f')
      await list(await wayTo('f'))
      const heard = (folder: LocalId) =>
        until(async () => {
          const { folders, everywhere } = await disk.takeHints()
          return everywhere || folders.includes(folder)
        })
      one.write('f/a', 'a')
      await heard(id)
      one.write('b', 'b')
      await heard(TOP_LOCAL)
    })

    it('is gone while its folder is', async () => {
      one.write('a', 'a')
      const seen = await see('a')
      const staged = await stage('new')
      one.unmount()
      const deeds = [
        () => disk.check(),
        () => disk.takeHints(),
        () => disk.list([]),
        () => disk.read(seen),
        () => disk.move(seen, [], 'b'),
        () => disk.stageFolder(),
        () => disk.listStaged(),
        () => disk.place(staged, [], 'b'),
        () => disk.replace(staged, seen),
        () => disk.remove(seen, NO_LEFTOVERS),
        () => disk.flush([]),
      ]
      for (const deed of deeds) await assert.rejects(deed, DiskGone, String(deed))
      one.mount()
      assert.deepEqual([one.read('a'), one.read('b')], ['a', undefined])
      assert.deepEqual(await disk.listStaged(), [staged])
    })
  })
}
