// What is stored here is made again by: node scripts/store-release.mjs (until the first release; after it, never)
import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { HOW, isStoring, RELEASES, storeFolder, unpackFolder } from '@holdfast/server/testkit/releases/stored'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { VERSION } from '../../src/service/version.ts'
import { SqliteStore } from '../../src/store/sqlite-store.ts'
import { OneDevice } from '../engine/one-device.ts'

const FILE = 'root.db'

/** A device that is in sync: files that it sent, and one that it fetched. */
async function inSync(bench: OneDevice, sync = bench.sync): Promise<OneDevice> {
  bench.write('Sent.txt', 'sent')
  bench.write('Edited.txt', 'edited')
  assert.equal(await sync.syncOnce(), 'synced')
  return bench
}

const storeState = () =>
  describe('the state of an agent that is stored with a release', () => {
    it('is that of a device in sync', async () => {
      const dir = await makeTempDir()
      const store = new SqliteStore(path.join(dir, FILE))
      const bench = new OneDevice()
      await inSync(bench, bench.startedWith(store))
      store.close()
      storeFolder(VERSION, 'agent', { dir, facts: { version: VERSION }, except: /-(wal|shm)$/ })
    })
  })

const readState = (release: string) =>
  describe(`the state of an agent of ${release}`, () => {
    it('is what the agent of today goes on from: it sends and fetches what is new, and nothing else', async () => {
      const bench = await inSync(new OneDevice())
      const dir = await makeTempDir()
      unpackFolder(release, 'agent', dir)
      const store = new SqliteStore(path.join(dir, FILE))
      assert.equal(store.aside, undefined, `It was put aside. ${HOW}`)
      assert.notEqual((await store.load()).position, undefined)
      const sync = bench.startedWith(store)
      bench.calls.length = 0
      assert.equal(await sync.syncOnce(), 'synced')
      assert.equal(bench.count('getSnapshot'), 0, 'it knows where it was')
      assert.equal(bench.count('applyBatch'), 0, 'nothing is sent that was there')
      bench.write('New.txt', 'new')
      bench.write('Edited.txt', 'edited again')
      assert.equal(await sync.syncOnce(), 'synced')
      assert.deepEqual(bench.remoteNames, ['Edited.txt', 'New.txt', 'Sent.txt'])
      assert.deepEqual(bench.localNames, ['Edited.txt', 'New.txt', 'Sent.txt'])
      store.close()
    })
  })

if (isStoring) void storeState()
else for (const release of RELEASES) void readState(release)
