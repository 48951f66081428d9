import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lockFile } from '@holdfast/api/files/file-locks'
import * as api from '@holdfast/api/files/files'
import * as retention from '@holdfast/api/files/retention'
import * as revisions from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { formatUtc } from '@holdfast/api/time'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { rawSql } from '@holdfast/server/testkit/database/raw-sql'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`trimming revisions on ${stack.name}`, () => {
    const world = useWorld(stack)
    const onFile = (who: Someone, id: EntryId) => ({ root_id: who.rootId, file_id: id })
    const check = () => checkInvariants(world.service.ctx.db.read)
    const someone = async () =>
      world.person({ organizationId: await world.organization({ user_trim_revisions: true }) })
    /** A file with so many contents, an hour apart; gives the ids of its revisions, oldest first. */
    async function makeFile(who: Someone, contents: number) {
      const file = await who.upload(`file ${world.clock.now()}.txt`, 'content 0')
      for (let n = 1; n < contents; n++) {
        world.clock.advance({ hours: 1 })
        await who.call(revisions.uploadRevision, {
          ...onFile(who, file.id),
          file: { name: 'x', bytes: new Blob([`content ${n}`]) },
        })
      }
      world.clock.advance({ hours: 1 })
      return { id: file.id, ids: await idsOf(who, file.id) }
    }
    const idsOf = async (who: Someone, id: EntryId) =>
      (await who.call(revisions.listFileRevisions, onFile(who, id))).results.map((row) => row.id).reverse()

    it('keeps the newest, by number or by date', async () => {
      const ann = await someone()
      const { id, ids } = await makeFile(ann, 8)
      const trim = (conditions: { keep?: number; before?: string }) =>
        ann.call(retention.trimRevisions, { ...onFile(ann, id), ...conditions })
      assert.deepEqual(await trim({ keep: 8 }), { status: 'ok', removed: 0 })
      assert.deepEqual(await trim({ keep: 6 }), { status: 'ok', removed: 2 })
      assert.deepEqual(await idsOf(ann, id), ids.slice(2))
      // The oldest that is left was made six hours ago.
      const before = formatUtc(world.clock.now() - 4.5 * 3600_000)
      assert.deepEqual(await trim({ keep: 5, before }), { status: 'ok', removed: 1 })
      assert.deepEqual(await trim({ before }), { status: 'ok', removed: 1 })
      assert.deepEqual(await idsOf(ann, id), ids.slice(4))
      await check()
      assert.deepEqual(await trim({ before: '2099-01-01T00:00:00' }), { status: 'ok', removed: 3 })
      assert.equal((await ann.download(id)).toString(), 'content 7')
      for (const bad of [{ keep: 0 }, { keep: -1 }, {}])
        await assert.rejects(trim(bad), { status: 400, code: 'invalid_request' })
      await assert.rejects(trim({ before: 'yesterday' }), { status: 400, code: 'invalid_datetime_format' })
      await check()
      const records = await rawSql<{ data_vars: string }>(
        world.service.ctx.db,
        `select data_vars from activity where acted_on_root_id = ${ann.rootId} and activity_type_id = 61 order by id`,
      )
      assert.deepEqual(
        records.map(({ data_vars }) => JSON.parse(data_vars).about),
        ['2', '1', '1', '3'],
      )
    })

    it('removes a single one, but not the newest, and leaves its place in the history', async () => {
      const ann = await someone()
      const { id, ids } = await makeFile(ann, 3)
      const [first, second, newest] = ids
      const at = (revision_id = first) => ({
        ...onFile(ann, id),
        revision_id: revision_id as NonNullable<typeof first>,
      })
      await ann.call(retention.deleteRevision, at(second))
      assert.deepEqual(await idsOf(ann, id), [first, newest])
      await assert.rejects(ann.open(revisions.downloadRevision, at(second)), { status: 404 })
      await assert.rejects(ann.call(revisions.restoreRevision, at(second)), { status: 404 })
      await assert.rejects(ann.call(retention.deleteRevision, at(second)), { status: 404 })
      await assert.rejects(ann.call(retention.deleteRevision, at(newest)), {
        status: 400,
        code: 'invalid_request',
      })
      await check()
      const states = await rawSql<{ revision_id: number }>(
        world.service.ctx.db,
        `select revision_id from entry_version where entry_id = ${id} order by seq_from`,
      )
      assert.deepEqual(
        states.map(({ revision_id }) => revision_id),
        [first, second],
      )
      await ann.call(revisions.restoreRevision, at(first))
      await check()
      await ann.call(retention.trimRevisions, { ...onFile(ann, id), keep: 1 })
      assert.equal((await ann.download(id)).toString(), 'content 0', 'its bytes are still used')
      await check()
    })

    it('counts those of a deleted file as such', async () => {
      const ann = await someone()
      const { id } = await makeFile(ann, 4)
      await ann.call(api.deleteFile, onFile(ann, id))
      const { removed } = await ann.call(retention.trimRevisions, { ...onFile(ann, id), keep: 2 })
      assert.equal(removed, 2)
      await check()
    })

    it('needs the policy, or an administrator, and no lock of another', async () => {
      const organizationId = await world.organization()
      const bob = await world.person({ organizationId })
      const boss = await world.person({ organizationId, siteAdmin: true })
      const { id, ids } = await makeFile(bob, 3)
      const [revision_id] = ids
      if (!revision_id) return assert.fail()
      await assert.rejects(bob.call(retention.trimRevisions, { ...onFile(bob, id), keep: 1 }), {
        status: 403,
        message: /user_trim_revisions/,
      })
      await boss.call(retention.deleteRevision, { ...onFile(bob, id), revision_id })
      await bob.call(lockFile, onFile(bob, id))
      await assert.rejects(boss.call(retention.trimRevisions, { ...onFile(bob, id), keep: 1 }), {
        status: 409,
        code: 'resource_locked',
      })
      await check()
    })
  })
