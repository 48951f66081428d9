import assert from 'node:assert/strict'
import { closeSync, openSync, readdirSync, rmSync, utimesSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@holdfast/api/time'
import { openRealDisk, type RealDisk } from '../../testkit/disk/real-disk.ts'
import { namesAt, see } from '../../testkit/disk/see.ts'
import { STAGING_FOLDER } from '../core/ignore.ts'

describe('the bin', () => {
  let one: RealDisk
  beforeEach(async () => {
    one = await openRealDisk(tmpdir())
    one.makeFolder('f')
    one.write('f/a.txt', 'first')
  })
  afterEach(() => one.close())

  async function replace(path: string, text: string): Promise<void> {
    const { id: staged } = await one.disk.stageFile(one.source(text), [])
    assert.ok(typeof (await one.disk.replace(staged, await see(one.disk, path))) === 'object')
  }
  const remove = async (path: string) =>
    assert.equal(await one.disk.remove(await see(one.disk, path), new Set()), 'done')

  it('has what was replaced and removed, and gives it back', async () => {
    await replace('f/a.txt', 'second')
    one.aheadMs = 1000
    await remove('f/a.txt')
    const [removed, replaced] = await one.disk.listBin()
    assert.ok(removed && replaced)
    assert.deepEqual([removed.from, removed.why, removed.size], ['f/a.txt', 'removed', 6])
    assert.deepEqual([replaced.from, replaced.why, replaced.size], ['f/a.txt', 'replaced', 5])
    assert.ok(removed.at > replaced.at)
    assert.equal(await one.disk.bringBack(removed.key), 'f/a.txt')
    assert.equal(await one.disk.bringBack(replaced.key), 'f/a (2).txt')
    assert.deepEqual([one.read('f/a.txt'), one.read('f/a (2).txt')], ['second', 'first'])
    assert.equal(await one.disk.bringBack(removed.key), undefined)
    assert.equal(await one.disk.bringBack('../../f/a.txt'), undefined)
    assert.deepEqual(readdirSync(one.path(STAGING_FOLDER, 'bin')), [])
  })

  it('gives back what lay in a folder that is no more', async () => {
    await remove('f/a.txt')
    await one.disk.remove(await see(one.disk, 'f'), new Set())
    const [binned] = await one.disk.listBin()
    assert.equal(await one.disk.bringBack(binned?.key ?? ''), 'a.txt')
    assert.equal(one.read('a.txt'), 'first')
  })

  it('keeps things for three days, or until it is cleared', async () => {
    await remove('f/a.txt')
    one.aheadMs = 3 * DAY_MS - HOUR_MS
    await one.disk.tend()
    assert.equal((await one.disk.listBin()).length, 1)
    one.aheadMs = 3 * DAY_MS + HOUR_MS
    await one.disk.tend()
    assert.deepEqual(readdirSync(one.path(STAGING_FOLDER, 'bin')), [])
    one.write('b', 'b')
    await remove('b')
    await one.disk.clearBin()
    assert.deepEqual(readdirSync(one.path(STAGING_FOLDER, 'bin')), [])
  })

  it('tells of a file whose note was lost', async () => {
    await remove('f/a.txt')
    const [binned] = await one.disk.listBin()
    rmSync(one.path(STAGING_FOLDER, 'bin', `${binned?.key}.json`))
    const [bare] = await one.disk.listBin()
    assert.deepEqual([bare?.size, bare?.at], [5, binned?.at])
    await one.disk.bringBack(bare?.key ?? '')
    assert.equal(one.read(bare?.key ?? ''), 'first')
  })

  for (const [why, take] of [
    ['replaced', () => replace('f/a.txt', 'second')],
    ['removed', () => remove('f/a.txt')],
  ] as const)
    it(`gives back by itself what was ${why} while a program still writes to it`, async () => {
      const fd = openSync(one.path('f/a.txt'), 'a')
      await take()
      writeSync(fd, ' and more')
      closeSync(fd)
      await one.disk.tend()
      assert.equal((await one.disk.listBin()).length, 1)
      one.aheadMs = 2 * MINUTE_MS
      await one.disk.tend()
      assert.deepEqual(await one.disk.listBin(), [])
      const [, folder] = [await see(one.disk, 'f'), await see(one.disk, 'f')]
      const names = await namesAt(one.disk, [folder])
      if (why === 'removed') assert.deepEqual(names, ['a.txt'])
      else assert.match(names[0] ?? '', /^a \(conflicted copy Anns laptop [\d-]+ [0-9a-f]{6}\)\.txt$/)
      assert.equal(one.read(`f/${names[0]}`), 'first and more')
      if (why === 'replaced') assert.equal(one.read('f/a.txt'), 'second')
    })

  it('lets what nobody writes to rest', async () => {
    utimesSync(one.path('f/a.txt'), 1, 1)
    await remove('f/a.txt')
    one.aheadMs = HOUR_MS
    await one.disk.tend()
    assert.equal((await one.disk.listBin()).length, 1)
  })
})
