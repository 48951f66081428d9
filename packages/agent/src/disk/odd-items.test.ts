import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { openRealDisk, type RealDisk } from '../../testkit/disk/real-disk.ts'
import { namesAt, see, wayTo } from '../../testkit/disk/see.ts'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { TOP_LOCAL } from '../core/local-tree.ts'
import { DiskTrouble } from '../ports/disk.ts'
import { NodeDisk } from './node-disk.ts'
import { type Preparing, prepareFolder } from './prepare-folder.ts'

describe('a folder of odd items', () => {
  let one: RealDisk
  let disk: RealDisk['disk']
  beforeEach(async () => {
    one = await openRealDisk(tmpdir())
    disk = one.disk
  })
  afterEach(() => one.close())
  const nobody = new Set<never>()

  it('has links, pipes and devices in no listing, and never follows or takes them', async () => {
    const outside = path.join(one.folder, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(path.join(outside, 'kept'), 'kept')
    one.makeFolder('f')
    symlinkSync(outside, one.path('f', 'link'))
    symlinkSync(path.join(outside, 'kept'), one.path('f', 'file link'))
    symlinkSync('nowhere', one.path('f', 'dangling'))
    execFileSync('mkfifo', [one.path('f', 'pipe')])
    assert.deepEqual(await namesAt(disk, await wayTo(disk, 'f')), [])
    assert.equal(await disk.remove(await see(disk, 'f'), nobody), 'leftover')
    const { id } = await see(disk, 'f')
    // What was a folder, or a file, when it was seen, and is a link or a pipe by now.
    const way = [{ id, rawName: 'f' }]
    one.write('f/real', 'real')
    const real = await see(disk, 'f/real')
    const { id: staged } = await disk.stageFile(one.source('new'), [])
    one.remove('f/real')
    renameSync(one.path('f', 'pipe'), one.path('f', 'real'))
    for (const swap of [() => {}, () => symlinkInstead(one.path('f'), outside)]) {
      swap()
      assert.equal(await disk.read(real), 'changed')
      assert.equal(await disk.replace(staged, real), 'changed')
      assert.equal(await disk.remove(real, nobody), 'changed')
      assert.equal(await disk.move(real, [], 'here'), 'changed')
    }
    assert.equal(await disk.list(way), 'changed')
    assert.equal(await disk.place(staged, way, 'new'), 'changed')
    assert.deepEqual(readdirSync(outside), ['kept'])
  })

  it('has names that are no text in no listing, but tells of them', async () => {
    const raw = Buffer.concat([Buffer.from(`${one.folder}/caf`), Buffer.from([0xe9])])
    writeFileSync(raw, 'not mine to read')
    one.write('\ufffd real', 'a character like any other')
    one.write('caf\ufffd', 'looks the same')
    assert.deepEqual(await namesAt(disk), ['\ufffd real'])
    assert.deepEqual(await disk.listUnreadable(), [
      { folder: TOP_LOCAL, shownName: 'caf\ufffd', why: 'no_text' },
    ])
    one.makeFolder('f')
    renameSync(raw, Buffer.concat([Buffer.from(`${one.folder}/f/`), Buffer.from([0xff])]))
    assert.deepEqual(await namesAt(disk), ['caf\ufffd', 'f', '\ufffd real'])
    const way = await wayTo(disk, 'f')
    assert.deepEqual(await namesAt(disk, way), [])
    assert.deepEqual(await disk.listUnreadable(), [
      { folder: way[0]?.id, shownName: '\ufffd', why: 'no_text' },
    ])
    assert.equal(await disk.remove(await see(disk, 'f'), nobody), 'leftover')
  })

  it('tells names apart that differ in case or normal form only', async () => {
    const twins = ['Äa', 'A\u0308a', 'äa', 'A', 'a']
    for (const name of twins) one.write(name, name)
    assert.deepEqual((await namesAt(disk)).sort(), [...twins].sort())
    for (const name of twins) {
      const seen = await see(disk, name)
      const moved = await disk.move(seen, [], 'A')
      assert.deepEqual(moved, name === 'A' ? { stamp: seen.stamp, modified: seen.modified } : 'taken')
      assert.equal(one.read(name), name)
    }
    await disk.remove(await see(disk, 'A\u0308a'), nobody)
    assert.deepEqual([one.read('Äa'), one.read('A\u0308a')], ['Äa', undefined])
  })

  it('has a file under each of its names', async () => {
    one.write('a', 'a')
    linkSync(one.path('a'), one.path('b'))
    one.makeFolder('f')
    linkSync(one.path('a'), one.path('f', 'a'))
    const ids = await Promise.all(['a', 'b', 'f/a'].map(async (name) => (await see(disk, name)).id))
    assert.equal(new Set(ids).size, 3)
    assert.equal(await disk.move(await see(disk, 'a'), [], 'b'), 'taken')
    assert.ok(typeof (await disk.move(await see(disk, 'a'), [], 'c')) === 'object')
    const { id: staged } = await disk.stageFile(one.source('new'), [])
    assert.ok(typeof (await disk.replace(staged, await see(disk, 'c'))) === 'object')
    assert.equal(await disk.remove(await see(disk, 'b'), nobody), 'done')
    assert.deepEqual([one.read('c'), one.read('b'), one.read('f/a')], ['new', undefined, 'a'])
  })

  it('never lets a name lead out of it', async () => {
    const { id: staged } = await disk.stageFile(one.source('new'), [])
    one.write('a', 'a')
    for (const name of ['', '.', '..', '../out', 'f/out', '/tmp/out', 'nul\0', 'x'.repeat(256)]) {
      await assert.rejects(disk.place(staged, [], name), DiskTrouble, name)
      await assert.rejects(disk.move(await see(disk, 'a'), [], name), DiskTrouble, name)
    }
    assert.deepEqual(readdirSync(path.dirname(one.folder)), ['synced'])
    for (const name of ['a:b', ' x ', '-rf *', 'COM1', '$(reboot)', 'naïve\n', 'x'.repeat(255)])
      assert.ok(
        typeof (await disk.move(await see(disk, (await namesAt(disk))[0] ?? ''), [], name)) === 'object',
      )
  })

  it('is looked at again where a file was written just now', async () => {
    one.write('a', 'a')
    const first = await see(disk, 'a')
    assert.ok(first.restless)
    one.aheadMs = 5000
    assert.ok((await disk.takeHints()).folders.includes(TOP_LOCAL))
    const later = await see(disk, 'a')
    assert.ok(!later.restless)
    assert.notEqual(later.stamp, first.stamp)
    // Both name the same file.
    for (const seen of [first, later]) assert.notEqual(await disk.read(seen), 'changed')
    one.write('a', 'b')
    utimesSync(one.path('a'), 5, 5)
    assert.equal(await disk.read(later), 'changed')
  })

  it('leaves a folder alone in which another root is kept', async () => {
    one.makeFolder('f')
    one.makeFolder('copy')
    const { identity } = one.options.marker
    writeFileSync(one.path('copy', '.holdfast-root'), JSON.stringify({ identity }))
    const inner = lstatSync(one.path('f'))
    writeFileSync(
      one.path('f', '.holdfast-root'),
      JSON.stringify({ identity: `${inner.ino}.${Math.round(inner.birthtimeMs * 1000)}` }),
    )
    await assert.rejects(disk.list(await wayTo(disk, 'f')), { reason: 'denied' })
    assert.deepEqual(await namesAt(disk, await wayTo(disk, 'copy')), [])
  })

  it('opens no pipe, link or large file that is called like a marker', async () => {
    const { disk } = one
    for (const name of ['pipe', 'link', 'large']) one.makeFolder(name)
    execFileSync('mkfifo', [one.path('pipe', '.holdfast-root')])
    symlinkSync('/dev/zero', one.path('link', '.holdfast-root'))
    writeFileSync(one.path('large', '.holdfast-root'), '{')
    truncateSync(one.path('large', '.holdfast-root'), 2 ** 40)
    for (const name of ['pipe', 'link', 'large'])
      assert.deepEqual(await namesAt(disk, await wayTo(disk, name)), [], name)
  })
})

function symlinkInstead(at: string, to: string): void {
  renameSync(at, `${at} before`)
  symlinkSync(to, at)
}

describe('preparing a folder', () => {
  let one: RealDisk
  beforeEach(async () => {
    one = await openRealDisk(tmpdir())
  })
  afterEach(() => one.close())
  const mine: Preparing = { rootId: 7, machine: 'a machine', others: [] }

  it('is done once, and keeps what nobody else may see to itself', async () => {
    assert.deepEqual(await prepareFolder(one.folder, mine), {
      folder: one.folder,
      marker: one.options.marker,
    })
    for (const name of ['', 'bin', 'staged', 'partial'])
      assert.equal(lstatSync(one.path(STAGING_FOLDER, name)).mode & 0o777, 0o700)
  })

  it('is refused for what is not to be synced', async () => {
    one.makeFolder('f')
    const above = path.dirname(one.folder)
    const refusals: [string, Partial<Preparing>, RegExp][] = [
      ['/', {}, /whole disk/],
      ['/etc/holdfast', {}, /system/],
      ['/home', {}, /Choose a folder inside it/],
      [one.folder, { rootId: 8 }, /already synced with root 7/],
      [one.folder, { machine: 'another' }, /another device/],
      [one.path('f'), {}, /is inside .*synced/],
      [above, {}, /^synced inside this folder/],
      [path.join(above, 'new'), { others: [above] }, /already uses/],
      [above, { others: [path.join(above, 'later', 'agent')] }, /already uses it/],
    ]
    for (const [folder, told, why] of refusals)
      await assert.rejects(
        prepareFolder(folder, { ...mine, ...told }),
        { name: 'FolderRefused', message: why },
        folder,
      )
    assert.ok(!existsSync(path.join(above, 'new')) && !existsSync('/etc/holdfast'))
    symlinkSync(one.path('f'), path.join(above, 'looks harmless'))
    await assert.rejects(prepareFolder(path.join(above, 'looks harmless'), mine), /is inside/)
  })

  it('takes no folder for its own that a marker of others names', async () => {
    one.makeFolder('private')
    chmodSync(one.path('private'), 0o700)
    const { ino, birthtimeMs } = lstatSync(one.path('private'))
    const own = `${ino}.${Math.round(birthtimeMs * 1000)}`
    writeFileSync(one.path('.holdfast-root'), JSON.stringify({ ...one.options.marker, own }))
    chmodSync(one.path('.holdfast-root'), 0o666)
    const { marker } = await prepareFolder(one.folder, mine)
    assert.equal(marker.own, one.options.marker.own)
    assert.deepEqual(readdirSync(one.path('private')), [])
  })

  it('leaves alone what others called like its own, and takes another name', async () => {
    const folder = path.join(path.dirname(one.folder), 'new')
    mkdirSync(path.join(folder, STAGING_FOLDER), { recursive: true })
    chmodSync(path.join(folder, STAGING_FOLDER), 0o777)
    const { marker } = await prepareFolder(folder, mine)
    assert.deepEqual(readdirSync(path.join(folder, STAGING_FOLDER)), [])
    const disk = new NodeDisk({ ...one.options, folder, marker })
    const { id: staged } = await disk.stageFile(one.source('new'), [])
    await disk.place(staged, [], 'placed')
    assert.deepEqual(await namesAt(disk), ['placed'])
    await disk.close()
  })

  it('tells a copy from what it is a copy of', async () => {
    const copy = path.join(path.dirname(one.folder), 'copy')
    execFileSync('cp', ['-a', one.folder, copy])
    renameSync(one.folder, `${one.folder} before`)
    renameSync(copy, one.folder)
    await assert.rejects(one.disk.check(), { name: 'DiskGone' })
    const { marker } = await prepareFolder(one.folder, mine)
    assert.notEqual(marker.folder, one.options.marker.folder)
    assert.equal(JSON.parse(readFileSync(one.path('.holdfast-root'), 'utf8')).folder, marker.folder)
  })
})
