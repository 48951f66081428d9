import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RootId } from '@holdfast/api/ids'
import { useDatabase } from '@holdfast/server/testkit/database/databases'
import { statementTexts } from '@holdfast/server/testkit/database/statement-texts'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { blobKey } from '../basics/blob-key.ts'
import type { Tx } from '../db/database.ts'
import { migrate } from '../db/migrations/migrate.ts'
import type { ChunkId } from '../db/tables/content.ts'
import * as queries from './queries.ts'

/** Called with another number each time: for a root, a chunk, a moment. */
const CALLS: Record<string, (tx: Tx, n: number) => Promise<unknown>> = {
  findStoredChunk: (tx, n) => queries.findStoredChunk(tx, n as RootId, hashOf(n)),
  findStoredChunks: (tx, n) =>
    queries.findStoredChunks(tx, n as RootId, [n, n + 1, n + 2, n + 3].map(hashOf)),
  deleteReservedChunks: (tx, n) =>
    queries.deleteReservedChunks(tx, n as RootId, [{ id: n as ChunkId, key: blobKey(`key-${n}`) }]),
  claimChunks: (tx, n) => queries.claimChunks(tx, n as RootId, [n as ChunkId], n),
  markUnclaimed: (tx, n) => queries.markUnclaimed(tx, n as RootId, n as ChunkId),
  touchChunks: (tx, n) => queries.touchChunks(tx, n as RootId, [n as ChunkId], 1_700_000_000_000 + n),
}
const hashOf = (n: number): Buffer => Buffer.alloc(32, n)

for (const stack of STACKS)
  describe(`a statement on chunks on ${stack.name}`, () => {
    const world = useDatabase(stack, (db) => migrate(db, 0))

    for (const [name, call] of Object.entries(CALLS))
      it(`has the same text at every call, and is prepared once: ${name}`, async () => {
        const texts = await statementTexts(world.db, async (tx) => {
          for (let n = 1; n <= 5; n++) await call(tx, n)
        })
        assert.equal(texts.length, 1, texts.join('\n'))
      })
  })
