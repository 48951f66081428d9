import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as locks from '@holdfast/api/files/file-locks'
import * as places from '@holdfast/api/files/file-places'
import * as tree from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { digestOf, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`moving to another root on ${stack.name}`, () => {
    const world = useWorld(stack)
    const check = () => checkInvariants(world.service.ctx.db.read)
    const folder = (who: Someone, root_id: RootId, name: string, folder_id: EntryId | 0 = 0) =>
      who.call(api.createFolderInFolder, { root_id, folder_id: folder_id as EntryId, name })
    const look = (who: Someone, root_id: RootId, folder_id: EntryId | 0 = 0, include_deleted = false) =>
      who.call(api.getFolder, { root_id, folder_id: folder_id as EntryId, include_deleted })
    const names = async (who: Someone, root_id: RootId, folder_id: EntryId | 0 = 0) =>
      (await look(who, root_id, folder_id)).children?.map(({ name }) => name)
    async function withTwoRoots() {
      const [ann, other] = [await world.person(), await world.person()]
      await world.changeRoot(other.rootId, { person_id: ann.id })
      return { ann, other, root_id: ann.rootId, second: other.rootId }
    }

    it('takes the newest contents along and leaves the rest where it can be restored', async () => {
      const { ann, root_id, second } = await withTwoRoots()
      const a = await folder(ann, root_id, 'a')
      const to = await folder(ann, second, 'to')
      const bytes = sampleBytes(700_000, 'moved')
      const file = await ann.upload('f.bin', bytes, a.id)
      const hashes = async () => [(await look(ann, root_id)).hash, (await look(ann, second, to.id)).hash]
      const before = await hashes()
      const moved = { root_id, folder_id: a.id, to_root_id: second, to_folder_id: to.id }
      assert.deepEqual(await ann.call(places.moveFolder, moved), { status: 'ok' })
      const after = await hashes()
      assert.ok(after.every((hash, n) => hash !== before[n]))
      assert.deepEqual([await names(ann, root_id), await names(ann, second, to.id)], [[], ['a']])
      const [copy] = (await look(ann, second, to.id)).children ?? []
      const [inside] = (await look(ann, second, copy?.id as EntryId)).children ?? []
      const response = await ann.open(api.downloadFile, { root_id: second, file_id: inside?.id as EntryId })
      assert.equal(digestOf(Buffer.from(await response.arrayBuffer())), digestOf(bytes))
      const back = await ann.call(tree.restoreFile, { root_id, file_id: file.id })
      assert.deepEqual([back.path, back.revision_id], ['/a/f.bin', file.revision_id])
      await ann.call(places.moveFile, { root_id, file_id: file.id, to_root_id: second })
      assert.deepEqual(await names(ann, second), ['f.bin', 'to'])
      const admin = await world.admin()
      const { results } = await admin.call(listOrganizationActivity, {
        organization_id: 1 as OrganizationId,
      })
      const kinds = results.map(({ activity_type_id }) => activity_type_id)
      assert.deepEqual(
        [58, 59].map((id) => kinds.filter((kind) => kind === id).length),
        [2, 2],
      )
      await check()
    })

    it('is a move like any other within one root', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const to = await folder(ann, root_id, 'to')
      const file = await ann.upload('f.txt', 'x')
      await ann.call(places.moveFile, { root_id, file_id: file.id, to_root_id: root_id, to_folder_id: to.id })
      const after = await ann.call(api.getFile, { root_id, file_id: file.id })
      assert.equal(after.path, '/to/f.txt')
    })

    it('respects locks on it, above and below, names and rights', async () => {
      const { ann, other, root_id, second } = await withTwoRoots()
      const a = await folder(ann, root_id, 'a')
      const b = await folder(ann, root_id, 'b', a.id)
      const move = (who: Someone, folder_id: EntryId) =>
        who.call(places.moveFolder, { root_id, folder_id, to_root_id: second })
      await assert.rejects(move(other, a.id), { status: 403 })
      await folder(ann, second, 'A')
      await assert.rejects(move(ann, a.id), { status: 409, code: 'name_conflict' })
      for (const locked of [a.id, b.id]) {
        await ann.call(locks.lockFolder, { root_id, folder_id: locked })
        for (const id of [root_id, second]) await world.changeRoot(id, { person_id: other.id })
        await assert.rejects(move(other, a.id), { status: 409, code: 'resource_locked' })
        if (locked === a.id) await assert.rejects(move(other, b.id), { status: 409, code: 'resource_locked' })
        for (const id of [root_id, second]) await world.changeRoot(id, { person_id: ann.id })
        await ann.call(locks.unlockFolder, { root_id, folder_id: locked })
      }
      await world.changeRoot(second, { person_id: other.id })
      await assert.rejects(move(ann, a.id), { status: 403 })
      assert.deepEqual(await names(ann, root_id), ['a'])
      await check()
    })

    it('goes both ways at once', async () => {
      const { ann, root_id, second } = await withTwoRoots()
      const uploads = async (root: RootId, prefix: string) => {
        const files: EntryId[] = []
        for (let n = 0; n < 8; n++) {
          const file = { name: `${prefix}${n}.txt`, bytes: new Blob([`${prefix} ${n}`]) }
          files.push((await ann.call(api.uploadToRoot, { root_id: root, file })).id)
        }
        return files
      }
      const [here, there] = [await uploads(root_id, 'here'), await uploads(second, 'there')]
      await Promise.all([
        ...here.map((file_id) => ann.call(places.moveFile, { root_id, file_id, to_root_id: second })),
        ...there.map((file_id) =>
          ann.call(places.moveFile, { root_id: second, file_id, to_root_id: root_id }),
        ),
      ])
      const expected = (prefix: string) => here.map((_, n) => `${prefix}${n}.txt`)
      assert.deepEqual(await names(ann, root_id), expected('there'))
      assert.deepEqual(await names(ann, second), expected('here'))
      await check()
    })
  })
