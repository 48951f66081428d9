import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renameFile } from '@holdfast/api/files/file-places'
import { listRootChildren } from '@holdfast/api/files/files'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { afterRead } from '@holdfast/server/testkit/database/after-read'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'
import { DavProgram } from '@holdfast/server/testkit/webdav/dav-program'

const HOME = '/My files'
const FILES = 2500

for (const stack of STACKS)
  describe(`lists that programs delete by on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function begin() {
      const ann = await world.person()
      await makePile(world.service.ctx.db, { rootId: ann.rootId, parentId: 0, files: FILES })
      return { ann, program: new DavProgram(world, ann.email) }
    }

    it('are whole or no lists, whichever of their statements fails', async () => {
      const { program } = await begin()
      const whole = (await program.list(HOME)).length
      assert.equal(whole, FILES)
      let failing = 0
      for (;;) {
        let seen = 0
        const undo = failStatement(world.service.ctx.db.read, () => seen++ === failing)
        const count = await program.list(HOME).then(
          (list) => list.length,
          () => 'refused',
        )
        undo()
        if (seen <= failing) break
        assert.notEqual(count, 0)
        if (typeof count === 'number') assert.equal(count, whole, `statement ${failing}`)
        failing++
      }
      assert.ok(failing > 5, `${failing} statements`)
    })

    it('have what is renamed meanwhile to a name that was passed', async () => {
      const { ann, program } = await begin()
      const { results } = await ann.call(listRootChildren, {
        root_id: ann.rootId,
        sort_order: 'desc',
        page_size: 1,
      })
      const file_id = results[0]?.id as never
      afterRead(world.service.ctx.db.read, /name_key > /, () =>
        ann.call(renameFile, { root_id: ann.rootId, file_id, name: 'aaa first' }),
      )
      const list = await program.list(HOME)
      assert.ok(list.includes('/dav/My files/aaa first'), list.slice(-3).join('\n'))
      assert.equal(new Set(list).size, FILES)
    })
  })

/** Lets the statement fail for which `isIt`. */
function failStatement(db: object, isIt: () => boolean): () => void {
  const executor = (db as { getExecutor(): { executeQuery(query: unknown): Promise<unknown> } }).getExecutor()
  const usual = executor.executeQuery
  executor.executeQuery = (query) =>
    isIt() ? Promise.reject(new Error('the database failed, as asked')) : usual.call(executor, query)
  return () => {
    executor.executeQuery = usual
  }
}
