import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMachineBackup } from '@holdfast/api/devices/backups'
import { applyBulk } from '@holdfast/api/files/file-bulk'
import { moveFile, moveFolder, renameFolder } from '@holdfast/api/files/file-places'
import { copyFolder, restoreFile, restoreFolder } from '@holdfast/api/files/file-tree'
import { createFolderInFolder, deleteFile, deleteFolder, getFolder } from '@holdfast/api/files/files'
import { restoreState } from '@holdfast/api/files/history'
import { undoChanges } from '@holdfast/api/files/history-undo'
import { ensureFolders } from '@holdfast/api/files/upload-checks'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { shareFolder } from '@holdfast/api/sharing/links'
import { createFolderInSharedRoot } from '@holdfast/api/sharing/shared-content'
import { createShare } from '@holdfast/api/sharing/shares'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { agentOf, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

const TOO_DEEP = { status: 400, code: 'invalid_name', message: /up to 128 levels.*too_deep/ }
const top = 0 as EntryId

for (const stack of STACKS)
  describe(`how deep folders can lie on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** A way of folders of that many levels; gives the last of them. */
    const dig = async (
      who: Someone,
      name: string,
      levels: number,
      { root_id = who.rootId, folder_id = top }: { root_id?: RootId; folder_id?: EntryId } = {},
    ): Promise<EntryId> => {
      const path = [name, ...Array.from({ length: levels - 1 }, (_, n) => String(n + 2))].join('/')
      const { results } = await who.call(ensureFolders, { root_id, folder_id, paths: [path] })
      return results[0]?.id ?? assert.fail(JSON.stringify(results))
    }
    const make = (who: Someone, folder_id: EntryId, name = 'one more') =>
      who.call(createFolderInFolder, { root_id: who.rootId, folder_id, name })
    const find = async (who: Someone, folder_id: EntryId, level: number): Promise<EntryId> => {
      const { ancestors } = await who.call(getFolder, {
        root_id: who.rootId,
        folder_id,
        include_ancestors: true,
        include_children: false,
      })
      // The first of them is the root.
      return (ancestors?.[level]?.id as EntryId | undefined) ?? assert.fail(`no level ${level}`)
    }

    it('is 128 levels when they are made, one by one, as a tree, in a batch and through a link', async () => {
      const ann = await world.person()
      const last = await dig(ann, 'deep', 128)
      const answer = await world.post(
        `/api/2/files/${ann.rootId}/folder/${last}/create_folder`,
        { name: 'x' },
        ann.bearer,
      )
      assert.deepEqual(
        [answer.status, answer.body.error, answer.body.error_reason],
        [400, 'invalid_name', 'too_deep'],
      )
      const file = await ann.upload('a file is no folder.txt', 'x', last)
      assert.ok(file.id)
      const long = (name: string, levels: number) => [name, ...Array(levels - 1).fill('x')].join('/')
      const { results, created } = await ann.call(ensureFolders, {
        root_id: ann.rootId,
        folder_id: top,
        paths: [long('wide', 129), long('wide', 3), long('deep', 2)],
      })
      assert.deepEqual(
        results.map(({ error, error_reason }) => [error, error_reason]),
        [
          ['invalid_name', 'too_deep'],
          [undefined, undefined],
          [undefined, undefined],
        ],
      )
      assert.equal(created, 4, 'nothing of the path that is too long')
      const sender = new BatchSender(ann, ann.rootId)
      const [refused] = await sender.send([{ op: 'mkdir', folder_id: last, name: 'x' }])
      assert.deepEqual([refused?.error, refused?.error_reason], ['invalid_name', 'too_deep'])
      const link = await ann.call(shareFolder, { root_id: ann.rootId, folder_id: last, anon_edit: true })
      const through = world.client().call(createFolderInSharedRoot, { sharelink_id: link.hash, name: 'x' })
      await assert.rejects(through, TOO_DEEP)
    })

    it('is 128 levels for what is moved or copied with all that is in it', async () => {
      const organization_id = await world.organization()
      const ann = await world.person({ organizationId: organization_id })
      const deep = await dig(ann, 'deep', 119)
      const at118 = await find(ann, deep, 118)
      const tall = await find(ann, await dig(ann, 'tall', 10), 1)
      const file = await ann.upload('note.txt', 'x')
      const root = { root_id: ann.rootId }
      const share = await ann.call(createShare, { organization_id, name: 'Team' })
      const elsewhere = await dig(ann, 'deep', 119, { root_id: share.id })
      await assert.rejects(ann.call(moveFolder, { ...root, folder_id: tall, to_folder_id: deep }), TOO_DEEP)
      await assert.rejects(ann.call(copyFolder, { ...root, folder_id: tall, to_folder_id: deep }), TOO_DEEP)
      const across = { ...root, folder_id: tall, to_root_id: share.id, to_folder_id: elsewhere }
      await assert.rejects(ann.call(moveFolder, across), TOO_DEEP)
      await assert.rejects(ann.call(copyFolder, across), TOO_DEEP)
      for (const action of ['move', 'copy'] as const) {
        const { failed, done } = await ann.call(applyBulk, {
          ...root,
          action,
          folder_ids: [tall],
          file_ids: [file.id],
          to_folder_id: deep,
          on_conflict: 'rename',
        })
        assert.deepEqual(
          [done, failed.map(({ id, error, error_reason }) => [id, error, error_reason])],
          [1, [[tall, 'invalid_name', 'too_deep']]],
        )
      }
      const sender = new BatchSender(ann, ann.rootId)
      const [placed] = await sender.send([
        { op: 'place', entry_id: tall, if_ver: 1, folder_id: deep, name: 'tall' },
      ])
      assert.deepEqual([placed?.error, placed?.error_reason], ['invalid_name', 'too_deep'])
      await ann.call(copyFolder, { ...root, folder_id: tall, to_folder_id: at118 })
      await ann.call(moveFolder, { ...root, folder_id: tall, to_folder_id: at118, on_conflict: 'rename' })
      await checkInvariants(world.service.ctx.db.read)
    })

    it('is 128 levels for what comes back', async () => {
      const ann = await world.person()
      const root = { root_id: ann.rootId }
      const deep = await dig(ann, 'deep', 100)
      const bottom = await dig(ann, 'parent', 41)
      const parent = await find(ann, bottom, 1)
      const inner = await find(ann, bottom, 2)
      const note = await ann.upload('note.txt', 'x', bottom)
      await ann.call(deleteFolder, { ...root, folder_id: inner })
      // What is deleted counts for nothing, until it comes back.
      await ann.call(moveFolder, { ...root, folder_id: parent, to_folder_id: deep })
      await assert.rejects(ann.call(restoreFolder, { ...root, folder_id: inner }), TOO_DEEP)
      await assert.rejects(ann.call(restoreFile, { ...root, file_id: note.id }), TOO_DEEP)
      const bulk = await ann.call(applyBulk, {
        ...root,
        action: 'restore',
        folder_ids: [inner],
        to_folder_id: top,
      })
      assert.equal(bulk.failed[0]?.error_reason, 'too_deep')
      await ann.call(moveFolder, { ...root, folder_id: parent, to_folder_id: top })
      await ann.call(restoreFolder, { ...root, folder_id: inner })
      assert.ok(await make(ann, bottom))
      await checkInvariants(world.service.ctx.db.read)
    })

    it('is 128 levels for what is undone or set back to an earlier state, also as a rehearsal', async () => {
      const ann = await world.person()
      const root = { root_id: ann.rootId }
      const seqOf = async () =>
        (
          await world.service.ctx.db.read
            .selectFrom('root')
            .select('seq')
            .where('id', '=', ann.rootId)
            .executeTakeFirstOrThrow()
        ).seq
      const end = await dig(ann, 'deep', 20)
      const deep = await find(ann, end, 1)
      const inner = await find(ann, await dig(ann, 'inner', 100, { folder_id: end }), 21)
      const carrier = await dig(ann, 'carrier', 50)
      const before = await seqOf()
      await ann.call(moveFolder, { ...root, folder_id: inner, to_folder_id: top })
      const moved = await seqOf()
      await ann.call(moveFolder, { ...root, folder_id: deep, to_folder_id: carrier })
      const undo = (dry_run: boolean) =>
        ann.call(undoChanges, { ...root, from_seq: moved, to_seq: moved, dry_run })
      for (const dry_run of [true, false]) {
        await assert.rejects(undo(dry_run), TOO_DEEP)
        const then = { ...root, folder_id: inner, as_of: String(before), dry_run }
        await assert.rejects(ann.call(restoreState, then), TOO_DEEP)
      }
      await ann.call(moveFolder, { ...root, folder_id: deep, to_folder_id: top })
      assert.equal((await undo(false)).placed, 1)
      await checkInvariants(world.service.ctx.db.read)
    })

    it('has no limit in a backup', async () => {
      const ann = await world.person()
      const machine_id = await machineOf(world, ann, 'laptop')
      const { id: root_id } = await ann.call(createMachineBackup, { machine_id, path: '/home' })
      const agent = await agentOf(world, ann, machine_id)
      assert.ok(await dig(agent, 'deep', 200, { root_id }))
    })

    it('leaves deeper trees from before readable, and lets them be taken apart', async () => {
      const ann = await world.person()
      const root = { root_id: ann.rootId }
      const deep = await dig(ann, 'deep', 128)
      const bottom = await dig(ann, 'below', 60)
      const below = await find(ann, bottom, 1)
      const note = await ann.upload('note.txt', 'found', bottom)
      await world.service.ctx.db.write(async (tx) => {
        const place = { parent_id: deep as never }
        await tx
          .updateTable('entry')
          .set(place)
          .where('root_id', '=', ann.rootId)
          .where('id', '=', below)
          .execute()
      })
      assert.equal(String(await ann.download(note.id)), 'found')
      const at170 = await find(ann, bottom, 170)
      const at160 = await find(ann, bottom, 160)
      await assert.rejects(make(ann, bottom), TOO_DEEP)
      await ann.call(renameFolder, { ...root, folder_id: at170, name: 'still there' })
      await ann.call(moveFolder, { ...root, folder_id: at170, to_folder_id: at160 })
      await ann.call(moveFile, { ...root, file_id: note.id, to_folder_id: deep })
      await ann.call(moveFolder, { ...root, folder_id: at170, to_folder_id: top })
      await ann.call(deleteFolder, { ...root, folder_id: below })
      await ann.call(deleteFile, { ...root, file_id: note.id })
    })
  })
