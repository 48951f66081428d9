import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as places from '@holdfast/api/files/file-places'
import { copyFolder } from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import { listHistory } from '@holdfast/api/files/history'
import { checkNames, ensureFolders } from '@holdfast/api/files/upload-checks'
import type { EntryId, OrganizationId } from '@holdfast/api/ids'
import { createShare } from '@holdfast/api/sharing/shares'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`renaming and moving on ${stack.name}`, () => {
    const world = useWorld(stack)

    const folder = (who: Someone, name: string, parent?: EntryId) =>
      parent === undefined
        ? who.call(api.createFolderInRoot, { root_id: who.rootId, name })
        : who.call(api.createFolderInFolder, { root_id: who.rootId, folder_id: parent, name })
    const pathOf = async (who: Someone, file_id: EntryId) =>
      (await who.call(api.getFile, { root_id: who.rootId, file_id })).path
    const names = async (who: Someone, folder_id: EntryId | 0 = 0) => {
      const list = await who.call(api.listFolderChildren, {
        root_id: who.rootId,
        folder_id: folder_id as EntryId,
        include_deleted: false,
      })
      return list.results.map(({ name }) => name)
    }

    it('gives files and folders other names, their contents staying as they are', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const { id: folder_id } = await folder(ann, 'old')
      const file = await ann.upload('a.txt', 'content', folder_id)
      assert.deepEqual(await ann.call(places.renameFile, { root_id, file_id: file.id, name: 'B.txt' }), {
        status: 'ok',
      })
      await ann.call(places.renameFolder, { root_id, folder_id, name: 'new' })
      const after = await ann.call(api.getFile, { root_id, file_id: file.id })
      assert.deepEqual(
        [after.path, after.revision_id, after.modified, after.size],
        ['/new/B.txt', file.revision_id, file.modified, file.size],
      )
      assert.equal((await ann.download(file.id)).toString(), 'content')
      await ann.call(places.renameFile, { root_id, file_id: file.id, name: 'b.TXT' })
      assert.equal(await pathOf(ann, file.id), '/new/b.TXT', 'another case of the same name is free')
    })

    it('moves them with all below, up and down and to the top', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const a = await folder(ann, 'a')
      const b = await folder(ann, 'b', a.id)
      const c = await folder(ann, 'c')
      const file = await ann.upload('f.txt', 'x', b.id)
      await ann.call(places.moveFolder, { root_id, folder_id: b.id, to_folder_id: c.id })
      assert.equal(await pathOf(ann, file.id), '/c/b/f.txt')
      await ann.call(places.moveFile, { root_id, file_id: file.id, to_folder_id: a.id })
      assert.equal(await pathOf(ann, file.id), '/a/f.txt')
      const raw = await world.post(
        `/api/2/files/${root_id}/${file.id}/move`,
        { to_folder_id: '' },
        ann.bearer,
      )
      assert.deepEqual([raw.status, raw.body], [200, { status: 'ok' }])
      assert.equal(await pathOf(ann, file.id), '/f.txt')
      assert.deepEqual(await names(ann), ['a', 'c', 'f.txt'])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('says what has a name that is taken, and moves beside it on request', async () => {
      const [ann, admin] = [await world.person(), await world.admin()]
      const root_id = ann.rootId
      const [target, inner] = [await folder(ann, 'target'), await folder(ann, 'plan.txt')]
      const first = await ann.upload('plan.txt', 'first', target.id)
      const conflict = {
        ...{ type: 'file', id: first.id, ver: first.ver, size: 5, modified: first.modified },
      }
      const taken = { status: 409, code: 'name_conflict' }
      const refused = async (asked: Promise<unknown>, body: object) => {
        const error = await asked.then(
          () => assert.fail('It was done'),
          (caught) => caught,
        )
        assert.deepEqual([error.status, error.code, error.body.conflict], [409, 'name_conflict', body])
      }
      const folder_id = target.id
      await refused(
        ann.call(places.moveFolder, { root_id, folder_id: inner.id, to_folder_id: folder_id }),
        conflict,
      )
      await refused(folder(ann, 'PLAN.txt', folder_id), conflict)
      await refused(ann.upload('Plan.TXT', 'second', folder_id), conflict)
      await refused(ann.call(copyFolder, { root_id, folder_id: inner.id, to_folder_id: folder_id }), conflict)
      const second = await ann.upload('other.txt', 'second', folder_id)
      await refused(ann.call(places.renameFile, { root_id, file_id: second.id, name: 'plan.txt' }), conflict)
      const folderTaken = { type: 'folder', id: inner.id, ver: 1, size: 0, modified: first.modified }
      await refused(ann.upload('plan.txt', 'text'), folderTaken)
      await ann.call(places.moveFile, { root_id, file_id: first.id, on_conflict: 'rename' })
      assert.equal(await pathOf(ann, first.id), '/plan (2).txt')
      await ann.call(places.moveFile, { root_id, file_id: first.id, on_conflict: 'rename' })
      assert.equal(await pathOf(ann, first.id), '/plan (2).txt', 'where it is already')
      const share = await admin.call(createShare, {
        ...{ organization_id: 1 as OrganizationId, name: 'Inbox' },
        subscribers: [
          [ann.id, 'web', 'CO_OWNER'],
          [admin.id, 'web', 'UPLOADER'],
        ],
      })
      const file = { name: 'plan (2).txt', bytes: new Blob(['there']) }
      await ann.call(api.uploadToRoot, { root_id: share.id, file })
      const across = { root_id, file_id: first.id, to_root_id: share.id }
      await assert.rejects(ann.call(places.moveFile, across), taken)
      await ann.call(places.moveFile, { ...across, on_conflict: 'rename' })
      const { results } = await ann.call(api.listRootChildren, { root_id: share.id })
      assert.deepEqual(
        results.map(({ name }) => name),
        ['plan (2) (2).txt', 'plan (2).txt'],
      )
    })

    it('tells beforehand which names are taken, and makes the folders that are missing as one operation', async () => {
      const [ann, bob, admin] = [await world.person(), await world.person(), await world.admin()]
      const share = await admin.call(createShare, {
        ...{ organization_id: 1 as OrganizationId, name: 'Inbox' },
        subscribers: [
          [ann.id, 'web', 'CO_OWNER'],
          [bob.id, 'web', 'UPLOADER'],
        ],
      })
      const root_id = share.id
      const at = { root_id, folder_id: 0 as EntryId }
      const there = await ann.call(api.createFolderInRoot, { root_id, name: 'there' })
      const file = await ann.call(api.uploadToRoot, {
        ...{ root_id, file: { name: 'plan.txt', bytes: new Blob(['plan']) } },
      })
      const names = ['PLAN.txt', 'There', 'free', 'plan.txt']
      const planTaken = { type: 'file', id: file.id, ver: file.ver, size: 4, modified: file.modified }
      const thereTaken = { type: 'folder', id: there.id, ver: 1, size: 0, modified: file.modified }
      assert.deepEqual(await ann.call(checkNames, { ...at, names }), {
        taken: [
          { name: 'PLAN.txt', ...planTaken },
          { name: 'There', ...thereTaken },
          { name: 'plan.txt', ...planTaken },
        ],
      })
      const seen = await bob.call(checkNames, { ...at, names })
      assert.deepEqual(seen.taken, [{ name: 'There', ...thereTaken }], 'what one does not see is in no way')
      const { results: before } = await ann.call(listHistory, { root_id })
      const paths = ['there/a/b', 'THERE/A/c', 'x', 'plan.txt/y', 'x/ /z', '/x/', '/']
      const { results, created } = await ann.call(ensureFolders, { ...at, paths })
      assert.deepEqual(
        results.map(({ path, id, error }) => [path, id === null, error]),
        [
          ['there/a/b', false, undefined],
          ['THERE/A/c', false, undefined],
          ['x', false, undefined],
          ['plan.txt/y', true, 'name_conflict'],
          ['x/ /z', true, 'invalid_name'],
          ['/x/', false, undefined],
          ['/', true, 'invalid_request'],
        ],
      )
      assert.equal(created, 4)
      assert.equal(results[5]?.id, results[2]?.id)
      const inner = await ann.call(api.getFolder, { root_id, folder_id: results[1]?.id as EntryId })
      assert.equal(inner.path, '/there/a/c')
      const { results: after } = await ann.call(listHistory, { root_id })
      assert.deepEqual([after.length - before.length, after[0]?.changes], [1, 4])
      const again = await ann.call(ensureFolders, { ...at, paths: paths.slice(0, 3) })
      assert.deepEqual([again.created, again.results], [0, results.slice(0, 3)])
      assert.equal((await bob.call(ensureFolders, { ...at, paths: ['plan.txt/y'] })).created, 2)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('changes the hash of every folder whose answer changes, and of no other', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const [a, c] = [await folder(ann, 'a'), await folder(ann, 'c')]
      const inner = await folder(ann, 'inner', a.id)
      const file = await ann.upload('f.txt', 'x', inner.id)
      const hashes = async () => {
        const all = { root: (await ann.call(api.getRoot, { root_id })).hash }
        const of = async (folder_id: EntryId) => (await ann.call(api.getFolder, { root_id, folder_id })).hash
        return { ...all, a: await of(a.id), inner: await of(inner.id), c: await of(c.id) }
      }
      const changed = async (change: () => Promise<unknown>) => {
        const before: Record<string, string | undefined> = await hashes()
        await change()
        return Object.entries(await hashes()).flatMap(([name, hash]) => (hash === before[name] ? [] : [name]))
      }
      assert.deepEqual(
        await changed(() => ann.call(places.renameFile, { root_id, file_id: file.id, name: 'g.txt' })),
        ['inner'],
      )
      assert.deepEqual(
        await changed(() => ann.call(places.moveFile, { root_id, file_id: file.id, to_folder_id: c.id })),
        ['inner', 'c'],
      )
      assert.deepEqual(
        await changed(() => ann.call(places.renameFolder, { root_id, folder_id: a.id, name: 'z' })),
        ['root', 'a', 'inner'],
      )
      assert.deepEqual(
        await changed(() => ann.call(places.renameFolder, { root_id, folder_id: a.id, name: 'z' })),
        [],
        'the name it has already',
      )
    })

    it('refuses what cannot be', async () => {
      const ann = await world.person({ organizationId: await world.organization() })
      const root_id = ann.rootId
      const a = await folder(ann, 'a')
      const b = await folder(ann, 'b', a.id)
      const file = await ann.upload('f.txt', 'x')
      await ann.upload('F2.txt', 'x')
      await ann.upload('f.txt', 'x', a.id)
      const renameFile = (name: string) => ann.call(places.renameFile, { root_id, file_id: file.id, name })
      const moveFolder = (to: EntryId) =>
        ann.call(places.moveFolder, { root_id, folder_id: a.id, to_folder_id: to })
      for (const [change, code] of [
        [() => renameFile('f2.TXT'), 'name_conflict'],
        [() => renameFile('A'), 'name_conflict'],
        [() => renameFile('x/y'), 'invalid_name'],
        [() => renameFile('x.exe'), 'invalid_extension'],
        [() => renameFile('x'.repeat(256)), 'invalid_name'],
        [
          () => ann.call(places.renameFolder, { root_id, folder_id: a.id, name: 'x'.repeat(256) }),
          'name_too_long',
        ],
        [() => ann.call(places.moveFile, { root_id, file_id: file.id, to_folder_id: a.id }), 'name_conflict'],
        [() => moveFolder(a.id), 'invalid_request'],
        [() => moveFolder(b.id), 'invalid_request'],
        [() => moveFolder(file.id), 'not_found'],
        [() => moveFolder(999_999 as EntryId), 'not_found'],
        [() => ann.call(places.renameFile, { root_id, file_id: a.id, name: 'q' }), 'not_found'],
      ] as const)
        await assert.rejects(change, { code })
      await ann.call(api.deleteFolder, { root_id, folder_id: b.id })
      await assert.rejects(ann.call(places.renameFolder, { root_id, folder_id: b.id, name: 'q' }), {
        code: 'not_found',
      })
      await assert.rejects(ann.call(places.moveFile, { root_id, file_id: file.id, to_folder_id: b.id }), {
        code: 'not_found',
      })
      assert.deepEqual(await names(ann), ['a', 'f.txt', 'F2.txt'])
      await checkInvariants(world.service.ctx.db.read)
    })

    it('is for those who may write, into folders of the same root', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const file = await ann.upload('f.txt', 'x')
      const foreign = await folder(bob, 'bobs')
      const boss = await world.person({ organizationId: 1 as OrganizationId, siteAdmin: true })
      for (const who of [bob, boss])
        await assert.rejects(
          who.call(places.renameFile, { root_id: ann.rootId, file_id: file.id, name: 'mine.txt' }),
          { code: 'forbidden' },
        )
      await assert.rejects(
        ann.call(places.moveFile, { root_id: ann.rootId, file_id: file.id, to_folder_id: foreign.id }),
        { code: 'not_found' },
      )
    })

    it('gives a name to one of many that want it', async () => {
      const ann = await world.person()
      const files = await Promise.all(Array.from({ length: 20 }, (_, n) => ann.upload(`${n}.txt`, `${n}`)))
      const tries = await Promise.allSettled(
        files.map(({ id }) =>
          ann.call(places.renameFile, { root_id: ann.rootId, file_id: id, name: 'winner.txt' }),
        ),
      )
      assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('never makes a circle, also not by two moves at once', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      for (let n = 0; n < 5; n++) {
        const [a, b] = [await folder(ann, `a${n}`), await folder(ann, `b${n}`)]
        const tries = await Promise.allSettled([
          ann.call(places.moveFolder, { root_id, folder_id: a.id, to_folder_id: b.id }),
          ann.call(places.moveFolder, { root_id, folder_id: b.id, to_folder_id: a.id }),
        ])
        assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
      }
      await checkInvariants(world.service.ctx.db.read)
    })
  })
