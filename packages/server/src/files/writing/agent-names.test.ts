import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMachineBackup } from '@holdfast/api/devices/backups'
import { applyBulk } from '@holdfast/api/files/file-bulk'
import { renameFile, renameFolder } from '@holdfast/api/files/file-places'
import { copyFile, copyFolder, restoreFile } from '@holdfast/api/files/file-tree'
import { createFolderInFolder, deleteFile, getFolder } from '@holdfast/api/files/files'
import { ensureFolders } from '@holdfast/api/files/upload-checks'
import type { EntryId } from '@holdfast/api/ids'
import { shareFolder } from '@holdfast/api/sharing/links'
import { createFolderInSharedRoot, uploadToSharedRoot } from '@holdfast/api/sharing/shared-content'
import { createShare } from '@holdfast/api/sharing/shares'
import { BatchSender } from '@holdfast/server/testkit/content/batches'
import { chunkOf, commit, put, refsOf } from '@holdfast/server/testkit/content/client-cut'
import { agentOf, machineOf } from '@holdfast/server/testkit/people/devices'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

const REFUSED = { status: 400, code: 'invalid_name', message: /reserved for the sync app.*agent_name/ }
const top = 0 as EntryId
/** The last ones have letters that become others by their case. */
const NAMES = ['.holdfast-root', '.holdfast-tmp', '.HOLDFAST-Root', '.Holdfaſt-tmp']

for (const stack of STACKS)
  describe(`names of the agent’s own files on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('are refused wherever a name is given, in own roots and team shares, at any depth', async () => {
      const organization_id = await world.organization()
      const ann = await world.person({ organizationId: organization_id })
      const { id: share } = await ann.call(createShare, { organization_id, name: 'Team' })
      const chunk = chunkOf(Buffer.from('x'))
      await put(ann, chunk)
      for (const root_id of [ann.rootId, share]) {
        const made = await ann.call(createFolderInFolder, { root_id, folder_id: top, name: 'f' })
        for (const name of NAMES)
          await assert.rejects(ann.call(createFolderInFolder, { root_id, folder_id: made.id, name }), REFUSED)
      }
      const root = { root_id: ann.rootId }
      const folder = await ann.call(createFolderInFolder, { ...root, folder_id: top, name: 'g' })
      const file = await ann.upload('note.txt', 'x')
      const link = await ann.call(shareFolder, { ...root, folder_id: folder.id, anon_edit: true })
      const visitor = { sharelink_id: link.hash }
      for (const name of NAMES.slice(0, 3)) {
        await assert.rejects(ann.upload(name, 'x', folder.id), REFUSED)
        await assert.rejects(commit(ann, [chunk], { name }), REFUSED)
        await assert.rejects(ann.call(renameFile, { ...root, file_id: file.id, name }), REFUSED)
        await assert.rejects(ann.call(renameFolder, { ...root, folder_id: folder.id, name }), REFUSED)
        await assert.rejects(
          ann.call(copyFile, { ...root, file_id: file.id, to_folder_id: folder.id, name }),
          REFUSED,
        )
        const { results } = await ann.call(ensureFolders, {
          ...root,
          folder_id: top,
          paths: [`new/${name}/x`],
        })
        assert.deepEqual([results[0]?.error, results[0]?.error_reason], ['invalid_name', 'agent_name'])
        const sent = await new BatchSender(ann, ann.rootId).send([
          { op: 'mkdir', folder_id: folder.id, name },
          { op: 'put', folder_id: folder.id, name, size: chunk.bytes.length, chunks: refsOf([chunk]) },
          { op: 'place', entry_id: file.id, if_ver: 1, folder_id: folder.id, name },
        ])
        for (const { error, error_reason } of sent)
          assert.deepEqual([error, error_reason], ['invalid_name', 'agent_name'])
        await assert.rejects(world.client().call(createFolderInSharedRoot, { ...visitor, name }), REFUSED)
        const upload = { ...visitor, file: { name, bytes: new Blob(['x']) } }
        await assert.rejects(world.client().call(uploadToSharedRoot, upload), REFUSED)
      }
      const { children } = await ann.call(getFolder, { ...root, folder_id: folder.id })
      assert.deepEqual(children, [])
    })

    it('are kept by backups, and refused where they are copied or restored to people’s files', async () => {
      const ann = await world.person()
      const machine_id = await machineOf(world, ann, 'laptop')
      const backup = await ann.call(createMachineBackup, { machine_id, path: '/home' })
      const agent = await agentOf(world, ann, machine_id)
      const sender = new BatchSender(agent, backup.id)
      const [folder] = await sender.send([{ op: 'mkdir', folder_id: top, name: 'synced' }])
      const folder_id = folder?.entry?.entry_id ?? assert.fail()
      const [kept] = await sender.send([{ op: 'mkdir', folder_id, name: '.holdfast-root' }])
      assert.equal(kept?.error, undefined)
      const to = { to_root_id: ann.rootId, to_folder_id: top }
      await assert.rejects(ann.call(copyFolder, { root_id: backup.id, folder_id, ...to }), REFUSED)

      // One from before there was this rule.
      const old = await ann.upload('old.txt', 'x')
      await world.service.ctx.db.write((tx) =>
        tx
          .updateTable('entry')
          .set({ name: '.holdfast-tmp', name_key: '.holdfast-tmp' })
          .where('root_id', '=', ann.rootId)
          .where('id', '=', old.id)
          .execute(),
      )
      const root = { root_id: ann.rootId }
      await ann.call(deleteFile, { ...root, file_id: old.id })
      await assert.rejects(ann.call(restoreFile, { ...root, file_id: old.id }), REFUSED)
      const bulk = { ...root, action: 'restore' as const, file_ids: [old.id], to_folder_id: top }
      assert.equal((await ann.call(applyBulk, bulk)).failed[0]?.error_reason, 'agent_name')
    })
  })
