import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lockFile, lockFolder, unlockFile } from '@holdfast/api/files/file-locks'
import * as places from '@holdfast/api/files/file-places'
import * as api from '@holdfast/api/files/files'
import { restoreState } from '@holdfast/api/files/history'
import { listFileRevisions, uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { recordTree } from '@holdfast/server/testkit/content/recorded-tree'
import { dumpTables } from '@holdfast/server/testkit/database/dump'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`setting back on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** Two people of an organization that allows it, and Ann's root, which is handed to the person who acts. */
    async function scene() {
      const organizationId = await world.organization({ user_rollback: true })
      const [ann, bob] = [await world.person({ organizationId }), await world.person({ organizationId })]
      const root = { root_id: ann.rootId }
      const as = async (who: Someone) => {
        await world.changeRoot(ann.rootId, { person_id: who.id })
        return who
      }
      const paths = async () =>
        [...(await recordTree(ann, ann.rootId)).values()]
          .filter((item) => !item.is_deleted)
          .map(({ path }) => path)
          .sort()
      return { ann, bob, root, as, paths }
    }
    const folder = (who: Someone, root_id: api.Root['id'], name: string, folder_id = 0 as EntryId) =>
      who.call(api.createFolderInFolder, { root_id, folder_id, name })
    const put = (
      who: Someone,
      root_id: api.Root['id'],
      name: string,
      text: string,
      folder_id = 0 as EntryId,
    ) => who.call(api.uploadToFolder, { root_id, folder_id, file: { name, bytes: new Blob([text]) } })
    const change = (who: Someone, root_id: api.Root['id'], file_id: EntryId, text: string) =>
      who.call(uploadRevision, { root_id, file_id, file: { name: 'x', bytes: new Blob([text]) } })

    it('swaps names back, and keeps revisions newest first', async () => {
      const { ann, root, paths } = await scene()
      const one = await put(ann, ann.rootId, 'one', '1')
      const two = await put(ann, ann.rootId, 'two', '2')
      const rename = (file_id: EntryId, name: string) =>
        ann.call(places.renameFile, { ...root, file_id, name })
      await rename(one.id, 'tmp')
      await rename(two.id, 'one')
      await rename(one.id, 'two')
      await change(ann, ann.rootId, one.id, 'changed')
      const report = await ann.call(restoreState, { ...root, as_of: '2' })
      assert.deepEqual([report.restored, report.placed, report.contents, report.skipped], [2, 2, 1, 0])
      assert.deepEqual(await paths(), ['/one', '/two'])
      assert.equal((await ann.call(api.getFile, { ...root, file_id: one.id })).name, 'one')
      assert.equal(String(await ann.download(one.id)), '1')
      const { results } = await ann.call(listFileRevisions, { ...root, file_id: one.id })
      const { revision_id } = await ann.call(api.getFile, { ...root, file_id: one.id })
      assert.deepEqual([results.length, results[0]?.id], [3, revision_id])
      const again = await ann.call(restoreState, { ...root, as_of: '2' })
      assert.equal(again.restored, 0)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('sets back a folder with what lay or lies in it, and nothing else', async () => {
      const { ann, root, paths } = await scene()
      const outer = await folder(ann, ann.rootId, 'outer')
      const inner = await folder(ann, ann.rootId, 'inner', outer.id)
      const left = await put(ann, ann.rootId, 'left', '1', inner.id)
      const other = await put(ann, ann.rootId, 'other', '1')
      world.clock.advance({ seconds: 5 })
      const then = formatUtc(world.clock.now())
      world.clock.advance({ seconds: 5 })
      await ann.call(places.moveFile, { ...root, file_id: left.id })
      await put(ann, ann.rootId, 'new', '1', outer.id)
      await ann.call(places.moveFile, { ...root, file_id: other.id, to_folder_id: inner.id })
      await put(ann, ann.rootId, 'elsewhere', '1')
      await ann.call(api.deleteFolder, { ...root, folder_id: outer.id })
      await ann.call(restoreState, { ...root, as_of: then, folder_id: outer.id })
      assert.deepEqual(await paths(), ['/elsewhere', '/other', '/outer', '/outer/inner', '/outer/inner/left'])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('does nothing to what has the number already that it would get', async () => {
      const { ann, bob, root, as, paths } = await scene()
      const file = await put(ann, ann.rootId, 'plan', '1')
      await ann.call(places.renameFile, { ...root, file_id: file.id, name: 'old plan' })
      await put(ann, ann.rootId, 'plan', '2')
      const back = { ...root, as_of: '1', file_id: file.id }
      const first = await ann.call(restoreState, back)
      assert.deepEqual([first.restored, first.numbered, first.seq_before], [1, 1, 3])
      assert.deepEqual(await paths(), ['/plan', '/plan (2)'])
      await ann.call(lockFile, { ...root, file_id: file.id })
      const again = await (await as(bob)).call(restoreState, back)
      assert.deepEqual([again.restored, again.numbered, again.skipped, again.seq_before], [0, 0, 0, 5])
      assert.equal((await bob.call(restoreState, back)).seq_before, 5)
      await as(ann)
      assert.deepEqual(await paths(), ['/plan', '/plan (2)'])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('of a file needs no policy, of more it does, unless an administrator asks', async () => {
      const ann = await world.person({ organizationId: await world.organization() })
      const file = await ann.upload('one', '1')
      const wish = { root_id: ann.rootId, as_of: '1' }
      await change(ann, ann.rootId, file.id, '2')
      await assert.rejects(ann.call(restoreState, wish), { status: 403, message: /user_rollback/ })
      await ann.call(restoreState, { ...wish, file_id: file.id })
      assert.equal(String(await ann.download(file.id)), '1')
      const boss = await world.person({ organizationId: await world.organization(), siteAdmin: true })
      await boss.upload('one', '1')
      assert.equal((await boss.call(restoreState, { root_id: boss.rootId, as_of: '0' })).deleted, 1)
    })

    it('is refused where it is not said what, or what was not there', async () => {
      const { ann, root } = await scene()
      const file = await ann.upload('one', '1')
      const late = await folder(ann, ann.rootId, 'late')
      // Downloads are put on record a little later than they happen.
      await world.service.ctx.downloads.flush()
      const before = await dumpTables(world.service.ctx.db.read)
      const refused = (wish: object) =>
        assert.rejects(ann.call(restoreState, { ...root, as_of: '1', ...wish }), {
          status: 400,
          code: 'invalid_request',
        })
      await refused({ as_of: '3' })
      await refused({ as_of: '2036-01-01T00:00:00' })
      await refused({ folder_id: late.id })
      await refused({ folder_id: late.id, file_id: file.id })
      await assert.rejects(ann.call(restoreState, { ...root, as_of: '1', file_id: late.id }), { status: 404 })
      const dry = await ann.call(restoreState, { ...root, as_of: '0', dry_run: true })
      assert.deepEqual([dry.restored, dry.deleted, dry.seq_before], [2, 2, 2])
      assert.deepEqual(await dumpTables(world.service.ctx.db.read), before)
    })

    it('undoes only what one of them did, and leaves what others changed too', async () => {
      const { ann, bob, root, as, paths } = await scene()
      const plain = await put(ann, ann.rootId, 'plain', '1')
      const both = await put(ann, ann.rootId, 'both', '1')
      const hers = await put(ann, ann.rootId, 'hers', '1')
      await as(bob)
      await bob.call(api.deleteFile, { ...root, file_id: plain.id })
      await change(bob, ann.rootId, both.id, 'bob')
      const his = await folder(bob, ann.rootId, 'his')
      await folder(bob, ann.rootId, 'empty')
      await as(ann)
      await change(ann, ann.rootId, both.id, 'ann')
      await ann.call(places.moveFile, { ...root, file_id: hers.id, to_folder_id: his.id })
      await put(ann, ann.rootId, 'PLAIN', 'another')
      const report = await ann.call(restoreState, { ...root, as_of: '3', person_id: bob.id })
      assert.deepEqual(report.skipped_items, [
        { item_type: 'file', item_id: both.id, name: 'both', reason: 'changed_by_others' },
        { item_type: 'folder', item_id: his.id, name: 'his', reason: 'in_use' },
      ])
      assert.deepEqual([report.restored, report.undeleted, report.deleted, report.numbered], [2, 1, 1, 1])
      assert.deepEqual(await paths(), ['/PLAIN', '/both', '/his', '/his/hers', '/plain (2)'])
      assert.equal(String(await ann.download(both.id)), 'ann')
      await checkInvariants(world.service.ctx.db.read)
      await ann.call(restoreState, { ...root, as_of: String(report.seq_before) })
      assert.deepEqual(await paths(), ['/PLAIN', '/both', '/empty', '/his', '/his/hers'])
    })

    it('makes no folder lie in itself, and puts nothing where it could not be seen', async () => {
      const { ann, bob, root, as, paths } = await scene()
      const x = await folder(ann, ann.rootId, 'x')
      const a = await folder(ann, ann.rootId, 'a', x.id)
      const home = await folder(ann, ann.rootId, 'home')
      const file = await put(ann, ann.rootId, 'file', '1', home.id)
      await ann.call(places.moveFolder, { ...root, folder_id: a.id })
      await ann.call(places.moveFile, { ...root, file_id: file.id })
      await as(bob)
      await bob.call(places.moveFolder, { ...root, folder_id: x.id, to_folder_id: a.id })
      await bob.call(api.deleteFolder, { ...root, folder_id: home.id })
      await as(ann)
      const report = await ann.call(restoreState, { ...root, as_of: '4', person_id: ann.id })
      assert.deepEqual(
        report.skipped_items.map(({ name, reason }) => [name, reason]),
        [
          ['a', 'in_use'],
          ['file', 'folder_deleted'],
        ],
      )
      assert.deepEqual(await paths(), ['/a', '/a/x', '/file'])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('leaves locks of others alone, with all that they are on', async () => {
      const { ann, bob, root, as } = await scene()
      const outer = await folder(ann, ann.rootId, 'outer')
      const file = await put(ann, ann.rootId, 'file', '1', outer.id)
      const beside = await put(ann, ann.rootId, 'beside', '1')
      await ann.call(places.renameFolder, { ...root, folder_id: outer.id, name: 'renamed' })
      await ann.call(places.renameFile, { ...root, file_id: beside.id, name: 'else' })
      await as(bob)
      await bob.call(lockFile, { ...root, file_id: file.id })
      await as(ann)
      const locked = (wish: object) =>
        assert.rejects(ann.call(restoreState, { ...root, as_of: '3', ...wish }), {
          status: 409,
          code: 'resource_locked',
        })
      await locked({})
      await locked({ folder_id: outer.id })
      await ann.call(restoreState, { ...root, as_of: '3', file_id: beside.id })
      await as(bob)
      await bob.call(restoreState, { ...root, as_of: '3', folder_id: outer.id })
      await bob.call(unlockFile, { ...root, file_id: file.id })
      await change(bob, ann.rootId, file.id, '2')
      await bob.call(lockFolder, { ...root, folder_id: outer.id })
      await as(ann)
      await locked({ file_id: file.id })
    })

    it('of what was trimmed leaves the content as it is, and says so', async () => {
      const { ann, root, paths } = await scene()
      const file = await put(ann, ann.rootId, 'file', 'first')
      await change(ann, ann.rootId, file.id, 'second')
      await ann.call(places.renameFile, { ...root, file_id: file.id, name: 'renamed' })
      await world.service.ctx.db.write(async (tx) => {
        await tx
          .deleteFrom('revision_chunk')
          .where('root_id', '=', ann.rootId)
          .where('revision_id', '=', file.revision_id)
          .execute()
        await tx
          .deleteFrom('revision')
          .where('root_id', '=', ann.rootId)
          .where('id', '=', file.revision_id)
          .execute()
      })
      const { skipped_items, placed, contents } = await ann.call(restoreState, { ...root, as_of: '1' })
      assert.deepEqual(
        skipped_items.map(({ reason }) => reason),
        ['content_gone'],
      )
      assert.deepEqual([placed, contents], [1, 0])
      assert.deepEqual(await paths(), ['/file'])
      assert.equal(String(await ann.download(file.id)), 'second')
    })
  })
