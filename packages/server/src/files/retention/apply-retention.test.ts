import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { updateOrganizationPolicy } from '@holdfast/api/accounts/organizations'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import * as api from '@holdfast/api/files/files'
import * as revisions from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import type { PolicySettings } from '@holdfast/api/policy'
import { sampleBytes } from '@holdfast/server/testkit/content/sample-bytes'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { listBlobs } from '@holdfast/server/testkit/database/stored-blobs'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { startService } from '../../service/service.ts'
import { applyRetention } from './apply-retention.ts'

for (const stack of STACKS)
  describe(`retention by policy on ${stack.name}`, () => {
    const world = useWorld(stack)
    const onFile = (who: Someone, id: EntryId) => ({ root_id: who.rootId, file_id: id })
    const check = () => checkInvariants(world.service.ctx.db.read)
    const personWith = async (policy: Partial<PolicySettings>) =>
      world.person({
        organizationId: await world.organization({ deactivate_token_frequency: 365, ...policy }),
      })
    const replace = (who: Someone, id: EntryId, content: string) =>
      who.call(revisions.uploadRevision, {
        ...onFile(who, id),
        file: { name: 'x', bytes: new Blob([content]) },
      })
    const namesOf = async (who: Someone) =>
      (
        await who.call(api.listRootChildren, { root_id: who.rootId, include_deleted: true, page_size: 100 })
      ).results.map(({ name }) => name)
    const countOf = async (who: Someone, id: EntryId) =>
      (await who.call(revisions.listFileRevisions, onFile(who, id))).total
    const remove = (who: Someone, { id }: { id: EntryId }) => who.call(api.deleteFile, onFile(who, id))
    const recordsOf = async (who: Someone) =>
      rawSql<{ activity_type_id: number; data_text: string; actor_type: string }>(
        world.service.ctx.db,
        `select activity_type_id, data_text, actor_type from activity
         where acted_on_root_id = ${who.rootId} and activity_type_id in (60, 61) order by id`,
      )

    it('purges items so many days after they were deleted, folders with all below them', async () => {
      const ann = await personWith({ purge_deleted: true, purge_deleted_frequency: 7 })
      const bob = await personWith({})
      for (const who of [ann, bob]) {
        await remove(who, await who.upload('early.txt', 'early'))
        const folder = await who.call(api.createFolderInRoot, { root_id: who.rootId, name: 'folder' })
        await who.upload('inside.txt', 'inside', folder.id)
        world.clock.advance({ days: 1 })
        await who.call(api.deleteFolder, { root_id: who.rootId, folder_id: folder.id })
        await who.upload('live.txt', 'live')
      }
      world.clock.advance({ days: 4 })
      await world.runJobs()
      assert.deepEqual((await namesOf(ann)).sort(), ['early.txt', 'folder', 'live.txt'])
      world.clock.advance({ days: 1 })
      await world.runJobs()
      assert.deepEqual((await namesOf(ann)).sort(), ['folder', 'live.txt'])
      world.clock.advance({ days: 1 })
      await world.runJobs()
      assert.deepEqual(await namesOf(ann), ['live.txt'])
      assert.equal((await namesOf(bob)).length, 3, 'another organization keeps what it has')
      assert.deepEqual(await recordsOf(ann), [
        { activity_type_id: 60, data_text: '1', actor_type: 'site' },
        // The file in the folder, then the folder.
        { activity_type_id: 60, data_text: '1', actor_type: 'site' },
        { activity_type_id: 60, data_text: '1', actor_type: 'site' },
      ])
      await check()
    })

    it('removes revisions so many days after a newer one came, never the newest', async () => {
      const ann = await personWith({ trim_revisions: true, trim_revisions_x: 3 })
      const blobs = await listBlobs(world.place.blobs)
      const file = await ann.upload('a.txt', sampleBytes(70_000, 'old'))
      const gone = await ann.upload('gone.txt', 'one')
      await replace(ann, gone.id, 'two')
      await remove(ann, gone)
      world.clock.advance({ days: 30 })
      await replace(ann, file.id, 'second')
      world.clock.advance({ days: 2 })
      await replace(ann, file.id, 'third')
      await world.runJobs()
      assert.deepEqual([await countOf(ann, file.id), await countOf(ann, gone.id)], [3, 1])
      world.clock.advance({ days: 2 })
      await world.runJobs()
      assert.equal(await countOf(ann, file.id), 2)
      await check()
      world.clock.advance({ days: 4 })
      await world.runJobs()
      assert.equal(await countOf(ann, file.id), 1)
      assert.equal((await ann.download(file.id)).toString(), 'third')
      assert.deepEqual(await listBlobs(world.place.blobs), blobs, 'the sweep has taken the bytes')
      assert.equal((await recordsOf(ann)).length, 3)
      await check()
    })

    it('has rules of their own for backups, and 30 days where none are given', async () => {
      const ann = await personWith({ backups_purge_deleted: true, backups_trim_revisions: true })
      const file = await ann.upload('a.txt', 'one')
      await replace(ann, file.id, 'two')
      await remove(ann, await ann.upload('b.txt', 'b'))
      const later = async (days: number) => {
        world.clock.advance({ days })
        await world.runJobs()
        return [await countOf(ann, file.id), (await namesOf(ann)).length]
      }
      assert.deepEqual(await later(31), [2, 2])
      await world.changeRoot(ann.rootId, { root_type: 'backup' })
      assert.deepEqual(await later(1), [1, 1])
      await world.changeRoot(ann.rootId, { root_type: 'sync' })
      const boss = await world.admin()
      const { company_id: organization_id } = await ann.call(getOwnPerson, {})
      await boss.call(updateOrganizationPolicy, {
        organization_id,
        purge_deleted: true,
        backups_purge_deleted_frequency: 5,
        backups_trim_revisions_frequency: 5,
      })
      await remove(ann, await ann.upload('c.txt', 'c'))
      assert.deepEqual(await later(29), [1, 2])
      assert.deepEqual(await later(2), [1, 1])
      await replace(ann, file.id, 'three')
      await remove(ann, await ann.upload('d.txt', 'd'))
      await world.changeRoot(ann.rootId, { root_type: 'backup' })
      assert.deepEqual(await later(4), [2, 2])
      assert.deepEqual(await later(2), [1, 1])
      await check()
    })

    it('may be run by several servers at once, beside uploads', async () => {
      const ann = await personWith({
        purge_deleted: true,
        purge_deleted_frequency: 1,
        trim_revisions: true,
        trim_revisions_x: 0,
      })
      const files = await Promise.all(Array.from({ length: 30 }, (_, n) => ann.upload(`${n}.txt`, `${n}`)))
      for (const file of files.slice(0, 10)) await replace(ann, file.id, 'again')
      for (const file of files.slice(5, 20)) await remove(ann, file)
      world.clock.advance({ days: 2 })
      const { ctx } = world.service
      const other = await startService(world.config, { now: world.clock.now, log: ctx.log })
      try {
        const uploads = Array.from({ length: 10 }, (_, n) => ann.upload(`new ${n}.txt`, `${n + 5}`))
        await Promise.all([applyRetention(ctx), applyRetention(other.ctx), world.runJobs(), ...uploads])
      } finally {
        await other.close()
      }
      assert.equal((await namesOf(ann)).length, 25)
      for (const file of files.slice(0, 5)) assert.equal(await countOf(ann, file.id), 1)
      await check()
    })
  })
