import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { blobKey } from '../../platform/basics/blob-key.ts'
import { openDiskBlobStore } from '../../platform/blobs/disk.ts'
import { fillStore, type Source } from './fill-installation.ts'
import { sha256Of } from './form/pieces.ts'

const KEY = blobKey('a'.repeat(32))
const RIGHT = Buffer.from('the bytes of a file')
const ROTTEN = Buffer.from('the bytes of a fire')

describe('a damaged blob in a store that is taken over', () => {
  it('gives way to the bytes of the backup, and to nothing else', async () => {
    const store = await openDiskBlobStore(path.join(await makeTempDir(), 'blobs'))
    await store.put(KEY, [ROTTEN])
    const blob = { key: KEY, size: RIGHT.length, sha256: Buffer.from(sha256Of(RIGHT), 'hex') }
    const sourceWith = (bytes: Buffer | undefined): Source => ({
      ...{ name: '000001-20260501T123000Z-1f2e3d', migrations: [], tables: [], ids: {} },
      rowsOf: async function* () {},
      blobs: {
        count: 1,
        bytes: RIGHT.length,
        lists: async function* () {
          yield [blob]
        },
      },
      getBlob: async () => bytes,
    })
    const fillFrom = (bytes: Buffer | undefined) =>
      fillStore(store, sourceWith(bytes), { takeOver: true, tell: () => {} })
    assert.deepEqual(await fillFrom(undefined), [KEY])
    assert.deepEqual(await store.get(KEY), ROTTEN)
    assert.deepEqual(await fillFrom(RIGHT), [])
    assert.deepEqual(await store.get(KEY), RIGHT)
  })
})
