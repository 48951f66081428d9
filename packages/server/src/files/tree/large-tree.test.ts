import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as places from '@holdfast/api/files/file-places'
import * as tree from '@holdfast/api/files/file-tree'
import * as api from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { until } from '@holdfast/server/testkit/servers/until'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'

/** With the folder itself and its doublings, more than three transactions take. */
const ENTRIES = 1500

for (const stack of STACKS)
  describe(`large trees on ${stack.name}`, () => {
    const world = useWorld(stack)
    const check = () => checkInvariants(world.service.ctx.db.read)
    const folder = (who: Someone, name: string, folder_id: EntryId | 0 = 0) =>
      who.call(api.createFolderInFolder, { root_id: who.rootId, folder_id: folder_id as EntryId, name })
    const look = (who: Someone, root_id: RootId, folder_id: EntryId | 0 = 0, include_deleted = false) =>
      who.call(api.getFolder, { root_id, folder_id: folder_id as EntryId, include_deleted })
    const live = async (who: Someone, root_id: RootId) =>
      (await look(who, root_id)).children?.map(({ name }) => name)
    async function withTwoRoots(spaceQuota?: number) {
      const [ann, other] = [await world.person(), await world.person(spaceQuota ? { spaceQuota } : {})]
      await world.changeRoot(other.rootId, { person_id: ann.id })
      return { ann, other, root_id: ann.rootId, second: other.rootId }
    }

    /** A folder of so many files and folders, made by copies of what is there so far. */
    async function grow(who: Someone, entries: number) {
      const root_id = who.rootId
      const top = await folder(who, 'big')
      let { id } = await folder(who, 'part', top.id)
      for (let n = 0; n < 23; n++)
        if (n % 3 === 0) await who.upload(`${n}.txt`, `content ${n}`, id)
        else await folder(who, `${n}`, id)
      for (let size = 24; 2 * size < entries; size *= 2) {
        const wrap = await folder(who, `wrap ${size}`, top.id)
        await who.call(places.moveFolder, { root_id, folder_id: id, to_folder_id: wrap.id })
        await who.call(tree.copyFolder, { root_id, folder_id: id, to_folder_id: wrap.id, name: 'copy' })
        id = wrap.id
      }
      return top
    }
    const count = async (root_id: RootId) => {
      const { live_files, deleted_files } = await world.service.ctx.db.read
        .selectFrom('root')
        .select(['live_files', 'deleted_files'])
        .where('id', '=', root_id)
        .executeTakeFirstOrThrow()
      return { live_files, deleted_files }
    }

    it('are copied and moved whole, seen by nobody before they are', async () => {
      const { ann, root_id, second } = await withTwoRoots()
      const top = await grow(ann, ENTRIES)
      const { live_files } = await count(root_id)
      const seen = new Set<string>()
      let done = false
      const watching = until(async () => {
        seen.add(JSON.stringify(await live(ann, root_id)))
        return done
      }, 10)
      const copy = await ann.call(tree.copyFolder, {
        root_id,
        folder_id: top.id,
        to_folder_id: top.id,
        name: 'whole',
      })
      done = true
      await watching
      assert.deepEqual([...seen], ['["big"]'])
      assert.deepEqual([copy.path, copy.is_deleted], ['/big/whole', false])
      assert.deepEqual(await count(root_id), { live_files: 2 * live_files, deleted_files: 0 })
      await check()

      await ann.call(places.moveFolder, { root_id, folder_id: top.id, to_root_id: second })
      assert.deepEqual([await live(ann, root_id), await live(ann, second)], [[], ['big']])
      assert.deepEqual(await count(second), { live_files: 2 * live_files, deleted_files: 0 })
      assert.deepEqual(await count(root_id), { live_files: 0, deleted_files: 2 * live_files })
      await ann.call(tree.restoreFolder, { root_id, folder_id: top.id })
      assert.deepEqual(await count(root_id), { live_files: 2 * live_files, deleted_files: 0 })
      await check()
    })

    it('leave nothing live where they were refused half-way', async () => {
      const { ann, other, root_id, second } = await withTwoRoots(20)
      const top = await grow(ann, 2 * 600)
      // The quota is that of the owner, who is asked for nothing else here.
      for (const id of [root_id, second]) await world.changeRoot(id, { person_id: other.id })
      const { stored_size } = await world.service.ctx.db.read
        .selectFrom('root')
        .select('stored_size')
        .where('id', '=', root_id)
        .executeTakeFirstOrThrow()
      assert.ok(stored_size > 20)
      for (const op of [tree.copyFolder, places.moveFolder])
        await assert.rejects(other.call(op, { root_id, folder_id: top.id, to_root_id: second }), {
          status: 409,
          code: 'policy_error',
        })
      assert.deepEqual([await live(other, root_id), await live(other, second)], [['big'], []])
      const { children = [] } = await look(other, second, 0, true)
      assert.deepEqual(
        children.map((one) => [one.name, 'is_deleted' in one && one.is_deleted]),
        [
          ['big', true],
          ['big', true],
        ],
      )
      await check()
    })

    it('are moved as they are in the end, or not at all', async () => {
      const { ann, root_id, second } = await withTwoRoots()
      const top = await grow(ann, 2 * 600)
      let done = false
      let made = 0
      const changing = (async () => {
        const another = () =>
          folder(ann, `late ${made}`, top.id).then(
            () => true,
            () => false,
          )
        while (!done && (await another())) made++
      })()
      const moved = await ann
        .call(places.moveFolder, { root_id, folder_id: top.id, to_root_id: second })
        .then(
          () => 'moved',
          (error) => `${error.status} ${error.code}`,
        )
      done = true
      await changing
      assert.ok(['moved', '503 temporarily_unavailable'].includes(moved), moved)
      const [from, to] = [await live(ann, root_id), await live(ann, second)]
      assert.deepEqual([from, to], moved === 'moved' ? [[], ['big']] : [['big'], []])
      const where: [RootId, EntryId] =
        moved === 'moved'
          ? [second, (await look(ann, second)).children?.[0]?.id as EntryId]
          : [root_id, top.id]
      const { children = [] } = await look(ann, ...where)
      assert.equal(children.filter(({ name }) => name.startsWith('late')).length, made)
      await check()
    })

    it('stop where someone restores what there is of them', async () => {
      const ann = await world.person()
      const root_id = ann.rootId
      const top = await grow(ann, 2 * 600)
      const copying = ann.call(tree.copyFolder, { root_id, folder_id: top.id, name: 'copy' }).then(
        () => 'copied',
        (error) => `${error.status} ${error.code}`,
      )
      let ended = false
      copying.then(() => {
        ended = true
      })
      await until(async () => {
        const { children = [] } = await look(ann, root_id, 0, true)
        const hidden = children.find((one) => one.name === 'copy' && 'is_deleted' in one && one.is_deleted)
        if (hidden) await ann.call(tree.restoreFolder, { root_id, folder_id: hidden.id as EntryId })
        return ended
      }, 2)
      assert.ok(['copied', '503 temporarily_unavailable'].includes(await copying))
      await check()
    })
  })
