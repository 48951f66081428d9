import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getOwnPerson } from '@holdfast/api/accounts/people'
import { findPosition } from '@holdfast/api/files/file-positions'
import * as api from '@holdfast/api/files/files'
import type { EntryId, OrganizationId } from '@holdfast/api/ids'
import { shareFile } from '@holdfast/api/sharing/links'
import { createShare } from '@holdfast/api/sharing/shares'
import { numbers } from '@holdfast/server/testkit/content/numbers'
import { makePile } from '@holdfast/server/testkit/content/piles'
import { checkInvariants } from '@holdfast/server/testkit/database/invariants'
import { STACKS } from '@holdfast/server/testkit/servers/stacks'
import { type Someone, useWorld } from '@holdfast/server/testkit/servers/world'
import { ACROSS_ROOTS } from '../../platform/db/statements.ts'
import { findRoot } from '../../records/roots.ts'

const FILES = 450
const PAGE_SIZES = [1, 7, 100]
type Listed = api.Item & { modified?: string; size?: number }

for (const stack of STACKS)
  describe(`pages of a folder on ${stack.name}`, () => {
    const world = useWorld(stack)

    /** Many files of equal size or time, some of them deleted, and folders, which have neither. */
    async function makeFolder() {
      const person = await world.person()
      const root_id = person.rootId
      const { id: folder_id } = await person.call(api.createFolderInRoot, { root_id, name: 'Large' })
      const { db } = world.service.ctx
      await makePile(db, { rootId: root_id, parentId: folder_id, files: FILES })
      for (const name of ['Äpfel', 'birnen', 'file 10000350 a', 'file 1'])
        await person.call(api.createFolderInFolder, { root_id, folder_id, name })
      const some = numbers(7)
      const all = (await person.call(api.getFolder, { root_id, folder_id })) as api.Folder
      const ids = (all.children ?? []).filter(({ type }) => type === 'file').map(({ id }) => id)
      for (let n = 0; n < 20; n++) {
        const [file_id] = ids.splice(some(ids.length), 1) as [EntryId]
        await person.call(api.deleteFile, { root_id, file_id })
      }
      return { person, root_id, folder_id }
    }

    it('hold what a plain sort of all items has there, from either end', async () => {
      const { person, root_id, folder_id } = await makeFolder()
      await checkInvariants(world.service.ctx.db.read)
      const whole = (await person.call(api.getFolder, { root_id, folder_id })) as api.Folder
      const items = (whole.children ?? []) as Listed[]
      const some = numbers(99)
      for (const include_deleted of [true, false])
        for (const sort_by of ['name', 'modified', 'size'] as const) {
          const shown = items.filter((item) => include_deleted || !item.is_deleted)
          const keys = await sortKeys(sort_by, shown)
          const ascending = shown.toSorted((a, b) => compare(keys(a), keys(b)) || a.id - b.id)
          for (const sort_order of ['asc', 'desc'] as const) {
            const expected = (sort_order === 'asc' ? ascending : ascending.toReversed()).map(({ id }) => id)
            for (const page_size of PAGE_SIZES) {
              const max_page = Math.ceil(expected.length / page_size)
              const asked = new Set([
                1,
                2,
                Math.ceil(max_page / 2),
                Math.ceil(max_page / 2) + 1,
                max_page - 1,
                max_page,
              ])
              for (let n = 0; n < 2; n++) asked.add(1 + some(max_page))
              for (const page of asked) {
                if (page < 1 || page > max_page) continue
                const answer = await person.call(api.listFolderChildren, {
                  ...{ root_id, folder_id, include_deleted, sort_by, sort_order, page, page_size },
                })
                assert.deepEqual(
                  answer.results.map(({ id }) => id),
                  expected.slice((page - 1) * page_size, page * page_size),
                  `${sort_by} ${sort_order}, page ${page} of ${page_size}, deleted: ${include_deleted}`,
                )
                assert.equal(answer.total, expected.length)
                assert.equal(answer.max_page, max_page)
              }
            }
          }
        }
    })

    it('show an item as the whole folder shows it', async () => {
      const { person, root_id, folder_id } = await makeFolder()
      const whole = (await person.call(api.getFolder, { root_id, folder_id })) as api.Folder
      const { results } = await person.call(api.listFolderChildren, {
        root_id,
        folder_id,
        page: 2,
        page_size: 100,
      })
      assert.deepEqual(results, whole.children?.slice(100, 200))
    })

    it('begin with the folders by name where that is asked for, and find each item where they list it', async () => {
      const { person, root_id, folder_id } = await makeFolder()
      const inFolder = { root_id, folder_id, folders_first: true }
      const { results: folders } = await person.call(api.listFolderChildren, { ...inFolder, page_size: 4 })
      assert.deepEqual(
        folders.map(({ name }) => name),
        ['birnen', 'file 1', 'file 10000350 a', 'Äpfel'],
      )
      const root = await findRoot(world.service.ctx.db.read, root_id)
      const as_of = String(root?.seq)
      for (const include_deleted of [true, false])
        for (const sort_by of ['name', 'modified', 'size'] as const)
          for (const sort_order of ['asc', 'desc'] as const) {
            const asked = { ...inFolder, include_deleted, sort_by, sort_order }
            const paged: number[] = []
            for (let page = 1; page <= 5; page++)
              for (const { id } of (
                await person.call(api.listFolderChildren, { ...asked, page, page_size: 100 })
              ).results)
                paged.push(id)
            const { ids, total, results } = await person.call(api.listFolderChildren, {
              ...{ ...asked, ids_only: true, page_size: 10_000 },
            })
            assert.deepEqual(
              ids?.map(({ id }) => id),
              paged,
            )
            const plain = await person.call(api.listFolderChildren, {
              ...{ ...asked, folders_first: false, ids_only: true, page_size: 1000 },
            })
            assert.deepEqual([total, results], [plain.total, []])
            const files = plain.ids?.filter(({ type }) => type === 'file')
            assert.deepEqual(ids?.slice(4), files, 'the files in their order')
            const order = folders.map(({ id }) => id)
            const reversed = sort_by === 'name' && sort_order === 'desc'
            assert.deepEqual(paged.slice(0, 4), reversed ? order.reverse() : order)
            for (const index of [0, 4, 200, total - 1])
              for (const [list, folders_first] of [
                [ids, true],
                [plain.ids, false],
              ] as const)
                assert.deepEqual(
                  await person.call(findPosition, {
                    ...asked,
                    folders_first,
                    entry_id: list?.[index]?.id as EntryId,
                  }),
                  { index, total, id: list?.[index]?.id },
                )
            const then = await person.call(api.listFolderChildren, {
              ...{ ...asked, ids_only: true, page_size: 10_000, as_of },
            })
            assert.deepEqual(then.ids, ids)
          }
      for (const [given, error] of [
        [{ page_size: 101 }, /page_size/],
        [{ page_size: 10_001, ids_only: true }, /page_size/],
      ] as const)
        await assert.rejects(person.call(api.listFolderChildren, { ...inFolder, ...given }), {
          message: error,
        })
    })

    it('are searched for the first name that begins so', async () => {
      const { person, root_id, folder_id } = await makeFolder()
      const find = async (name: string, more = {}) => {
        const { index, id, total } = await person.call(findPosition, { root_id, folder_id, name, ...more })
        if (index === null) return undefined
        const { results } = await person.call(api.listFolderChildren, {
          ...{ root_id, folder_id, ...more, page: index + 1, page_size: 1 },
        })
        assert.equal(results[0]?.id, id)
        assert.ok(index < total)
        return results[0]?.name
      }
      assert.equal(await find('BIR'), 'birnen')
      assert.equal(await find('äp', { sort_by: 'size', sort_order: 'desc' }), 'Äpfel')
      assert.equal(await find('file 1'), 'file 1')
      assert.equal(await find('file 10000350'), 'file 10000350')
      assert.equal(await find('file 10000350', { folders_first: true }), 'file 10000350 a')
      assert.equal(await find('file 10000350', { sort_order: 'desc' }), 'file 10000350 a')
      assert.equal(await find('file 1000044', { folders_first: true, sort_by: 'modified' }), 'file 10000440')
      assert.equal(await find('zebra'), undefined)
      const missing = person.call(findPosition, { root_id, folder_id, entry_id: folder_id as EntryId })
      await assert.rejects(missing, { code: 'not_found' })
      await assert.rejects(person.call(findPosition, { root_id, folder_id }), { message: /entry_id/ })
    })

    it('tell more of each item on request', async () => {
      const [person, other] = [await world.person(), await world.person()]
      const root_id = person.rootId
      const folder = await person.call(api.createFolderInRoot, { root_id, name: 'Archive' })
      world.clock.advance({ hours: 1 })
      const inner = await person.upload('inner.txt', 'text', folder.id)
      const gone = await person.upload('gone.txt', 'gone', folder.id)
      await person.call(api.deleteFile, { root_id, file_id: gone.id })
      const file = await person.upload('plan.txt', 'text')
      await person.call(shareFile, { root_id, file_id: file.id, expires: '2099-12-31' })
      const list = async (who: Someone) =>
        (await who.call(api.listRootChildren, { root_id, include_more: true })).results
      const [shownFolder, shownFile] = await list(person)
      const { display_name } = await person.call(getOwnPerson, {})
      const changed = { changed_by: person.id, changed_by_name: display_name }
      const plain = await person.call(api.listRootChildren, { root_id })
      assert.deepEqual(shownFolder, {
        ...{ ...plain.results[0], modified: inner.modified, items: 1, size: 4, has_links: false, ...changed },
      })
      assert.deepEqual(shownFile, { ...plain.results[1], has_links: true, ...changed })
      const admin = await world.admin()
      const share = await admin.call(createShare, {
        ...{ organization_id: 1 as OrganizationId, name: 'Team' },
        subscribers: [
          [person.id, 'web', 'CO_OWNER'],
          [other.id, 'web', 'VIEWER'],
        ],
      })
      await person.call(api.createFolderInRoot, { root_id: share.id, name: 'Plans' })
      const [seen] = (await other.call(api.listRootChildren, { root_id: share.id, include_more: true }))
        .results
      assert.deepEqual(
        [seen?.changed_by, seen?.has_links],
        [person.id, undefined],
        'links are for who may share',
      )
    })

    /** Times and sizes of folders, and exact times, are not on the wire. */
    async function sortKeys(sort_by: api.SortKey, shown: readonly Listed[]) {
      const column = { name: 'name_key', modified: 'modified_at', size: 'size' } as const
      const rows = await world.service.ctx.db.read
        .selectFrom('entry')
        .select(['id', column[sort_by]])
        .where(
          'id',
          'in',
          shown.map(({ id }) => id),
        )
        .modifyEnd(ACROSS_ROOTS)
        .execute()
      const keys = new Map(rows.map((row) => [row.id, (row as Record<string, unknown>)[column[sort_by]]]))
      return ({ id }: Listed) => keys.get(id) as string | number
    }
  })

/** Texts by their bytes. */
function compare(a: string | number, b: string | number): number {
  return typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b)
}
