import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyBulk } from '@holdfast/api/files/file-bulk'
import { lockFile, unlockFile } from '@holdfast/api/files/file-locks'
import * as places from '@holdfast/api/files/file-places'
import * as api from '@holdfast/api/files/files'
import { listHistory, restoreState } from '@holdfast/api/files/history'
import { undoChanges } from '@holdfast/api/files/history-undo'
import { purgeFile } from '@holdfast/api/files/retention'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { DAY_MS, formatUtc } from '@holdfast/api/time'
import { recordTree } from '@holdfast/server/testkit/content/recorded-tree'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`undoing on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** Two people who have Ann's root in turn. */
    async function scene(user_rollback = true) {
      const organizationId = await world.organization({ user_rollback, user_purge_deleted: true })
      const [ann, bob] = [await world.person({ organizationId }), await world.person({ organizationId })]
      const root_id = ann.rootId
      const as = async (who: Someone) => {
        await world.changeRoot(root_id, { person_id: who.id })
        return who
      }
      const texts = async () => {
        const live = [...(await recordTree(ann, root_id)).values()].filter((item) => !item.is_deleted)
        const found: Record<string, string> = {}
        for (const { id, type, path } of live)
          found[path] = type === 'folder' ? '' : String(await ann.download(id))
        return found
      }
      const seq = async () => (await ann.call(listHistory, { root_id, limit: 1 })).results[0]?.last_seq ?? 0
      return { organizationId, ann, bob, root_id, as, texts, seq }
    }
    const folder = (who: Someone, root_id: RootId, name: string, folder_id = 0 as EntryId) =>
      who.call(api.createFolderInFolder, { root_id, folder_id, name })
    const put = (who: Someone, root_id: RootId, name: string, folder_id = 0 as EntryId) =>
      who.call(api.uploadToFolder, { root_id, folder_id, file: { name, bytes: new Blob([name]) } })
    const change = (who: Someone, root_id: RootId, file_id: EntryId, text: string) =>
      who.call(uploadRevision, { root_id, file_id, file: { name: 'x', bytes: new Blob([text]) } })
    const reasons = (report: { skipped_items: { name: string; reason: string }[] }) =>
      report.skipped_items.map(({ name, reason }) => [name, reason])

    it('takes back what one of them did, and leaves what others did before, between and since', async () => {
      const { ann, bob, root_id, as, texts, seq } = await scene()
      const home = await folder(ann, root_id, 'home')
      const [plain, edited, between, since] = [
        await put(ann, root_id, 'plain', home.id),
        await put(ann, root_id, 'edited'),
        await put(ann, root_id, 'between'),
        await put(ann, root_id, 'since'),
      ]
      const from_seq = (await seq()) + 1
      await change(ann, root_id, edited.id, 'by ann')
      await as(bob)
      for (const { id, name } of [plain, edited, between, since]) {
        await change(bob, root_id, id, 'encrypted')
        await bob.call(places.renameFile, { root_id, file_id: id, name: `${name}.locked` })
      }
      const note = await put(bob, root_id, 'ransom note')
      await bob.call(api.deleteFolder, { root_id, folder_id: home.id })
      const nest = await folder(bob, root_id, 'nest')
      await as(ann)
      await change(ann, root_id, between.id, 'by ann, again')
      await put(ann, root_id, 'egg', nest.id)
      await as(bob)
      await change(bob, root_id, between.id, 'encrypted again')
      await as(ann)
      const to_seq = await seq()
      await change(ann, root_id, since.id, 'newer')
      await put(ann, root_id, 'plain.locked')
      const before = await texts()
      const wish = { root_id, from_seq, to_seq, person_id: bob.id }
      const foreseen = await ann.call(undoChanges, { ...wish, dry_run: true })
      assert.deepEqual(await texts(), before)
      const report = await ann.call(undoChanges, wish)
      assert.deepEqual(report, { ...foreseen, dry_run: false, last_seq: report.seq_before + 6 })
      assert.deepEqual(
        [report.restored, report.undeleted, report.deleted, report.contents, report.placed],
        [6, 1, 1, 3, 4],
      )
      assert.deepEqual(reasons(report), [
        ['nest', 'in_use'],
        ['between.locked', 'changed_since'],
        ['since.locked', 'changed_since'],
      ])
      assert.deepEqual(await texts(), {
        ...{ '/home': '', '/home/plain': 'plain', '/edited': 'by ann', '/between': 'by ann, again' },
        ...{ '/since': 'newer', '/nest': '', '/nest/egg': 'egg', '/plain.locked': 'plain.locked' },
      })
      assert.ok((await ann.call(api.getFile, { root_id, file_id: note.id })).is_deleted)
      await checkInvariants(world.service.ctx.db.read)
      const { results } = await ann.call(listPersonActivity, { person_id: ann.id })
      // Downloads are on record a moment later, and so before or after it.
      const undone = results.filter(({ action_text }) => action_text === 'undid changes of the root')
      assert.equal(undone.length, 1)
      const undo = { root_id, from_seq: report.seq_before + 1, to_seq: report.last_seq }
      const back = await ann.call(undoChanges, undo)
      assert.deepEqual([back.skipped, await texts()], [0, before])
      assert.equal((await ann.call(undoChanges, wish)).restored, 6)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('tells until when it can be undone, which is what the policy says of what it takes away', async () => {
      const { organizationId, ann, root_id, seq } = await scene()
      const file = await put(ann, root_id, 'file')
      await change(ann, root_id, file.id, 'other')
      const until = async (from_seq: number, to_seq = from_seq) =>
        (await ann.call(undoChanges, { root_id, from_seq, to_seq, dry_run: true })).undoable_until
      const set = (policy: object) =>
        world.changeOrganization(organizationId, { policy: JSON.stringify(policy) })
      const inDays = (days: number) => formatUtc(world.clock.now() + days * DAY_MS)
      assert.deepEqual([await until(1), await until(2)], [null, null])
      await set({ user_rollback: true, trim_revisions: true, trim_revisions_x: 7 })
      assert.deepEqual([await until(1, 2), await until(2)], [null, inDays(7)])
      await set({
        user_rollback: true,
        trim_revisions: true,
        purge_deleted: true,
        purge_deleted_frequency: 3,
      })
      assert.deepEqual([await until(1, 2), await until(2)], [inDays(3), inDays(30)])
      assert.equal((await ann.call(restoreState, { root_id, as_of: '1' })).undoable_until, inDays(30))
      assert.equal(await seq(), 3)
    })

    it('is of whole operations, in a folder if wanted, and needs the policy for more than one item', async () => {
      const { ann, root_id, texts } = await scene()
      const [one, two] = [await folder(ann, root_id, 'one'), await folder(ann, root_id, 'two')]
      const [left, right] = [
        await put(ann, root_id, 'left', one.id),
        await put(ann, root_id, 'right', two.id),
      ]
      const file_ids = [left.id, right.id]
      const { seq_before } = await ann.call(applyBulk, { root_id, action: 'delete', file_ids })
      const wish = { root_id, from_seq: seq_before + 2, to_seq: seq_before + 2 }
      await ann.call(undoChanges, { ...wish, folder_id: two.id })
      assert.deepEqual(Object.keys(await texts()), ['/one', '/two', '/two/right'])
      const report = await ann.call(undoChanges, wish)
      assert.deepEqual(
        [report.from_seq, report.to_seq, report.undeleted],
        [seq_before + 1, seq_before + 2, 1],
      )
      const other = await scene(false)
      const mine = await put(other.ann, other.root_id, 'mine')
      await folder(other.ann, other.root_id, 'more')
      const all = { root_id: other.root_id, from_seq: 1, to_seq: 2 }
      await assert.rejects(other.ann.call(undoChanges, all), { status: 403, message: /user_rollback/ })
      assert.equal((await other.ann.call(undoChanges, { ...all, to_seq: 1 })).deleted, 1)
      const { is_deleted } = await other.ann.call(api.getFile, { ...all, file_id: mine.id })
      assert.equal(is_deleted, true)
    })

    it('tells what cannot be taken back, and why', async () => {
      const { ann, bob, root_id, as, texts } = await scene()
      const [home, file] = [await folder(ann, root_id, 'home'), await put(ann, root_id, 'file')]
      const [moved, gone] = [await put(ann, root_id, 'moved', home.id), await put(ann, root_id, 'gone')]
      await ann.call(places.moveFile, { root_id, file_id: moved.id, to_folder_id: 0 as EntryId })
      await ann.call(api.deleteFile, { root_id, file_id: gone.id })
      await ann.call(api.deleteFolder, { root_id, folder_id: home.id })
      await ann.call(purgeFile, { root_id, file_id: gone.id })
      assert.deepEqual(reasons(await ann.call(undoChanges, { root_id, from_seq: 5, to_seq: 6 })), [
        ['moved', 'folder_deleted'],
        ['gone', 'purged'],
      ])
      await as(bob)
      await bob.call(lockFile, { root_id, file_id: file.id })
      await as(ann)
      const made = { root_id, from_seq: 2, to_seq: 2 }
      await assert.rejects(ann.call(undoChanges, made), { code: 'resource_locked' })
      await as(bob)
      await bob.call(unlockFile, { root_id, file_id: file.id })
      await as(ann)
      for (const [from_seq, to_seq] of [
        [3, 2],
        [2, 99],
      ] as const)
        await assert.rejects(ann.call(undoChanges, { root_id, from_seq, to_seq }), { status: 400 })
      assert.deepEqual(Object.keys(await texts()), ['/file', '/moved'])
      await checkInvariants(world.service.ctx.db.read)
    })
  })
