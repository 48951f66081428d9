import assert from 'node:assert/strict'
import fs, { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { MINUTE_MS } from '@holdfast/api/time'
import { until } from '@holdfast/server/testkit/servers/until'
import { openRealDisk, type RealDisk } from '../../testkit/disk/real-disk.ts'
import { listAt, see, wayTo } from '../../testkit/disk/see.ts'
import type { LocalId } from '../core/local-id.ts'
import { TOP_LOCAL, type Way } from '../core/local-tree.ts'
import { Watcher } from './watcher.ts'

describe('a watched folder', () => {
  let one: RealDisk
  let disk: RealDisk['disk']
  beforeEach(async () => {
    one = await openRealDisk(tmpdir())
    disk = one.disk
  })
  afterEach(() => one.close())

  /** Looks where it is told to, and into each folder that is new, as an engine does. */
  const known = new Map<LocalId, Way>([[TOP_LOCAL, []]])
  const files = new Set<string>()
  async function look(folders: readonly LocalId[]): Promise<void> {
    const queue = [...folders]
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const way = known.get(id)
      const listed = way && (await disk.list(way))
      if (!way || !listed || typeof listed === 'string') continue
      for (const entry of listed.entries) {
        const path = [...way.map(({ rawName }) => rawName), entry.rawName].join('/')
        if (entry.kind === 'file') files.add(path)
        else {
          if (!known.has(entry.id)) queue.push(entry.id)
          known.set(entry.id, [...way, entry])
        }
      }
    }
  }
  const untilSeen = (holds: () => boolean): Promise<void> =>
    until(async () => {
      // Hints of one folder come once a second: here they are in no hurry, and the clock is.
      one.aheadMs += 1000
      await look((await disk.takeHints()).folders)
      return holds()
    }, 10)

  it('misses nothing of trees that are made and moved at once', async () => {
    await look([TOP_LOCAL])
    for (let a = 0; a < 10; a++) {
      mkdirSync(one.path(`${a}`))
      for (let b = 0; b < 10; b++) {
        mkdirSync(one.path(`${a}`, `${b}`))
        writeFileSync(one.path(`${a}`, `${b}`, 'file'), 'x')
      }
      renameSync(one.path(`${a}`), one.path(`moved ${a}`))
    }
    await untilSeen(() => files.size >= 100)
    assert.ok(files.has('moved 9/9/file'))
    assert.deepEqual(disk.watches, { watched: 111, polled: 0 })
  })

  it('is watched wherever it is moved, and not any more once it is gone', async () => {
    mkdirSync(one.path('f', 'g', 'h'), { recursive: true })
    mkdirSync(one.path('to'))
    const way = await wayTo(disk, 'f/g/h')
    const folder = way[1]?.id as LocalId
    await listAt(disk, way)
    await listAt(disk, await wayTo(disk, 'to'))
    assert.equal(disk.watches.watched, 5)
    renameSync(one.path('f', 'g'), one.path('to', 'g'))
    assert.equal((await see(disk, 'to/g')).id, folder)
    await listAt(disk, await wayTo(disk, 'f'))
    one.aheadMs += 2 * MINUTE_MS
    await disk.takeHints()
    writeFileSync(one.path('to', 'g', 'a'), 'a')
    await until(async () => (await disk.takeHints()).folders.includes(folder), 10)
    assert.equal(disk.watches.watched, 5)
    rmSync(one.path('to'), { recursive: true })
    await listAt(disk)
    one.aheadMs += 2 * MINUTE_MS
    await disk.takeHints()
    assert.equal(disk.watches.watched, 2)
  })

  it('is looked at four times a second while it has few items, else once', async () => {
    for (const [size, everyMs] of [
      [99, 250],
      [100, 1000],
    ] as const) {
      let now = 1_000_000
      let soon = now
      const watcher = new Watcher(
        () => now,
        () => {},
      )
      // It hears the same, and never has to wait for its turn.
      const other = new Watcher(
        () => (soon += 10_000),
        () => {},
      )
      for (const each of [watcher, other]) {
        each.watch({ id: TOP_LOCAL, path: one.folder }, TOP_LOCAL)
        each.listed(TOP_LOCAL, new Set(), { isRestless: false, size })
      }
      const isHinted = (of: Watcher) => of.take().folders.includes(TOP_LOCAL)
      one.write('a', 'a')
      await until(() => [other, watcher].map(isHinted).at(-1) === true, 10)
      one.write('b', 'b')
      await until(() => isHinted(other), 10)
      now += everyMs - 1
      assert.equal(isHinted(watcher), false)
      now += 1
      assert.equal(isHinted(watcher), true)
      for (const each of [watcher, other]) each.forget()
    }
  })

  it('for which there is no watch is looked at now and then', async () => {
    const { watch } = fs
    let left = 1
    mock.method(fs, 'watch', (...args: Parameters<typeof watch>) => {
      if (left-- > 0) return watch(...args)
      throw Object.assign(new Error('System limit for number of file watchers reached'), { code: 'ENOSPC' })
    })
    syncBuiltinESMExports()
    try {
      one.makeFolder('f')
      const way = await wayTo(disk, 'f')
      await listAt(disk, way)
      assert.deepEqual(disk.watches, { watched: 1, polled: 1 })
      assert.ok(!(await disk.takeHints()).folders.includes(way[0]?.id as LocalId))
      one.aheadMs += 6 * MINUTE_MS
      assert.ok((await disk.takeHints()).folders.includes(way[0]?.id as LocalId))
      left = 1
      await listAt(disk, way)
      assert.deepEqual(disk.watches, { watched: 2, polled: 0 })
    } finally {
      mock.restoreAll()
      syncBuiltinESMExports()
    }
  })

  it('in which more happens than is told of makes all be looked at', async () => {
    const { promise: woken, resolve } = Promise.withResolvers<void>()
    const { NodeDisk } = await import('./node-disk.ts')
    const other = new NodeDisk({ ...one.options, onHint: resolve })
    await listAt(other)
    const queue = Number(fs.readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'))
    one.write('a', '')
    for (let events = 0; events < queue; events += 4) {
      renameSync(one.path('a'), one.path('b'))
      renameSync(one.path('b'), one.path('a'))
    }
    await woken
    assert.ok((await other.takeHints()).everywhere)
    await other.close()
  })
})
