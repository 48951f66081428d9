import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listChanges } from '@holdfast/api/files/changes'
import { lockFile } from '@holdfast/api/files/file-locks'
import * as places from '@holdfast/api/files/file-places'
import * as tree from '@holdfast/api/files/file-tree'
import * as files from '@holdfast/api/files/files'
import { restoreState } from '@holdfast/api/files/history'
import { purgeFile, purgeFolder } from '@holdfast/api/files/retention'
import * as api from '@holdfast/api/files/sync'
import type { EntryId } from '@holdfast/api/ids'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { recordTree } from '@holdfast/server/testkit/content/recorded-tree'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { RootCopy } from '@holdfast/server/testkit/database/root-copy'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { beginEpoch } from '../../platform/installation/epoch.ts'

const TOP = 0 as EntryId
const WRITERS = 3
const STEPS = rounds(40, 2000)

for (const stack of STACKS)
  describe(`a snapshot of a root on ${stack.name}`, () => {
    const world = useWorld(stack)
    const snapshot = (who: Someone, params: object = {}) =>
      who.call(api.getSnapshot, { root_id: who.rootId, ...params })

    it('has every live item by pages, with its content, lock and version', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const folder = await ann.call(files.createFolderInRoot, { root_id, name: 'Plans' })
      const file = await ann.upload('one.txt', 'one', folder.id)
      const gone = await ann.upload('gone.txt', 'gone')
      await ann.call(files.deleteFile, { root_id, file_id: gone.id })
      await ann.call(lockFile, { root_id, file_id: file.id })
      const first = await snapshot(ann, { limit: 1 })
      const second = await snapshot(ann, { limit: 1, after: first.next ?? '' })
      const end = await snapshot(ann, { limit: 1, after: second.next ?? '' })
      assert.deepEqual([end.results, end.next, end.epoch_seq], [[], null, 0])
      assert.deepEqual(second.cursor, first.cursor)
      const whole = await snapshot(ann)
      assert.deepEqual(whole.results, [...first.results, ...second.results])
      const { results: log } = await ann.call(listChanges, { root_id })
      assert.deepEqual(whole.results[1], {
        entry_id: file.id,
        parent_id: folder.id,
        kind: 'file',
        name: 'one.txt',
        ver: 1,
        seq: 2,
        revision_id: file.revision_id,
        size: 3,
        content: log[1]?.content,
        modified: file.modified,
        created: file.created,
        is_deleted: false,
        lock: { person_id: ann.id, name: whole.results[1]?.lock?.name, expires: null },
        meta: null,
      })
      const inside = await snapshot(ann, { folder_id: folder.id })
      assert.deepEqual(inside.results, whole.results.slice(1))
      const top = await snapshot(ann, { folder_id: 0 })
      assert.deepEqual(top.results, whole.results.slice(0, 1))
      const { results: named } = await ann.call(api.getEntries, {
        root_id,
        ids: [gone.id, file.id, 999_999 as EntryId],
      })
      const byId = new Map(named.map((row) => [row.entry_id, row]))
      assert.deepEqual([...byId.keys()].sort(), [file.id, gone.id].sort())
      assert.equal(byId.get(gone.id)?.is_deleted, true)
    })

    it('shows a root as it was after a change, with what a device wrote down then', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const sender = new BatchSender(ann, root_id)
      const [made, file] = await sender.send([
        { op: 'mkdir', folder_id: TOP, name: 'Plans', meta: '1' },
        { op: 'put', folder_id: TOP, name: 'a', meta: '2', ...sender.content('one') },
      ])
      const [folder, one] = [made?.entry ?? assert.fail(), file?.entry ?? assert.fail()]
      const before = await snapshot(ann)
      assert.equal(before.seq, 2)
      const then = { entry_id: one.entry_id, if_ver: 1 }
      await sender.send([{ op: 'put', ...then, meta: '3', ...sender.content('two') }])
      await sender.send([
        { op: 'place', ...then, if_ver: 2, folder_id: folder.entry_id, name: 'b', meta: '4' },
      ])
      await ann.call(lockFile, { root_id, file_id: one.entry_id })
      await ann.call(files.deleteFolder, { root_id, folder_id: folder.entry_id })
      assert.deepEqual((await snapshot(ann, { as_of_seq: 2 })).results, before.results)
      const first = await snapshot(ann, { as_of_seq: 4, limit: 1 })
      const rest = await snapshot(ann, { as_of_seq: 4, limit: 1, after: first.next ?? '' })
      assert.deepEqual(first.results, before.results.slice(0, 1))
      const { name, ver, seq, meta, parent_id, lock } = rest.results[0] ?? assert.fail()
      assert.deepEqual([name, ver, seq, meta, parent_id, lock], ['b', 3, 4, '4', folder.entry_id, null])
      assert.equal((await snapshot(ann, { as_of_seq: 6 })).results.length, 1, 'what lies in a deleted folder')
      const invalid = { status: 400, code: 'invalid_request' }
      for (const params of [{ as_of_seq: 7 }, { as_of_seq: 2, folder_id: 0 }, { after: first.next ?? '' }])
        await assert.rejects(snapshot(ann, params), invalid)
      await ann.call(purgeFile, { root_id, file_id: one.entry_id })
      assert.deepEqual((await snapshot(ann, { as_of_seq: 2 })).results, before.results.slice(0, 1))
    })

    it('refuses places that are not of it', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      for (const name of ['a', 'b']) for (const who of [ann, bob]) await who.upload(name, name)
      const { next } = await snapshot(ann, { limit: 1 })
      const after = next ?? assert.fail('there is more')
      const invalid = { status: 400, code: 'invalid_request' }
      await assert.rejects(snapshot(bob, { after }), invalid)
      await assert.rejects(snapshot(ann, { after, folder_id: 0 }), invalid)
      for (const made of ['', 'x', Buffer.from('[1,2]').toString('base64url')])
        await assert.rejects(snapshot(ann, { after: made || '-' }), invalid)
      await assert.rejects(bob.call(api.getSnapshot, { root_id: ann.rootId }), { status: 403 })
      await assert.rejects(bob.call(api.getEntries, { root_id: ann.rootId, ids: [1 as EntryId] }), {
        status: 403,
      })
    })

    it('and the log make the tree of the log’s end, whatever is done meanwhile', async () => {
      const ann = await world.person({ organizationId: await world.organization({ user_rollback: true }) })
      const writing = Array.from({ length: WRITERS }, (_, n) => write(ann, numbers(n + 7), STEPS))
      let done = false
      const all = Promise.all(writing).finally(() => {
        done = true
      })
      const copy = new RootCopy(ann, ann.rootId)
      while (!done) {
        await copy.begin(5)
        for (let n = 0; n < 5; n++) await copy.follow(7)
      }
      await all
      await copy.follow(1000)
      const expected = [...(await recordTree(ann, ann.rootId)).values()]
        .filter(({ is_deleted }) => !is_deleted)
        .map((item) => ({
          id: item.id,
          path: item.path,
          ...(item.type === 'file' && { size: item.size, revision_id: item.revision_id }),
        }))
        .sort((one, other) => one.id - other.id)
      assert.deepEqual(copy.live(), expected)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('tells of a new epoch, in which no id is given again', async () => {
      const ann = await world.person()
      const before = await ann.upload('before.txt', 'x')
      const more = await ann.upload('more.txt', 'x')
      const { next, cursor } = await snapshot(ann, { limit: 1 })
      await beginEpoch(world.service.ctx)
      const reset = { status: 409, code: 'cursor_reset' }
      await assert.rejects(snapshot(ann, { limit: 1, after: next ?? '' }), reset)
      await assert.rejects(ann.call(listChanges, { root_id: ann.rootId, cursor }), reset)
      const after = await ann.upload('after.txt', 'x')
      assert.ok(after.id > before.id + 10_000_000)
      assert.ok(after.revision_id > before.revision_id + 10_000_000)
      const { epoch_seq, results } = await snapshot(ann)
      assert.equal(epoch_seq, 2)
      assert.deepEqual(
        results.filter(({ seq }) => seq > epoch_seq).map(({ entry_id }) => entry_id),
        [after.id],
      )
      // Anyone who restores the same copy twice does not get the same ids twice.
      await beginEpoch(world.service.ctx)
      const again = await ann.upload('again.txt', 'x')
      assert.notEqual(again.id - after.id, after.id - more.id)
    })
  })

/** Does all kinds of things to a root, to whatever is there; much of it is refused. */
async function write(who: Someone, random: (below: number) => number, steps: number): Promise<void> {
  const root_id = who.rootId
  const folders: EntryId[] = []
  const kept: EntryId[] = []
  const any = (ids: readonly EntryId[]): EntryId => ids[random(ids.length || 1)] ?? (0 as EntryId)
  const place = () => (random(3) === 0 ? (0 as EntryId) : any(folders))
  const name = () => `n${random(30)}`
  const moves: (() => Promise<unknown>)[] = [
    async () => {
      const file = { name: name(), bytes: new Blob([name()]) }
      const made = await who.call(files.uploadToFolder, {
        root_id,
        folder_id: place(),
        file,
        on_conflict: 'revision',
      })
      kept.push(made.id)
    },
    async () => {
      const made = await who.call(files.createFolderInFolder, { root_id, folder_id: place(), name: name() })
      folders.push(made.id)
    },
    () => who.call(places.moveFile, { root_id, file_id: any(kept), to_folder_id: place() }),
    () => who.call(places.moveFolder, { root_id, folder_id: any(folders), to_folder_id: place() }),
    () => who.call(places.renameFolder, { root_id, folder_id: any(folders), name: name() }),
    () => who.call(files.deleteFile, { root_id, file_id: any(kept) }),
    () => who.call(files.deleteFolder, { root_id, folder_id: any(folders) }),
    () => who.call(tree.restoreFolder, { root_id, folder_id: any(folders), on_conflict: 'rename' }),
    () => who.call(tree.restoreFile, { root_id, file_id: any(kept), on_conflict: 'rename' }),
    () => who.call(purgeFolder, { root_id, folder_id: any(folders) }),
    () => who.call(purgeFile, { root_id, file_id: any(kept) }),
    () => who.call(restoreState, { root_id, as_of: String(random(60)) }),
  ]
  for (let step = 0; step < steps; step++) {
    const move = moves[step < 6 ? step % 2 : random(moves.length)]
    await move?.().catch((error: { status?: number }) => {
      if (error.status === undefined || error.status >= 500) throw error
    })
  }
}
