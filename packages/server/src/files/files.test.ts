import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createFolderInRoot,
  deleteFile,
  getFile,
  getFolder,
  getRoot,
  listRootChildren,
} from '@holdfast/api/files'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { useWorld } from '@holdfast/server/testkit/world'

for (const stack of STACKS)
  describe(`files on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('gives back the bytes that were uploaded', async () => {
      const ann = await world.person()
      const file = await ann.upload('plan.txt', 'one')
      assert.equal(file.size, 3)
      assert.equal(file.path, '/plan.txt')
      assert.equal((await ann.download(file.id)).toString(), 'one')
      const again = await ann.call(getFile, { root_id: ann.rootId, file_id: file.id })
      assert.deepEqual(again, file)
    })

    it('refuses a name the folder already holds, whatever its case', async () => {
      const ann = await world.person()
      await ann.upload('plan.txt', 'one')
      await assert.rejects(ann.upload('PLAN.txt', 'two'), { status: 409, code: 'name_conflict' })
    })

    it('lists', async () => {
      const ann = await world.person()
      const folder = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Docs' })
      const file = await ann.upload('b.txt', 'b', folder.id)
      const root = await ann.call(getRoot, { root_id: ann.rootId })
      assert.equal(root.children?.length, 1)
      const inside = await ann.call(getFolder, {
        root_id: ann.rootId,
        folder_id: folder.id,
        include_ancestors: true,
      })
      assert.equal(inside.children?.[0]?.path, '/Docs/b.txt')
      await ann.call(deleteFile, { root_id: ann.rootId, file_id: file.id })
      const page = await ann.call(listRootChildren, { root_id: ann.rootId })
      assert.equal(page.total, 1)
    })
  })
