import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deletePerson } from '@holdfast/api/accounts/people'
import * as files from '@holdfast/api/files/files'
import * as api from '@holdfast/api/files/preferences'
import type { EntryId, OrganizationId } from '@holdfast/api/ids'
import { createShare, updateShareSubscribers } from '@holdfast/api/sharing/shares'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { useWorld } from '@holdfast/server/testkit/servers/world'

for (const stack of STACKS)
  describe(`what someone likes on ${stack.name}`, () => {
    const world = useWorld(stack)

    it('is starred for oneself, and listed as far as it can be seen', async () => {
      const [ann, bob, admin] = [await world.person(), await world.person(), await world.admin()]
      const { id: share } = await admin.call(createShare, {
        ...{ organization_id: 1 as OrganizationId, name: 'Team', subscribers: [[ann.id, 'web', 'VIEWER']] },
      })
      const folder = await ann.call(files.createFolderInRoot, { root_id: ann.rootId, name: 'Plans' })
      const file = await ann.upload('one.txt', 'one', folder.id)
      const own = { person_id: ann.id, root_id: ann.rootId }
      const paths = async () =>
        (await ann.call(api.listStarred, { person_id: ann.id })).results.map(({ path }) => path)
      for (const item_id of [folder.id, file.id, folder.id]) {
        world.clock.advance({ seconds: 1 })
        await ann.call(api.starItem, { ...own, item_id })
      }
      assert.deepEqual(await paths(), ['/Plans/one.txt', '/Plans'])
      await ann.call(files.deleteFolder, { root_id: ann.rootId, folder_id: folder.id })
      assert.deepEqual(await paths(), [])
      await assert.rejects(ann.call(api.starItem, { ...own, item_id: folder.id }), { status: 404 })
      await ann.call(api.unstarItem, { ...own, item_id: folder.id })
      await assert.rejects(ann.call(api.unstarItem, { ...own, item_id: folder.id }), { status: 404 })

      await admin.call(updateShareSubscribers, {
        ...{ organization_id: 1 as OrganizationId, root_id: share },
        subscribers: [
          [ann.id, 'web', 'VIEWER'],
          [bob.id, 'web', 'EDITOR'],
        ],
      } as never)
      const theirs = await bob.call(files.uploadToRoot, {
        ...{ root_id: share, file: { name: 'theirs.txt', bytes: new Blob(['x']) } },
      })
      await ann.call(api.starItem, { person_id: ann.id, root_id: share, item_id: theirs.id })
      const { results } = await ann.call(api.listStarred, { person_id: ann.id })
      assert.deepEqual(
        results.map(({ id, root_name }) => [id, root_name]),
        [[theirs.id, 'Team']],
      )
      await assert.rejects(
        ann.call(api.starItem, { person_id: ann.id, root_id: bob.rootId, item_id: 1 as EntryId }),
        { code: 'forbidden' },
      )
    })

    it('is remembered for the app, up to 16 KiB, and goes with the account', async () => {
      const [ann, admin] = [await world.person(), await world.admin()]
      const own = { person_id: ann.id }
      assert.deepEqual(await ann.call(api.getWebSettings, own), { settings: {} })
      for (const settings of [{ theme: 'dark', columns: ['name'] }, { theme: 'light' }]) {
        assert.deepEqual(await ann.call(api.setWebSettings, { ...own, settings }), { settings })
        assert.deepEqual(await ann.call(api.getWebSettings, own), { settings })
      }
      const large = { text: 'é'.repeat(8192) }
      await assert.rejects(ann.call(api.setWebSettings, { ...own, settings: large }), { status: 400 })
      await assert.rejects(admin.call(api.getWebSettings, own), { code: 'forbidden' })
      const file = await ann.upload('one.txt', 'one')
      await ann.call(api.starItem, { ...own, root_id: ann.rootId, item_id: file.id })
      await admin.call(deletePerson, own)
      const { db } = world.service.ctx
      for (const table of ['starred', 'web_settings'] as const)
        assert.deepEqual(
          await db.read.selectFrom(table).selectAll().where('person_id', '=', ann.id).execute(),
          [],
        )
    })
  })
