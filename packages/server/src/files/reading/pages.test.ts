import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as api from '@holdfast/api/files'
import type { EntryId } from '@holdfast/api/ids'
import { checkInvariants } from '@holdfast/server/testkit/invariants'
import { numbers } from '@holdfast/server/testkit/numbers'
import { makePile } from '@holdfast/server/testkit/piles'
import { STACKS } from '@holdfast/server/testkit/stacks'
import { useWorld } from '@holdfast/server/testkit/world'
import { ACROSS_ROOTS } from '../../platform/db/statements.ts'

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
