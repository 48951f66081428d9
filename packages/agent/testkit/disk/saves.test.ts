import assert from 'node:assert/strict'
import { appendFileSync, closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { PAUSE_MS, SETTLE_MS } from '../../src/core/finished.ts'
import { NodeDisk } from '../../src/disk/node-disk.ts'
import { RootSync } from '../../src/engine/root-sync.ts'
import type { Store } from '../../src/ports/store.ts'
import { Chance } from '../sim/chance.ts'
import { ModelStore } from '../sim/model-store.ts'
import { later } from './later.ts'
import { openRealDisk, type RealDisk } from './real-disk.ts'
import { ServiceWithBytes } from './service.ts'

const SETTINGS = {
  readOnly: false,
  deselected: new Set<never>(),
  manualCollisions: false,
  excludedExtensions: '',
  maxFileSize: Number.POSITIVE_INFINITY,
}

describe('a save in a real folder', () => {
  /** Time passes only while an agent rests. */
  let now: number
  let rests: number[]
  let resources: AsyncDisposableStack
  let folders: { real: RealDisk; sync: RootSync }[]

  async function open(
    service: ServiceWithBytes,
    number: number,
  ): Promise<{ real: RealDisk; sync: RootSync }> {
    const real = await openRealDisk(tmpdir())
    const disk = new NodeDisk({ ...real.options, now: () => now })
    resources.defer(async () => {
      await disk.close()
      await real.close()
    })
    const clock = {
      now: () => now,
      pause: async (milliseconds: number) => {
        rests.push(milliseconds)
        now += milliseconds
      },
    }
    const ports = { disk, store: later<Store>(new ModelStore()), server: service.server(number), clock }
    const machine = `Device ${number}`
    const settings = { ...SETTINGS, machine, installation: machine }
    return { real, sync: new RootSync({ ...ports, random: new Chance(number) }, settings) }
  }

  beforeEach(async () => {
    now = Date.now()
    rests = []
    resources = new AsyncDisposableStack()
    const service = new ServiceWithBytes(2)
    folders = [await open(service, 1), await open(service, 2)]
  })
  afterEach(() => resources.disposeAsync())

  /** Saves on the first device, and gives how long its agent rested until the second had it. */
  async function rested(save: (real: RealDisk) => void): Promise<number[]> {
    const [one, other] = folders
    assert.ok(one && other)
    await one.sync.syncOnce()
    save(one.real)
    now = Math.max(now, Date.now() + 1)
    rests = []
    assert.equal(await one.sync.syncOnce(), 'synced')
    const found = [...rests]
    assert.equal(await other.sync.syncOnce(), 'synced')
    assert.equal(other.real.read('file'), one.real.read('file'))
    return found
  }

  it('is on the other device after a moment', async () => {
    assert.deepEqual(await rested((real) => real.write('file', 'saved')), [PAUSE_MS])
  })

  it('is so as well if a program writes a new file and renames it over the old one', async () => {
    await rested((real) => real.write('file', 'saved'))
    const again = await rested((real) => {
      real.write('file.new', 'saved again')
      renameSync(real.path('file.new'), real.path('file'))
    })
    assert.deepEqual(again, [PAUSE_MS])
    const [one] = folders
    assert.equal(one?.sync.status().files, 1)
  })

  it('is waited for where a program is at the file', async () => {
    const locked = await rested((real) => {
      real.write('file', 'saved')
      real.write('.~lock.file#', '')
    })
    assert.deepEqual(locked, [SETTLE_MS])
  })

  it('is read once more when two seconds have passed: an edit that did not show is sent then', async () => {
    await rested((real) => real.write('file', 'saved'))
    const [one, other] = folders
    assert.ok(one && other)
    const handle = openSync(one.real.path('file'), 'r+')
    writeSync(handle, 'moved', 0)
    closeSync(handle)
    now = Date.now() + SETTLE_MS
    assert.equal(await one.sync.syncOnce(), 'synced')
    assert.equal(await other.sync.syncOnce(), 'synced')
    assert.equal(other.real.read('file'), 'moved')
    appendFileSync(one.real.path('file'), ' on')
    now = Date.now() + SETTLE_MS
    assert.equal(await one.sync.syncOnce(), 'synced')
    assert.equal(await other.sync.syncOnce(), 'synced')
    assert.equal(other.real.read('file'), 'moved on')
  })
})
