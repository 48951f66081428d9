import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { ChunkRef } from '@holdfast/api/files/chunks'
import { makeTempDir } from '@holdfast/server/testkit/servers/stacks'
import { openRealDisk } from '../../testkit/disk/real-disk.ts'
import { see } from '../../testkit/disk/see.ts'
import type { KeptChunks } from '../ports/kept-chunks.ts'
import { SqliteStore } from '../store/sqlite-store.ts'
import { NodeDisk } from './node-disk.ts'

const MIB = 1024 * 1024
/** Bytes that look random, and are the same everywhere. */
const sample = (size: number, seed: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(size))

describe('what large files consist of', () => {
  it('is known after a restart, so that only what has changed is cut', async () => {
    await using resources = new AsyncDisposableStack()
    const one = await openRealDisk(tmpdir())
    resources.defer(() => one.close())
    const home = path.join(await makeTempDir(), 'root.db')
    const found: (readonly ChunkRef[] | undefined)[] = []
    /** As an agent that is started reads it. */
    const read = async (name: string) => {
      const store = new SqliteStore(home)
      const chunks: KeptChunks = {
        find: (id) => {
          found.push(store.chunks.find(id))
          return found.at(-1)
        },
        keep: (...kept) => store.chunks.keep(...kept),
      }
      const disk = new NodeDisk({ ...one.options, now: () => Date.now() + 10_000, chunks })
      try {
        const content = await disk.read(await see(disk, name))
        assert.ok(content !== 'changed')
        return content
      } finally {
        await disk.close()
        store.close()
      }
    }
    writeFileSync(one.path('large'), sample(17 * MIB, 3))
    writeFileSync(one.path('small'), sample(2 * MIB, 4))
    await read('small')
    const before = await read('large')
    assert.deepEqual(found, [undefined, undefined])
    const handle = openSync(one.path('large'), 'r+')
    writeSync(handle, 'changed', 9 * MIB)
    closeSync(handle)
    await read('small')
    const after = await read('large')
    assert.deepEqual(found.slice(2), [undefined, before.chunks], 'small ones are cut in no time')
    const known = new Set(before.chunks.map(({ sha256 }) => sha256))
    assert.equal(after.chunks.filter(({ sha256 }) => !known.has(sha256)).length, 1)
    one.aheadMs = 10_000
    assert.deepEqual(await one.disk.read(await see(one.disk, 'large')), after, 'as if it were cut as a whole')
  })
})
