import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findMissingChunks, getChunk, listRevisionChunks, putChunk } from '@holdfast/api/files/chunks'
import { MAX_CHUNK } from '@holdfast/api/files/cutter'
import { deleteFile, downloadFile, type File, getRoot, viewFile } from '@holdfast/api/files/files'
import { listFileRevisions } from '@holdfast/api/files/revisions'
import type { RevisionId } from '@holdfast/api/ids'
import { listPersonActivity } from '@holdfast/api/oversight/activity'
import { chunkOf, commit, cutWhole, put, refsOf, sendCut } from '@holdfast/server/testkit/content/client-cut'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { WHOLE_ROOT } from '../../platform/db/statements.ts'

const MIB = 1024 * 1024

const code = (expected: string) => (error: unknown) => {
  assert.equal((error as { code?: string }).code, expected)
  return true
}

for (const stack of STACKS)
  describe(`chunks on ${stack.name}`, () => {
    const world = useWorld(stack)

    const missingOf = async (someone: Someone, ...chunks: { sha256: string; size: number }[]) =>
      (await someone.call(findMissingChunks, { root_id: someone.rootId, chunks: refsOf(chunks) })).missing
    const small = (text: string) => chunkOf(Buffer.from(text))
    const content = async (someone: Someone, { id, revision_id }: Pick<File, 'id' | 'revision_id'>) =>
      someone.call(listRevisionChunks, {
        root_id: someone.rootId,
        file_id: id,
        revision_id: revision_id as RevisionId,
      })
    const storedRows = (someone: Someone) =>
      world.service.ctx.db.read
        .selectFrom('chunk')
        .select(['stored', 'refs', 'idle_since'])
        .where('root_id', '=', someone.rootId)
        .modifyEnd(WHOLE_ROOT)
        .execute()

    describe('that a client cut', () => {
      it('make the same file as a plain upload, of which only the changed ones are sent again', async () => {
        const ann = await world.person()
        const bytes = sampleBytes(9 * MIB, 'cut')
        const plain = await ann.upload('plain.bin', bytes)
        const again = await sendCut(ann, bytes, { name: 'again.bin' })
        assert.equal(again.sent, 0)
        assert.deepEqual(await content(ann, again.file), await content(ann, plain))
        bytes[5 * MIB] = (bytes[5 * MIB] as number) ^ 1
        const changed = await sendCut(ann, bytes, { file_id: again.file.id, if_ver: 1 })
        assert.ok(changed.sent === 1 || changed.sent === 2, `${changed.sent} chunks were sent`)
        assert.ok((await ann.download(again.file.id)).equals(bytes))
        const { total } = await ann.call(listFileRevisions, { root_id: ann.rootId, file_id: again.file.id })
        assert.equal(total, 2)
      })

      it('make files of any size, and are counted once', async () => {
        const ann = await world.person()
        const sizes = [0, 1, 65_535, 65_536, 300_000, 2 * MIB]
        for (const size of sizes) {
          const bytes = sampleBytes(size, `sized ${size}`)
          const { file } = await sendCut(ann, bytes, { name: `${size}.bin` })
          assert.equal(file.size, size)
          assert.ok((await ann.download(file.id)).equals(bytes))
        }
        const root = await ann.call(getRoot, { root_id: ann.rootId })
        const sum = sizes.reduce((all, size) => all + size, 0)
        assert.deepEqual([root.space_used, root.revision_space_used], [sum, sum])
      })

      it('may stand in a file many times', async () => {
        const ann = await world.person()
        const chunk = small('again and again ')
        await put(ann, chunk)
        const file = await commit(ann, [chunk, chunk, chunk], { name: 'thrice.txt' })
        assert.equal((await ann.download(file.id)).toString(), chunk.bytes.toString().repeat(3))
      })

      it('are listed by pages', async () => {
        const ann = await world.person()
        const chunks = ['one', 'three', 'two'].map(small)
        for (const chunk of chunks) await put(ann, chunk)
        const { id, revision_id } = await commit(ann, chunks, { name: 'paged.txt' })
        const page = (from: number) =>
          ann.call(listRevisionChunks, {
            root_id: ann.rootId,
            file_id: id,
            revision_id: revision_id as RevisionId,
            from,
            limit: 2,
          })
        const first = await page(0)
        assert.deepEqual([first.size, first.chunks, first.next], [11, refsOf(chunks.slice(0, 2)), 8])
        const last = await page(8)
        assert.deepEqual([last.chunks, last.next], [refsOf(chunks.slice(2)), null])
      })
    })

    describe('that are put', () => {
      it('must be the bytes that were named, some and not too many', async () => {
        const ann = await world.person()
        const large = chunkOf(sampleBytes(MAX_CHUNK + 1, 'large'))
        const refused = [
          { ...small('right'), bytes: Buffer.from('wrong') },
          { ...small(''), bytes: Buffer.alloc(0) },
          large,
        ]
        for (const chunk of refused) await assert.rejects(put(ann, chunk), code('invalid_request'))
        const stream = new ReadableStream({
          start(controller) {
            controller.enqueue(large.bytes)
            controller.close()
          },
        })
        const unannounced = await world.request(`/api/2/files/${ann.rootId}/chunks/${large.sha256}`, {
          method: 'PUT',
          headers: ann.bearer,
          body: stream,
          duplex: 'half',
        } as RequestInit)
        assert.deepEqual([unannounced.status, unannounced.error], [400, 'invalid_request'])
        const { bytes } = small('named by nothing')
        for (const sha256 of ['missing', 'f'.repeat(63), 'g'.repeat(64)])
          await assert.rejects(
            ann.call(putChunk, { root_id: ann.rootId, sha256, bytes: new Blob([bytes]) }),
            code('not_found'),
          )
        assert.deepEqual(await storedRows(ann), [])
        await put(ann, chunkOf(sampleBytes(MAX_CHUNK, 'largest')))
      })

      it('are stored once however often and at once they come', async () => {
        const ann = await world.person()
        const chunks = [small('together'), chunkOf(sampleBytes(100_000, 'together'))]
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => chunks.map((chunk) => put(ann, chunk))).flat(),
        )
        assert.ok(answers.every(({ status }) => status === 'ok'))
        const stored = (await storedRows(ann)).filter((row) => row.stored === 1)
        assert.deepEqual(
          stored.map(({ refs }) => refs),
          [0, 0],
        )
        assert.ok(stored.every(({ idle_since }) => idle_since === world.clock.now()))
      })

      it('race with files of the same content without harm', async () => {
        const ann = await world.person()
        const chunks = Array.from({ length: 12 }, (_, n) => chunkOf(sampleBytes(70_000 + n, `race ${n}`)))
        await Promise.all(
          chunks.flatMap((chunk, n) => [
            put(ann, chunk),
            ann.upload(`${n}.bin`, chunk.bytes),
            put(ann, chunk),
          ]),
        )
        assert.deepEqual(await missingOf(ann, ...chunks), [])
        await checkInvariants(world.service.ctx.db.read)
      })

      it('are refused when too many come at once from one, and taken again after', async () => {
        const ann = await world.person()
        const chunks = Array.from({ length: rounds(14, 24) }, (_, n) =>
          chunkOf(sampleBytes(3 * MIB, `many ${n}`)),
        )
        const answers = await Promise.allSettled(chunks.map((chunk) => put(ann, chunk)))
        const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
        assert.ok(refused.length > 0 && refused.length < chunks.length, `${refused.length} were refused`)
        for (const error of refused) {
          assert.equal(error.code, 'temporarily_unavailable')
          assert.ok(Number(error.headers.get('retry-after')) > 0)
        }
        for (const [n, chunk] of chunks.entries())
          if (answers[n]?.status === 'rejected') await put(ann, chunk)
        assert.deepEqual(await missingOf(ann, ...chunks), [])
      })

      it('are not mixed up with each other, however many come after and beside each other', async () => {
        const ann = await world.person()
        for (let round = 1; round <= rounds(2, 3); round++) {
          const chunks = [70_000, 300_000, 400_000, 500_000, MIB, 2 * MIB].map((size, n) =>
            chunkOf(sampleBytes(size + n * round, `round ${round} of ${size}`)),
          )
          await Promise.all(chunks.map((chunk) => put(ann, chunk)))
          const file = await commit(ann, chunks, { name: `round ${round}` })
          assert.ok((await ann.download(file.id)).equals(Buffer.concat(chunks.map(({ bytes }) => bytes))))
        }
      })

      it('find a full account refused', async () => {
        const ann = await world.person({ spaceQuota: 1000 })
        await assert.rejects(put(ann, small('x'.repeat(1001))), code('policy_error'))
        const chunk = small('x'.repeat(600))
        await put(ann, chunk)
        await commit(ann, [chunk], { name: 'most.txt' })
        await assert.rejects(put(ann, small('y'.repeat(600))), code('policy_error'))
        // What is there takes no room.
        await put(ann, chunk)
      })
    })

    describe('of a root', () => {
      it('are told of and read there only', async () => {
        const [ann, bob] = [await world.person(), await world.person()]
        const chunk = small('the secret of ann')
        const at = (someone: Someone) => ({ root_id: someone.rootId, sha256: chunk.sha256 })
        await put(ann, chunk)
        // Stored, and yet of no file.
        await assert.rejects(ann.open(getChunk, at(ann)), code('not_found'))
        const file = await commit(ann, [chunk], { name: 'secret.txt' })
        const answer = await ann.open(getChunk, at(ann))
        assert.deepEqual(
          [await answer.text(), answer.headers.get('content-length'), answer.headers.get('etag')],
          ['the secret of ann', '17', `"${chunk.sha256}"`],
        )
        assert.deepEqual(await missingOf(bob, chunk), [chunk.sha256])
        await assert.rejects(bob.open(getChunk, at(bob)), code('not_found'))
        await assert.rejects(commit(bob, [chunk], { name: 'taken.txt' }), code('missing_chunks'))
        for (const attempt of [
          () => bob.open(getChunk, at(ann)),
          () => bob.call(findMissingChunks, { root_id: ann.rootId, chunks: refsOf([chunk]) }),
          () => put(bob, chunk, ann.rootId),
          () => commit(bob, [chunk], { root_id: ann.rootId, name: 'taken.txt' }),
        ])
          await assert.rejects(attempt(), code('forbidden'))
        // Deleted files can come back, so their chunks stay.
        await ann.call(deleteFile, { root_id: ann.rootId, file_id: file.id })
        assert.equal((await ann.open(getChunk, at(ann))).status, 200)
      })

      it('come by ranges, whole and large', async () => {
        const ann = await world.person()
        const bytes = sampleBytes(5 * MIB, 'ranges of chunks')
        await ann.upload('large.bin', bytes)
        for (const { sha256, bytes: whole } of cutWhole(bytes)) {
          const at = { root_id: ann.rootId, sha256 }
          const answer = await ann.open(getChunk, at)
          assert.ok(Buffer.from(await answer.arrayBuffer()).equals(whole))
          const part = await ann.open(getChunk, at, { headers: { range: 'bytes=1000-200000' } })
          assert.equal(part.status, 206)
          assert.ok(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(1000, 200_001)))
        }
      })

      it('are on record as the file that is read, with looks and parts, once a day', async () => {
        const ann = await world.person()
        const bytes = sampleBytes(3 * MIB, 'on record')
        const file = await ann.upload('read.bin', bytes)
        const at = { root_id: ann.rootId, file_id: file.id }
        const kinds = async () => {
          await world.service.ctx.downloads.flush()
          const { results } = await ann.call(listPersonActivity, { person_id: ann.id })
          const reading = results.filter(({ data_text }) => data_text === '/read.bin')
          return reading.map(({ activity_type_id }) => activity_type_id)
        }
        const read = async () => {
          for (const { sha256 } of cutWhole(bytes)) await ann.open(getChunk, { root_id: ann.rootId, sha256 })
          await ann.open(viewFile, at)
          await ann.open(downloadFile, at, { headers: { range: 'bytes=1-' } })
        }
        await read()
        assert.deepEqual(await kinds(), [83, 7])
        await read()
        await ann.open(downloadFile, at)
        assert.deepEqual(await kinds(), [8, 83, 7])
        world.clock.advance({ hours: 24 })
        await ann.signIn(ann.email, PASSWORD)
        await ann.open(viewFile, at)
        assert.deepEqual(await kinds(), [83, 8, 83, 7])
      })

      it('are swept after three days unless someone asks for them', async () => {
        const ann = await world.person()
        const [forgotten, asked, sentAgain] = [small('forgotten'), small('asked for'), small('sent again')]
        for (const chunk of [forgotten, asked, sentAgain]) await put(ann, chunk)
        world.clock.advance({ hours: 71 })
        // Else a sweep of now may still be under way two hours later.
        await world.runJobs()
        assert.deepEqual(await missingOf(ann, asked), [])
        await put(ann, sentAgain)
        world.clock.advance({ hours: 2 })
        await world.runJobs()
        assert.deepEqual(await missingOf(ann, forgotten, asked, sentAgain), [forgotten.sha256])
        await assert.rejects(commit(ann, [asked, forgotten], { name: 'late.txt' }), (error) => {
          const { code: found, body } = error as { code: string; body: { error_description: string } }
          assert.equal(found, 'missing_chunks')
          assert.ok(body.error_description.includes(forgotten.sha256))
          assert.ok(!body.error_description.includes(asked.sha256))
          return true
        })
        await commit(ann, [asked, sentAgain], { name: 'in time.txt' })
        world.clock.advance({ hours: 80 })
        await world.runJobs()
        assert.deepEqual(await missingOf(ann, asked, sentAgain), [])
      })
    })

    it('lists are checked before anything else is done', async () => {
      const ann = await world.person()
      const bad = [
        '',
        '[]',
        '[1]',
        '[{"sha256":"00","size":1}]',
        `[{"sha256":"${'0'.repeat(64)}"}]`,
        `[{"sha256":"${'0'.repeat(64)}","size":0}]`,
        `[{"sha256":"${'0'.repeat(64)}","size":${MAX_CHUNK + 1}}]`,
        `[[${'0'.repeat(64)},1]]`,
        JSON.stringify(Array.from({ length: 1001 }, (_, n) => small(`${n}`))),
      ]
      for (const chunks of bad) {
        const answer = await world.post(`/api/2/files/${ann.rootId}/chunks/missing`, { chunks }, ann.bearer)
        assert.deepEqual([answer.status, answer.error], [400, 'invalid_request'], chunks.slice(0, 80))
      }
      const json = await world.request(`/api/2/files/${ann.rootId}/chunks/missing`, {
        method: 'POST',
        headers: { ...ann.bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ chunks: [{ ...refsOf([small('as JSON')])[0] }] }),
      })
      assert.deepEqual(json.body, { missing: [small('as JSON').sha256] })
    })

    it('leave nothing that contradicts itself', () => checkInvariants(world.service.ctx.db.read))
  })
