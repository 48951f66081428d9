import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as locks from '@holdfast/api/files/file-locks'
import * as tree from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import type { EntryId } from '@holdfast/api/ids'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`restoring on ${stack.name}`, () => {
    const world = useWorld(stack)

    const folder = (who: Someone, name: string, folder_id: EntryId | 0 = 0) =>
      who.call(api.createFolderInFolder, { root_id: who.rootId, folder_id: folder_id as EntryId, name })
    const drop = (who: Someone, folder_id: EntryId) =>
      who.call(api.deleteFolder, { root_id: who.rootId, folder_id })
    const dropFile = (who: Someone, file_id: EntryId) =>
      who.call(api.deleteFile, { root_id: who.rootId, file_id })
    const restore = (who: Someone, file_id: EntryId, given: { on_conflict?: tree.OnTaken } = {}) =>
      who.call(tree.restoreFile, { root_id: who.rootId, file_id, ...given })
    const restoreFolder = (who: Someone, folder_id: EntryId) =>
      who.call(tree.restoreFolder, { root_id: who.rootId, folder_id })
    const look = (who: Someone, folder_id: EntryId | 0 = 0) =>
      who.call(api.getFolder, {
        root_id: who.rootId,
        folder_id: folder_id as EntryId,
        include_deleted: false,
      })
    const names = async (who: Someone, folder_id: EntryId | 0 = 0) =>
      (await look(who, folder_id)).children?.map(({ name }) => name)
    const check = () => checkInvariants(world.service.ctx.db.read)

    it('brings back a file with its revisions, and a folder with all that went with it', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const a = await folder(ann, 'a')
      const b = await folder(ann, 'b', a.id)
      const file = await ann.upload('f.txt', 'content', b.id)
      const before = await ann.upload('before.txt', 'gone before', b.id)
      const used = (await ann.call(api.getRoot, { root_id })).space_used
      await dropFile(ann, before.id)
      await drop(ann, a.id)
      const hash = (await look(ann)).hash
      const back = await restoreFolder(ann, a.id)
      assert.deepEqual([back.id, back.path, back.is_deleted], [a.id, '/a', false])
      assert.notEqual((await look(ann)).hash, hash)
      assert.deepEqual(await names(ann, b.id), ['f.txt'], 'what was deleted before stays so')
      assert.equal((await ann.download(file.id)).toString(), 'content')
      const again = await restore(ann, before.id)
      assert.deepEqual([again.path, again.revision_id], ['/a/b/before.txt', before.revision_id])
      assert.equal((await ann.call(api.getRoot, { root_id })).space_used, used)
      await check()
    })

    it('changes nothing where nothing was deleted', async () => {
      const ann = await world.person()
      const file = await ann.upload('f.txt', 'x')
      const { hash } = await look(ann)
      assert.deepEqual(await restore(ann, file.id), file)
      assert.equal((await look(ann)).hash, hash)
      await check()
    })

    it('refuses a name that is taken, or gives it a number', async () => {
      const ann = await world.person()
      const first = await ann.upload('plan.txt', 'first')
      await dropFile(ann, first.id)
      const second = await ann.upload('PLAN.txt', 'second')
      await assert.rejects(restore(ann, first.id), { status: 409, code: 'name_conflict' })
      assert.deepEqual(await names(ann), ['PLAN.txt'])
      const back = await restore(ann, first.id, { on_conflict: 'rename' })
      assert.equal(back.path, '/plan (2).txt')
      assert.equal((await ann.download(back.id)).toString(), 'first')
      assert.equal((await ann.download(second.id)).toString(), 'second')
      await check()
    })

    it('brings back the way to an item and leaves what lay beside it', async () => {
      const ann = await world.person()
      const a = await folder(ann, 'a')
      const b = await folder(ann, 'b', a.id)
      const c = await folder(ann, 'c', b.id)
      const wanted = await ann.upload('wanted.txt', 'wanted', c.id)
      const marked = await ann.upload('marked.txt', 'own mark', c.id)
      await ann.upload('beside.txt', 'beside', c.id)
      await dropFile(ann, marked.id)
      await drop(ann, b.id)
      await drop(ann, a.id)
      const back = await restore(ann, wanted.id)
      assert.deepEqual([back.id, back.path, back.is_deleted], [wanted.id, '/a/b/c/wanted.txt', false])
      const again = await restore(ann, marked.id)
      assert.equal(again.path, '/a/b/c/marked.txt')
      const { ancestors = [] } = await ann.call(api.getFile, {
        root_id: ann.rootId,
        file_id: again.id,
        include_ancestors: true,
      })
      const way = ancestors.map(({ id }) => id)
      assert.deepEqual(await names(ann, way.at(-1) as EntryId), ['marked.txt', 'wanted.txt'])
      assert.ok(![a.id, b.id, c.id].some((id) => way.includes(id)))
      assert.deepEqual(await names(ann), ['a'])
      // The old folder has the name of a live one by now.
      await assert.rejects(restoreFolder(ann, a.id), { status: 409, code: 'name_conflict' })
      const inner = await restoreFolder(ann, c.id).catch((error: unknown) => error)
      assert.equal((inner as { code?: string }).code, 'name_conflict')
      await check()
    })

    it('is one operation of the log, whatever it makes', async () => {
      const ann = await world.person()
      const a = await folder(ann, 'a')
      const b = await folder(ann, 'b', a.id)
      const file = await ann.upload('f.txt', 'x', b.id)
      await drop(ann, a.id)
      await restore(ann, file.id)
      const log = await world.service.ctx.db.read
        .selectFrom('change')
        .select(['seq', 'op', 'name', 'first_seq'])
        .where('root_id', '=', ann.rootId)
        .where('seq', '>', 4)
        .orderBy('seq')
        .execute()
      assert.deepEqual(log, [
        { seq: 5, op: 'create', name: 'a', first_seq: 5 },
        { seq: 6, op: 'create', name: 'b', first_seq: 5 },
        { seq: 7, op: 'restore', name: 'f.txt', first_seq: 5 },
      ])
    })

    it('uses live folders on the way, and no file in their place', async () => {
      const ann = await world.person()
      const a = await folder(ann, 'a')
      const file = await ann.upload('f.txt', 'x', a.id)
      const other = await ann.upload('g.txt', 'y', a.id)
      await drop(ann, a.id)
      const now = await folder(ann, 'A')
      assert.equal((await restore(ann, file.id)).path, '/A/f.txt')
      await drop(ann, now.id)
      await ann.upload('a', 'in the way')
      await assert.rejects(restore(ann, other.id), { status: 409, code: 'name_conflict' })
      await assert.rejects(restore(ann, other.id, { on_conflict: 'rename' }), { code: 'name_conflict' })
      await check()
    })

    it('respects the locks of others, rights and the extensions that the policy refuses', async () => {
      const organizationId = await world.organization()
      const [ann, bob] = [await world.person({ organizationId }), await world.person({ organizationId })]
      const a = await folder(ann, 'a')
      const file = await ann.upload('f.xyz', 'x', a.id)
      await dropFile(ann, file.id)
      await assert.rejects(bob.call(tree.restoreFile, { root_id: ann.rootId, file_id: file.id }), {
        status: 403,
      })
      await ann.call(locks.lockFolder, { root_id: ann.rootId, folder_id: a.id })
      await world.changeRoot(ann.rootId, { person_id: bob.id })
      await assert.rejects(bob.call(tree.restoreFile, { root_id: ann.rootId, file_id: file.id }), {
        status: 409,
        code: 'resource_locked',
      })
      await world.changeRoot(ann.rootId, { person_id: ann.id })
      await world.changeOrganization(organizationId, {
        policy: JSON.stringify({ excluded_extensions: '.xyz' }),
      })
      await assert.rejects(restore(ann, file.id), { status: 400, code: 'invalid_extension' })
      assert.deepEqual(await names(ann, a.id), [])
      await check()
    })

    it('happens once when two ask at once', async () => {
      const ann = await world.person()
      const a = await folder(ann, 'a')
      const file = await ann.upload('f.txt', 'x', a.id)
      await drop(ann, a.id)
      const paths = await Promise.all(Array.from({ length: 6 }, () => restore(ann, file.id)))
      assert.deepEqual(new Set(paths.map(({ path }) => path)), new Set(['/a/f.txt']))
      assert.deepEqual(await names(ann), ['a'])
      await check()
    })

    it('leaves a name to one of those who want it', async () => {
      const ann = await world.person()
      for (let n = 0; n < 4; n++) {
        const name = `${n}.txt`
        const gone = await ann.upload(name, 'old')
        await dropFile(ann, gone.id)
        const done = await Promise.allSettled([restore(ann, gone.id), ann.upload(name, 'new')])
        const codes = done.map((one) => (one.status === 'rejected' ? one.reason.code : 'done')).sort()
        assert.deepEqual(codes, ['done', 'name_conflict'])
        assert.equal((await names(ann))?.length, n + 1)
      }
      await check()
    })
  })
