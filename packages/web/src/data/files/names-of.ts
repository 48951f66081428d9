import { getFile, getFolder } from '@holdfast/api/files/files'
import type { RootId } from '@holdfast/api/ids'
import { call } from '../service/api.ts'
import type { Failure } from './bulk.ts'

/** More of them nobody reads. */
const MOST_NAMED = 20

/** What failed, called by its name where it was known by its id only. */
export const withNames = (root: RootId | undefined, failed: readonly Failure[]): Promise<Failure[]> =>
  Promise.all(
    failed.map(async (failure, n) => {
      const { type, id, name } = failure.item
      if (name !== undefined || root === undefined || n >= MOST_NAMED) return failure
      const found = await (type === 'file'
        ? call(getFile, { root_id: root, file_id: id })
        : call(getFolder, { root_id: root, folder_id: id, include_children: false })
      ).catch(() => undefined)
      return found ? { ...failure, item: { type, id, name: found.name } } : failure
    }),
  )
