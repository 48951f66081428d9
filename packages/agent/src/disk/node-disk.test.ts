import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs, { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, afterEach, beforeEach, describe, it, mock } from 'node:test'
import { describeDisk } from '../../testkit/disk/disk.contract.ts'
import { openRealDisk, type RealDisk } from '../../testkit/disk/real-disk.ts'
import { namesAt, see } from '../../testkit/disk/see.ts'
import { STAGING_FOLDER } from '../core/ignore.ts'
import { NodeDisk } from './node-disk.ts'
import type { Note } from './notes.ts'

describeDisk('a disk', () => openRealDisk(tmpdir()))
if (existsSync('/dev/shm')) describeDisk('a disk in memory', () => openRealDisk('/dev/shm'))
const folding = mountFolding()
if (folding) describeDisk('a disk to which case is nothing', () => openRealDisk(folding))
describeDisk('a disk whose files have one name only', async () => {
  mockFs('linkSync', () => {
    throw Object.assign(new Error('no links'), { code: 'ENOTSUP', syscall: 'link' })
  })
  const one = await openRealDisk(tmpdir())
  return { ...one, close: () => one.close().finally(restoreFs) }
})

function mockFs<Name extends 'linkSync' | 'lstatSync'>(
  name: Name,
  does: (...args: never[]) => unknown,
): void {
  mock.method(fs, name, does as (typeof fs)[Name])
  syncBuiltinESMExports()
}

function restoreFs(): void {
  mock.restoreAll()
  syncBuiltinESMExports()
}

/** Where the kernel has such folders, and we may mount one. */
function mountFolding(): string | undefined {
  const place = mkdtempSync(path.join(tmpdir(), 'holdfast-folding-'))
  const quiet = { stdio: 'ignore' } as const
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,casefold', 'tmpfs', place], quiet)
    after(() => execFileSync('umount', ['-l', place], quiet))
    const folder = path.join(place, 'folding')
    mkdirSync(folder)
    execFileSync('chattr', ['+F', folder], quiet)
    return folder
  } catch {
    rmSync(place, { recursive: true, force: true })
    return undefined
  }
}

describe('a real disk', () => {
  let one: RealDisk
  beforeEach(async () => {
    one = await openRealDisk(tmpdir())
  })
  afterEach(() => one.close())

  it('spells a name anew where a system takes both for one', async () => {
    const { lstatSync } = fs
    one.write('a', 'a')
    one.makeFolder('f')
    // As a disk does that ignores case, as long as the item has its old name.
    mockFs('lstatSync', (at: string, options?: never) =>
      lstatSync(!existsSync(at) && /\/[AF]$/.test(at) ? at.toLowerCase() : at, options),
    )
    try {
      assert.ok(typeof (await one.disk.move(await see(one.disk, 'a'), [], 'A')) === 'object')
      assert.ok(typeof (await one.disk.move(await see(one.disk, 'f'), [], 'F')) === 'object')
    } finally {
      restoreFs()
    }
    assert.deepEqual([await namesAt(one.disk), one.read('A')], [['A', 'F'], 'a'])
  })

  it('ends what a crash has left between two steps', async () => {
    const settled = async (note: Note): Promise<string[]> => {
      writeFileSync(one.options.notes, JSON.stringify(note))
      const disk = new NodeDisk(one.options)
      await disk.check()
      const names = await namesAt(disk)
      await disk.close()
      assert.ok(!existsSync(one.options.notes))
      return names
    }
    const away = () => renameSync(one.path('a'), one.path(STAGING_FOLDER, 'moved'))
    one.write('a', 'a')
    away()
    assert.deepEqual(await settled({ from: 'a', to: 'A', how: 'via' }), ['A'])
    one.move('A', 'a')
    away()
    one.write('A', 'another')
    assert.deepEqual(await settled({ from: 'a', to: 'A', how: 'via' }), ['A', 'a'])
    one.write('reserved', '')
    assert.deepEqual(await settled({ from: 'a', to: 'reserved', how: 'reserved' }), ['A', 'a'])
    assert.deepEqual(await settled({ from: 'a', to: 'A' }), ['A', 'a'])
    assert.deepEqual([one.read('a'), one.read('A')], ['a', 'another'])
    writeFileSync(one.options.notes, '{"from"')
    const disk = new NodeDisk(one.options)
    assert.deepEqual(await namesAt(disk), ['A', 'a'])
    await disk.close()
  })

  it('says that a folder is as it was, unless anything that could be seen of a file is another', async () => {
    const look = async (mark?: string) => {
      const found = await one.disk.list([], mark)
      return typeof found === 'string' ? found : found.mark
    }
    one.write('a.docx', 'a')
    assert.equal(await look(), undefined)
    one.aheadMs = 10_000
    let before = await look()
    assert.equal(await look(before), 'same')
    for (const change of [
      () => fs.utimesSync(one.path('a.docx'), 1, 1),
      () => fs.chmodSync(one.path('a.docx'), 0o600),
      () => fs.appendFileSync(one.path('a.docx'), 'b'),
      () => one.move('a.docx', 'b.docx'),
      () => fs.linkSync(one.path('b.docx'), one.path('.holdfast-tmp', 'another name')),
      () => one.write('~$b.docx', 'open'),
      () => one.remove('~$b.docx'),
      () => fs.symlinkSync('b.docx', one.path('c.docx')),
      () => one.remove('b.docx'),
    ]) {
      change()
      const now = await look(before)
      assert.ok(now !== 'same' && now !== undefined && now !== before, `${change}`)
      assert.equal(await look(now), 'same')
      before = now
    }
  })
})
