import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createFolderInFolder,
  createFolderInRoot,
  deleteFile,
  deleteFolder,
  getFile,
  getFolder,
  getRoot,
  listFolderChildren,
  listRootChildren,
  uploadToRoot,
} from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const names = (items: readonly { name: string }[] | undefined) => items?.map(({ name }) => name)
const folder = (who: Someone, name: string) => who.call(createFolderInRoot, { root_id: who.rootId, name })

for (const stack of STACKS)
  describe(`files on ${stack.name}`, () => {
    const world = useWorld(stack)

    describe('a file', () => {
      it('has the bytes that were uploaded', async () => {
        const ann = await world.person()
        const file = await ann.upload('plan.txt', 'one')
        assert.equal((await ann.download(file.id)).toString(), 'one')
      })

      it('shows the fields of the specification', async () => {
        const ann = await world.person()
        const file = await ann.upload('plan.txt', 'x'.repeat(258_338))
        assert.deepEqual(file, {
          type: 'file',
          id: file.id,
          revision_id: file.revision_id,
          root_id: ann.rootId,
          name: 'plan.txt',
          path: '/plan.txt',
          is_deleted: false,
          created: '2026-01-15T12:00:00',
          modified: '2026-01-15T12:00:00',
          size: 258_338,
          size_formatted: '252.28 KB',
          ver: 1,
          is_locked: false,
          locks: [],
        })
        assert.deepEqual(await ann.call(getFile, { root_id: ann.rootId, file_id: file.id }), file)
      })

      it('keeps the times its sender gives', async () => {
        const ann = await world.person()
        const file = await ann.call(uploadToRoot, {
          root_id: ann.rootId,
          file: { name: 'old.txt', bytes: new Blob(['old']) },
          created: '2001-02-03T04:05:06',
          modified: '2002-03-04T05:06:07',
        })
        assert.equal(file.created, '2001-02-03T04:05:06')
        assert.equal(file.modified, '2002-03-04T05:06:07')
      })

      it('shows permissions, ancestors and locks as asked', async () => {
        const ann = await world.person()
        const docs = await folder(ann, 'Docs')
        const inner = await ann.call(createFolderInFolder, {
          root_id: ann.rootId,
          folder_id: docs.id,
          name: 'Inner',
        })
        const file = await ann.upload('deep.txt', 'deep', inner.id)
        const path = { root_id: ann.rootId, file_id: file.id }
        const shown = await ann.call(getFile, {
          ...path,
          include_ancestors: true,
          include_permissions: true,
          include_lock_info: false,
        })
        assert.equal(shown.path, '/Docs/Inner/deep.txt')
        assert.deepEqual(
          shown.ancestors?.map(({ type, id, path }) => ({ type, id, path })),
          [
            { type: 'root', id: ann.rootId, path: '/' },
            { type: 'folder', id: docs.id, path: '/Docs' },
            { type: 'folder', id: inner.id, path: '/Docs/Inner' },
          ],
        )
        assert.ok(shown.permissions?.includes('FILE_WRITE'))
        assert.equal(shown.locks, undefined)
      })

      it('can be empty', async () => {
        const ann = await world.person()
        const file = await ann.upload('empty.txt', '')
        assert.equal(file.size_formatted, '0 B')
        assert.equal((await ann.download(file.id)).length, 0)
      })
    })

    describe('a name', () => {
      it('is taken whatever its case or Unicode form', async () => {
        const ann = await world.person()
        await ann.upload('plan.txt', 'one')
        await assert.rejects(ann.upload('PLAN.txt', 'two'), { status: 409, code: 'name_conflict' })
        await folder(ann, 'Caf\u00e9')
        await assert.rejects(ann.upload('cafe\u0301', 'two'), { status: 409, code: 'name_conflict' })
        await assert.rejects(folder(ann, 'plan.TXT'), { status: 409, code: 'name_conflict' })
      })

      it('goes to one of many that ask at once', async () => {
        const ann = await world.person()
        const tries = await Promise.allSettled(
          Array.from({ length: 20 }, (_, n) => ann.upload('race.txt', `try ${n}`)),
        )
        const won = tries.filter((outcome) => outcome.status === 'fulfilled')
        assert.equal(won.length, 1)
        for (const outcome of tries)
          if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'name_conflict')
        const [file] = (await ann.call(getRoot, { root_id: ann.rootId })).children ?? []
        assert.equal(
          (await ann.download(file?.id as EntryId)).toString(),
          `try ${tries.indexOf(won[0] as never)}`,
        )
      })

      it('must be one that every device can hold', async () => {
        const ann = await world.person()
        for (const name of [
          '..',
          'a:b',
          'a|b',
          'con',
          'NUL.txt',
          'dot.',
          'space ',
          'line\nbreak',
          'x\u202ecod.exe',
        ])
          await assert.rejects(folder(ann, name), { status: 400, code: 'invalid_name' }, name)
        await assert.rejects(folder(ann, 'ä'.repeat(128)), { status: 400, code: 'name_too_long' })
        await assert.rejects(ann.upload(`${'ä'.repeat(126)}.txt`, 'x'), { status: 400, code: 'invalid_name' })
        assert.equal((await folder(ann, 'ä'.repeat(127))).name, 'ä'.repeat(127))
      })

      it('of an upload is what follows the last slash', async () => {
        const ann = await world.person()
        assert.equal((await ann.upload('C:\\Users\\ann\\report.txt', 'x')).name, 'report.txt')
        assert.equal((await ann.upload('home/ann/letter.txt', 'x')).name, 'letter.txt')
      })

      it('cannot have an extension the organization excludes, plain or compound', async () => {
        const ann = await world.person({ organizationId: await world.organization() })
        for (const name of ['setup.exe', 'SETUP.EXE', 'books.qba.tlg', '.tmp'])
          await assert.rejects(ann.upload(name, 'x'), { status: 400, code: 'invalid_extension' }, name)
        assert.equal((await ann.upload('exe', 'x')).name, 'exe')
        assert.equal((await ann.upload('my.exe.txt', 'x')).name, 'my.exe.txt')
        assert.equal((await folder(ann, 'folder.exe')).name, 'folder.exe')
      })
    })

    describe('a folder', () => {
      it('lists what it holds by name, and the root lists its own', async () => {
        const ann = await world.person()
        const docs = await folder(ann, 'Docs')
        await ann.upload('b.txt', 'b', docs.id)
        await ann.upload('A.txt', 'a', docs.id)
        const shown = await ann.call(getFolder, { root_id: ann.rootId, folder_id: docs.id })
        assert.deepEqual(names(shown.children), ['A.txt', 'b.txt'])
        assert.match(String(shown.hash), /^[0-9a-f]{40}$/)
        assert.equal(shown.children?.[0]?.path, '/Docs/A.txt')
        const root = await ann.call(getRoot, { root_id: ann.rootId })
        assert.deepEqual(names(root.children), ['Docs'])
      })

      it('called 0 is the top level of the root', async () => {
        const ann = await world.person()
        await ann.upload('top.txt', 'x')
        const shown = await ann.call(getFolder, { root_id: ann.rootId, folder_id: 0 as EntryId })
        assert.equal(shown.type, 'root')
        assert.deepEqual(names(shown.children), ['top.txt'])
        const page = await ann.call(listFolderChildren, { root_id: ann.rootId, folder_id: 0 as EntryId })
        assert.equal(page.total, 1)
      })

      it('is paged and sorted as asked', async () => {
        const ann = await world.person()
        for (let n = 0; n < 23; n++)
          await ann.upload(`f${String(n).padStart(2, '0')}.txt`, 'x'.repeat(100 - n))
        const first = await ann.call(listRootChildren, { root_id: ann.rootId })
        assert.deepEqual([first.page, first.page_size, first.max_page, first.total], [1, 20, 2, 23])
        assert.equal(first.results.length, 20)
        const second = await ann.call(listRootChildren, { root_id: ann.rootId, page: 2 })
        assert.deepEqual(names(second.results), ['f20.txt', 'f21.txt', 'f22.txt'])
        const smallest = await ann.call(listRootChildren, {
          root_id: ann.rootId,
          sort_by: 'size',
          page_size: 1,
        })
        assert.deepEqual(names(smallest.results), ['f22.txt'])
        const last = await ann.call(listRootChildren, {
          root_id: ann.rootId,
          sort_order: 'desc',
          page_size: 2,
        })
        assert.deepEqual(names(last.results), ['f22.txt', 'f21.txt'])
        for (const wrong of [{ page: 3 }, { page: 0 }, { page_size: 0 }, { page_size: 101 }])
          await assert.rejects(ann.call(listRootChildren, { root_id: ann.rootId, ...wrong }), {
            status: 400,
            code: 'invalid_request',
          })
      })

      it('has a first page when it is empty', async () => {
        const ann = await world.person()
        const page = await ann.call(listRootChildren, { root_id: ann.rootId })
        assert.deepEqual(page, { page: 1, page_size: 20, max_page: 1, total: 0, results: [] })
      })

      it('answers 304 to its hash until something in it changes', async () => {
        const ann = await world.person()
        const docs = await folder(ann, 'Docs')
        const inner = await ann.call(createFolderInFolder, {
          root_id: ann.rootId,
          folder_id: docs.id,
          name: 'Inner',
        })
        const path = { root_id: ann.rootId, folder_id: docs.id }
        const { hash = '' } = await ann.call(getFolder, path)
        const ask = (more = {}) => ann.callUnlessKnown(getFolder, { ...path, hash, ...more })
        assert.deepEqual(await ask(), { status: 'not_modified' })
        const tagged = await ann.open(getFolder, path, { headers: { 'if-none-match': `"${hash}"` } })
        assert.equal(tagged.status, 304)
        assert.equal(await tagged.text(), '')
        await ann.upload('deeper.txt', 'x', inner.id)
        assert.deepEqual(await ask(), { status: 'not_modified' }, 'a change deeper down does not show here')
        assert.notDeepEqual(await ask({ include_permissions: true }), { status: 'not_modified' })
        assert.notDeepEqual(await ask({ include_deleted: false }), { status: 'not_modified' })
        assert.notDeepEqual(await ask({ include_children: false }), { status: 'not_modified' })
        const file = await ann.upload('new.txt', 'x', docs.id)
        const { hash: second } = await ann.call(getFolder, path)
        assert.notEqual(second, hash)
        await ann.call(deleteFile, { root_id: ann.rootId, file_id: file.id })
        const { hash: third } = await ann.call(getFolder, path)
        assert.equal(new Set([hash, second, third]).size, 3)
      })

      it('of a root shows space used, so its hash follows it', async () => {
        const ann = await world.person()
        const docs = await folder(ann, 'Docs')
        const before = await ann.call(getRoot, { root_id: ann.rootId })
        await ann.upload('deep.txt', '12345', docs.id)
        const after = await ann.callUnlessKnown(getRoot, { root_id: ann.rootId, hash: String(before.hash) })
        assert.ok('space_used' in after && after.space_used === 5)
      })

      it('leaves children and hash out when told to', async () => {
        const ann = await world.person()
        const root = await ann.call(getRoot, { root_id: ann.rootId, include_children: false })
        assert.equal(root.children, undefined)
        assert.equal(root.hash, undefined)
      })
    })

    describe('deleting', () => {
      it('keeps a file readable, in listings that want it, and its name free', async () => {
        const ann = await world.person()
        const file = await ann.upload('plan.txt', 'one')
        const path = { root_id: ann.rootId, file_id: file.id }
        assert.deepEqual(await ann.call(deleteFile, path), { status: 'ok' })
        assert.equal((await ann.call(getFile, path)).is_deleted, true)
        assert.equal((await ann.download(file.id)).toString(), 'one')
        const again = await ann.upload('plan.txt', 'two')
        const all = await ann.call(listRootChildren, { root_id: ann.rootId })
        assert.deepEqual(
          all.results.map(({ id, is_deleted }) => [id, is_deleted]),
          [
            [file.id, true],
            [again.id, false],
          ],
        )
        const live = await ann.call(listRootChildren, { root_id: ann.rootId, include_deleted: false })
        assert.deepEqual([live.total, live.results[0]?.id], [1, again.id])
        const root = await ann.call(getRoot, { root_id: ann.rootId, include_deleted: false })
        assert.equal(root.space_used, 3)
        assert.equal(root.children?.length, 1)
      })

      it('twice changes nothing', async () => {
        const ann = await world.person()
        const file = await ann.upload('plan.txt', 'one')
        const path = { root_id: ann.rootId, file_id: file.id }
        await ann.call(deleteFile, path)
        const before = await ann.call(getRoot, { root_id: ann.rootId })
        assert.deepEqual(await ann.call(deleteFile, path), { status: 'ok' })
        assert.deepEqual(await ann.call(getRoot, { root_id: ann.rootId }), before)
      })

      it('a folder deletes all below it', async () => {
        const ann = await world.person()
        const docs = await folder(ann, 'Docs')
        const inner = await ann.call(createFolderInFolder, {
          root_id: ann.rootId,
          folder_id: docs.id,
          name: 'Inner',
        })
        const file = await ann.upload('deep.txt', '12345', inner.id)
        await ann.upload('kept.txt', '123')
        await ann.call(deleteFolder, { root_id: ann.rootId, folder_id: docs.id })
        assert.equal((await ann.call(getFile, { root_id: ann.rootId, file_id: file.id })).is_deleted, true)
        const shown = await ann.call(getFolder, {
          root_id: ann.rootId,
          folder_id: inner.id,
          include_deleted: false,
        })
        assert.equal('is_deleted' in shown && shown.is_deleted, true)
        assert.deepEqual(names(shown.children), ['deep.txt'])
        assert.equal((await ann.call(getRoot, { root_id: ann.rootId })).space_used, 3)
        await assert.rejects(ann.upload('late.txt', 'x', inner.id), { status: 404, code: 'not_found' })
      })
    })

    describe('limits', () => {
      it('refuse a file over the organization’s size limit and keep nothing of it', async () => {
        const small = await world.person({ organizationId: await world.organization({ max_file_size: 1 }) })
        const mib = 1024 * 1024
        await assert.rejects(small.upload('big.txt', 'x'.repeat(mib + 1)), {
          status: 409,
          code: 'policy_error',
        })
        await assert.rejects(small.upload('huge.txt', 'x'.repeat(3 * mib)), {
          status: 409,
          code: 'policy_error',
        })
        assert.equal((await small.upload('fits.txt', 'x'.repeat(mib))).size, mib)
        const page = await small.call(listRootChildren, { root_id: small.rootId })
        assert.deepEqual(names(page.results), ['fits.txt'])
      })

      it('refuse what goes over the person’s or the organization’s space', async () => {
        const poor = await world.person({ spaceQuota: 100_000 })
        await poor.upload('a.txt', 'a'.repeat(90_000))
        await assert.rejects(poor.upload('b.txt', 'b'.repeat(20_000)), { status: 409, code: 'policy_error' })
        assert.equal((await poor.upload('c.txt', 'c'.repeat(10_000))).size, 10_000)
        const tight = await world.person({
          organizationId: await world.organization({ space_quota: 50_000 }),
        })
        await assert.rejects(tight.upload('b.txt', 'b'.repeat(50_001)), { status: 409, code: 'policy_error' })
        assert.equal((await tight.call(listRootChildren, { root_id: tight.rootId })).total, 0)
      })
    })

    describe('out of reach', () => {
      it('is forbidden where it exists, not found where it does not', async () => {
        const [ann, bob] = [await world.person(), await world.person()]
        const file = await ann.upload('secret.txt', 'secret')
        const docs = await folder(ann, 'Docs')
        const bobs = await bob.upload('mine.txt', 'mine')
        const foreign = [
          () => bob.call(getRoot, { root_id: ann.rootId }),
          () => bob.call(getFile, { root_id: ann.rootId, file_id: file.id }),
          () => bob.call(deleteFile, { root_id: ann.rootId, file_id: file.id }),
          () => bob.call(createFolderInRoot, { root_id: ann.rootId, name: 'x' }),
          () => bob.call(createFolderInFolder, { root_id: ann.rootId, folder_id: docs.id, name: 'con' }),
          () =>
            bob.call(uploadToRoot, { root_id: ann.rootId, file: { name: 'x.txt', bytes: new Blob(['x']) } }),
          () => bob.call(listRootChildren, { root_id: ann.rootId }),
          () => bob.call(getFile, { root_id: ann.rootId, file_id: 999_999 as EntryId }),
        ]
        for (const call of foreign) await assert.rejects(call, { status: 403, code: 'forbidden' })
        const missing = [
          () => ann.call(getRoot, { root_id: 999_999 as RootId }),
          () => ann.call(getFile, { root_id: ann.rootId, file_id: 999_999 as EntryId }),
          () => ann.call(getFile, { root_id: ann.rootId, file_id: bobs.id }),
          () => ann.call(getFile, { root_id: ann.rootId, file_id: docs.id }),
          () => ann.call(getFolder, { root_id: ann.rootId, folder_id: file.id }),
          () => ann.call(deleteFolder, { root_id: ann.rootId, folder_id: file.id }),
        ]
        for (const call of missing) await assert.rejects(call, { status: 404, code: 'not_found' })
      })
    })
  })
