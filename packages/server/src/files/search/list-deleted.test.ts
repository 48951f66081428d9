import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listDeleted } from '@holdfast/api/files/deleted-items'
import { restoreFile } from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import { type FoundItem, listRecent, searchEverywhere, searchRoot } from '@holdfast/api/files/search'
import type { EntryId, OrganizationId } from '@holdfast/api/ids'
import { createShare } from '@holdfast/api/sharing/shares'
import { formatUtc } from '@holdfast/api/time'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`what was deleted in a root on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('is listed newest first with who did it, and found by folder, person, time and name', async () => {
      const [ann, bob, admin] = [await world.person(), await world.person(), await world.admin()]
      const { id: root_id } = await admin.call(createShare, {
        ...{ organization_id: 1 as OrganizationId, name: 'Team' },
        subscribers: [
          [ann.id, 'web', 'CO_OWNER'],
          [bob.id, 'web', 'EDITOR'],
        ],
      })
      const folder = async (name: string, folder_id = 0 as EntryId) =>
        (await ann.call(api.createFolderInFolder, { root_id, folder_id, name })).id
      const upload = async (name: string, folder_id = 0 as EntryId) => {
        const file = { name, bytes: new Blob([name]) }
        return (await ann.call(api.uploadToFolder, { root_id, folder_id, file })).id
      }
      const remove = async (who: Someone, id: EntryId, kind: 'file' | 'folder' = 'file') => {
        world.clock.advance({ minutes: 1 })
        if (kind === 'file') await who.call(api.deleteFile, { root_id, file_id: id })
        else await who.call(api.deleteFolder, { root_id, folder_id: id })
        return world.clock.now()
      }
      const list = async (more = {}) => {
        const names: string[] = []
        let cursor: string | null | undefined
        do {
          const page = await bob.call(listDeleted, { root_id, ...more, ...(cursor && { cursor }) })
          names.push(...page.results.map(({ path }) => path))
          cursor = page.cursor
        } while (cursor)
        return names
      }
      const outer = await folder('Pläne')
      const inner = await folder('inner', outer)
      const [top, old, one, kept] = [
        await upload('top plan.txt'),
        await upload('old.txt', inner),
        await upload('one plan.txt', inner),
        await upload('kept.txt', inner),
      ]
      await remove(ann, old)
      const second = await remove(bob, one)
      await remove(ann, top)
      await remove(bob, inner, 'folder')
      const all = ['/Pläne/inner', '/top plan.txt', '/Pläne/inner/one plan.txt', '/Pläne/inner/old.txt']
      assert.deepEqual(await list(), all)
      for (const limit of [1, 2, 3]) assert.deepEqual(await list({ limit }), all)
      const { results } = await ann.call(listDeleted, { root_id })
      const [first] = results
      assert.deepEqual(
        [first?.type, first?.id, first?.is_deleted, first?.deleted, first?.deleted_by],
        ['folder', inner, true, formatUtc(world.clock.now()), bob.id],
      )
      assert.match(first?.deleted_by_name ?? '', /^Pat Doe/)
      assert.deepEqual(await list({ folder_id: inner }), all.slice(2))
      assert.deepEqual(await list({ folder_id: outer, limit: 1 }), [all[0], ...all.slice(2)])
      assert.deepEqual(await list({ person_id: ann.id }), [all[1], all[3]])
      assert.deepEqual(await list({ q: 'PLAN txt' }), [all[1], all[2]])
      const at = formatUtc(second)
      assert.deepEqual(await list({ from: at }), all.slice(0, 3))
      assert.deepEqual(await list({ to: at }), all.slice(2))
      assert.deepEqual(await list({ to: at, limit: 1 }), all.slice(2))
      assert.deepEqual(await list({ from: at, to: at, person_id: bob.id }), [all[2]])
      await ann.call(restoreFile, { root_id, file_id: kept })
      await ann.call(restoreFile, { root_id, file_id: top })
      assert.deepEqual(await list(), [all[0], ...all.slice(2)])
      for (const [given, message] of [
        [{ cursor: 'x' }, /cursor/],
        [{ from: 'x' }, /Invalid date/],
        [{ q: ' ' }, /q/],
      ] as const)
        await assert.rejects(bob.call(listDeleted, { root_id, ...given }), { status: 400, message })
    })

    it('is not found everywhere, nor among what is recent, unlike what is there', async () => {
      const [ann, bob, admin] = [await world.person(), await world.person(), await world.admin()]
      const { id: root_id } = await admin.call(createShare, {
        ...{ organization_id: 1 as OrganizationId, name: 'Clients' },
        subscribers: [
          [ann.id, 'web', 'CO_OWNER'],
          [bob.id, 'web', 'EDITOR'],
        ],
      })
      const inShare = (who: Someone, name: string, folder_id = 0 as EntryId) =>
        who.call(api.uploadToFolder, { root_id, folder_id, file: { name, bytes: new Blob([name]) } })
      const folder = async (name: string) =>
        (await ann.call(api.createFolderInFolder, { root_id, folder_id: 0 as EntryId, name })).id
      const [plans, gone] = [await folder('Plan folder'), await folder('gone plan')]
      await ann.upload('plan.txt', 'own')
      world.clock.advance({ days: 1 })
      const later = formatUtc(world.clock.now())
      const picture = await inShare(bob, 'Plán.png', plans)
      await inShare(ann, 'plan b.PNG')
      await inShare(ann, 'plan c.txt', gone)
      const removed = await inShare(bob, 'plan d.txt')
      await ann.call(api.deleteFolder, { root_id, folder_id: gone })
      await ann.call(api.deleteFile, { root_id, file_id: removed.id })
      const found = async (more = {}) => {
        const paths: string[] = []
        let cursor: string | null | undefined
        do {
          const answer: { results: FoundItem[]; cursor: string | null } = await ann.call(searchEverywhere, {
            ...{ q: 'plan', limit: 1, ...more },
            ...(cursor && { cursor }),
          })
          for (const { root_name, path } of answer.results)
            paths.push(`${root_name === 'Clients' ? root_name : ''}${path}`)
          cursor = answer.cursor
        } while (cursor)
        return paths.sort()
      }
      const [own, inFolder, beside] = ['/plan.txt', 'Clients/Plan folder/Plán.png', 'Clients/plan b.PNG']
      const all = [own, 'Clients/Plan folder', inFolder, beside].sort()
      assert.deepEqual(await found(), all)
      assert.deepEqual(await found({ limit: 100 }), all)
      assert.deepEqual(await found({ kind: 'picture' }), [inFolder, beside].sort())
      assert.deepEqual(await found({ kind: 'folder' }), ['Clients/Plan folder'])
      assert.deepEqual(await found({ ext: '.png' }), [inFolder, beside].sort())
      assert.deepEqual(await found({ by: bob.id }), [inFolder])
      assert.deepEqual(await found({ folder_id: plans }), [inFolder], 'the root of a folder is known')
      assert.deepEqual(await found({ root_id, folder_id: plans }), [inFolder])
      assert.deepEqual(await found({ root_id: ann.rootId }), [own])
      assert.deepEqual(await found({ folder_id: 0 }), all)
      const elsewhere = await bob.call(api.createFolderInRoot, { root_id: bob.rootId, name: 'plan' })
      for (const given of [{ folder_id: elsewhere.id }, { root_id: ann.rootId, folder_id: plans }])
        await assert.rejects(found(given), { status: 404 })
      await assert.rejects(found({ root_id: bob.rootId }), { status: 403 })
      assert.deepEqual(await found({ changed_from: later }), [inFolder, beside].sort())
      assert.deepEqual(await found({ changed_to: formatUtc(world.clock.now() - 3_600_000), ext: 'txt' }), [
        own,
      ])
      const here = await ann.call(searchRoot, { root_id, q: 'plan', folder_id: plans })
      assert.deepEqual(
        here.results.map(({ id }) => id),
        [picture.id],
      )
      await assert.rejects(ann.call(searchEverywhere, { q: 'plan', cursor: 'x' }), { status: 400 })
      const { results } = await ann.call(listRecent, {})
      assert.deepEqual(
        results.map(({ path, root_name, changed_by }) => [path, root_name === 'Clients', changed_by]),
        [
          ['/plan b.PNG', true, ann.id],
          ['/Plan folder/Plán.png', true, bob.id],
          ['/plan.txt', false, ann.id],
        ],
      )
      assert.equal((await ann.call(listRecent, { limit: 1 })).results.length, 1)
    })
  })
