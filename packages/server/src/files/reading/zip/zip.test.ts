import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { ApiClientError, type CallParams } from '@holdfast/api/client'
import { renameFolder } from '@holdfast/api/files/file-places'
import { downloadFolder, downloadRoot } from '@holdfast/api/files/file-zips'
import {
  createFolderInFolder,
  createFolderInRoot,
  deleteFile,
  deleteFolder,
  getRoot,
  uploadToRoot,
} from '@holdfast/api/files/files'
import type { EntryId, OrganizationId, RootId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { bearer, encodeRequest, openTls, rawCall } from '@holdfast/server/testkit/content/raw-http'
import { testZip, unzip, zipPaths } from '@holdfast/server/testkit/content/unzip'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const MIB = 1024 * 1024
type Choice = Pick<CallParams<typeof downloadRoot>, 'file_ids' | 'folder_ids'>

const folderIn = (who: Someone, name: string, parent = 0 as EntryId) =>
  who.call(createFolderInFolder, { root_id: who.rootId, folder_id: parent, name })
const refusal = (status: number, error: string) => (thrown: unknown) =>
  thrown instanceof ApiClientError && thrown.status === status && thrown.code === error

for (const stack of STACKS)
  describe(`a zip on ${stack.name}`, () => {
    const world = useWorld(stack)

    async function zipOf(who: Someone, folderId = 0 as EntryId, choice: Choice = {}): Promise<Buffer> {
      const response = await who.open(downloadFolder, { root_id: who.rootId, folder_id: folderId, ...choice })
      return Buffer.from(await response.arrayBuffer())
    }
    const contentOf = async (zip: Buffer) =>
      (await unzip(zip)).map(({ path, bytes }) => [path, bytes?.toString()])

    /** top.txt, one/(a.txt, two/(b.txt, deep/)), hollow/, gone.txt and one/past/ which are deleted. */
    async function tree() {
      const ann = await world.person()
      const top = await ann.upload('top.txt', 'top')
      const one = await folderIn(ann, 'one')
      const a = await ann.upload('a.txt', 'aaa', one.id)
      const two = await folderIn(ann, 'two', one.id)
      const b = await ann.upload('b.txt', 'bb', two.id)
      await folderIn(ann, 'deep', two.id)
      const hollow = await folderIn(ann, 'hollow')
      const gone = await ann.upload('gone.txt', 'gone')
      const past = await folderIn(ann, 'past', one.id)
      const inPast = await ann.upload('in past.txt', 'past', past.id)
      await ann.call(deleteFile, { root_id: ann.rootId, file_id: gone.id })
      await ann.call(deleteFolder, { root_id: ann.rootId, folder_id: past.id })
      return { ann, top, one, a, two, b, hollow, gone, past, inPast }
    }

    it('of a root holds all that is not deleted, empty folders too', async () => {
      const { ann } = await tree()
      const { name } = await ann.call(getRoot, { root_id: ann.rootId })
      const response = await ann.open(downloadRoot, { root_id: ann.rootId })
      assert.equal(response.headers.get('content-type'), 'application/zip')
      assert.equal(response.headers.get('cache-control'), 'private, no-store')
      assert.equal(
        response.headers.get('content-disposition'),
        `attachment; filename="${name}.zip"; filename*=UTF-8''${encodeURIComponent(name)}.zip`,
      )
      const zip = Buffer.from(await response.arrayBuffer())
      assert.deepEqual(await zipPaths(zip), [
        'hollow/',
        'one/',
        'one/a.txt',
        'one/two/',
        'one/two/b.txt',
        'one/two/deep/',
        'top.txt',
      ])
      assert.deepEqual(await contentOf(zip), [
        ['hollow/', undefined],
        ['one/', undefined],
        ['one/a.txt', 'aaa'],
        ['one/two/', undefined],
        ['one/two/b.txt', 'bb'],
        ['one/two/deep/', undefined],
        ['top.txt', 'top'],
      ])
      assert.deepEqual(await zipPaths(await zipOf(ann)), await zipPaths(zip), 'folder 0 is the root')
    })

    it('of a folder has paths from there on, without the folder itself', async () => {
      const { ann, one, hollow } = await tree()
      assert.deepEqual(await contentOf(await zipOf(ann, one.id)), [
        ['a.txt', 'aaa'],
        ['two/', undefined],
        ['two/b.txt', 'bb'],
        ['two/deep/', undefined],
      ])
      assert.deepEqual(await contentOf(await zipOf(ann, hollow.id)), [])
    })

    it('of a deleted folder holds what was in it', async () => {
      const { ann, past, one } = await tree()
      assert.deepEqual(await contentOf(await zipOf(ann, past.id)), [['in past.txt', 'past']])
      await ann.call(deleteFolder, { root_id: ann.rootId, folder_id: one.id })
      const left = (await zipPaths(await zipOf(ann, one.id))).filter((path) => path.startsWith('past'))
      assert.deepEqual(left, [], 'what was deleted before stays out')
    })

    it('of some items holds those alone', async () => {
      const { ann, top, one, a, two } = await tree()
      assert.deepEqual(await zipPaths(await zipOf(ann, 0 as EntryId, { file_ids: [top.id] })), ['top.txt'])
      const both = { file_ids: [a.id, a.id], folder_ids: [two.id] }
      assert.deepEqual(await zipPaths(await zipOf(ann, one.id, both)), [
        'a.txt',
        'two/',
        'two/b.txt',
        'two/deep/',
      ])
      const get = (query: string) =>
        rawCall(world.url, {
          path: `/api/2/files/${ann.rootId}/folder/${one.id}/download?${query}`,
          headers: bearer(ann),
        })
      for (const query of [`file_ids=${a.id}&folder_ids=`, `file_ids=,${a.id},`, `file_ids=[${a.id}]`])
        assert.deepEqual(await zipPaths((await get(query)).body), ['a.txt'], query)
      assert.equal((await zipPaths((await get('file_ids=&folder_ids=')).body)).length, 4)
      assert.equal((await get('file_ids=1,x')).json().error, 'invalid_request')
    })

    it('is not made when something named is no live item of the folder', async () => {
      const { ann, top, one, a, two, b, gone, hollow } = await tree()
      const bob = await world.person()
      const foreign = await bob.upload('foreign.txt', 'x')
      const top0 = 0 as EntryId
      const cases: [EntryId, Choice][] = [
        [top0, { file_ids: [a.id] }],
        [top0, { file_ids: [top.id, 987_654_321 as EntryId] }],
        [top0, { file_ids: [foreign.id] }],
        [top0, { file_ids: [one.id] }],
        [top0, { folder_ids: [top.id] }],
        [top0, { folder_ids: [two.id] }],
        [top0, { file_ids: [gone.id] }],
        [one.id, { file_ids: [b.id] }],
        [one.id, { folder_ids: [hollow.id] }],
        [one.id, { file_ids: [a.id], folder_ids: [one.id] }],
      ]
      for (const [folderId, choice] of cases)
        await assert.rejects(zipOf(ann, folderId, choice), refusal(404, 'not_found'), JSON.stringify(choice))
    })

    it('has the bytes of files of every length, and their times', async () => {
      const ann = await world.person()
      const sizes = [0, 1, 65_535, 65_536, 262_144, 262_145, 5 * MIB]
      const bytes = randomBytes(5 * MIB)
      for (const size of sizes)
        await ann.call(uploadToRoot, {
          root_id: ann.rootId,
          file: { name: `${size}.bin`, bytes: new Blob([bytes.subarray(0, size)]) },
          modified: '2002-03-04T05:06:07',
        })
      const zip = await zipOf(ann)
      assert.match(await testZip(zip), /No errors detected/)
      for (const { path, bytes: found, modified } of await unzip(zip)) {
        assert.ok(found?.equals(bytes.subarray(0, Number.parseInt(path, 10))), path)
        assert.equal(modified.toISOString(), '2002-03-04T05:06:07.000Z')
      }
    })

    it('has names that are safe in its header and in itself', async () => {
      const ann = await world.person()
      const { id } = await folderIn(ann, `späti's "100%"`.replaceAll('"', ''))
      await ann.upload('日本 🦀.txt', 'x', id)
      const response = await ann.open(downloadFolder, { root_id: ann.rootId, folder_id: id })
      assert.equal(
        response.headers.get('content-disposition'),
        `attachment; filename="spa_ti's 100_.zip"; filename*=UTF-8''sp%C3%A4ti%27s%20100%25.zip`,
      )
      assert.deepEqual(await zipPaths(Buffer.from(await response.arrayBuffer())), ['日本 🦀.txt'])
    })

    it('has only its headers on HEAD', async () => {
      const { ann, one } = await tree()
      const path = `/api/2/files/${ann.rootId}/folder/${one.id}/download`
      const head = await rawCall(world.url, { method: 'HEAD', path, headers: bearer(ann) })
      const whole = await rawCall(world.url, { path, headers: bearer(ann) })
      assert.equal(head.status, 200)
      for (const name of ['content-type', 'content-disposition', 'content-security-policy', 'cache-control'])
        assert.equal(head.headers[name], whole.headers[name])
      const missing = `${path}?file_ids=987654321`
      assert.equal(
        (await rawCall(world.url, { method: 'HEAD', path: missing, headers: bearer(ann) })).status,
        404,
      )
    })

    it('is for those who may read', async () => {
      const { ann, one } = await tree()
      const bob = await world.person()
      const other = await folderIn(bob, 'other')
      const get = (root_id: RootId, folder_id: EntryId) => bob.open(downloadFolder, { root_id, folder_id })
      await assert.rejects(get(ann.rootId, one.id), refusal(403, 'forbidden'))
      await assert.rejects(get(ann.rootId, 0 as EntryId), refusal(403, 'forbidden'))
      await assert.rejects(get(bob.rootId, one.id), refusal(404, 'not_found'))
      const file = await bob.upload('file', 'x')
      await assert.rejects(get(bob.rootId, file.id), refusal(404, 'not_found'))
      assert.deepEqual(await zipPaths(await zipOf(bob)), ['file', 'other/'])
      await bob.call(renameFolder, { root_id: bob.rootId, folder_id: other.id, name: 'another' })
      assert.deepEqual(await zipPaths(await zipOf(bob)), ['another/', 'file'])
    })

    it('is one of two at once, and ends with whoever asked for it', async () => {
      const ann = await world.person()
      for (let n = 0; n < 8; n++) await ann.upload(`${n}.bin`, new Uint8Array(randomBytes(4 * MIB)))
      const { ctx } = world.service
      const { get } = ctx.blobs
      let read = 0
      ctx.blobs.get = async (key, range) => {
        const bytes = await get.call(ctx.blobs, key, range)
        read += bytes.length
        return bytes
      }
      const path = `/api/2/files/${ann.rootId}/download`
      const request = { path, headers: bearer(ann) }
      // Nothing is read from these two, so that they cannot end by themselves.
      const stalled = [await openTls(world.url), await openTls(world.url)]
      for (const connection of stalled) {
        connection.send(encodeRequest(request))
        await once(connection.socket, 'data')
        connection.socket.pause()
      }
      const third = await rawCall(world.url, request)
      assert.equal(third.status, 503)
      assert.equal(third.json().error, 'temporarily_unavailable')
      assert.match(third.headers['retry-after'] ?? '', /^\d+$/)
      assert.equal((await rawCall(world.url, { ...request, method: 'HEAD' })).status, 200)
      const bob = await world.person()
      await bob.upload('own.txt', 'x')
      assert.deepEqual(await zipPaths(await zipOf(bob)), ['own.txt'], 'others are not held up')
      for (const connection of stalled) connection.reset()
      let last = await rawCall(world.url, request)
      while (last.status === 503) last = await rawCall(world.url, request)
      assert.equal((await zipPaths(last.body)).length, 8)
      ctx.blobs.get = get
      // The last one read all of its 32 MiB; of the other two there is what fits into the buffers on the way.
      assert.ok(read < 64 * MIB, `${read} bytes were read`)
    })

    it('that cannot be finished is no zip', async () => {
      const ann = await world.person()
      for (let n = 0; n < 3; n++) await ann.upload(`${n}.bin`, new Uint8Array(randomBytes(2 * MIB)))
      const { ctx } = world.service
      const { get } = ctx.blobs
      const request = { path: `/api/2/files/${ann.rootId}/download`, headers: bearer(ann) }
      let left = 4
      ctx.blobs.get = (key, range) =>
        left-- > 0 ? get.call(ctx.blobs, key, range) : Promise.reject(new Error('The disk is gone'))
      await assert.rejects(rawCall(world.url, request), /ended early/)
      const early = await rawCall(world.url, request)
      assert.deepEqual([early.status, early.json().error], [500, 'unknown'])
      assert.equal(early.headers['content-disposition'], undefined)
      ctx.blobs.get = get
      assert.equal((await zipPaths((await rawCall(world.url, request)).body)).length, 3)
    })

    it('is put on record once, as a download of the folder', async () => {
      const boss = await world.admin()
      const organizationId = await world.organization()
      const ann = await world.person({ organizationId })
      const plans = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'plans' })
      const file = await ann.upload('a.txt', '0123456789', plans.id)
      const downloads = async (id: OrganizationId) => {
        await world.service.ctx.downloads.flush()
        const { results } = await boss.call(listOrganizationActivity, { organization_id: id })
        return results.filter(({ activity_type_id }) => activity_type_id === 8)
      }
      const base = `/api/2/files/${ann.rootId}`
      const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
        rawCall(world.url, { method, path: base + path, headers: { ...bearer(ann), ...headers } })
      const { headers } = await ask(`/${file.id}/view`)
      await ask(`/${file.id}/download`, {}, 'HEAD')
      await ask(`/${file.id}/download`, { 'If-None-Match': headers.etag ?? '' })
      await ask(`/${file.id}/download`, { Range: 'bytes=3-' })
      await ask(`/${file.id}/download`, { Range: 'bytes=20-' })
      await ask(`/folder/${plans.id}/download`, {}, 'HEAD')
      await ask(`/folder/${plans.id}/download?file_ids=987654321`)
      assert.deepEqual(await downloads(organizationId), [])
      await ask(`/${file.id}/download`)
      await ask(`/${file.id}/download`, { Range: 'bytes=0-4' })
      await ask(`/folder/${plans.id}/download`)
      await ask('/download')
      const found = await downloads(organizationId)
      assert.deepEqual(
        found.map(({ data_text }) => data_text),
        ['/', '/plans', '/plans/a.txt', '/plans/a.txt'],
      )
      for (const record of found) {
        assert.equal(record.actor_person_id, ann.id)
        assert.equal(record.acted_on_root_id, ann.rootId)
      }
    })
  })
