import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInRoot } from '@holdfast/api/files/files'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { checkNameIndex } from '@holdfast/server/testkit/database/name-index'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { ACROSS_ROOTS } from '../platform/db/statements.ts'
import { indexName, unindexName } from './name-index.ts'

for (const stack of STACKS)
  describe(`the index of names on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('holds what is live, through changes that fail half-way', async () => {
      const pat = await world.person()
      const { db } = world.service.ctx
      const make = (name: string) => pat.call(createFolderInRoot, { root_id: pat.rootId, name })
      // More than wait together before they are taken in; each fifth is refused as taken.
      const refused: unknown[] = []
      for (let n = 0; n < 160; n += 16)
        await Promise.all(
          Array.from({ length: 16 }, (_, k) => n + k).flatMap((each) =>
            [`Ordner ${each}`, ...(each % 5 === 0 ? [`ORDNER ${each}`] : [])].map((name) =>
              make(name).catch((error) => refused.push(error.code)),
            ),
          ),
        )
      assert.deepEqual(refused, new Array(32).fill('name_conflict'))
      await checkNameIndex(db.read)
      const rows = await db.read
        .selectFrom('entry')
        .select(['id', 'root_id', 'name'])
        .orderBy('id')
        .modifyEnd(ACROSS_ROOTS)
        .execute()
      assert.equal(rows.length, 160)
      const [first, second] = rows
      assert.ok(first && second)
      await assert.rejects(
        db.write(async (tx) => {
          await unindexName(tx, first.root_id, [first.id])
          await indexName(tx, { ...first, name: 'lost' })
          await unindexName(
            tx,
            first.root_id,
            rows.map(({ id }) => id),
          )
          throw new Error('changed its mind')
        }),
      )
      await checkNameIndex(db.read)
      await db.write(async (tx) => unindexName(tx, second.root_id, [second.id]))
      await assert.rejects(checkNameIndex(db.read), /ordner/i, 'what is missing is noticed')
      await db.write(async (tx) => indexName(tx, { ...second, name: 'Ordner zwei' }))
      await assert.rejects(checkNameIndex(db.read), /ordner/i, 'what is wrong is noticed')
      await db.write(async (tx) => unindexName(tx, second.root_id, [second.id]))
      await db.write(async (tx) => indexName(tx, second))
      await checkNameIndex(db.read)
      await checkInvariants(db.read)
    })
  })
