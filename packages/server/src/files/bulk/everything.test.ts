import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyBulk, type BulkAction, type BulkReport } from '@holdfast/api/files/file-bulk'
import { lockFile } from '@holdfast/api/files/file-locks'
import { renameFile } from '@holdfast/api/files/file-places'
import * as api from '@holdfast/api/files/files'
import { listHistory } from '@holdfast/api/files/history'
import { undoChanges } from '@holdfast/api/files/history-undo'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`everything in a folder on ${stack.name}`, () => {
    const world = useWorld(stack)

    interface More {
      root_id?: RootId
      all_in?: EntryId | 0
      except_ids?: EntryId[]
      only_of?: number
      cursor?: string
      operation?: string
      to_folder_id?: EntryId | 0
      on_conflict?: 'error' | 'rename'
    }
    const step = (who: Someone, action: BulkAction, more: More): Promise<BulkReport> =>
      who.call(applyBulk, { root_id: who.rootId, action, all_in: 0, ...more } as never)
    /** All steps, with what is done after the first. */
    async function go(who: Someone, action: BulkAction, more: More, between?: () => Promise<unknown>) {
      const reports = [await step(who, action, more)]
      await between?.()
      for (let cursor = reports[0]?.cursor; cursor; cursor = reports.at(-1)?.cursor) {
        assert.ok(reports.length < 50, 'it ends')
        reports.push(await step(who, action, { ...more, cursor }))
      }
      const done = reports.reduce((sum, report) => sum + report.done, 0)
      return { done, reports, failed: reports.flatMap(({ failed }) => failed) }
    }
    const folder = (who: Someone, name: string, folder_id: EntryId | 0 = 0, root_id = who.rootId) =>
      who.call(api.createFolderInFolder, { root_id, folder_id: folder_id as EntryId, name })
    const pile = (who: Someone, files: number, parentId: EntryId | 0) =>
      makePile(world.service.ctx.db, { rootId: who.rootId, parentId, files })
    const names = async (who: Someone, folder_id: EntryId | 0, root_id = who.rootId) =>
      (
        await who.call(api.listFolderChildren, {
          ...{ root_id, folder_id: folder_id as EntryId, include_deleted: false },
        })
      ).results.map(({ name }) => name)
    const history = async (who: Someone, more: object = {}) =>
      (await who.call(listHistory, { root_id: who.rootId, ...more })).results
    const live = async (who: Someone, id: EntryId) => {
      const { live_children, deleted_children } = await world.service.ctx.db.read
        .selectFrom('entry')
        .select(['live_children', 'deleted_children'])
        .where('root_id', '=', who.rootId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return [live_children, deleted_children]
    }
    const check = () => checkInvariants(world.service.ctx.db.read)

    it('is deleted, restored and moved in steps, as one operation each, though others do something in between', async () => {
      const organizationId = await world.organization({ user_rollback: true })
      const ann = await world.person({ organizationId })
      const [from, to] = [(await folder(ann, 'from')).id, (await folder(ann, 'to')).id]
      await pile(ann, 2100, from)
      const inner = (await folder(ann, 'inner', from)).id
      await ann.upload('below.txt', 'below', inner)
      const operation = 'first-operation'
      const deleted = await go(ann, 'delete', { all_in: from, operation }, () => folder(ann, 'other'))
      assert.deepEqual([deleted.done, deleted.failed, deleted.reports.length], [2101, [], 3])
      assert.deepEqual(
        deleted.reports.map(({ left }) => left),
        [1101, 101, 0],
      )
      assert.deepEqual(await live(ann, from), [0, 2101])
      const [other, one] = await history(ann, { limit: 2 })
      assert.deepEqual([one?.op, one?.changes, other?.name], ['delete', 2101, 'other'])
      const first = deleted.reports[0]?.seq_before ?? 0
      assert.equal(one?.seq, first + 1)
      // Filtered by its folder, each of them is listed once.
      const inFolder = await history(ann, { folder_id: from, limit: 3 })
      assert.deepEqual(
        inFolder.map(({ op }) => op),
        ['delete', 'create', 'create'],
      )
      const restored = await go(ann, 'restore', { all_in: from, operation })
      assert.deepEqual([restored.done, restored.failed, await live(ann, from)], [2101, [], [2101, 0]])
      assert.equal((await history(ann, { limit: 1 }))[0]?.changes, 2101)
      const moved = await go(ann, 'move', { all_in: from, to_folder_id: to, operation })
      assert.deepEqual([moved.done, await live(ann, from), (await live(ann, to))[0]], [2101, [0, 0], 2101])
      await check()
      const { seq, last_seq } = (await history(ann, { limit: 1 }))[0] ?? assert.fail()
      const undone = await ann.call(undoChanges, { root_id: ann.rootId, from_seq: seq, to_seq: last_seq })
      assert.deepEqual([undone.placed, await live(ann, from)], [2101, [2101, 0]])
      assert.equal(String(await ann.download((await findIn(ann, inner))[0] as EntryId)), 'below')
      await check()
    })
    const findIn = async (who: Someone, folder_id: EntryId) =>
      (await who.call(api.listFolderChildren, { root_id: who.rootId, folder_id })).results.map(({ id }) => id)

    it('leaves alone what others add or change meanwhile, and what is left out', async () => {
      const ann = await world.person()
      const { id: from } = await folder(ann, 'from')
      await pile(ann, 1010, from)
      const kept = await ann.upload('file 00000000 kept', 'kept', from)
      const later = await ann.upload('z.txt', 'z', from)
      const changed = () =>
        ann
          .call(renameFile, { root_id: ann.rootId, file_id: later.id, name: 'zz.txt' })
          .then(() => ann.upload('zzz new.txt', 'new', from))
      const { done } = await go(ann, 'delete', { all_in: from, except_ids: [kept.id] }, changed)
      assert.equal(done, 1010)
      assert.deepEqual(await names(ann, from), ['file 00000000 kept', 'zz.txt', 'zzz new.txt'])
      await check()
    })

    it('is reversed in steps, without what others did to other items meanwhile', async () => {
      const ann = await world.person()
      const [from, to] = [(await folder(ann, 'from')).id, (await folder(ann, 'to')).id]
      await pile(ann, 1100, from)
      const gone = await ann.upload('a gone', 'gone', from)
      const [inner, after] = [await folder(ann, 'zz inner', from), await ann.upload('zz later', 'l', from)]
      await ann.call(api.deleteFile, { root_id: ann.rootId, file_id: gone.id })
      const except_ids = [inner.id, after.id]
      const operation = 'reversed-by-steps'
      const deleted = await go(ann, 'delete', { all_in: from, except_ids, operation }, () =>
        ann.call(api.deleteFile, { root_id: ann.rootId, file_id: after.id }),
      )
      const only_of = (deleted.reports[0]?.seq_before ?? 0) + 1
      const restored = await go(ann, 'restore', { all_in: from, only_of, operation })
      assert.deepEqual([deleted.done, restored.done, await live(ann, from)], [1100, 1100, [1101, 2]])
      const moved = await go(ann, 'move', { all_in: from, except_ids, to_folder_id: to, operation })
      const back = { all_in: to, only_of: (moved.reports[0]?.seq_before ?? 0) + 1, to_folder_id: from }
      assert.deepEqual([(await go(ann, 'move', back)).done, await live(ann, to)], [1100, [0, 0]])
      await check()
    })

    it('goes on after an answer was lost, for whoever began it, and for a day', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const { id: from } = await folder(ann, 'from')
      await pile(ann, 1500, from)
      const given = { all_in: from, operation: 'lost-and-found' }
      assert.equal((await step(ann, 'delete', given)).done, 1000)
      await ann.upload('a new.txt', 'new', from)
      assert.deepEqual(
        [(await step(ann, 'delete', given)).done, await names(ann, from)],
        [500, ['a new.txt']],
      )
      const [, operation] = await history(ann, { limit: 2 })
      assert.deepEqual([operation?.op, operation?.changes], ['delete', 1500])
      await world.changeRoot(ann.rootId, { person_id: bob.id })
      await step(bob, 'delete', { ...given, root_id: ann.rootId })
      const [newest] = (await bob.call(listHistory, { root_id: ann.rootId, limit: 1 })).results
      assert.deepEqual([newest?.changes, newest?.person_id], [1, bob.id])
      await bob.call(api.uploadToFolder, {
        ...{ root_id: ann.rootId, folder_id: from, file: { name: 'b', bytes: new Blob(['b']) } },
      })
      world.clock.advance({ days: 1, seconds: 1 })
      await assert.rejects(step(bob, 'delete', { ...given, root_id: ann.rootId }), {
        code: 'invalid_request',
      })
      for (const operation of ['short', "x'; drop table entry --", 'x'.repeat(65), 'nön-ascii-name'])
        await assert.rejects(step(bob, 'delete', { ...given, operation, root_id: ann.rootId }), {
          code: 'invalid_request',
        })
      for (const cursor of ['!', 'W10', Buffer.from('[1,1,1,1,1]').toString('base64url')])
        await assert.rejects(step(bob, 'delete', { all_in: from, cursor, root_id: ann.rootId }), {
          code: 'invalid_request',
        })
      await check()
    })

    it('says once of each item why it was not done, and ends', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const { id: from } = await folder(ann, 'from')
      const { id: to } = await folder(ann, 'to')
      await pile(ann, 1200, from)
      const inner = (await folder(ann, 'a folder', from)).id
      const [locked, taken, below] = [
        await ann.upload('a locked', '1', from),
        await ann.upload('z taken', '2', from),
        await ann.upload('x', '3', inner),
      ]
      await ann.upload('Z TAKEN', 'there', to)
      for (const file_id of [locked.id, below.id]) await ann.call(lockFile, { root_id: ann.rootId, file_id })
      await world.changeRoot(ann.rootId, { person_id: bob.id })
      const report = await go(bob, 'move', { root_id: ann.rootId, all_in: from, to_folder_id: to })
      assert.deepEqual(
        report.failed.map(({ id, error }) => [id, error]),
        [
          [inner, 'resource_locked'],
          [locked.id, 'resource_locked'],
          [taken.id, 'name_conflict'],
        ],
      )
      assert.deepEqual([report.done, await live(ann, from)], [1200, [3, 0]])
      await check()
    })

    it('is dealt with one by one where an item is in another of the list', async () => {
      const ann = await world.person()
      const outer = (await folder(ann, 'outer')).id
      const inner = (await folder(ann, 'inner', outer)).id
      const files = [
        await ann.upload('a', 'a', inner),
        await ann.upload('b', 'b'),
        await ann.upload('c', 'c'),
      ]
      const given = { file_ids: files.map(({ id }) => id), folder_ids: [inner, outer] }
      const deleted = await ann.call(applyBulk, { root_id: ann.rootId, action: 'delete', ...given } as never)
      assert.deepEqual([deleted.done, deleted.left, deleted.cursor], [5, 0, null])
      await check()
    })
  })
