import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readlink, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  listBlobs,
  listBucket,
  makeUnreadable,
  plantObject,
  removeBucket,
} from '@holdfast/server/testkit/database/stored-blobs'
import { makeBucket } from '@holdfast/server/testkit/servers/buckets'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { blobKey } from '../basics/blob-key.ts'
import { Outage } from '../basics/outage.ts'
import { blobStoreContract, newKey } from './blob-store.contract.ts'
import { BlobNotFoundError, BlobTooShortError, BlobUnreadableError } from './blob-store.ts'
import { openDiskBlobStore } from './disk.ts'
import { openS3BlobStore } from './s3.ts'

describe('blobs on disk', () => {
  blobStoreContract(async () => {
    const top = await makeTempDir()
    // Two folders down: what climbs out of the store is still seen.
    const dir = path.join(top, 'some/where/blobs')
    return {
      store: await openDiskBlobStore(dir),
      reopen: () => openDiskBlobStore(dir),
      list: () => listBlobs({ kind: 'disk', dir }),
      listAll: async () => (await readdir(top, { recursive: true })).sort(),
      plant: async (name) => {
        await mkdir(path.join(dir, 'aa'), { recursive: true })
        await writeFile(path.join(dir, 'aa', name), 'of somebody else')
      },
      close: async () => {},
    }
  })

  it('lie in folders by the first two characters of their keys, for their owner alone', async () => {
    const dir = await makeTempDir()
    const store = await openDiskBlobStore(dir)
    await store.put(blobKey('abc1'), [Buffer.from('1')])
    await store.put(blobKey('abd2'), [Buffer.from('2')])
    await store.put(blobKey('00e3'), [Buffer.from('3')])
    assert.deepEqual((await readdir(dir)).sort(), ['00', 'ab'])
    assert.deepEqual((await readdir(path.join(dir, 'ab'))).sort(), ['abc1', 'abd2'])
    assert.equal((await stat(path.join(dir, 'ab'))).mode & 0o777, 0o700)
    assert.equal((await stat(path.join(dir, 'ab/abc1'))).mode & 0o777, 0o600)
    await store.close()
  })

  it('leave nothing behind where they cannot be written whole', async () => {
    const dir = await makeTempDir()
    const store = await openDiskBlobStore(dir)
    const key = newKey()
    await assert.rejects(store.put(key, [Buffer.from('bytes'), 'no bytes' as never]), TypeError)
    assert.deepEqual(await listBlobs({ kind: 'disk', dir }), [])
    await store.put(key, [Buffer.from('bytes')])
    await assert.rejects(store.put(key, [Buffer.from('others')]), { code: 'EEXIST' })
    assert.equal((await store.get(key)).toString(), 'bytes')
    await store.close()
  })

  it('keep 32 of their folders open at most, also while all are being written to', async () => {
    const dir = await makeTempDir()
    const store = await openDiskBlobStore(dir)
    const foldersOpen = async () => {
      const files = await Promise.all((await readdir('/proc/self/fd')).map(targetOf))
      return files.filter((file) => path.dirname(file) === dir).length
    }
    const targetOf = (fd: string) => readlink(`/proc/self/fd/${fd}`).catch(() => '')
    const keys = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0') + newKey())
    let most = 0
    for (let round = 0; round < 2; round++)
      await Promise.all(
        keys.map(async (key) => {
          await store.put(blobKey(`${key}${round}`), [Buffer.from(key)])
          most = Math.max(most, await foldersOpen())
        }),
      )
    assert.equal(most, 32)
    for (const key of keys) assert.equal((await store.get(blobKey(`${key}1`))).toString(), key)
    await store.close()
    assert.equal(await foldersOpen(), 0)
  })

  it('are listed from their own folders alone', async () => {
    const dir = await makeTempDir()
    const store = await openDiskBlobStore(dir)
    const key = newKey()
    await store.put(key, [Buffer.from('bytes')])
    await mkdir(path.join(dir, 'lost+found'))
    await writeFile(path.join(dir, 'lost+found', '#12'), 'half')
    for await (const keys of store.list()) assert.deepEqual(keys, [key])
    await store.close()
  })

  it('that end too early are an error, never short', async () => {
    const dir = await makeTempDir()
    const store = await openDiskBlobStore(dir)
    const key = newKey()
    await store.put(key, [randomBytes(10_000)])
    await truncate(path.join(dir, key.slice(0, 2), key), 9_999)
    await assert.rejects(store.get(key, { start: 0, end: 10_000 }), BlobTooShortError)
    await store.close()
  })

  it('on a bad spot are told from a disk that reads nothing', async () => {
    const dir = await makeTempDir()
    const store = await openDiskBlobStore(dir)
    await store.begin()
    const key = newKey()
    await store.put(key, [randomBytes(100)])
    await makeUnreadable(path.join(dir, key.slice(0, 2), key))
    await assert.rejects(store.get(key, { start: 0, end: 100 }), BlobUnreadableError)
    await makeUnreadable(path.join(dir, 'holdfast-blobs'))
    await assert.rejects(store.get(key, { start: 0, end: 100 }), Outage)
    await store.close()
  })
})

const isRoot = process.getuid?.() === 0
describe('blobs on a full disk', { skip: isRoot ? false : 'only root can mount a small disk' }, () => {
  let dir: string
  before(async () => {
    dir = await makeTempDir()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', dir])
  })
  after(() => execFileSync('umount', [dir]))

  it('are refused whole, and fit again when there is room', async () => {
    const store = await openDiskBlobStore(dir)
    const [tooLarge, small] = [newKey(), newKey()]
    await assert.rejects(
      store.put(tooLarge, [randomBytes(100_000), randomBytes(300_000)]),
      (error) => error instanceof Outage && error.of === 'blobs_full',
    )
    await assert.rejects(store.get(tooLarge), BlobNotFoundError)
    assert.deepEqual(await listBlobs({ kind: 'disk', dir }), [])
    await store.put(small, [randomBytes(100_000)])
    assert.equal((await store.get(small)).length, 100_000)
    // Where nothing fits at all, the system says so instead of taking a part.
    await writeFile(path.join(dir, 'rest'), randomBytes(256 * 1024)).catch(() => {})
    await assert.rejects(
      store.put(tooLarge, [randomBytes(10_000)]),
      (error) => error instanceof Outage && error.of === 'blobs_full',
    )
    await store.close()
  })
})

let buckets = 0
const newBucket = () => makeBucket(`blobs-${process.pid}-${++buckets}`)

describe('blobs in S3', () => {
  blobStoreContract(async () => {
    const location = await newBucket()
    return {
      store: await openS3BlobStore(location),
      reopen: () => openS3BlobStore(location),
      list: () => listBlobs(location),
      listAll: () => listBucket(location),
      plant: (name) => plantObject(location, name),
      close: async () => {},
    }
  })

  it('need a bucket: the start fails and says which one is missing', async () => {
    const location = await newBucket()
    await assert.rejects(openS3BlobStore({ ...location, bucket: 'no-such-bucket' }), {
      message:
        'The S3 bucket “no-such-bucket” cannot be used: it does not exist (NotFound 404). ' +
        'Check HOLDFAST_BLOBS_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    })
  })

  it('need credentials: the start fails and says so', async () => {
    const location = await newBucket()
    const secret = process.env.AWS_SECRET_ACCESS_KEY
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong'
    try {
      await assert.rejects(openS3BlobStore(location), /“blobs-.*” cannot be used: access denied/)
    } finally {
      process.env.AWS_SECRET_ACCESS_KEY = secret
    }
  })

  it('cannot be put, read or deleted once the bucket is gone, and say why', async () => {
    const location = await newBucket()
    const store = await openS3BlobStore(location)
    const key = newKey()
    await removeBucket(location)
    const why = new RegExp(`blob ${key} could not be .* “${location.bucket}”: .*NoSuchBucket`)
    const clear = (error: unknown) => error instanceof Outage && why.test(String(error.cause))
    await assert.rejects(store.put(key, [Buffer.from('bytes')]), clear)
    await assert.rejects(store.get(key), clear)
    await assert.rejects(store.delete(key), clear)
    await store.close()
  })

  it('of several services share a bucket under different prefixes', async () => {
    const location = await newBucket()
    const [one, other, top] = await Promise.all([
      openS3BlobStore(location),
      openS3BlobStore({ ...location, prefix: 'deep/er' }),
      openS3BlobStore({ ...location, prefix: '' }),
    ])
    const key = newKey()
    await one.put(key, [Buffer.from('one')])
    await other.put(key, [Buffer.from('other')])
    assert.equal((await one.get(key)).toString(), 'one')
    assert.equal((await other.get(key)).toString(), 'other')
    await assert.rejects(top.get(key), BlobNotFoundError)
    for (const store of [one, other, top]) await store.close()
  })
})
