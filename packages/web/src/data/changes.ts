import { lockFile, lockFolder, unlockFile, unlockFolder } from '@holdfast/api/file-locks'
import { moveFile, moveFolder, renameFile, renameFolder } from '@holdfast/api/file-places'
import { copyFile, copyFolder, restoreFile, restoreFolder } from '@holdfast/api/file-tree'
import { createFolderInFolder, deleteFile, deleteFolder } from '@holdfast/api/files'
import type { EntryId, RootId } from '@holdfast/api/ids'
import { call } from './api.ts'

/** An item as changes name it. */
export interface Named {
  type: 'file' | 'folder'
  id: EntryId
  name?: string
}

/** What became of a change of several items: those that failed stay as they were. */
export interface Outcome {
  done: Named[]
  failed: { item: Named; error: unknown }[]
}

export interface Target {
  root: RootId
  folder: EntryId
}

const ofEach = async (
  items: readonly Named[],
  change: (item: Named) => Promise<unknown>,
): Promise<Outcome> => {
  const outcome: Outcome = { done: [], failed: [] }
  for (const item of items) {
    try {
      await change(item)
      outcome.done.push(item)
    } catch (error) {
      outcome.failed.push({ item, error })
    }
  }
  return outcome
}

export const createFolder = (root: RootId, folder: EntryId, name: string) =>
  call(createFolderInFolder, { root_id: root, folder_id: folder, name })

export const rename = (root: RootId, { type, id }: Named, name: string) =>
  type === 'file'
    ? call(renameFile, { root_id: root, file_id: id, name })
    : call(renameFolder, { root_id: root, folder_id: id, name })

export const remove = (root: RootId, items: readonly Named[]) =>
  ofEach(items, ({ type, id }) =>
    type === 'file'
      ? call(deleteFile, { root_id: root, file_id: id })
      : call(deleteFolder, { root_id: root, folder_id: id }),
  )

export const restore = (root: RootId, items: readonly Named[]) =>
  ofEach(items, ({ type, id }) =>
    type === 'file'
      ? call(restoreFile, { root_id: root, file_id: id, on_conflict: 'rename' })
      : call(restoreFolder, { root_id: root, folder_id: id, on_conflict: 'rename' }),
  )

const placed = ({ root, folder }: Target) => ({ to_root_id: root, to_folder_id: folder })

export const move = (root: RootId, items: readonly Named[], to: Target) =>
  ofEach(items, ({ type, id }) =>
    type === 'file'
      ? call(moveFile, { root_id: root, file_id: id, ...placed(to) })
      : call(moveFolder, { root_id: root, folder_id: id, ...placed(to) }),
  )

/** The copies are in the outcome, so that they can be taken back. */
export async function copy(root: RootId, items: readonly Named[], to: Target): Promise<Outcome> {
  const copies: Named[] = []
  const { failed } = await ofEach(items, async ({ type, id }) => {
    const made = await (type === 'file'
      ? call(copyFile, { root_id: root, file_id: id, ...placed(to), on_conflict: 'rename' })
      : call(copyFolder, { root_id: root, folder_id: id, ...placed(to), on_conflict: 'rename' }))
    copies.push({ type, id: made.id, name: made.name })
  })
  return { done: copies, failed }
}

export const lock = (root: RootId, items: readonly Named[]) =>
  ofEach(items, ({ type, id }) =>
    type === 'file'
      ? call(lockFile, { root_id: root, file_id: id })
      : call(lockFolder, { root_id: root, folder_id: id }),
  )

export const unlock = (root: RootId, items: readonly Named[]) =>
  ofEach(items, ({ type, id }) =>
    type === 'file'
      ? call(unlockFile, { root_id: root, file_id: id })
      : call(unlockFolder, { root_id: root, folder_id: id }),
  )
