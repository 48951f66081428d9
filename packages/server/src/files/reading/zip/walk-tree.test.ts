import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFolderInFolder, createFolderInRoot, deleteFile, deleteFolder } from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { walkTree } from './walk-tree.ts'

for (const stack of STACKS)
  describe(`a walk through a tree on ${stack.name}`, () => {
    const world = useWorld(stack)
    const walk = (who: Someone) => walkTree(world.service.ctx.db.read, who.rootId, 0)
    const folder = (who: Someone, name: string, folder_id = 0 as EntryId) =>
      who.call(createFolderInFolder, { root_id: who.rootId, folder_id, name })

    it('goes deeper than it keeps in mind', async () => {
      const ann = await world.person()
      const depth = 20
      let parent = 0 as EntryId
      for (let n = 0; n < depth; n++) {
        await ann.upload('A', 'x', parent)
        await ann.upload('z', 'x', parent)
        parent = (await folder(ann, 'm', parent)).id
      }
      const found: string[] = []
      for await (const { path } of walk(ann)) found.push(path)
      const down = Array.from({ length: depth }, (_, n) => [`${'m/'.repeat(n)}A`, `${'m/'.repeat(n)}m`])
      const up = Array.from({ length: depth }, (_, n) => `${'m/'.repeat(depth - 1 - n)}z`)
      assert.deepEqual(found, [...down.flat(), ...up])
    })

    it('goes wider than it reads at once, and never gives a path twice', async () => {
      const ann = await world.person()
      const names = Array.from({ length: 300 }, (_, n) => `n${String(n).padStart(3, '0')}`)
      const ids = new Map<string, EntryId>()
      for (let n = 0; n < names.length; n += 20)
        await Promise.all(
          names.slice(n, n + 20).map(async (name) => {
            ids.set(name, (await ann.call(createFolderInRoot, { root_id: ann.rootId, name })).id)
          }),
        )
      const found: string[] = []
      for await (const { path } of walk(ann)) {
        found.push(path)
        // Replaced by another of the same name, with a higher id, at each place where reading may start again.
        if (found.length < 125 || found.length > 130) continue
        await ann.call(deleteFolder, { root_id: ann.rootId, folder_id: ids.get(path) as EntryId })
        await folder(ann, path)
      }
      assert.deepEqual(found, names)
    })

    it('gives nothing that is deleted, nor what lies in it', async () => {
      const ann = await world.person()
      const [kept, gone] = [await folder(ann, 'kept'), await folder(ann, 'gone')]
      await ann.upload('a', 'x', gone.id)
      const b = await ann.upload('b', 'x', kept.id)
      await ann.upload('c', 'x', kept.id)
      await ann.call(deleteFolder, { root_id: ann.rootId, folder_id: gone.id })
      await ann.call(deleteFile, { root_id: ann.rootId, file_id: b.id })
      const found: string[] = []
      for await (const { path } of walk(ann)) found.push(path)
      assert.deepEqual(found, ['kept', 'kept/c'])
    })
  })
