import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deletePerson } from '@holdfast/api/accounts/people'
import * as locks from '@holdfast/api/files/file-locks'
import * as tree from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import * as revisions from '@holdfast/api/files/revisions'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { digestOf, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { listBlobs } from '@holdfast/server/testkit/database/stored-blobs'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const MIB = 1024 * 1024

for (const stack of STACKS)
  describe(`copying on ${stack.name}`, () => {
    const world = useWorld(stack)
    const check = () => checkInvariants(world.service.ctx.db.read)
    const folder = (who: Someone, name: string, folder_id: EntryId | 0 = 0) =>
      who.call(api.createFolderInFolder, { root_id: who.rootId, folder_id: folder_id as EntryId, name })
    const look = (who: Someone, root_id: RootId, folder_id: EntryId | 0 = 0, include_deleted = false) =>
      who.call(api.getFolder, { root_id, folder_id: folder_id as EntryId, include_deleted })
    const names = async (who: Someone, root_id: RootId, folder_id: EntryId | 0 = 0) =>
      (await look(who, root_id, folder_id)).children?.map(({ name }) => name)
    const read = async (who: Someone, root_id: RootId, file_id: EntryId) =>
      Buffer.from(await (await who.open(api.downloadFile, { root_id, file_id })).arrayBuffer())
    /** Every live path of a tree. */
    async function paths(who: Someone, root_id: RootId, folder_id: EntryId | 0): Promise<string[]> {
      const { children = [] } = await look(who, root_id, folder_id)
      const below = await Promise.all(
        children.map(async (one) => [
          one.path,
          ...(one.type === 'folder' ? await paths(who, root_id, one.id) : []),
        ]),
      )
      return below.flat()
    }
    /** Someone with a root beside the own one. */
    async function withTwoRoots(options: Parameters<typeof world.person>[0] = {}) {
      const [ann, other] = [await world.person(options), await world.person(options)]
      await world.changeRoot(other.rootId, { person_id: ann.id })
      return { ann, root_id: ann.rootId, second: other.rootId }
    }

    it('makes a new file with the newest content and the times of the first', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const bytes = sampleBytes(3 * MIB, 'copied')
      const source = await ann.call(api.uploadToRoot, {
        root_id,
        file: { name: 'a.bin', bytes: new Blob(['old']) },
        created: '2020-01-02T03:04:05',
      })
      await ann.call(revisions.uploadRevision, {
        root_id,
        file_id: source.id,
        file: { name: 'a.bin', bytes: new Blob([bytes]) },
        modified: '2021-01-02T03:04:05',
      })
      const { id } = await folder(ann, 'to')
      const { hash } = await look(ann, root_id, id)
      const before = await listBlobs(world.place.blobs)
      const used = (await ann.call(api.getRoot, { root_id })).revision_space_used
      const copy = await ann.call(tree.copyFile, { root_id, file_id: source.id, to_folder_id: id })
      assert.notEqual(copy.id, source.id)
      assert.deepEqual(
        [copy.path, copy.created, copy.modified, copy.size],
        ['/to/a.bin', '2020-01-02T03:04:05', '2021-01-02T03:04:05', bytes.length],
      )
      assert.equal(digestOf(await ann.download(copy.id)), digestOf(bytes))
      assert.deepEqual(await listBlobs(world.place.blobs), before)
      const root = await ann.call(api.getRoot, { root_id })
      assert.deepEqual([root.revision_space_used, root.space_used], [used, 2 * bytes.length])
      assert.notEqual((await look(ann, root_id, id)).hash, hash)
      const list = await ann.call(revisions.listFileRevisions, { root_id, file_id: copy.id })
      assert.equal(list.results.length, 1)
      await ann.call(api.deleteFile, { root_id, file_id: source.id })
      await assert.rejects(ann.call(tree.copyFile, { root_id, file_id: source.id }), { status: 404 })
      await check()
    })

    it('takes another name, refuses one that is taken, or numbers it', async () => {
      const ann = await world.person({ organizationId: await world.organization() })
      const root_id = ann.rootId
      const file = await ann.upload('a.txt', 'x')
      const copy = (given: object) => ann.call(tree.copyFile, { root_id, file_id: file.id, ...given })
      assert.equal((await copy({ name: 'b.txt' })).path, '/b.txt')
      await assert.rejects(copy({}), { status: 409, code: 'name_conflict' })
      assert.equal((await copy({ on_conflict: 'rename' })).path, '/a (2).txt')
      await assert.rejects(copy({ name: 'a/b' }), { status: 400, code: 'invalid_name' })
      await assert.rejects(copy({ name: 'b.exe' }), { status: 400, code: 'invalid_extension' })
      const raw = await world.post(
        `/api/2/files/${root_id}/${file.id}/copy`,
        { name: 'c.txt', to_folder_id: '', to_root_id: '' },
        ann.bearer,
      )
      assert.deepEqual([raw.status, raw.body.path], [200, '/c.txt'])
      assert.deepEqual(await names(ann, root_id), ['a (2).txt', 'a.txt', 'b.txt', 'c.txt'])
      await check()
    })

    it('copies a tree without what is deleted in it, also into itself', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const a = await folder(ann, 'a')
      const b = await folder(ann, 'b', a.id)
      await folder(ann, 'empty', b.id)
      await ann.upload('f.txt', 'f', b.id)
      const gone = await ann.upload('gone.txt', 'gone', b.id)
      await ann.call(api.deleteFile, { root_id, file_id: gone.id })
      const into = await ann.call(tree.copyFolder, { root_id, folder_id: a.id, to_folder_id: b.id })
      assert.equal(into.path, '/a/b/a')
      assert.deepEqual((await paths(ann, root_id, a.id)).sort(), [
        '/a/b',
        '/a/b/a',
        '/a/b/a/b',
        '/a/b/a/b/empty',
        '/a/b/a/b/f.txt',
        '/a/b/empty',
        '/a/b/f.txt',
      ])
      const inside = await ann.call(tree.copyFolder, {
        root_id,
        folder_id: a.id,
        to_folder_id: a.id,
        name: 'again',
      })
      assert.equal((await paths(ann, root_id, inside.id)).length, 7)
      await check()
    })

    it('goes into another root, with rights at both ends', async () => {
      const { ann, root_id, second } = await withTwoRoots()
      const bob = await world.person()
      const a = await folder(ann, 'a')
      const bytes = sampleBytes(2 * MIB, 'to another root')
      await ann.upload('small.txt', 'small', a.id)
      await ann.upload('large.bin', bytes, a.id)
      await ann.upload('same.bin', bytes, a.id)
      const before = await listBlobs(world.place.blobs)
      const copy = await ann.call(tree.copyFolder, { root_id, folder_id: a.id, to_root_id: second })
      assert.deepEqual([copy.root_id, copy.path], [second, '/a'])
      assert.deepEqual(await listBlobs(world.place.blobs), before, 'no byte is stored again')
      const { children = [] } = await look(ann, second, copy.id)
      const contents = await Promise.all(children.map(({ id }) => read(ann, second, id as EntryId)))
      assert.deepEqual(contents.map(digestOf), [bytes, bytes, Buffer.from('small')].map(digestOf))
      const root = await ann.call(api.getRoot, { root_id: second })
      assert.equal(root.revision_space_used, bytes.length + 5, 'but counts for both')
      const params = { root_id, folder_id: a.id, to_root_id: bob.rootId }
      await assert.rejects(ann.call(tree.copyFolder, params), { status: 403 })
      await assert.rejects(bob.call(tree.copyFolder, params), { status: 403 })
      await assert.rejects(ann.call(tree.copyFolder, { ...params, to_root_id: 987654 as RootId }), {
        status: 404,
      })
      await assert.rejects(
        ann.call(tree.copyFolder, { ...params, to_root_id: second, to_folder_id: a.id }),
        { status: 404 },
        'the folder is one of the other root',
      )
      const admin = await world.admin()
      const looked = await admin.call(tree.copyFolder, { ...params, to_root_id: admin.rootId })
      assert.equal(looked.root_id, admin.rootId, 'who may look may copy')
      await check()
    })

    it('leaves blobs to the last root that needs them', async () => {
      const [ann, bob] = [await world.person(), await world.person()]
      const bytes = sampleBytes(MIB, 'outlives its root')
      const before = await listBlobs(world.place.blobs)
      const file = await ann.upload('f.bin', bytes)
      await world.changeRoot(bob.rootId, { person_id: ann.id })
      const copy = await ann.call(tree.copyFile, {
        root_id: ann.rootId,
        file_id: file.id,
        to_root_id: bob.rootId,
      })
      await world.changeRoot(bob.rootId, { person_id: bob.id })
      const stored = await listBlobs(world.place.blobs)
      /** Closes an account with its root, and lets the sweep come round. */
      async function close(who: Someone) {
        const admin = await world.admin()
        await admin.call(deletePerson, { person_id: who.id, remove_user_files: true })
        await world.runJobs()
        world.clock.advance({ hours: 73 })
        await world.runJobs()
      }
      await close(ann)
      assert.deepEqual(await listBlobs(world.place.blobs), stored)
      const again = await world.signIn(bob.email)
      assert.equal(digestOf(await again.download(copy.id)), digestOf(bytes))
      await check()
      await close(bob)
      assert.deepEqual(await listBlobs(world.place.blobs), before)
      await check()
    })

    it('respects locks, extensions, sizes and quotas of where it comes to, with nothing left', async () => {
      const strict = await world.organization({ excluded_extensions: '.xyz', max_file_size: 1 })
      const { ann, root_id } = await withTwoRoots()
      const bob = await world.person({ organizationId: strict, spaceQuota: 1000 })
      await world.changeRoot(bob.rootId, { person_id: ann.id })
      const second = bob.rootId
      const a = await folder(ann, 'a')
      const copy = () => ann.call(tree.copyFolder, { root_id, folder_id: a.id, to_root_id: second })
      const bad = await ann.upload('bad.xyz', 'x', a.id)
      await assert.rejects(copy(), { status: 400, code: 'invalid_extension' })
      await ann.call(api.deleteFile, { root_id, file_id: bad.id })
      const large = await ann.upload('large.bin', sampleBytes(MIB + 1, 'too large'), a.id)
      await assert.rejects(copy(), { status: 409, code: 'policy_error' })
      await ann.call(api.deleteFile, { root_id, file_id: large.id })
      await ann.upload('much.bin', sampleBytes(2000, 'too much'), a.id)
      await world.changeRoot(second, { person_id: bob.id })
      await world.changeRoot(root_id, { person_id: bob.id })
      const asBob = () => bob.call(tree.copyFolder, { root_id, folder_id: a.id, to_root_id: second })
      await assert.rejects(asBob(), { status: 409, code: 'policy_error' })
      assert.deepEqual((await look(bob, second, 0, true)).children, [])
      await world.changeRoot(root_id, { person_id: ann.id })
      const to = await folder(ann, 'to')
      await ann.call(locks.lockFolder, { root_id, folder_id: to.id })
      await world.changeRoot(root_id, { person_id: bob.id })
      await assert.rejects(bob.call(tree.copyFolder, { root_id, folder_id: a.id, to_folder_id: to.id }), {
        status: 409,
        code: 'resource_locked',
      })
      await check()
    })
  })
