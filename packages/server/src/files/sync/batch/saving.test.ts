import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listChanges } from '@holdfast/api/files/changes'
import { lockFile } from '@holdfast/api/files/file-locks'
import { deleteFile, getFile } from '@holdfast/api/files/files'
import { undoChanges } from '@holdfast/api/files/history-undo'
import { listFileRevisions } from '@holdfast/api/files/revisions'
import type { EntryId } from '@holdfast/api/ids'
import { createShare, type PersonSubscription } from '@holdfast/api/sharing/shares'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const top = 0 as EntryId
const TIME = '2022-02-02T02:02:02'

for (const stack of STACKS)
  describe(`what programs do to save files on ${stack.name}`, () => {
    const world = useWorld(stack)

    const begin = async () => {
      const ann = await world.person()
      const sender = new BatchSender(ann, ann.rootId)
      const [made] = await sender.send([{ op: 'put', folder_id: top, name: 'f', ...sender.content('one') }])
      const id = made?.entry?.entry_id ?? assert.fail()
      const root = { root_id: ann.rootId }
      const names = async () => {
        const { results } = await ann.call(listChanges, root)
        return results.map(({ op, name, entry_id, seq, first_seq }) => [
          op,
          name,
          entry_id === id,
          first_seq === seq,
        ])
      }
      return { ann, sender, id, root, names }
    }

    it('changes a time alone, as a change that devices see, without a revision', async () => {
      const { ann, sender, id, root } = await begin()
      const touch = { op: 'touch' as const, op_id: 'touched', entry_id: id, modified: TIME }
      const [touched] = await sender.send([{ ...touch, if_ver: 1 }])
      assert.deepEqual([touched?.entry?.modified, touched?.entry?.ver], [TIME, 2])
      const [again, stale] = await sender.send([
        { ...touch, if_ver: 1 },
        { ...touch, op_id: 'stale', if_ver: 1 },
      ])
      assert.deepEqual([again?.entry?.ver, stale?.error], [2, 'ver_conflict'])
      const [same] = await sender.send([{ ...touch, op_id: 'same', if_ver: 2 }])
      assert.equal(same?.entry?.ver, 2, 'what is so already changes nothing')
      const log = await ann.call(listChanges, root)
      assert.deepEqual(
        log.results.map(({ op, modified, client_op }) => [op, modified === TIME, client_op === 'touched']),
        [
          ['create', true, false],
          ['update', true, true],
        ],
      )
      const revisions = await ann.call(listFileRevisions, { ...root, file_id: id })
      assert.deepEqual([revisions.total, revisions.results[0]?.modified], [1, TIME])
      await ann.call(undoChanges, { ...root, from_seq: 2, to_seq: 2, dry_run: false })
      assert.notEqual((await ann.call(getFile, { ...root, file_id: id })).modified, TIME)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('returns a file to the name that it left for a backup, with its history, as one operation', async () => {
      const { ann, sender, id, root, names } = await begin()
      await sender.send([{ op: 'place', entry_id: id, if_ver: 1, folder_id: top, name: 'f~' }])
      const save = { op: 'retake' as const, entry_id: id, if_ver: 2, folder_id: top, name: 'f' }
      const [saved] = await sender.send([{ ...save, ...sender.content('two') }])
      assert.deepEqual([saved?.error, saved?.entry?.entry_id, saved?.entry?.name], [undefined, id, 'f'])
      assert.deepEqual(await names(), [
        ['create', 'f', true, true],
        ['rename', 'f~', true, true],
        ['rename', 'f', true, true],
        ['create', 'f~', false, false],
        ['update', 'f', true, false],
      ])
      assert.equal((await ann.call(listFileRevisions, { ...root, file_id: id })).total, 2)
      const { results } = await ann.call(listChanges, root)
      const backup = results.find(({ op, name }) => op === 'create' && name === 'f~')
      assert.equal(backup?.content, results[0]?.content)
      await checkInvariants(world.service.ctx.db.read)
      await ann.call(undoChanges, { ...root, from_seq: 3, to_seq: 5, dry_run: false })
      assert.equal((await ann.call(getFile, { ...root, file_id: id })).name, 'f~')
      await checkInvariants(world.service.ctx.db.read)
    })

    it('does so only for who has renamed the file, from that name, within a minute, and by the usual rules', async () => {
      const { ann, sender, id, root } = await begin()
      const save = (if_ver: number) => ({
        op: 'retake' as const,
        entry_id: id,
        if_ver,
        folder_id: top,
        name: 'f',
        ...sender.content('two'),
      })
      const tried = async (if_ver: number) => (await sender.send([save(if_ver)]))[0]?.error
      assert.equal(await tried(1), 'ver_conflict', 'it was not renamed')
      await sender.send([{ op: 'place', entry_id: id, if_ver: 1, folder_id: top, name: 'f~' }])
      assert.equal(await tried(1), 'ver_conflict', 'another version')
      const [taken] = await sender.send([{ op: 'put', folder_id: top, name: 'f', ...sender.content('x') }])
      assert.equal(await tried(2), 'name_conflict')
      const other = taken?.entry?.entry_id ?? assert.fail()
      await sender.send([{ op: 'delete', entry_id: other, if_ver: 1 }])
      const [missing] = await sender.send([
        { ...save(2), size: 1, chunks: [{ sha256: 'a'.repeat(64), size: 1 }] },
      ])
      assert.equal(missing?.error, 'missing_chunks')
      assert.equal((await ann.call(getFile, { ...root, file_id: id })).name, 'f~', 'nothing of it was done')
      world.clock.advance({ seconds: 61 })
      assert.equal(await tried(2), 'ver_conflict', 'a minute later')
    })

    it('restores a file that was deleted to be written again, with its history, as one operation', async () => {
      const { ann, sender, id, root, names } = await begin()
      await sender.send([{ op: 'delete', entry_id: id, if_ver: 1 }])
      const save = { op: 'retake' as const, entry_id: id, folder_id: top, name: 'f' }
      const [saved] = await sender.send([{ ...save, if_ver: 2, ...sender.content('two') }])
      assert.deepEqual(
        [saved?.error, saved?.entry?.entry_id, saved?.entry?.is_deleted],
        [undefined, id, false],
      )
      assert.deepEqual(await names(), [
        ['create', 'f', true, true],
        ['delete', 'f', true, true],
        ['restore', 'f', true, true],
        ['update', 'f', true, false],
      ])
      assert.equal((await ann.call(listFileRevisions, { ...root, file_id: id })).total, 2)
      await checkInvariants(world.service.ctx.db.read)
      await ann.call(undoChanges, { ...root, from_seq: 3, to_seq: 4, dry_run: false })
      assert.equal((await ann.call(getFile, { ...root, file_id: id })).is_deleted, true)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('restores it also where it was a backup first, and a save of the same content is a version', async () => {
      const { ann, sender, id, root } = await begin()
      const away = { entry_id: id, if_ver: 1, folder_id: top, name: 'f~' }
      await sender.send([{ op: 'place', ...away }])
      await sender.send([{ op: 'delete', entry_id: id, if_ver: 2 }])
      const save = {
        op: 'retake' as const,
        op_id: 'saved',
        entry_id: id,
        if_ver: 3,
        folder_id: top,
        name: 'f',
      }
      const same = { ...save, ...sender.content('one') }
      assert.equal((await sender.send([same]))[0]?.entry?.name, 'f')
      const again = (await sender.send([same]))[0]
      assert.deepEqual([again?.error, again?.entry?.ver], [undefined, 5], 'what was lost on its way is known')
      assert.equal((await ann.call(listFileRevisions, { ...root, file_id: id })).total, 2)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('restores it only for who has deleted it, and while nobody has its name', async () => {
      const { ann, sender, id, root } = await begin()
      const save = { op: 'retake' as const, entry_id: id, if_ver: 2, folder_id: top, name: 'f' }
      const tried = async () => (await sender.send([{ ...save, ...sender.content('two') }]))[0]?.error
      await ann.call(deleteFile, { ...root, file_id: id })
      const [other] = await sender.send([
        { ...save, name: 'another', ...sender.content('two') },
        { op: 'put', folder_id: top, name: 'f', ...sender.content('x') },
      ])
      assert.equal(other?.error, 'ver_conflict', 'another name')
      assert.equal(await tried(), 'name_conflict')
      const { results } = await ann.call(listChanges, root)
      const taken = results.findLast(({ op }) => op === 'create')?.entry_id ?? assert.fail()
      await sender.send([{ op: 'delete', entry_id: taken, if_ver: 1 }])
      world.clock.advance({ seconds: 61 })
      assert.equal(await tried(), 'ver_conflict', 'a minute later')
    })

    it('counts what a backup and a new version need, and does nothing where there is no room', async () => {
      const organizationId = await world.organization({ space_quota: 1024 * 1024 })
      const ann = await world.person({ organizationId })
      const sender = new BatchSender(ann, ann.rootId)
      const megabytes = (count: number, text: string) => text.repeat((count * 1024 * 1024) / text.length)
      const [made] = await sender.send([
        { op: 'put', folder_id: top, name: 'f', ...sender.content(megabytes(0.5, 'ab')) },
      ])
      const entry_id = made?.entry?.entry_id ?? assert.fail(made?.error)
      await sender.send([{ op: 'place', entry_id, if_ver: 1, folder_id: top, name: 'f~' }])
      const save = { op: 'retake' as const, entry_id, if_ver: 2, folder_id: top, name: 'f' }
      const [refused] = await sender.send([{ ...save, ...sender.content(megabytes(1, 'cd')) }])
      assert.equal(refused?.error, 'policy_error')
      assert.equal((await ann.call(getFile, { root_id: ann.rootId, file_id: entry_id })).name, 'f~')
      const [fits] = await sender.send([{ ...save, ...sender.content('small') }])
      assert.equal(fits?.error, undefined)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('refuses whoever may only look, and what others have locked', async () => {
      const organization_id = await world.organization()
      const ann = await world.person({ organizationId: organization_id })
      const bob = await world.person({ organizationId: organization_id })
      const eve = await world.person({ organizationId: organization_id })
      const subscribers: PersonSubscription[] = [
        [ann.id, 'web', 'CO_OWNER'],
        [bob.id, 'web', 'EDITOR'],
        [eve.id, 'web', 'VIEWER'],
      ]
      const { id: root_id } = await ann.call(createShare, { organization_id, name: 'Team', subscribers })
      const sender = new BatchSender(ann, root_id)
      const [made] = await sender.send([{ op: 'put', folder_id: top, name: 'f', ...sender.content('one') }])
      const entry_id = made?.entry?.entry_id ?? assert.fail()
      await ann.call(lockFile, { root_id, file_id: entry_id })
      const touch = { op: 'touch' as const, entry_id, if_ver: 1, modified: TIME }
      const [refused] = await new BatchSender(bob, root_id).send([touch])
      assert.equal(refused?.error, 'resource_locked')
      await assert.rejects(new BatchSender(eve, root_id).send([touch]), { code: 'forbidden' })
    })
  })
