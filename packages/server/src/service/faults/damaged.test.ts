import assert from 'node:assert/strict'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { findMissingChunks } from '@holdfast/api/files/chunks'
import { copyFile } from '@holdfast/api/files/file-tree'
import { createFolderInRoot, type File } from '@holdfast/api/files/files'
import { uploadRevision } from '@holdfast/api/files/revisions'
import type { EntryId, OrganizationId, RevisionId } from '@holdfast/api/ids'
import { listOrganizationActivity } from '@holdfast/api/oversight/activity'
import { shareFile } from '@holdfast/api/sharing/links'
import { chunkOf, commit, put, refsOf } from '@holdfast/server/testkit/content/client-cut'
import { digestOf, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { listBlobs, makeUnreadable } from '@holdfast/server/testkit/database/stored-blobs'
import { refusal } from '@holdfast/server/testkit/people/sharing'
import { type FaultyProxy, startFaultyProxy } from '@holdfast/server/testkit/servers/faulty-proxy'
import { STACKS, type Stack } from '@holdfast/server/testkit/servers/stacks'
import { PASSWORD, type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { pino } from 'pino'
import { scrubContent } from '../../oversight/damage/scrub-content.ts'
import { listRevisionChunks, type RevisionChunk } from '../../platform/content/revision-queries.ts'
import { runVerify } from '../cli/verify.ts'

const MIB = 1024 * 1024
const FOUND = 85
const HEALED = 86

let proxy: FaultyProxy | undefined
after(() => proxy?.close())

/** The stack, its S3 behind a line that can be broken. */
const proxied = (stack: Stack): Stack => ({
  ...stack,
  async open(form) {
    const place = await stack.open(form)
    if (place.blobs.kind !== 's3') return place
    const endpoint = new URL(place.blobs.endpoint ?? '')
    proxy = await startFaultyProxy({ host: endpoint.hostname, port: Number(endpoint.port) })
    endpoint.port = String(proxy.port)
    return { ...place, blobs: { ...place.blobs, endpoint: endpoint.href } }
  },
})

for (const stack of STACKS)
  describe(`damaged bytes on ${stack.name}`, () => {
    const logged: Record<string, unknown>[] = []
    const log = pino({ level: 'error' }, { write: (line) => logged.push(JSON.parse(line)) })
    const world = useWorld(proxied(stack), { log, config: { scrubPercentPerDay: 100 } })

    it('of a blob break off every answer that has them, and are told of once', async () => {
      const { organizationId, ann } = await owner()
      const { id: folder_id } = await ann.call(createFolderInRoot, { root_id: ann.rootId, name: 'Docs' })
      const bytes = sampleBytes(3 * MIB, 'every way')
      const file = await ann.upload('plan.txt', bytes, folder_id)
      const chunks = await chunksOf(ann, file)
      const [first, second] = chunks as [RevisionChunk, RevisionChunk]
      await flip(second)
      const link = await ann.call(shareFile, { root_id: ann.rootId, file_id: file.id })

      const at = `/api/2/files/${ann.rootId}`
      const behind = { range: `bytes=${second.position + 1}-${second.position + 2}` }
      // What is read ahead is known to be damaged before anything is sent.
      for (const [path, headers] of [
        [`${at}/${file.id}/download`, {}],
        [`${at}/${file.id}/download`, { range: `bytes=0-${second.position}` }],
        [`${at}/${file.id}/view`, {}],
        [`${at}/${file.id}/revisions/${file.revision_id}/download`, {}],
        [`${at}/folder/${folder_id}/download`, {}],
        [`/api/2/sharelinks/${link.hash}/download`, {}],
      ] as const)
        assert.match(await answer(ann, path, headers), /^(broken off|content_damaged)$/, path)
      for (const [path, headers] of [
        [`${at}/${file.id}/download`, behind],
        [`${at}/chunks/${second.sha256.toString('hex')}`, {}],
        [`${at}/chunks/${second.sha256.toString('hex')}`, { range: 'bytes=1-2' }],
      ] as const)
        assert.equal(await answer(ann, path, headers), 'content_damaged', path)
      // What is whole is served.
      const whole = await answer(ann, `${at}/${file.id}/download`, { range: `bytes=0-${first.size - 1}` })
      assert.equal(whole, digestOf(bytes.subarray(0, first.size)))

      assert.deepEqual(await toldOf(organizationId), ['/Docs/plan.txt'])
      assert.equal(logged.filter(({ key }) => key === second.blob_key).length, 1)
    })

    it('that are missing or too few are damaged as well, in a row of the database too', async () => {
      const { organizationId, ann } = await owner()
      for (const [name, size, damage] of [
        [
          'missing',
          70_000,
          ({ blob_key }: RevisionChunk) => world.service.ctx.blobs.delete(blob_key ?? assert.fail()),
        ],
        ['short', 70_000, (chunk: RevisionChunk) => rewrite(chunk, (bytes) => bytes.subarray(1))],
        ['row', 100, flip],
        [
          'no key',
          70_000,
          ({ id }: RevisionChunk) =>
            rawSql(world.service.ctx.db, `update chunk set blob_key = '../planted' where id = ${id}`),
        ],
      ] as const) {
        const file = await ann.upload(name, sampleBytes(size, name))
        const [chunk] = await chunksOf(ann, file)
        await damage(chunk as RevisionChunk)
        const path = `/api/2/files/${ann.rootId}/${file.id}/download`
        const range = { range: 'bytes=1-2' }
        assert.equal(await answer(ann, path), 'content_damaged', name)
        assert.equal(await answer(ann, path, range), 'content_damaged', name)
      }
      assert.deepEqual(await toldOf(organizationId), ['/no key', '/row', '/short', '/missing'])
    })

    const isRemote = stack.name.endsWith('s3')

    it('are noticed at each read of all of them from S3, else at the first of an hour, and no mark stays on bytes that came back', async () => {
      const { ann } = await owner()
      const bytes = sampleBytes(70_000, 'an hour')
      const file = await ann.upload('a.bin', bytes)
      const path = `/api/2/files/${ann.rootId}/${file.id}/download`
      assert.equal(await answer(ann, path), digestOf(bytes))
      const [chunk] = await chunksOf(ann, file)
      await flip(chunk as RevisionChunk)
      world.clock.advance({ minutes: 59 })
      const asked = isRemote ? { range: 'bytes=5-69999' } : {}
      assert.match(await answer(ann, path, asked), /sha256/)
      if (!isRemote) world.clock.advance({ minutes: 1 })
      await ann.signIn(ann.email, PASSWORD)
      assert.equal(await answer(ann, path), 'content_damaged')
      await flip(chunk as RevisionChunk)
      assert.equal(await answer(ann, path), digestOf(bytes))
      assert.equal((await chunksOf(ann, file))[0]?.damaged_at, null)
    })

    it('are stored anew by the next upload of them, which heals every revision that has them', async () => {
      const { organizationId, ann } = await owner()
      const before = await listBlobs(world.place.blobs)
      for (const [name, size] of [
        ['blob', 70_000],
        ['row', 100],
      ] as const) {
        const bytes = sampleBytes(size, name)
        const file = await ann.upload(name, bytes)
        const path = `/api/2/files/${ann.rootId}/${file.id}/download`
        const heals = [
          () => ann.upload(`${name} again`, bytes),
          // The content that the file has already.
          () =>
            ann.call(uploadRevision, {
              root_id: ann.rootId,
              file_id: file.id,
              file: { name, bytes: new Blob([bytes]) },
            }),
          async () => {
            const chunk = chunkOf(bytes)
            const asked = { root_id: ann.rootId, chunks: refsOf([chunk]) }
            assert.deepEqual((await ann.call(findMissingChunks, asked)).missing, [chunk.sha256])
            assert.equal(await refusal(commit(ann, [chunk], { name: 'named.bin' })), 'missing_chunks')
            await put(ann, chunk)
            await commit(ann, [chunk], { name: `${name} named` })
          },
        ]
        for (const [n, heal] of heals.entries()) {
          const [chunk] = await chunksOf(ann, file)
          await flip(chunk as RevisionChunk)
          world.clock.advance({ hours: 24 })
          await ann.signIn(ann.email, PASSWORD)
          assert.equal(await answer(ann, path), 'content_damaged', `${name} ${n}`)
          await heal()
          assert.equal(await answer(ann, path), digestOf(bytes), `${name} ${n}`)
        }
      }
      assert.deepEqual((await toldOf(organizationId, HEALED)).length, 6)
      world.clock.advance({ hours: 1 })
      await world.runJobs()
      assert.equal(
        (await listBlobs(world.place.blobs)).length,
        before.length + 1,
        'damaged blobs are garbage',
      )
      await checkInvariants(world.service.ctx.db.read)
    })

    it('are healed in all roots that share them, by whoever is the first of many', async () => {
      const { organizationId, ann } = await owner()
      const bob = await world.person({ organizationId })
      const bytes = sampleBytes(70_000, 'shared')
      const file = await ann.upload('mine.bin', bytes)
      await world.changeRoot(bob.rootId, { person_id: ann.id })
      const copy = await ann.call(copyFile, {
        root_id: ann.rootId,
        file_id: file.id,
        to_root_id: bob.rootId,
        to_folder_id: 0 as EntryId,
      })
      await world.changeRoot(bob.rootId, { person_id: bob.id })
      const [chunk] = await chunksOf(ann, file)
      await flip(chunk as RevisionChunk)
      const path = `/api/2/files/${bob.rootId}/${copy.id}/download`
      assert.equal(await answer(bob, path), 'content_damaged')
      assert.deepEqual((await toldOf(organizationId)).sort(), ['/mine.bin', '/mine.bin'])
      await Promise.all(
        [ann, bob, ann, bob].map((who, n) => who.upload(`${n}.bin`, bytes).catch((error) => error.code)),
      )
      assert.equal(await answer(bob, path), digestOf(bytes))
      assert.equal(digestOf(await ann.download(file.id)), digestOf(bytes))
      assert.equal((await toldOf(organizationId, HEALED)).length, 2)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('are found by the scrub without a reader, and mailed about once', async () => {
      const { organizationId, ann } = await owner()
      const mails = async () =>
        (await world.sent('admin@localhost')).filter(({ text }) => text.includes('missing or damaged parts'))
      world.clock.advance({ hours: 1 })
      const earlier = (await mails()).length
      await ann.signIn(ann.email, PASSWORD)
      for (const name of ['one.bin', 'two.bin']) {
        const [chunk] = await chunksOf(ann, await ann.upload(name, sampleBytes(70_000, name)))
        await flip(chunk as RevisionChunk)
      }
      world.clock.advance({ minutes: 10 })
      await world.runJobs()
      await scrubForADay()
      assert.deepEqual((await toldOf(organizationId)).sort(), ['/one.bin', '/two.bin'])
      const told = (await mails()).slice(earlier)
      // The scrub's own hour may come between the two.
      const news = told.map(({ text }) =>
        Number(/(\d+)\s+new\s+chunks?\s+since the last email/.exec(text)?.[1]),
      )
      assert.equal(
        news.reduce((sum, found) => sum + found, 0),
        2,
      )
      world.clock.advance({ hours: 1 })
      assert.equal((await mails()).length, earlier + told.length)
    })

    it('are marked by the command to verify, which says what has healed since', async (t) => {
      const { organizationId, ann } = await owner()
      const bytes = sampleBytes(70_000, 'verified')
      const file = await ann.upload('kept.bin', bytes)
      const [chunk] = (await chunksOf(ann, file)) as [RevisionChunk]
      const lines: string[] = []
      t.mock.method(console, 'log', (line: string) => lines.push(line))
      const verify = async () => {
        lines.length = 0
        const given = { activity: false, content: true, repair: false, root: ann.rootId }
        await runVerify(world.service.ctx, given)
        return lines.join('\n')
      }
      await verify()
      await flip(chunk)
      await verify()
      const damaged = await verify()
      assert.match(damaged, /\/kept\.bin .* are damaged in blob/)
      assert.doesNotMatch(damaged, /intact again/)
      assert.deepEqual(await toldOf(organizationId), ['/kept.bin'])
      await ann.upload('again.bin', bytes)
      assert.match(await verify(), /^1 damaged chunk is intact again\.\nNo problems found/)

      // The other way: a disk that came back.
      const [next] = (await chunksOf(ann, file)) as [RevisionChunk]
      await flip(next)
      await verify()
      await flip(next)
      assert.match(await verify(), /1 damaged chunk is intact again\./)
      assert.doesNotMatch(await verify(), /intact again/)
      assert.equal(digestOf(await ann.download(file.id)), digestOf(bytes))
    })

    // Only a disk can say that it has a bad spot; reads of S3 that fail say nothing about its bytes.
    const onDisk = stack.name.endsWith('s3') ? () => {} : it
    onDisk('on a bad spot of a disk are marked, and stored anew elsewhere', async () => {
      const { organizationId, ann } = await owner()
      const bytes = sampleBytes(70_000, 'bad spot')
      const file = await ann.upload('kept.bin', bytes)
      const unread = await ann.upload('unread.bin', sampleBytes(70_000, 'nobody reads this'))
      for (const each of [file, unread]) {
        const [chunk] = await chunksOf(ann, each)
        const { dir } = world.place.blobs as { dir: string }
        const key = chunk?.blob_key as string
        await makeUnreadable(path.join(dir, key.slice(0, 2), key))
      }
      const at = `/api/2/files/${ann.rootId}/${file.id}/download`
      for (const headers of [{}, { range: 'bytes=1-2' }])
        assert.equal(await answer(ann, at, headers), 'content_damaged')
      await scrubForADay()
      await ann.signIn(ann.email, PASSWORD)
      assert.deepEqual(await toldOf(organizationId), ['/unread.bin', '/kept.bin'])
      await ann.upload('again.bin', bytes)
      assert.equal(await answer(ann, at), digestOf(bytes))
      await ann.upload('again 2.bin', sampleBytes(70_000, 'nobody reads this'))
    })

    // Disks have no line that could break.
    const onS3 = stack.name.endsWith('s3') ? it : () => {}
    onS3('are not those of a store that does not answer, or of a line that changes them', async () => {
      if (!proxy) throw new Error('The store is not behind the proxy')
      const { organizationId, ann } = await owner()
      const bytes = sampleBytes(70_000, 'on their way')
      const file = await ann.upload('kept.bin', bytes)
      const path = `/api/2/files/${ann.rootId}/${file.id}/download`
      proxy.set('down')
      for (const headers of [{}, { range: 'bytes=1-2' }])
        assert.doesNotMatch(await answer(ann, path, headers), /content_damaged|sha256/)
      await assert.rejects(scrubForADay())
      await ann.signIn(ann.email, PASSWORD)
      let changed = 0
      proxy.set((answered) => {
        const last = answered.length - 1
        // Of the blob, and no header: once.
        if (last > 1000 && changed++ === 0) answered[last] = (answered[last] as number) ^ 1
        return answered
      })
      assert.doesNotMatch(await answer(ann, path), /content_damaged|sha256/)
      assert.ok(changed > 0)
      proxy.set(undefined)
      assert.equal(await answer(ann, path), digestOf(bytes))
      assert.deepEqual(await toldOf(organizationId), [])
    })

    /** As often as it comes round in a day. */
    async function scrubForADay(): Promise<void> {
      for (let hour = 0; hour <= 24; hour++) {
        world.clock.advance({ hours: 1 })
        await scrubContent(world.service.ctx)
      }
    }

    async function owner() {
      const organizationId = await world.organization()
      return { organizationId, ann: await world.person({ organizationId }) }
    }

    /** What is answered: the digest of all bytes, the reason of a refusal, or that the answer broke off. */
    async function answer(who: Someone, path: string, headers: Record<string, string> = {}): Promise<string> {
      const response = await fetch(world.url + path, { headers: { ...who.bearer, ...headers } })
      if (!response.ok) {
        const refused = (await response.json()) as { error_reason?: string }
        return refused.error_reason ?? JSON.stringify(refused)
      }
      return response.arrayBuffer().then(
        (bytes) => digestOf(Buffer.from(bytes)),
        () => 'broken off',
      )
    }

    const chunksOf = (who: Someone, { revision_id, size }: File) =>
      listRevisionChunks(world.service.ctx.db.read, {
        rootId: who.rootId,
        revisionId: revision_id as RevisionId,
        start: 0,
        end: size,
        limit: 100,
      })

    /** Changes what is stored behind the back of the service. */
    async function rewrite(chunk: RevisionChunk, change: (bytes: Buffer) => Buffer): Promise<void> {
      const { db, blobs } = world.service.ctx
      if (chunk.blob_key === null)
        return db.write(async (tx) => {
          await tx
            .updateTable('chunk')
            .set({ data: change(chunk.data as Buffer) })
            .where('root_id', '=', chunk.root_id)
            .where('id', '=', chunk.id)
            .execute()
        })
      const bytes = await blobs.get(chunk.blob_key)
      await blobs.delete(chunk.blob_key)
      await blobs.put(chunk.blob_key, [change(bytes)])
    }
    const flip = (chunk: RevisionChunk) =>
      rewrite(chunk, (bytes) => {
        bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1
        return bytes
      })

    async function toldOf(organizationId: OrganizationId, type = FOUND): Promise<string[]> {
      const admin = await world.admin()
      const { results } = await admin.call(listOrganizationActivity, { organization_id: organizationId })
      return results
        .filter(({ activity_type_id }) => activity_type_id === type)
        .map(({ data_text }) => data_text)
    }
  })
