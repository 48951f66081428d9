import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lockRoot } from '@holdfast/api/files/file-locks'
import * as api from '@holdfast/api/files/files'
import * as retention from '@holdfast/api/files/retention'
import * as revisions from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { digestOf, sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { listBlobs } from '@holdfast/server/testkit/database/stored-blobs'
import { rounds } from '@holdfast/server/testkit/runner/rounds'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { sweepChunks } from '../../platform/content/sweep.ts'
import { ITEMS_AT_ONCE } from './purge-tree.ts'

const MIB = 1024 * 1024

for (const stack of STACKS)
  describe(`purging on ${stack.name}`, () => {
    const world = useWorld(stack)
    const inRoot = (who: Someone) => ({ root_id: who.rootId })
    const onFile = (who: Someone, id: EntryId) => ({ ...inRoot(who), file_id: id })
    const onFolder = (who: Someone, id: EntryId) => ({ ...inRoot(who), folder_id: id })
    const makeFolder = (who: Someone, name: string, inside?: EntryId) =>
      inside === undefined
        ? who.call(api.createFolderInRoot, { ...inRoot(who), name })
        : who.call(api.createFolderInFolder, { ...onFolder(who, inside), name })
    const check = () => checkInvariants(world.service.ctx.db.read)
    /** Someone whose organization lets people purge and trim. */
    const someone = async () =>
      world.person({ organizationId: await world.organization({ user_purge_deleted: true }) })
    const countersOf = async (who: Someone) => {
      const [row] = await rawSql<Record<string, number>>(
        world.service.ctx.db,
        `select live_files, deleted_files, deleted_revisions, deleted_revision_size, stored_size, live_children,
           deleted_children, live_ver from root where id = ${who.rootId}`,
      )
      return row
    }

    it('removes a deleted file for ever, and its bytes three days later', async () => {
      const ann = await someone()
      const before = await listBlobs(world.place.blobs)
      const file = await ann.upload('a.bin', sampleBytes(2 * MIB, 'a'))
      await ann.call(revisions.uploadRevision, {
        ...onFile(ann, file.id),
        file: { name: 'a.bin', bytes: new Blob([sampleBytes(MIB, 'b')]) },
      })
      await assert.rejects(ann.call(retention.purgeFile, onFile(ann, file.id)), {
        status: 400,
        code: 'invalid_request',
      })
      await ann.call(api.deleteFile, onFile(ann, file.id))
      const { live_ver } = (await countersOf(ann)) ?? {}
      await ann.call(retention.purgeFile, onFile(ann, file.id))
      assert.deepEqual(await countersOf(ann), {
        live_files: 0,
        deleted_files: 0,
        deleted_revisions: 0,
        deleted_revision_size: 0,
        stored_size: 0,
        live_children: 0,
        deleted_children: 0,
        // Who does not ask for deleted items sees no change.
        live_ver,
      })
      await assert.rejects(ann.call(api.getFile, onFile(ann, file.id)), { status: 404 })
      await assert.rejects(ann.call(retention.purgeFile, onFile(ann, file.id)), { status: 404 })
      await check()
      world.clock.advance({ hours: 73 })
      await world.runJobs()
      assert.deepEqual(await listBlobs(world.place.blobs), before)
    })

    it('removes a folder with all below it, in several transactions, and is on record once', async () => {
      const ann = await someone()
      const top = await makeFolder(ann, 'top')
      const deep = await makeFolder(ann, 'deep', (await makeFolder(ann, 'mid', top.id)).id)
      await makeFolder(ann, 'empty', deep.id)
      const kept = await ann.upload('kept.txt', 'same bytes')
      for (const folder of [top, deep]) {
        const gone = await ann.upload('deleted before.txt', 'x', folder.id)
        await ann.call(api.deleteFile, onFile(ann, gone.id))
        await ann.upload('same.txt', 'same bytes', folder.id)
      }
      const names = Array.from({ length: ITEMS_AT_ONCE + 20 }, (_, n) => `${n}.txt`)
      for (let from = 0; from < names.length; from += 20)
        await Promise.all(names.slice(from, from + 20).map((name) => ann.upload(name, name, deep.id)))
      await ann.call(api.deleteFolder, onFolder(ann, top.id))
      await ann.call(retention.purgeFolder, onFolder(ann, top.id))
      await check()
      const { results } = await ann.call(api.listRootChildren, { ...inRoot(ann), include_deleted: true })
      assert.deepEqual(
        results.map(({ name }) => name),
        ['kept.txt'],
      )
      assert.equal((await ann.download(kept.id)).toString(), 'same bytes')
      const purges = await rawSql<{ entry_id: number; first_seq: number; seq: number }>(
        world.service.ctx.db,
        `select * from change where root_id = ${ann.rootId} and op = 'purge' order by seq`,
      )
      assert.equal(purges.length, names.length + 8)
      assert.equal(purges.at(-1)?.entry_id, top.id, 'what lies in a folder goes before it')
      assert.deepEqual(new Set(purges.map(({ first_seq }) => first_seq)), new Set([purges[0]?.seq]))
      const records = await rawSql<{ data_text: string }>(
        world.service.ctx.db,
        `select data_text from activity where acted_on_root_id = ${ann.rootId} and activity_type_id = 60`,
      )
      assert.deepEqual(records, [{ data_text: '/top' }])
    })

    it('takes one item out of a deleted folder, and goes on where another call stopped', async () => {
      const ann = await someone()
      const folder = await makeFolder(ann, 'folder')
      const [one, two] = [await ann.upload('1', 'one', folder.id), await ann.upload('2', 'two', folder.id)]
      await ann.call(api.deleteFolder, onFolder(ann, folder.id))
      await ann.call(retention.purgeFile, onFile(ann, one.id))
      await check()
      const { results } = await ann.call(api.listFolderChildren, onFolder(ann, folder.id))
      assert.deepEqual(
        results.map(({ id }) => id),
        [two.id],
      )
      await Promise.allSettled([1, 2, 3].map(() => ann.call(retention.purgeFolder, onFolder(ann, folder.id))))
      await assert.rejects(ann.call(api.getFolder, onFolder(ann, folder.id)), { status: 404 })
      await check()
    })

    it('needs the policy, or an administrator, and no lock of another', async () => {
      const organizationId = await world.organization()
      const bob = await world.person({ organizationId })
      const boss = await world.person({ organizationId, siteAdmin: true })
      const file = await bob.upload('a.txt', 'a')
      await bob.call(api.deleteFile, onFile(bob, file.id))
      await assert.rejects(bob.call(retention.purgeFile, onFile(bob, file.id)), {
        status: 403,
        message: /user_purge_deleted/,
      })
      await assert.rejects(boss.call(retention.purgeFolder, onFolder(bob, file.id)), { status: 404 })
      await bob.call(lockRoot, inRoot(bob))
      await assert.rejects(boss.call(retention.purgeFile, onFile(bob, file.id)), {
        status: 409,
        code: 'resource_locked',
      })
      const other = await world.person()
      await assert.rejects(other.call(retention.purgeFile, onFile(bob, file.id)), { status: 403 })
      await check()
    })

    it('divides a history that is too long for one transaction', async () => {
      const ann = await someone()
      const file = await ann.upload('long.txt', 'start')
      // As if it had been saved, empty, so many times more before.
      await rawSql(
        world.service.ctx.db,
        `with recursive n (n) as (select 1 union all select n + 1 from n where n < 1100)
         insert into revision (id, entry_id, root_id, content, size, full_size, delta_size, created_at, modified_at, replaced_at)
         select ${file.revision_id} - 2000000 + n, entry_id, root_id, content, 0, 0, 0, created_at, modified_at, created_at
         from n cross join revision where id = ${file.revision_id}`,
      )
      await rawSql(
        world.service.ctx.db,
        `update root set live_revisions = live_revisions + 1100 where id = ${ann.rootId}`,
      )
      await check()
      await ann.call(api.deleteFile, onFile(ann, file.id))
      await ann.call(retention.purgeFile, onFile(ann, file.id))
      await assert.rejects(ann.call(api.getFile, onFile(ann, file.id)), { status: 404 })
      await check()
      const trimmed = await rawSql(
        world.service.ctx.db,
        `select id from activity where acted_on_root_id = ${ann.rootId} and activity_type_id = 61`,
      )
      assert.equal(trimmed.length, 2)
    })

    it('never loses bytes that an upload beside it was given', async () => {
      const ann = await someone()
      for (let round = 0; round < rounds(2, 30); round++) {
        const contents = Array.from({ length: 4 }, (_, n) => sampleBytes(70_000, `${round} ${n}`))
        const old = await Promise.all(contents.map((bytes, n) => ann.upload(`old ${round} ${n}`, bytes)))
        await Promise.all(old.map(({ id }) => ann.call(api.deleteFile, onFile(ann, id))))
        const purges = old.map(({ id }) => ann.call(retention.purgeFile, onFile(ann, id)))
        const early = await Promise.allSettled(
          contents.map((bytes, n) => ann.upload(`early ${round} ${n}`, bytes)),
        )
        await Promise.all(purges)
        for (const [n, result] of early.entries()) {
          assert.equal(result.status, 'fulfilled')
          if (n % 2 === 0 && result.status === 'fulfilled') {
            await ann.call(api.deleteFile, onFile(ann, result.value.id))
            await ann.call(retention.purgeFile, onFile(ann, result.value.id))
          }
        }
        // Half are idle long enough to be swept, while they are uploaded once more.
        world.clock.advance({ hours: 73 })
        const [late] = await Promise.all([
          Promise.allSettled(contents.map((bytes, n) => ann.upload(`late ${round} ${n}`, bytes))),
          sweepChunks(world.service.ctx),
        ])
        for (const [n, result] of [...late.entries(), ...early.entries()])
          if (result.status === 'rejected') assert.equal(result.reason.code, 'temporarily_unavailable')
          else if (late.includes(result) || n % 2 === 1)
            assert.equal(digestOf(await ann.download(result.value.id)), digestOf(contents[n] as Buffer))
        await check()
      }
      world.clock.advance({ hours: 73 })
      await sweepChunks(world.service.ctx)
      const { results } = await ann.call(api.listRootChildren, inRoot(ann))
      for (const { id } of results) assert.equal((await ann.download(id)).length, 70_000)
    })
  })
