import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '@holdfast/api/time'
import { openRealDisk, type RealDisk, smallOf, sourceOf } from '../../testkit/disk/real-disk.ts'
import { namesAt, see, wayTo } from '../../testkit/disk/see.ts'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import { DiskGone, DiskTrouble } from '../ports/disk.ts'
import { prepareFolder } from './prepare-folder.ts'

const MIB = 1024 * 1024
const isRoot = process.getuid?.() === 0
const mount = (at: string, ...options: string[]) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', ['size=16m', ...options].join(), 'tmpfs', at])

const refuses = (reason: DiskTrouble['reason']) => ({ name: 'DiskTrouble', reason })
const nobody = new Set<never>()

describe('a small disk', { skip: isRoot ? false : 'only root can mount one' }, () => {
  let place: string
  let one: RealDisk
  before(async () => {
    place = mkdtempSync(path.join(tmpdir(), 'holdfast-small-'))
    mount(place)
    one = await openRealDisk(place)
  })
  after(async () => {
    await one.close()
    execFileSync('umount', ['-l', place])
    rmSync(place, { recursive: true })
  })
  const room = () => {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  }

  it('that is full takes nothing in, loses nothing, and goes on when there is room', async () => {
    one.write('a', 'a')
    const source = sourceOf(Buffer.alloc(6 * MIB, 1))
    const ballast = path.join(place, 'ballast')
    writeFileSync(ballast, Buffer.alloc(room() - 5 * MIB))
    await assert.rejects(one.disk.stageFile(source, []), refuses('full'))
    // It looked as if there were room, until others took it.
    rmSync(ballast)
    let taken = false
    const squeezed = {
      ...source,
      async *bytes(from: number, to: number) {
        for await (const piece of source.bytes(from, to)) {
          yield piece
          if (!taken) writeFileSync(ballast, Buffer.alloc(room() - MIB))
          taken = true
        }
      },
    }
    await assert.rejects(one.disk.stageFile(squeezed, []), refuses('full'))
    assert.deepEqual(readdirSync(one.path(STAGING_FOLDER, 'partial')), [])
    const seen = await see(one.disk, 'a')
    // Of many, those that there is room for.
    truncateSync(ballast)
    writeFileSync(ballast, Buffer.alloc(room() - MIB))
    const small = [smallOf('fits'), smallOf('x'.repeat(2 * MIB))]
    const [fits, tooMuch] = await one.disk.stageFiles(small)
    assert.ok(tooMuch instanceof DiskTrouble && tooMuch.reason === 'full')
    assert.ok(fits && 'id' in fits)
    assert.deepEqual(await one.disk.listStaged(), [fits.id])
    await one.disk.dropStaged(fits.id)
    truncateSync(ballast)
    const { id: staged } = await one.disk.stageFile(one.source('new'), [])
    const { id: complete } = await one.disk.stageFile(one.source('complete'), [])
    writeFileSync(ballast, Buffer.alloc(room()))
    for (const deed of [
      () => one.disk.replace(staged, seen),
      () => one.disk.remove(seen, nobody),
      () => one.disk.move(seen, [], 'b'),
    ])
      await assert.rejects(deed, refuses('full'))
    assert.deepEqual([await namesAt(one.disk), one.read('a')], [['a'], 'a'])
    // What is there already only gets its name.
    assert.ok(typeof (await one.disk.place(complete, [], 'complete')) === 'object')
    rmSync(ballast)
    assert.ok(typeof (await one.disk.replace(staged, seen)) === 'object')
    await one.disk.place((await one.disk.stageFile(source, [])).id, [], 'large')
    assert.deepEqual(await namesAt(one.disk), ['a', 'complete', 'large'])
  })

  it('has a bin of a twentieth of it', async () => {
    for (const name of ['first', 'second']) {
      one.write(name, 'x'.repeat(MIB / 2))
      assert.equal(await one.disk.remove(await see(one.disk, name), nobody), 'done')
      one.aheadMs += 1000
    }
    await one.disk.tend()
    const left = async () => (await one.disk.listBin()).map(({ from }) => from)
    // What has just come stays, however large.
    assert.deepEqual((await left()).slice(0, 2), ['second', 'first'])
    one.aheadMs += 2 * MINUTE_MS
    await one.disk.tend()
    assert.deepEqual(await left(), ['second'])
    one.aheadMs = 0
  })

  it('with another one mounted in it is not taken for an empty folder, and goes on beside it', async () => {
    one.makeFolder('f')
    one.write('f/a', 'a')
    one.write('beside', 'b')
    const way = await wayTo(one.disk, 'f')
    mount(one.path('f'))
    const listing = await one.disk.list([])
    assert.ok(typeof listing === 'object')
    assert.deepEqual(listing.mounted, ['f'])
    const names = listing.entries.map(({ rawName }) => rawName)
    assert.deepEqual([names.includes('beside'), names.includes('f')], [true, false])
    assert.deepEqual(await one.disk.listUnreadable(), [{ folder: 'top', shownName: 'f', why: 'mounted' }])
    assert.ok((await one.disk.takeHints()).folders.includes(TOP_LOCAL), 'it is looked at again')
    await assert.rejects(one.disk.list(way), refuses('mounted'))
    const preparing = { rootId: 7, machine: 'a machine', others: [] }
    await assert.rejects(
      prepareFolder(one.folder, preparing),
      /Another disk is mounted inside this folder, at f/,
    )
    execFileSync('umount', [one.path('f')])
    assert.equal((await see(one.disk, 'f/a')).rawName, 'a')
  })

  it('that can only be read is still read, and says so', async () => {
    one.write('b', 'b')
    const seen = await see(one.disk, 'b')
    const { id: staged } = await one.disk.stageFile(one.source('new'), [])
    execFileSync('mount', ['-o', 'remount,ro', place])
    for (const deed of [
      () => one.disk.replace(staged, seen),
      () => one.disk.remove(seen, nobody),
      () => one.disk.move(seen, [], 'c'),
      () => one.disk.place(staged, [], 'c'),
      () => one.disk.stageFolder(),
      () => one.disk.stageFile(one.source('x'), []),
    ])
      await assert.rejects(deed, refuses('denied'))
    assert.ok(typeof (await one.disk.read(seen)) === 'object')
    execFileSync('mount', ['-o', 'remount,rw', place])
    assert.equal(await one.disk.remove(seen, nobody), 'done')
  })

  it('that is unmounted is gone, and is looked at everywhere when it is back', async () => {
    const aside = mkdtempSync(path.join(tmpdir(), 'holdfast-aside-'))
    await namesAt(one.disk)
    execFileSync('mount', ['--move', place, aside])
    mkdirSync(one.folder, { recursive: true })
    for (const deed of [() => one.disk.check(), () => one.disk.list([]), () => one.disk.takeHints()])
      await assert.rejects(deed, DiskGone)
    rmSync(path.dirname(one.folder), { recursive: true })
    execFileSync('mount', ['--move', aside, place])
    rmSync(aside, { recursive: true })
    await one.disk.check()
    assert.ok((await one.disk.takeHints()).everywhere)
    rmSync(one.path(STAGING_FOLDER, 'staged'), { recursive: true })
    await assert.rejects(one.disk.stageFolder(), DiskGone)
  })
})

describe('a folder that may not be changed', { skip: isRoot ? false : 'only root can make one' }, () => {
  it('refuses, and so does a file', async (test) => {
    const one = await openRealDisk(tmpdir())
    const attributes = (sign: string) =>
      execFileSync('chattr', [`${sign}i`, one.path('f'), one.path('b')], { stdio: 'ignore' })
    try {
      one.makeFolder('f')
      one.write('f/a', 'a')
      one.write('b', 'b')
      const { id: staged } = await one.disk.stageFile(one.source('new'), [])
      const inside = await see(one.disk, 'f/a')
      const file = await see(one.disk, 'b')
      try {
        attributes('+')
      } catch {
        return test.skip('this file system has no such attribute')
      }
      using _thawed = { [Symbol.dispose]: () => attributes('-') }
      for (const name of ['f/a', 'b']) {
        await assert.rejects(one.disk.replace(staged, await see(one.disk, name)), refuses('denied'))
        await assert.rejects(one.disk.remove(await see(one.disk, name), nobody), refuses('denied'))
        await assert.rejects(one.disk.move(await see(one.disk, name), [], 'c'), refuses('denied'))
      }
      await assert.rejects(one.disk.place(staged, await wayTo(one.disk, 'f'), 'c'), refuses('denied'))
      assert.deepEqual([one.read('f/a'), one.read('b'), await one.disk.listBin()], ['a', 'b', []])
      assert.deepEqual(await namesAt(one.disk), ['b', 'f'])
      assert.deepEqual([(await see(one.disk, 'f/a')).id, (await see(one.disk, 'b')).id], [inside.id, file.id])
    } finally {
      await one.close()
    }
  })
})
