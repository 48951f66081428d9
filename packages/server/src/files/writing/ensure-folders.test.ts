import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listHistory } from '@holdfast/api/files/history'
import { ensureFolders } from '@holdfast/api/files/upload-checks'
import type { EntryId } from '@holdfast/api/ids'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`a tree of many folders on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('is made in steps, so that others can write in between', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const paths = Array.from({ length: 250 }, (_, n) => `tree/${n % 10}/${n}`)
      const { created, results } = await ann.call(ensureFolders, { root_id, folder_id: 0 as EntryId, paths })
      assert.equal(created, 261)
      assert.deepEqual(
        results.map(({ path }) => path),
        paths,
      )
      const { results: log } = await ann.call(listHistory, { root_id, order: 'asc' })
      const sizes = log.map(({ changes }) => changes)
      assert.equal(
        sizes.reduce((sum, changes) => sum + changes, 0),
        261,
      )
      assert.ok(Math.max(...sizes) <= 203, `${sizes}`)
      await checkInvariants(world.service.ctx.db.read)
    })
  })
