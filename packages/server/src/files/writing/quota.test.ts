import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getPerson } from '@holdfast/api/accounts/people'
import { findMissingChunks } from '@holdfast/api/files/chunks'
import { deleteFile, getRoot } from '@holdfast/api/files/files'
import { purgeFile } from '@holdfast/api/files/retention'
import type { OrganizationId } from '@holdfast/api/ids'
import { chunkOf, commit, put, refsOf } from '@holdfast/server/testkit/content/client-cut'
import { bearer, encodeRequest, openTls } from '@holdfast/server/testkit/content/raw-http'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { OFFSET, TUS, TusCaller } from '@holdfast/server/testkit/content/tus'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { attempt } from '../../platform/db/transaction.ts'
import { findOrganization } from '../../records/organizations.ts'
import { addSizes, findRoot } from '../../records/roots.ts'
import { chargeStorage, chargeTogether } from './quota.ts'

const MIB = 1024 * 1024
const QUOTA = 100_000
const HALF = 60_000

for (const stack of STACKS)
  describe(`a quota on ${stack.name}`, () => {
    const world = useWorld(stack)
    const tusOf = ({ bearer, rootId }: Someone) => new TusCaller({ url: world.url, bearer, rootId })
    const bytesOf = (seed: string, size = HALF) => sampleBytes(size, seed)
    const full = { code: 'policy_error' }
    const check = () => checkInvariants(world.service.ctx.db.read)
    const begin = async (who: Someone, filename: string, length: number) => {
      const response = await tusOf(who).create({ filename }, { 'upload-length': String(length) })
      return { status: response.status, path: response.headers.get('location') ?? '' }
    }

    /** Two people whose uploads count for one quota: the same person twice, or two of an organization. */
    const spaces: Record<string, () => Promise<[Someone, Someone]>> = {
      person: async () => {
        const ann = await world.person({ spaceQuota: QUOTA })
        return [ann, ann]
      },
      organization: async () => {
        const organizationId = await world.organization({ space_quota: QUOTA })
        return [await world.person({ organizationId }), await world.person({ organizationId })]
      },
    }
    for (const [whose, open] of Object.entries(spaces)) {
      it(`of one ${whose} counts an upload from its announcement until it is a file or cancelled`, async () => {
        const [ann, bob] = await open()
        const first = await begin(ann, 'first.bin', HALF)
        assert.equal((await begin(bob, 'second.bin', HALF)).status, 409)
        await assert.rejects(bob.upload('plain.bin', bytesOf('plain')), full)
        await assert.rejects(put(bob, chunkOf(bytesOf('chunk'))), full)
        assert.equal((await tusOf(ann).send('DELETE', first.path, {})).status, 204)
        const second = await begin(bob, 'second.bin', HALF)
        assert.equal((await tusOf(bob).patch(second.path, 0, bytesOf('second'))).status, 204)
        // A file now, and counted once.
        await ann.upload('rest.bin', bytesOf('rest', QUOTA - HALF))
        assert.equal((await begin(ann, 'one.bin', 1)).status, 409)
        await check()
      })

      it(`of one ${whose} lets as many of a crowd of uploads begin as it has room for`, async () => {
        const [ann, bob] = await open()
        const crowd = Array.from({ length: 12 }, (_, n) => begin(n % 2 ? ann : bob, `${n}.bin`, QUOTA / 4))
        const statuses = (await Promise.all(crowd)).map(({ status }) => status).sort()
        assert.deepEqual(statuses, [...Array(4).fill(201), ...Array(8).fill(409)])
        await check()
      })

      it(`of one ${whose} counts chunks that are in no file yet, until they lapse`, async () => {
        const [ann, bob] = await open()
        const chunk = chunkOf(bytesOf('unclaimed'))
        await put(ann, chunk)
        await put(ann, chunk)
        await assert.rejects(put(bob, chunkOf(bytesOf('beside'))), full)
        await assert.rejects(bob.upload('plain.bin', bytesOf('plain')), full)
        assert.equal((await begin(bob, 'tus.bin', HALF)).status, 409)
        world.clock.advance({ hours: 73 })
        await world.runJobs()
        const again = chunkOf(bytesOf('made a file'))
        await put(bob, again)
        await commit(bob, [again], { name: 'made.bin' })
        await bob.upload('rest.bin', bytesOf('rest', QUOTA - HALF))
        await check()
      })
    }

    it('counts the bytes of an upload without a length as they come, and goes on when there is room', async () => {
      const organizationId = await world.organization({ user_purge_deleted: true })
      const ann = await world.person({ organizationId, spaceQuota: QUOTA })
      const tus = tusOf(ann)
      const created = await tus.create({ filename: 'open.bin' }, { 'upload-defer-length': '1' })
      const path = created.headers.get('location') ?? ''
      const bytes = bytesOf('open', QUOTA)
      assert.equal((await tus.patch(path, 0, bytes.subarray(0, HALF))).status, 204)
      await assert.rejects(ann.upload('plain.bin', bytesOf('plain')), full)
      const file = await ann.upload('small.bin', bytesOf('small', 30_000))
      assert.equal((await tus.patch(path, HALF, bytes.subarray(HALF))).status, 409)
      assert.equal((await tus.patch(path, HALF, undefined, { 'upload-length': `${QUOTA}` })).status, 409)
      assert.equal(await tus.offset(path), HALF)
      // What was purged counts no more at once, though its bytes are still there.
      const at = { root_id: ann.rootId, file_id: file.id }
      await ann.call(deleteFile, at)
      await ann.call(purgeFile, at)
      const last = await tus.patch(path, HALF, bytes.subarray(HALF), { 'upload-length': `${QUOTA}` })
      assert.equal(last.status, 204)
      const made = Number(last.headers.get('holdfast-file-id')) as typeof file.id
      assert.ok((await ann.download(made)).equals(bytes))
      await check()
    })

    it('refuses what nobody told the length of while it comes', { timeout: 60_000 }, async () => {
      const ann = await world.person({ spaceQuota: QUOTA })
      const created = await tusOf(ann).create({ filename: 'open.bin' }, { 'upload-defer-length': '1' })
      const form = '--b\r\nContent-Disposition: form-data; name=file; filename=endless.bin\r\n\r\n'
      const ways = [
        [
          'POST',
          `/api/2/files/${ann.rootId}/upload`,
          { 'Content-Type': 'multipart/form-data; boundary=b' },
          form,
        ],
        [
          'PATCH',
          created.headers.get('location') ?? '',
          { ...TUS, ...OFFSET, 'Upload-Offset': '0', 'Upload-Checksum': `sha1 ${btoa('x'.repeat(20))}` },
          '',
        ],
      ] as const
      const sent = Buffer.from(bytesOf('endless', 9 * MIB))
      for (const [method, path, headers, before] of ways) {
        using connection = await openTls(world.url)
        const chunked = { ...bearer(ann), ...headers, 'Transfer-Encoding': 'chunked' }
        connection.send(encodeRequest({ method, path, headers: chunked }))
        for (const part of [Buffer.from(before), sent].filter(({ length }) => length > 0))
          connection.send(
            Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
          )
        // More would come.
        const { status, json } = await connection.receive()
        assert.deepEqual([status, json().error], [409, 'policy_error'], path)
      }
      await check()
    })

    it('counts a new revision on its way, and none that changes nothing', async () => {
      const ann = await world.person({ spaceQuota: QUOTA })
      const bytes = bytesOf('revised', 30_000)
      const { id: file_id } = await ann.upload('revised.bin', bytes)
      const again = async () => {
        const response = await tusOf(ann).create({ file_id }, { ...OFFSET, 'upload-length': '30000' }, bytes)
        return response.status
      }
      for (let n = 0; n < 4; n++) assert.equal(await again(), 201)
      const more = await tusOf(ann).create({ file_id }, { 'upload-length': '70000' })
      assert.equal(more.status, 201)
      assert.equal((await begin(ann, 'one.bin', 1)).status, 409)
      await check()
    })

    const later = async ({ email }: Someone, hours: number) => {
      world.clock.advance({ hours })
      await world.runJobs()
      return world.signIn(email)
    }
    it('counts an upload that nobody goes on with until it expires', async () => {
      const ann = await world.person({ spaceQuota: 4 * MIB })
      const { path } = await begin(ann, 'left.bin', 4 * MIB)
      assert.equal((await tusOf(ann).patch(path, 0, bytesOf('left', 3 * MIB))).status, 204)
      assert.equal((await begin(await later(ann, 23), 'next.bin', 1)).status, 409)
      assert.equal((await begin(await later(ann, 2), 'next.bin', 4 * MIB)).status, 201)
      await check()
    })

    it('is not what is shown as used', async () => {
      const ann = await world.person({ spaceQuota: QUOTA })
      await put(ann, chunkOf(bytesOf('hidden', 1000)))
      await begin(ann, 'hidden.bin', 1000)
      const { space_usage } = await ann.call(getPerson, { person_id: String(ann.id) })
      const { revision_space_used } = await ann.call(getRoot, { root_id: ann.rootId })
      assert.deepEqual([space_usage, revision_space_used], [0, 0])
    })

    it('is charged for every byte that a root grows by, else nothing is written', async () => {
      const ann = await world.person({ spaceQuota: QUOTA })
      const { ctx } = world.service
      const sizeOf = async () => (await findRoot(ctx.db.read, ann.rootId))?.stored_size
      for (const grown of [{ stored_size: 5 }, { pending_size: -5 }]) {
        const forgetful = ctx.db.write((tx) => addSizes(tx, ann.rootId, grown))
        await assert.rejects(forgetful, /that no organization was charged for/)
        const within = ctx.db.write((tx) => attempt(tx, (own) => addSizes(own, ann.rootId, grown)))
        await assert.rejects(within, /that no organization was charged for/)
      }
      assert.equal(await sizeOf(), 0)
      await check()
    })

    it('is charged for what is gathered in a transaction, though nobody asks for it at the end', async () => {
      const ann = await world.person({ spaceQuota: QUOTA })
      const { ctx } = world.service
      const grow = (bytes: number, fails = false) =>
        ctx.db.write(async (tx) => {
          chargeTogether(tx)
          const root = (await findRoot(tx, ann.rootId)) ?? assert.fail()
          for (const failing of fails ? [false, true] : [false]) {
            const attempted = attempt(tx, async (own) => {
              await addSizes(own, root.id, { pending_size: bytes })
              await chargeStorage(ctx, own, root, { stored_size: 0, pending_size: bytes }, ctx.now())
              if (failing) throw new Error('no')
            })
            await attempted.catch((error) => assert.match(String(error), /no$/))
          }
        })
      const pending = async () => (await findOrganization(ctx.db.read, 1 as OrganizationId))?.pending_size
      const before = (await pending()) ?? assert.fail()
      await grow(HALF, true)
      assert.equal(await pending(), before + HALF)
      await assert.rejects(grow(HALF), full)
      assert.equal(await pending(), before + HALF)
      await grow(-HALF)
      await check()
    })

    it('is not got around by keeping purged chunks alive', async () => {
      const organizationId = await world.organization({ user_purge_deleted: true })
      const ann = await world.person({ organizationId, spaceQuota: QUOTA })
      const chunk = chunkOf(bytesOf('purged'))
      await put(ann, chunk)
      const at = { root_id: ann.rootId, file_id: (await commit(ann, [chunk], { name: 'a.bin' })).id }
      await ann.call(deleteFile, at)
      await ann.call(purgeFile, at)
      const asked = { root_id: ann.rootId, chunks: refsOf([chunk]) }
      assert.deepEqual((await ann.call(findMissingChunks, asked)).missing, [chunk.sha256])
      await put(ann, chunk)
      assert.deepEqual((await ann.call(findMissingChunks, asked)).missing, [])
      await assert.rejects(put(ann, chunkOf(bytesOf('beside'))), full)
      await check()
    })
  })
