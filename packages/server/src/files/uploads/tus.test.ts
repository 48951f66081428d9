import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { listRevisionChunks } from '@holdfast/api/files/chunks'
import { lockRoot, unlockRoot } from '@holdfast/api/files/file-locks'
import { createFolderInRoot, getFile, getRoot } from '@holdfast/api/files/files'
import { listUploads } from '@holdfast/api/files/uploads'
import type { EntryId, RevisionId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { metadataOf, OFFSET, TUS, TusCaller } from '@holdfast/server/testkit/content/tus'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { WHOLE_ROOT } from '../../platform/db/statements.ts'

const MIB = 1024 * 1024

for (const stack of STACKS)
  describe(`uploads by tus on ${stack.name}`, () => {
    const world = useWorld(stack)
    const callerOf = (someone: Someone) =>
      new TusCaller({ url: world.url, bearer: someone.bearer, rootId: someone.rootId })
    const newcomer = async () => {
      const ann = await world.person()
      return { ann, tus: callerOf(ann) }
    }
    const errorOf = async (response: Response) => [
      response.status,
      ((await response.json()) as { error: string }).error,
    ]
    const contentOf = async (someone: Someone, file_id: number, revision_id: number | null) =>
      someone.call(listRevisionChunks, {
        root_id: someone.rootId,
        file_id: file_id as EntryId,
        revision_id: revision_id as RevisionId,
      })
    const leaseOf = async (path: string) =>
      world.service.ctx.db.read
        .selectFrom('upload')
        .select('lease')
        .where('key', '=', path.split('/').at(-1) ?? '')
        .executeTakeFirst()

    it('cut a file as if it had come in one piece, whatever pieces it comes in', async () => {
      const { ann, tus } = await newcomer()
      const bytes = sampleBytes(6 * MIB + 12_345, 'pieces of tus')
      const plain = await ann.upload('plain.bin', bytes)
      const path = await tus.begin({ filename: 'pieces.bin' }, bytes.length)
      const lengths = [1, 100_000, 300_000, 1, 2 * MIB, 700_001]
      let last: Response | undefined
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const length = lengths[n % lengths.length] as number
        last = await tus.patch(path, at, bytes.subarray(at, at + length))
        at = Math.min(bytes.length, at + length)
        assert.deepEqual([last.status, last.headers.get('upload-offset')], [204, String(at)])
        assert.equal(await tus.offset(path), at)
        await checkInvariants(world.service.ctx.db.read)
      }
      const [file, revision] = ['file', 'revision'].map((what) =>
        Number(last?.headers.get(`holdfast-${what}-id`)),
      ) as [number, number]
      assert.deepEqual(
        await contentOf(ann, file, revision),
        await contentOf(ann, plain.id, plain.revision_id),
      )
      assert.ok((await ann.download(file as EntryId)).equals(bytes))
      // Asked again, it answers the same; sent twice, it is done once.
      const head = await tus.send('HEAD', path, {})
      assert.equal(head.headers.get('holdfast-file-id'), String(file))
      const again = await tus.patch(path, bytes.length)
      assert.deepEqual([again.status, again.headers.get('holdfast-revision-id')], [204, String(revision)])
      assert.deepEqual(await errorOf(await tus.patch(path, 0)), [409, 'upload_offset_mismatch'])
    })

    it('are listed for who sends them until they are files, dropped or too old', async () => {
      const { ann, tus } = await newcomer()
      const { id: folder_id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'plans' })
      const { id: file_id } = await ann.upload('there.txt', 'text')
      const list = async (who = ann) => (await who.call(listUploads, {})).results
      const first = await tus.begin({ filename: 'new.bin', folder_id }, 10)
      await tus.patch(first, 0, sampleBytes(4, 'four'))
      world.clock.advance({ minutes: 1 })
      const second = await tus.begin({ file_id }, 3)
      const to = { type: 'upload', root_id: ann.rootId }
      const [day, minute] = [24 * 60 * 60_000, 60_000]
      const expires = (earlier: number) => formatUtc(world.clock.now() - earlier + day)
      const unfinished = {
        ...{ ...to, address: first, folder_id, file_id: null, name: 'new.bin' },
        ...{ length: 10, received: 4, expires: expires(minute) },
      }
      assert.deepEqual(await list(), [
        {
          ...{ ...to, address: second, folder_id: null, file_id, name: 'there.txt' },
          ...{ length: 3, received: 0, expires: expires(0) },
        },
        unfinished,
      ])
      assert.deepEqual(await list(await world.person()), [])
      await tus.patch(second, 0, sampleBytes(3, 'all'))
      assert.deepEqual(await list(), [unfinished])
      await tus.send('DELETE', first, {})
      await tus.begin({ filename: 'old.bin' }, 10)
      world.clock.advance({ hours: 24 })
      await ann.signIn(ann.email, PASSWORD)
      assert.deepEqual(await list(), [])
    })

    it('keep what came before a connection broke, also over a restart', async () => {
      const { ann, tus } = await newcomer()
      const bytes = sampleBytes(14 * MIB, 'broken off')
      const path = await tus.begin({ filename: 'broken.bin' }, bytes.length)
      const first = tus.open(path, 0, bytes.length)
      await first.write(bytes.subarray(0, 11 * MIB))
      // Noted while it was coming.
      await until(async () => (await tus.offset(path)) > 0)
      const noted = await tus.offset(path)
      assert.ok(noted <= 11 * MIB)
      first.destroy()
      await until(async () => (await leaseOf(path))?.lease === null)
      const kept = await tus.offset(path)
      assert.ok(kept >= noted && kept <= 11 * MIB)
      await world.restart()
      const later = callerOf(ann)
      const moved = new TusCaller({ ...later.account, url: world.url })
      assert.equal(await moved.offset(path), kept)
      const last = await moved.patch(path, kept, bytes.subarray(kept))
      assert.equal(last.status, 204)
      const back = await world.signIn(ann.email)
      const file = Number(last.headers.get('holdfast-file-id')) as EntryId
      assert.ok((await back.download(file)).equals(bytes))
    })

    it('belong to one sender at a time, until that one was not heard of for a while', async () => {
      const { tus } = await newcomer()
      const bytes = sampleBytes(1000, 'two senders')
      const path = await tus.begin({ filename: 'two.bin' }, 1000)
      const first = tus.open(path, 0, 1000)
      await first.write(bytes.subarray(0, 10))
      await until(async () => (await leaseOf(path))?.lease != null)
      assert.deepEqual(await errorOf(await tus.patch(path, 0, bytes)), [423, 'upload_busy'])
      world.clock.advance({ seconds: 11 })
      assert.equal((await tus.patch(path, 0, bytes.subarray(0, 500))).status, 204)
      await first.write(bytes.subarray(10))
      first.end()
      assert.equal(await first.status, 423)
      assert.equal(await tus.offset(path), 500)
      assert.equal((await tus.patch(path, 500, bytes.subarray(500))).status, 204)
    })

    it('discard bytes with a wrong checksum, and those that cannot be checked', async () => {
      const { tus } = await newcomer()
      const bytes = sampleBytes(400_000, 'checked')
      const path = await tus.begin({ filename: 'checked.bin' }, bytes.length)
      const sum = (algorithm: string, of: Uint8Array) => ({
        'upload-checksum': `${algorithm} ${createHash(algorithm).update(of).digest('base64')}`,
      })
      const half = bytes.subarray(0, 300_000)
      assert.deepEqual(await errorOf(await tus.patch(path, 0, half, sum('sha1', bytes))), [
        460,
        'checksum_mismatch',
      ])
      assert.equal(await tus.offset(path), 0)
      for (const wrong of ['crc32 AAAA', 'sha1', 'sha1 !!!!'])
        assert.deepEqual(await errorOf(await tus.patch(path, 0, half, { 'upload-checksum': wrong })), [
          400,
          'invalid_request',
        ])
      assert.equal((await tus.patch(path, 0, half, sum('sha1', half))).status, 204)
      const rest = bytes.subarray(300_000)
      assert.equal((await tus.patch(path, 300_000, rest, sum('sha256', rest))).status, 204)
    })

    it('refuse at once what would be refused at the end', async () => {
      const organizationId = await world.organization({ max_file_size: 1, excluded_extensions: '.exe' })
      const ann = await world.person({ organizationId, spaceQuota: 500_000 })
      const tus = callerOf(ann)
      const file = await ann.upload('taken.txt', 'taken')
      const create = async (metadata: Record<string, string | number>, length = '10') =>
        errorOf(await tus.create(metadata, { 'upload-length': length }))
      assert.deepEqual(await create({ filename: 'Taken.txt' }), [409, 'name_conflict'])
      assert.deepEqual(await create({ filename: 'a.exe' }), [400, 'invalid_extension'])
      assert.deepEqual(await create({ filename: 'a:b' }), [400, 'invalid_name'])
      assert.deepEqual(await create({}), [400, 'invalid_request'])
      assert.deepEqual(await create({ filename: 'a', file_id: file.id, folder_id: 0 }), [
        400,
        'invalid_request',
      ])
      assert.deepEqual(await create({ file_id: file.id, if_ver: 7 }), [409, 'ver_conflict'])
      assert.deepEqual(await create({ filename: 'a', folder_id: 987_654 }), [404, 'not_found'])
      assert.deepEqual(await create({ filename: 'a', root_id: 987_654 }), [404, 'not_found'])
      assert.deepEqual(await create({ filename: 'a' }, String(MIB + 1)), [413, 'upload_too_large'])
      assert.deepEqual(await create({ filename: 'a' }, '600000'), [409, 'policy_error'])
      for (const length of ['-1', 'x', '']) assert.equal((await create({ filename: 'a' }, length))[0], 400)
      for (const metadata of ['filename !!', 'filename YQ', 'a YQ==,a YQ==', 'root_id YQ==', 'filename gA=='])
        assert.deepEqual(
          await errorOf(
            await tus.send('POST', '/api/2/uploads', { 'upload-length': '1', 'upload-metadata': metadata }),
          ),
          [400, 'invalid_request'],
          metadata,
        )
      const bob = await world.person({ organizationId })
      const foreign = await callerOf(bob).create(
        { filename: 'a', root_id: ann.rootId },
        { 'upload-length': '1' },
      )
      assert.deepEqual(await errorOf(foreign), [403, 'forbidden'])
      assert.equal(
        (
          await world.service.ctx.db.read
            .selectFrom('upload')
            .select('id')
            .where('person_id', 'in', [ann.id, bob.id])
            .execute()
        ).length,
        0,
      )
    })

    it('stay when the file is refused at the end, to be tried again', async () => {
      const { ann, tus } = await newcomer()
      const path = await tus.begin({ filename: 'late.txt', client_op: 'my op' }, 4)
      await ann.upload('late.txt', 'faster')
      assert.deepEqual(await errorOf(await tus.patch(path, 0, Buffer.from('late'))), [409, 'name_conflict'])
      assert.equal(await tus.offset(path), 4)
      assert.deepEqual(await errorOf(await tus.patch(path, 4)), [409, 'name_conflict'])
      const { children = [] } = await ann.call(getRoot, { root_id: ann.rootId })
      const inTheWay = children[0]?.id as EntryId
      await world.post(`/api/2/files/${ann.rootId}/${inTheWay}/delete`, {}, ann.bearer)
      const done = await tus.patch(path, 4)
      assert.equal(done.status, 204)
      const id = Number(done.headers.get('holdfast-file-id')) as EntryId
      assert.equal((await ann.download(id)).toString(), 'late')
      const { client_op } = await world.service.ctx.db.read
        .selectFrom('change')
        .select('client_op')
        .where('root_id', '=', ann.rootId)
        .where('entry_id', '=', id)
        .modifyEnd(WHOLE_ROOT)
        .executeTakeFirstOrThrow()
      assert.equal(client_op, 'my op')
    })

    it('make revisions, keep times, rename where asked to', async () => {
      const { ann, tus } = await newcomer()
      const file = await ann.upload('doc.txt', 'one')
      const modified = '2020-02-03T04:05:06'
      const path = await tus.begin({ file_id: file.id, if_ver: 1, modified }, 3)
      assert.equal((await tus.patch(path, 0, Buffer.from('two'))).status, 204)
      const after = await ann.call(getFile, { root_id: ann.rootId, file_id: file.id })
      assert.deepEqual([after.size, after.modified], [3, modified])
      const other = await tus.begin({ filename: 'doc.txt', on_conflict: 'rename' }, 1)
      assert.equal((await tus.patch(other, 0, Buffer.from('x'))).status, 204)
      const { children = [] } = await ann.call(getRoot, { root_id: ann.rootId })
      assert.deepEqual(children.map(({ name }) => name).sort(), ['doc (2).txt', 'doc.txt'])
    })

    it('are their maker’s alone, and speak one version', async () => {
      const { ann, tus } = await newcomer()
      const bob = callerOf(await world.person())
      const path = await tus.begin({ filename: 'mine.bin' }, 5)
      for (const method of ['HEAD', 'DELETE']) assert.equal((await bob.send(method, path, {})).status, 403)
      assert.deepEqual(await errorOf(await bob.patch(path, 0, Buffer.from('12345'))), [403, 'forbidden'])
      assert.equal(await tus.offset('/api/2/uploads/unknown'), -404)
      const anonymous = await fetch(world.url + path, { method: 'PATCH', headers: { ...TUS, ...OFFSET } })
      assert.deepEqual(await errorOf(anonymous), [401, 'access_denied'])
      const other = await fetch(world.url + path, {
        method: 'HEAD',
        headers: { ...ann.bearer, 'tus-resumable': '2.0' },
      })
      assert.deepEqual([other.status, other.headers.get('tus-version')], [412, '1.0.0'])
      const typed = await tus.patch(path, 0, Buffer.from('12345'), { 'content-type': 'text/plain' })
      assert.deepEqual(await errorOf(typed), [415, 'unsupported_media_type'])
      assert.deepEqual(await errorOf(await tus.patch(path, 0, Buffer.from('123456'))), [
        400,
        'invalid_request',
      ])
      assert.deepEqual(await errorOf(await tus.send('GET', path, {})), [405, 'method_not_allowed'])
      const options = await fetch(`${world.url}/api/2/uploads`, { method: 'OPTIONS' })
      assert.deepEqual([options.status, options.headers.get('tus-version')], [204, '1.0.0'])
      assert.match(options.headers.get('tus-extension') ?? '', /creation,/)
      assert.equal((await tus.send('OPTIONS', path, {})).headers.get('tus-max-size'), String(102_400 * MIB))
      const by = await tus.send('POST', path, { 'x-http-method-override': 'DELETE' })
      assert.equal(by.status, 204)
      assert.equal(await tus.offset(path), -404)
    })

    it('may come with their first bytes, without any, and before their length is known', async () => {
      const { ann, tus } = await newcomer()
      const whole = await tus.create(
        { filename: 'whole.txt' },
        { 'upload-length': '5', ...OFFSET },
        Buffer.from('whole'),
      )
      assert.deepEqual([whole.status, whole.headers.get('upload-offset')], [201, '5'])
      const id = Number(whole.headers.get('holdfast-file-id')) as EntryId
      assert.equal((await ann.download(id)).toString(), 'whole')
      const empty = await tus.create({ filename: 'empty.txt' }, { 'upload-length': '0' })
      assert.equal(empty.status, 201)
      assert.ok(Number(empty.headers.get('holdfast-file-id')) > 0)
      const unknown = await tus.create({ filename: 'unknown.txt' }, { 'upload-defer-length': '1' })
      const path = unknown.headers.get('location') ?? ''
      await tus.patch(path, 0, Buffer.from('first'))
      const head = await tus.send('HEAD', path, {})
      assert.deepEqual(
        [head.headers.get('upload-defer-length'), head.headers.get('upload-offset')],
        ['1', '5'],
      )
      assert.match(
        head.headers.get('upload-metadata') ?? '',
        new RegExp(metadataOf({ filename: 'unknown.txt' })),
      )
      assert.equal((await tus.patch(path, 5, Buffer.from(' last'), { 'upload-length': '3' })).status, 400)
      const done = await tus.patch(path, 5, Buffer.from(' last'), { 'upload-length': '10' })
      assert.equal(
        (await ann.download(Number(done.headers.get('holdfast-file-id')) as EntryId)).toString(),
        'first last',
      )
    })

    it('live a day from their last bytes on, and their chunks with them', async () => {
      const ann = await world.person()
      let tus = callerOf(ann)
      const bytes = sampleBytes(9 * MIB, 'slow')
      const path = await tus.begin({ filename: 'slow.bin' }, bytes.length)
      const left = await tus.begin({ filename: 'left.bin' }, bytes.length)
      await tus.patch(left, 0, bytes.subarray(0, 3 * MIB))
      // Nine pieces, 23 hours apart: longer than the sweep waits, several times over.
      for (let at = 0; at < bytes.length; at += MIB) {
        const answer = await tus.patch(path, at, bytes.subarray(at, at + MIB))
        assert.equal(answer.status, 204, await answer.text())
        world.clock.advance({ hours: 23 })
        await world.runJobs()
        tus = callerOf(await world.signIn(ann.email))
      }
      assert.equal(await tus.offset(left), -404)
      const uploads = await world.service.ctx.db.read
        .selectFrom('upload')
        .selectAll()
        .where('person_id', '=', ann.id)
        .execute()
      assert.equal(uploads.length, 1)
      assert.ok((await ann.download(uploads[0]?.entry_id as EntryId)).equals(bytes))
      world.clock.advance({ days: 4 })
      await world.runJobs()
      const rows = await world.service.ctx.db.read
        .selectFrom('chunk')
        .select('refs')
        .where('root_id', '=', ann.rootId)
        .modifyEnd(WHOLE_ROOT)
        .execute()
      assert.ok(rows.every(({ refs }) => refs > 0))
    })

    it('wait for a lock to end', async () => {
      const { ann, tus } = await newcomer()
      const path = await tus.begin({ filename: 'locked.txt' }, 2)
      await ann.call(lockRoot, { root_id: ann.rootId })
      await world.service.ctx.db.write((tx) =>
        tx
          .updateTable('root')
          .set({ locked_by: 1 as never })
          .where('id', '=', ann.rootId)
          .execute(),
      )
      assert.deepEqual(await errorOf(await tus.patch(path, 0, Buffer.from('ab'))), [409, 'resource_locked'])
      await (await world.admin()).call(unlockRoot, { root_id: ann.rootId })
      assert.equal((await tus.patch(path, 2)).status, 204)
    })

    it('are a hundred unfinished ones at most', async () => {
      const { tus } = await newcomer()
      const paths = []
      for (let n = 0; n < 100; n++) paths.push(await tus.begin({ filename: `${n}.bin` }, 1))
      const create = () => tus.create({ filename: 'more.bin' }, { 'upload-length': '1' })
      assert.deepEqual(await errorOf(await create()), [409, 'policy_error'])
      assert.equal((await tus.patch(paths[0] ?? '', 0, Buffer.from('1'))).status, 204)
      assert.equal((await create()).status, 201)
    })

    it('leave nothing that contradicts itself', () => checkInvariants(world.service.ctx.db.read))
  })
