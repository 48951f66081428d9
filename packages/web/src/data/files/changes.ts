import { applyBulk, type BulkAction, type BulkReport, MAX_BULK } from '@holdfast/api/files/file-bulk'
import { renameFile, renameFolder } from '@holdfast/api/files/file-places'
import { createFolderInFolder } from '@holdfast/api/files/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { ApiClientError, call } from '../service/api.ts'

/** An item as changes name it. */
export interface Named {
  type: 'file' | 'folder'
  id: EntryId
  name?: string
}

/** What became of a change of several items: those that failed stay as they were. */
export interface Outcome {
  done: Named[]
  /** What did not exist before: copies, and what moved to another root. */
  made: Named[]
  failed: { item: Named; error: unknown }[]
}

export interface Target {
  root: RootId
  folder: EntryId
}

export const createFolder = (root: RootId, folder: EntryId, name: string) =>
  call(createFolderInFolder, { root_id: root, folder_id: folder, name })

export const rename = (root: RootId, { type, id }: Named, name: string) =>
  type === 'file'
    ? call(renameFile, { root_id: root, file_id: id, name })
    : call(renameFolder, { root_id: root, folder_id: id, name })

export const remove = (root: RootId, items: readonly Named[]) => bulk(root, items, { action: 'delete' })
export const lock = (root: RootId, items: readonly Named[]) => bulk(root, items, { action: 'lock' })
export const unlock = (root: RootId, items: readonly Named[]) => bulk(root, items, { action: 'unlock' })
export const restore = (root: RootId, items: readonly Named[]) =>
  bulk(root, items, { action: 'restore', on_conflict: 'rename' })
/** Where a name is taken it stays deleted. */
export const restoreExactly = (root: RootId, items: readonly Named[]) =>
  bulk(root, items, { action: 'restore' })
/** For ever. */
export const purge = (root: RootId, items: readonly Named[]) => bulk(root, items, { action: 'purge' })
export const move = (root: RootId, items: readonly Named[], to: Target, onTaken?: 'rename') =>
  bulk(root, items, { action: 'move', ...placed(to), ...(onTaken && { on_conflict: onTaken }) })
export const copy = (root: RootId, items: readonly Named[], to: Target) =>
  bulk(root, items, { action: 'copy', ...placed(to), on_conflict: 'rename' })

const placed = ({ root, folder }: Target) => ({ to_root_id: root, to_folder_id: folder })

interface Change {
  action: BulkAction
  on_conflict?: 'rename'
  to_root_id?: RootId
  to_folder_id?: EntryId
}

/** As many requests as it takes; each is one operation in the history. */
async function bulk(root: RootId, items: readonly Named[], change: Change): Promise<Outcome> {
  const outcome: Outcome = { done: [], made: [], failed: [] }
  for (let from = 0; from < items.length; from += MAX_BULK) {
    const some = items.slice(from, from + MAX_BULK)
    const ids = (type: Named['type']) => some.filter((item) => item.type === type).map(({ id }) => id)
    const [file_ids, folder_ids] = [ids('file'), ids('folder')]
    const report = await call(applyBulk, {
      root_id: root,
      ...change,
      ...(file_ids.length > 0 && { file_ids }),
      ...(folder_ids.length > 0 && { folder_ids }),
    })
    const failed = new Map(report.failed.map((failure) => [failure.id, failure]))
    outcome.done.push(...some.filter(({ id }) => !failed.has(id)))
    outcome.made.push(...report.made)
    for (const item of some) {
      const failure = failed.get(item.id)
      if (failure) outcome.failed.push({ item, error: errorOf(failure) })
    }
  }
  return outcome
}

/** As if it had been refused alone. */
const errorOf = (failure: BulkReport['failed'][number]): ApiClientError =>
  new ApiClientError(409, failure, new Headers())
