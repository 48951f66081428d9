import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BulkAction, applyBulk as operation } from '@holdfast/api/files/file-bulk'
import { lockFile } from '@holdfast/api/files/file-locks'
import * as api from '@holdfast/api/files/files'
import { listHistory, restoreState } from '@holdfast/api/files/history'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { createShare } from '@holdfast/api/sharing/shares'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { verifyChain } from '../../oversight/activity/verify-chain.ts'

for (const stack of STACKS)
  describe(`many items at once on ${stack.name}`, () => {
    const world = useWorld(stack)

    const folder = (who: Someone, name: string, root_id = who.rootId) =>
      who.call(api.createFolderInRoot, { root_id, name })
    const apply = (who: Someone, action: BulkAction, more: object) =>
      who.call(operation, { root_id: who.rootId, action, ...more })
    const names = async (who: Someone, folder_id: EntryId | 0 = 0, root_id = who.rootId) => {
      const asked = { root_id, folder_id: folder_id as EntryId, include_deleted: false }
      return (await who.call(api.listFolderChildren, asked)).results.map(({ name }) => name)
    }
    const lastOperation = async (who: Someone, root_id = who.rootId) =>
      (await who.call(listHistory, { root_id, limit: 1 })).results[0]

    /** Two files and a folder with a file in it. */
    async function make(who: Someone) {
      const { id: inner } = await folder(who, 'folder')
      await who.upload('inner.txt', 'inner', inner)
      const [a, b] = [await who.upload('a.txt', 'a'), await who.upload('b.txt', 'b')]
      return { file_ids: [a.id, b.id], folder_ids: [inner] }
    }

    it('are deleted, restored, locked and moved as one operation each, which can be set back', async () => {
      const ann = await world.person()
      const items = await make(ann)
      const { id: target } = await folder(ann, 'target')
      const report = await apply(ann, 'delete', items)
      assert.deepEqual([report.done, report.failed, report.last_seq - report.seq_before], [3, [], 3])
      assert.deepEqual(await names(ann), ['target'])
      const { op, changes, seq, last_seq } = (await lastOperation(ann)) ?? assert.fail()
      assert.deepEqual([op, changes, seq, last_seq], ['delete', 3, report.seq_before + 1, report.last_seq])
      await apply(ann, 'restore', items)
      assert.deepEqual(await names(ann), ['a.txt', 'b.txt', 'folder', 'target'])
      assert.equal((await lastOperation(ann))?.changes, 3)
      await apply(ann, 'lock', items)
      const [first] = (await ann.call(api.getRoot, { root_id: ann.rootId })).children ?? []
      assert.equal(first?.is_locked, true)
      assert.equal((await apply(ann, 'unlock', items)).done, 3)
      const moved = await apply(ann, 'move', { ...items, to_folder_id: target })
      assert.deepEqual([moved.done, moved.made], [3, []])
      assert.deepEqual(await names(ann, target), ['a.txt', 'b.txt', 'folder'])
      const back = { root_id: ann.rootId, as_of: String(moved.seq_before) }
      assert.equal((await ann.call(restoreState, back)).placed, 3)
      assert.deepEqual(await names(ann), ['a.txt', 'b.txt', 'folder', 'target'])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('are put on record with the organization that they leave and with the one that they come to', async () => {
      const [here, there] = [await world.organization(), await world.organization()]
      const [ann, bob] = [
        await world.person({ organizationId: there }),
        await world.person({ organizationId: here }),
      ]
      const items = await make(ann)
      await world.changeRoot(bob.rootId, { person_id: ann.id })
      const report = await apply(ann, 'move', { ...items, to_root_id: bob.rootId })
      assert.deepEqual([report.done, report.failed], [3, []])
      const { db } = world.service.ctx
      for (const id of [here, there])
        await verifyChain(db.read, id, undefined, (problem) => assert.fail(problem))
      await checkInvariants(db.read)
    })

    it('fail one by one, and say what was in the way', async () => {
      const [ann, bob, admin] = [await world.person(), await world.person(), await world.admin()]
      const { id: root_id } = await admin.call(createShare, {
        ...{ organization_id: 1 as OrganizationId, name: 'Team' },
        subscribers: [
          [ann.id, 'web', 'CO_OWNER'],
          [bob.id, 'web', 'EDITOR'],
        ],
      })
      const upload = (name: string, folder_id = 0 as EntryId) =>
        ann.call(api.uploadToFolder, { root_id, folder_id, file: { name, bytes: new Blob([name]) } })
      const { id: target } = await folder(ann, 'target', root_id)
      const [free, locked, taken] = [await upload('free'), await upload('locked'), await upload('taken')]
      const there = await upload('Taken', target)
      await ann.call(lockFile, { root_id, file_id: locked.id })
      const gone = (taken.id + 1000) as EntryId
      const file_ids = [free.id, locked.id, taken.id, gone]
      const report = await bob.call(operation, { root_id, action: 'move', file_ids, to_folder_id: target })
      assert.deepEqual(
        [report.done, report.failed.map(({ id, error }) => [id, error])],
        [
          1,
          [
            [locked.id, 'resource_locked'],
            [taken.id, 'name_conflict'],
            [gone, 'not_found'],
          ],
        ],
      )
      assert.deepEqual(report.failed[1]?.conflict, {
        ...{ type: 'file', id: there.id, ver: 1, size: 5, modified: there.modified },
      })
      const again = await bob.call(operation, {
        ...{ root_id, action: 'move', file_ids: [taken.id], to_folder_id: target, on_conflict: 'rename' },
      })
      assert.deepEqual([again.done, await names(bob, target, root_id)], [1, ['free', 'Taken', 'taken (2)']])
      await assert.rejects(bob.call(operation, { root_id, action: 'purge', file_ids: [free.id] }), {
        code: 'forbidden',
      })
      for (const given of [{}, { file_ids: Array.from({ length: 1001 }, (_, n) => n + 1) }])
        await assert.rejects(bob.call(operation, { root_id, action: 'delete', ...given } as never), {
          ...{ code: 'invalid_request', message: /file_ids/ },
        })
    })

    it('are copied and moved to another root, and purged', async () => {
      const [ann, admin] = [await world.person(), await world.admin()]
      const items = await make(ann)
      const share = await admin.call(createShare, {
        ...{ organization_id: 1 as OrganizationId, name: 'Team', subscribers: [[ann.id, 'web', 'CO_OWNER']] },
      })
      const to_root_id: RootId = share.id
      const large = await folder(ann, 'large')
      await makePile(world.service.ctx.db, { rootId: ann.rootId, parentId: large.id, files: 501 })
      const folder_ids = [...items.folder_ids, large.id]
      const copied = await apply(ann, 'copy', { ...items, folder_ids, to_root_id })
      assert.deepEqual([copied.done, copied.failed, copied.seq_before], [4, [], copied.last_seq])
      assert.deepEqual(
        copied.made.map(({ type }) => type),
        ['file', 'file', 'folder', 'folder'],
      )
      assert.deepEqual(await names(ann, 0, to_root_id), ['a.txt', 'b.txt', 'folder', 'large'])
      const inShare = (type: string) => copied.made.filter((one) => one.type === type).map(({ id }) => id)
      await ann.call(operation, {
        ...{
          root_id: to_root_id,
          action: 'delete',
          file_ids: inShare('file'),
          folder_ids: inShare('folder'),
        },
      })
      const moved = await apply(ann, 'move', { ...items, to_root_id })
      assert.deepEqual([moved.done, moved.made.length, await names(ann)], [3, 3, ['large']])
      assert.deepEqual((await lastOperation(ann))?.changes, 3)
      assert.equal((await apply(ann, 'purge', items)).done, 3)
      const after = await ann.call(api.getRoot, { root_id: ann.rootId })
      assert.deepEqual(
        after.children?.map(({ name }) => name),
        ['large'],
      )
      await checkInvariants(world.service.ctx.db.read)
    })
  })
