import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Client } from '@holdfast/api/client'
import { type File, getRoot } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { HOUR_MS } from '@holdfast/api/time'
import {
  type Account,
  adminAccount,
  RawUpload,
  rawDownload,
} from '@holdfast/server/testkit/content/raw-transfer'
import { digestOf, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { ServerProcess } from '@holdfast/server/testkit/servers/server-process'
import { type Place, STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { countOrphans, verifyBytes } from '../../oversight/verify/content/verify-content.ts'
import { DamageLog } from '../../records/damage.ts'
import { openBlobs, openDatabase } from '../../service/opening/open-context.ts'
import { blobKey } from '../basics/blob-key.ts'
import { ChunkChecks } from './chunk-checks.ts'
import { SWEEP_GRACE_MS, sweepChunks } from './sweep.ts'

const TIMES = rounds(3, 200)
const MIB = 1024 * 1024
/** Rows and blobs, one chunk and several. */
const SIZES = [1, 65_536, MIB, 262_145, 3 * MIB, 65_535, 3000, 700_000, 200_000, 2 * MIB + 1]

describe('a server that is killed', { concurrency: true }, () => {
  for (const stack of STACKS)
    it(`has kept what it acknowledged, ${TIMES} times in a row, on ${stack.name}`, async () => {
      const place = await stack.open()
      const history = new History()
      let server = await ServerProcess.start(place)
      const account = await adminAccount(server.url)
      try {
        for (let n = 0; n < TIMES; n++) {
          const here = { ...account, url: server.url }
          const breakingOff = n % 2 === 0 ? await beginAnother(here, n) : undefined
          const file = await history.upload(here, nameOf(n), SIZES[n % SIZES.length] as number)
          breakingOff?.()
          await server.kill()
          server = await ServerProcess.start(place)
          await history.check({ ...account, url: server.url }, file)
        }
        await checkAll({ ...account, url: server.url }, history)
        await server.kill()
        const halves = await leaveHalves(place)
        server = await ServerProcess.start(place)
        // What nobody was notified of comes again, and must not meet its first half.
        await history.upload({ ...account, url: server.url }, unansweredName(0), ANOTHER_SIZE)
        await checkAll({ ...account, url: server.url }, history)
        await server.kill()
        await checkBlobs(place, halves)
      } finally {
        await server.kill()
      }
      await checkDatabase(place)
      await place.dispose()
    })
})

const nameOf = (n: number): string => `acknowledged ${n}.bin`
const unansweredName = (n: number): string => `unanswered ${n}.bin`
const bytesOf = (name: string, size: number): Buffer => sampleBytes(size, name)

/** What was acknowledged so far. */
class History {
  readonly files: File[] = []

  async upload(account: Account, name: string, size: number): Promise<File> {
    const upload = new RawUpload(account, name)
    await upload.write(bytesOf(name, size))
    const file = await upload.finish()
    assert.equal(file.size, size)
    this.files.push(file)
    return file
  }

  async check(account: Account, { id, name, size }: File): Promise<void> {
    assert.equal(digestOf(await download(account, id)), digestOf(bytesOf(name, size)), name)
  }
}

const ANOTHER_SIZE = 3 * MIB

/** Begins an upload that the kill will hit: in the middle of its bytes, or, by what is returned, at its very end. */
async function beginAnother(account: Account, n: number): Promise<() => void> {
  const name = unansweredName(n)
  const upload = new RawUpload(account, name)
  const bytes = bytesOf(name, ANOTHER_SIZE)
  if (n % 4 === 0) {
    await upload.write(bytes.subarray(0, 2 * MIB))
    return () => {}
  }
  await upload.write(bytes)
  return () => {
    upload.finish().catch(() => {})
  }
}

async function download(account: Account, id: EntryId): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of rawDownload(account, id)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The listing holds all that was acknowledged, and of the rest nothing that is not whole. */
async function checkAll(account: Account, history: History): Promise<void> {
  const client = new Client({ baseUrl: account.url })
  await client.signIn('admin@localhost', PASSWORD)
  const root = await client.call(getRoot, { root_id: account.rootId })
  const listed = (root.children ?? []) as File[]
  const names = new Set(listed.map(({ name }) => name))
  assert.deepEqual(
    history.files.filter(({ name }) => !names.has(name)),
    [],
  )
  for (const file of listed) {
    if (!file.name.startsWith('acknowledged')) assert.equal(file.size, ANOTHER_SIZE)
    await history.check(account, file)
  }
  const size = listed.reduce((sum, file) => sum + file.size, 0)
  // Files of a byte or two meet others of the same bytes, which are stored once.
  const distinct = new Map(listed.map(({ name, size }) => [digestOf(bytesOf(name, size)), size]))
  const stored = [...distinct.values()].reduce((sum, bytes) => sum + bytes, 0)
  assert.deepEqual([root.space_used, root.revision_space_used], [size, stored])
}

/** Puts half a blob under each key that was reserved and not claimed: what a kill or a power cut may leave there. */
async function leaveHalves(place: Place): Promise<number> {
  await using stores = await openStores(place)
  const reserved = await rawSql<{ blob_key: string }>(
    stores.db,
    'select blob_key from chunk where stored = 0',
  )
  for (const { blob_key } of reserved) {
    const key = blobKey(blob_key)
    await stores.blobs.delete(key)
    await stores.blobs.put(key, [Buffer.from('half')])
  }
  assert.ok(reserved.length > 0)
  return reserved.length
}

/** Half blobs are no fault, count as needless when they have been there for long, and go with the sweep; all others stay. */
async function checkBlobs(place: Place, halves: number): Promise<void> {
  await using stores = await openStores(place)
  const { db, blobs } = stores
  await verifyBytes(stores, undefined, assert.fail)
  const later = Date.now() + SWEEP_GRACE_MS + HOUR_MS
  assert.equal(await countOrphans(stores, Date.now()), 0)
  assert.ok((await countOrphans(stores, later)) >= halves)
  await sweepChunks({ db, blobs, now: () => later })
  assert.equal(await countOrphans(stores, later), 0)
  await verifyBytes(stores, undefined, assert.fail)
}

async function openStores({ database, blobs: location }: Place) {
  const db = await openDatabase(database, pino({ level: 'silent' }))
  const blobs = await openBlobs(location)
  const checks = new ChunkChecks(blobs, new DamageLog(db, pino({ level: 'silent' }), Date.now), Date.now)
  return {
    db,
    blobs,
    checks,
    [Symbol.asyncDispose]: () => Promise.all([blobs.close(), db.close()]).then(() => {}),
  }
}

async function checkDatabase(place: Place): Promise<void> {
  await using stores = await openStores(place)
  await checkInvariants(stores.db.read)
}
