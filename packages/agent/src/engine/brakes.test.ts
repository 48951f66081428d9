import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CONFIRMED_OP } from '@holdfast/api/files/sync'
import type { MachineId, PersonId } from '@holdfast/api/ids'
import { OneDevice } from '../../testkit/engine/one-device.ts'
import { TOP } from '../../testkit/model-service/entry.ts'
import { PersonAtWork } from '../../testkit/model-service/people.ts'
import { contentOf } from '../../testkit/model-service/sample-contents.ts'
import { LIMITS } from './state/limits.ts'

const FILES = 40
/** More than three files and a quarter; a tenth may be gone by then. */
const SMALL = { ...LIMITS, brakeFiles: 3 }
const STEP = 4

async function withFiles(): Promise<OneDevice> {
  const bench = new OneDevice({ limits: SMALL })
  for (let n = 0; n < FILES; n++) bench.write(`file ${n}`, 'c1')
  assert.equal(await bench.sync.syncOnce(), 'synced')
  return bench
}

const destroy = (bench: OneDevice, count: number): void => {
  for (const node of bench.disk.all().slice(-count)) bench.disk.destroy(node)
}

/** Files go while the agent looks, two at a time, as when somebody deletes a large folder. */
function destroySlowly(bench: OneDevice, count: number): void {
  let left = count
  bench.before = (method) => {
    if (method !== 'takeHints' || left === 0) return
    destroy(bench, 2)
    left -= 2
  }
}

const how = (bench: OneDevice) => {
  const { state, reason, wouldGo } = bench.sync.status()
  return { state, reason, wouldGo }
}

describe('the brake of an agent', () => {
  it('counts what is gone from the disk, when no more than a step of it is gone on the service', async () => {
    const bench = await withFiles()
    destroySlowly(bench, 20)
    assert.equal(await bench.sync.syncOnce(), 'problems')
    const sent = FILES - bench.remoteNames.length
    assert.ok(sent <= STEP, `${sent} are gone`)
    assert.deepEqual(how(bench), { state: 'paused', reason: 'brake', wouldGo: { here: 0, there: 20 - sent } })
    bench.sync.resume()
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(how(bench).wouldGo?.there, 20 - sent, 'it is the same number')
  })

  it('goes on after it was confirmed, with what goes meanwhile, and tells those who follow', async () => {
    const bench = await withFiles()
    destroySlowly(bench, 16)
    assert.equal(await bench.sync.syncOnce(), 'problems')
    destroySlowly(bench, 8)
    bench.sync.resume({ confirm: true })
    assert.deepEqual(how(bench).state, 'syncing')
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(bench.remoteNames.length, FILES - 24)
    const deletes = bench.root.log.filter(({ op }) => op === 'delete')
    const confirmed = deletes.filter(({ clientOp }) => clientOp?.startsWith(CONFIRMED_OP))
    assert.ok(confirmed.length >= 24 - STEP, `${confirmed.length} of ${deletes.length}`)
  })

  it('asks again about what goes later', async () => {
    const bench = await withFiles()
    destroy(bench, 12)
    assert.equal(await bench.sync.syncOnce(), 'problems')
    bench.sync.resume({ confirm: true })
    assert.equal(await bench.sync.syncOnce(), 'synced')
    destroy(bench, 12)
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(how(bench).wouldGo?.there, 12)
    assert.equal(bench.remoteNames.length, FILES - 12)
  })

  it('sends what is new while it holds the rest', async () => {
    const bench = await withFiles()
    destroy(bench, 20)
    bench.write('new', 'c2')
    bench.web.upload(TOP, 'web', contentOf('c3'))
    assert.equal(await bench.sync.syncOnce(), 'problems')
    assert.equal(how(bench).wouldGo?.there, 20)
    assert.ok(bench.remoteNames.includes('new'))
    assert.ok(bench.localNames.includes('web'))
  })

  it('sends less than its rule in steps, the rest when whoever deletes is done', async () => {
    const bench = await withFiles()
    destroySlowly(bench, 8)
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.equal(bench.remoteNames.length, FILES - 8)
    assert.ok(bench.rests.reduce((sum, ms) => sum + ms, 0) >= 30_000)
  })

  it('brings back what is gone, if somebody says so', async () => {
    const bench = await withFiles()
    destroy(bench, 20)
    assert.equal(await bench.sync.syncOnce(), 'problems')
    bench.sync.resume({ bringBack: true })
    assert.equal(await bench.sync.syncOnce(), 'synced')
    assert.deepEqual([bench.localNames.length, bench.remoteNames.length], [FILES, FILES])
  })

  /** Somebody deletes 20 files on the service, one by one or by their folder. */
  async function deletedThere(machineId: MachineId | null, clientOp: string | undefined): Promise<OneDevice> {
    const bench = await withFiles()
    const caller = { personId: 1 as PersonId, machineId, name: 'Person 1' }
    const somebody = new PersonAtWork(bench.server, caller, bench.root.id)
    const entries = [...bench.root.entries.values()].filter(({ kind }) => kind === 'file').slice(0, 20)
    for (const { id, ver } of entries)
      if (clientOp === undefined) somebody.delete(id)
      else
        bench.server.applyBatch(caller, bench.root.id, {
          epoch: bench.server.epoch,
          inline: [],
          ops: [{ op: 'delete', op_id: `${clientOp}${id}`, entry_id: id, if_ver: ver }],
        })
    return bench
  }

  it('follows what somebody decided elsewhere: in a browser, or on a device that asked', async () => {
    const other = 9 as MachineId
    for (const bench of [
      await deletedThere(null, undefined),
      await deletedThere(other, `${CONFIRMED_OP}x `),
    ]) {
      assert.equal(await bench.sync.syncOnce(), 'synced')
      assert.equal(bench.localNames.length, FILES - 20)
    }
  })

  it('asks where nobody has decided', async () => {
    const other = 9 as MachineId
    for (const bench of [await deletedThere(other, undefined), await deletedThere(other, 'x ')]) {
      assert.equal(await bench.sync.syncOnce(), 'problems')
      assert.deepEqual(how(bench).wouldGo, { here: 20, there: 0 })
      assert.equal(bench.localNames.length, FILES)
    }
  })
})
