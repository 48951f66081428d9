import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, it } from 'node:test'
import { type BlobKey, BlobKeyError, blobKey } from '../basics/blob-key.ts'
import { BlobNotFoundError, type BlobStore, BlobTooShortError } from './blob-store.ts'

const MIB = 1024 * 1024

export interface StoreUnderTest {
  store: BlobStore
  /** Opens the same store once more, as another server does. */
  reopen(): Promise<BlobStore>
  /** The keys of all blobs that are really there. */
  list(): Promise<string[]>
  /** All names that are really there, also around the place of the blobs. */
  listAll(): Promise<string[]>
  /** Stores something of somebody else where blobs that begin with `aa` are. */
  plant(name: string): Promise<void>
  close(): Promise<void>
}

export const newKey = (): BlobKey => blobKey(randomBytes(16).toString('hex'))

/** Each would lead elsewhere, or could in some store. */
const NO_KEYS = ['../x', 'a/b', '..', '', 'a\0b', 'aa/../../planted', 'aab\n', 'aab.part', 'a'.repeat(129)]

/** What every store of blobs must do, wherever it keeps them. */
export function blobStoreContract(open: () => Promise<StoreUnderTest>) {
  let subject: StoreUnderTest
  let store: BlobStore
  beforeEach(async () => {
    subject = await open()
    store = subject.store
  })
  afterEach(async () => {
    await store.close()
    await subject.close()
  })

  for (const size of [0, 1, 65536, MIB + 1, 4 * MIB])
    it(`gives ${size} bytes back as they were put`, async () => {
      const [key, bytes] = [newKey(), randomBytes(size)]
      await store.put(key, [bytes])
      assert.deepEqual(digest(await store.get(key)), digest(bytes))
    })

  it('joins several parts, empty ones and far more than a system call takes', async () => {
    const [few, many] = [newKey(), newKey()]
    await store.put(few, [Buffer.from('one'), Buffer.alloc(0), Buffer.from('two'), new Uint8Array([33])])
    assert.equal((await store.get(few)).toString(), 'onetwo!')
    const parts = Array.from({ length: 5000 }, (_, n) => Buffer.from(`${n},`))
    await store.put(many, parts)
    assert.equal((await store.get(many)).toString(), parts.join(''))
    await store.put(newKey(), [])
  })

  it('takes parts that lie in memory shared between threads', async () => {
    const shared = Buffer.from(new SharedArrayBuffer(MIB))
    const bytes = randomBytes(MIB)
    bytes.copy(shared)
    const key = newKey()
    await store.put(key, [shared.subarray(0, 1000), shared.subarray(1000)])
    // What the memory holds from then on is of no concern.
    shared.fill(0)
    assert.deepEqual(digest(await store.get(key)), digest(bytes))
  })

  it('gives ranges, their end not included', async () => {
    const [key, bytes] = [newKey(), randomBytes(100_000)]
    await store.put(key, [bytes])
    for (const [start, end] of [
      [0, 1],
      [0, 100_000],
      [1, 99_999],
      [99_999, 100_000],
      [70_000, 70_000],
      [0, 0],
      [100_000, 100_000],
    ] as const)
      assert.deepEqual(await store.get(key, { start, end }), bytes.subarray(start, end), `${start} to ${end}`)
  })

  it('fails rather than give fewer bytes than a range asks for', async () => {
    const key = newKey()
    await store.put(key, [randomBytes(1000)])
    await assert.rejects(store.get(key, { start: 0, end: 1001 }), BlobTooShortError)
    await assert.rejects(store.get(key, { start: 1000, end: 1010 }), BlobTooShortError)
    await assert.rejects(store.get(key, { start: 5000, end: 5010 }), BlobTooShortError)
  })

  it('says which blob is missing', async () => {
    const key = newKey()
    const missing = (error: unknown) => error instanceof BlobNotFoundError && error.message.includes(key)
    await assert.rejects(store.get(key), missing)
    await assert.rejects(store.get(key, { start: 0, end: 10 }), missing)
  })

  it('deletes, and deletes what is not there', async () => {
    const [gone, kept] = [newKey(), newKey()]
    await store.put(gone, [Buffer.from('gone')])
    await store.put(kept, [Buffer.from('kept')])
    await store.delete(gone)
    await store.delete(gone)
    await store.delete(newKey())
    await assert.rejects(store.get(gone), BlobNotFoundError)
    assert.deepEqual(await subject.list(), [kept])
    assert.equal((await store.get(kept)).toString(), 'kept')
  })

  it('lists its blobs, and knows when each was put', async () => {
    const keys = Array.from({ length: 5 }, newKey).sort()
    for (const key of keys) await store.put(key, [Buffer.from(key)])
    const listed: string[] = []
    for await (const some of store.list()) listed.push(...some)
    assert.deepEqual(listed.sort(), keys)
    const [first = assert.fail()] = keys
    const begun: string[] = []
    for await (const some of store.list(first.slice(0, 6))) begun.push(...some)
    assert.deepEqual(begun, [first])
    for await (const some of store.list('zz')) assert.deepEqual(some, [])
    assert.ok(((await store.putAt(first)) ?? 0) > Date.UTC(2020))
    assert.equal(await store.putAt(newKey()), undefined)
  })

  it('refuses what is no key, and touches nothing', async () => {
    await store.put(newKey(), [Buffer.from('bytes')])
    const before = await subject.listAll()
    for (const text of NO_KEYS) {
      // The type says nothing about a key that somebody has forged in a database or a backup.
      const forged = text as unknown as BlobKey
      const what = JSON.stringify(text)
      await assert.rejects(store.put(forged, [Buffer.from('planted')]), BlobKeyError, what)
      await assert.rejects(store.get(forged), BlobKeyError, what)
      await assert.rejects(store.get(forged, { start: 0, end: 0 }), BlobKeyError, what)
      await assert.rejects(store.putAt(forged), BlobKeyError, what)
      await assert.rejects(store.delete(forged), BlobKeyError, what)
    }
    assert.deepEqual(await subject.listAll(), before)
  })

  it('lists nothing that has no key for a name', async () => {
    const key = blobKey(`aa${newKey()}`)
    await store.put(key, [Buffer.from('bytes')])
    for (const name of ['aa', '.aab', 'aab.part', 'aa b', 'a'.repeat(129)]) await subject.plant(name)
    for (const beginning of [undefined, 'aa']) {
      const listed: BlobKey[] = []
      for await (const some of store.list(beginning)) listed.push(...some)
      assert.deepEqual(listed, [key])
    }
  })

  it('takes many at once', async () => {
    const blobs = Array.from({ length: 40 }, () => ({ key: newKey(), bytes: randomBytes(20_000) }))
    await Promise.all(blobs.map(({ key, bytes }) => store.put(key, [bytes])))
    const read = await Promise.all(blobs.map(({ key }) => store.get(key)))
    assert.deepEqual(
      read,
      blobs.map(({ bytes }) => bytes),
    )
    assert.deepEqual(await subject.list(), blobs.map(({ key }) => key).sort())
  })

  it('shows a blob to every server as soon as it is put', async () => {
    const other = await subject.reopen()
    const key = newKey()
    await store.put(key, [Buffer.from('seen')])
    assert.equal((await other.get(key)).toString(), 'seen')
    await other.delete(key)
    await assert.rejects(store.get(key), BlobNotFoundError)
    await other.close()
  })
}

// A mismatch of megabytes is reported by their hashes; printing them would take minutes.
const digest = (bytes: Uint8Array) => ({
  length: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})
